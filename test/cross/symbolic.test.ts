// The symbolic engine against the explicit one and the oracle: every automaton kind, strategy and hull gives the same verdict, and every
// lasso is a run of the model that violates the formula.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { validateCounterexample } from '../../src/check/confirm.ts';
import { clusterings } from '../../src/dd/mdd/index.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { substitute } from '../../src/formula/relabel.ts';
import { propositionsOf } from '../../src/formula/traverse.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import { observe } from '../../src/models/observation.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { closures } from '../../src/symbolic/at-once.ts';
import { checkSymbolically, symbolicAutomatonKinds } from '../../src/symbolic/check.ts';
import { hullAlgorithms } from '../../src/symbolic/emptiness/hull.ts';
import { ExploredModel } from '../../src/symbolic/explored-model.ts';
import { orderNames } from '../../src/symbolic/order/orders.ts';
import { complaintOn } from '../certificates/certified.ts';
import { negationOf } from '../helpers/explicit-check.ts';
import { graphModel, randomGraph } from '../helpers/graph-model.ts';
import { findViolation } from '../helpers/lassos.ts';
import { deadlockConditions, distinctOddNames, quoted } from '../helpers/odd-names.ts';
import { randomNet } from '../helpers/random-net.ts';
import { longMode, roundsOf, seedFrom } from '../helpers/shared.ts';
import { SMALL_MODELS } from '../symbolic/small-models.ts';

const ROUNDS = roundsOf({ usual: 60, long: 2000 });
const NAMES = distinctOddNames(new Random(seedFrom(12)), 2, (name) => name !== 'dead');
const orders = orderNames.filter((name) => name !== 'user');
const strategies = ['saturation', 'chaining', 'breadth-first'] as const;
/** Numbers are variables above the automaton, or shares of them; too many are all. */
const propertyLevels = ['top', 'bottom', 0, 1, 2, 50, 0.3, 0.5] as const;

const combinations = symbolicAutomatonKinds.flatMap((automaton) =>
  strategies.flatMap((strategy) => hullAlgorithms.map((hull) => ({ automaton, strategy, hull }))),
);

/** How often products were closed at once, and after the model. */
const closedFirst = { product: 0, model: 0 };

/** All combinations in long mode, and otherwise one of each automaton kind, another choice each time. */
function chosen(random: Random): typeof combinations {
  if (longMode) return combinations;
  return symbolicAutomatonKinds.map((kind) => random.pick(combinations.filter(({ automaton }) => automaton === kind)));
}

/** The symbolic engine agrees with the explicit one; returns the verdict. */
function compare(
  random: Random,
  model: Model,
  formula: Formula,
  { deadlock, context }: { readonly deadlock: 'stutter' | 'drop'; readonly context: string },
): 'holds' | 'violated' {
  const expected = check(model, formula, { deadlock }).verdict.outcome;
  const observation = observe(model, formula);
  const explored = new ExploredModel(model, {
    property: random.pick(propertyLevels),
    clusters: random.pick(clusterings),
    order: random.pick(orders),
    strategy: random.pick(strategies),
  });
  for (const combination of chosen(random)) {
    const clusters = random.pick(clusterings);
    const closure = random.pick(closures);
    const { automaton, ...choices } = combination;
    const options = { ...choices, clusters, deadlock, closure };
    const { lasso, closure: closed } = checkSymbolically(
      explored,
      negationOf(formula, automaton),
      observation,
      options,
    );
    const where = `${context}: ${printFormula(formula)}, ${deadlock}, ${clusters}, ${closure}, ${JSON.stringify(combination)}`;
    expect(lasso === null ? 'holds' : 'violated', where).toBe(expected);
    closedFirst[closed]++;
    if (lasso !== null) validateCounterexample(model, formula, lasso, { observation, deadlock });
  }
  // The first states of a small model are all of them: what a look at them finds is not left to the diagrams.
  const automaton = random.pick(symbolicAutomatonKinds);
  const looked = check(model, formula, { engine: { kind: 'symbolic', automaton }, deadlock, reductions: 'none' });
  expect(looked.verdict.outcome, `${context}: look, ${automaton}`).toBe(expected);
  expect(looked.statistics.diagrams === undefined, `${context}: look, ${automaton}`).toBe(expected === 'violated');
  return expected as 'holds' | 'violated';
}

function* formulasOver(propositions: readonly string[], seed: number, next: boolean): Generator<Formula> {
  yield* randomFormulas(new FormulaStore(), {
    propositions,
    seed,
    size: { min: 2, max: 8 },
    operators: next ? 'ltl' : 'next-free',
  });
}

describe('the symbolic engine', () => {
  it.each([{ next: false }, { next: true }])('agrees with the oracle on random graphs (with X: $next)', ({ next }) => {
    const random = new Random(seedFrom(next ? 15 : 16));
    const outcomes = { holds: 0, violated: 0 };
    let round = 0;
    for (const formula of formulasOver([...NAMES, 'dead'], seedFrom(13), next)) {
      if (round++ === ROUNDS) break;
      const graph = randomGraph(random, {
        states: random.between(2, 5),
        propositions: NAMES,
        degree: 1.6,
        deadlocks: true,
      });
      const context = JSON.stringify(graph);
      const outcome = compare(random, graphModel(graph), formula, { deadlock: 'stutter', context });
      compare(random, graphModel(graph), formula, { deadlock: 'drop', context });
      outcomes[outcome]++;
      if (!propositionsOf(formula).includes('dead'))
        expect(findViolation(graph, formula, 5) === null || outcome === 'violated').toBe(true);
    }
    expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(ROUNDS / 8);
  });

  it('agrees with the explicit engine on random nets', () => {
    const random = new Random(seedFrom(17));
    const outcomes = { holds: 0, violated: 0 };
    const formulas = [
      formulasOver(['p', 'q', 'r'], seedFrom(18), false),
      formulasOver(['p', 'q', 'r'], seedFrom(19), true),
    ];
    for (let round = 0; round < ROUNDS; round++) {
      const model = netModel(randomNet(random));
      const places = model.variables.map(({ name }) => quoted(name));
      const proposition = (): string =>
        random.pick([
          `${random.pick(places)} >= ${random.between(1, 2)}`,
          `tokens(${random.pick(places)}, ${random.pick(places)}) <= ${random.between(0, 3)}`,
          `${random.pick(places)} < ${random.pick(places)}`,
          ...deadlockConditions(model),
        ]);
      const names = new Map(['p', 'q', 'r'].map((name) => [name, proposition()]));
      const formula = rename(formulas[round % 2].next().value as Formula, names);
      const deadlock = round % 3 === 0 ? 'drop' : 'stutter';
      const outcome = compare(random, model, formula, { deadlock, context: `round ${round}` });
      outcomes[outcome]++;
      if (outcome === 'violated' || round % 10 !== 0) continue;
      const engine = { kind: 'symbolic', automaton: random.pick(symbolicAutomatonKinds) } as const;
      expect(complaintOn(model.net, formula, { engine, deadlock }), `round ${round}`).toBeNull();
    }
    expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(ROUNDS / 8);
    expect(Math.min(closedFirst.product, closedFirst.model)).toBeGreaterThan(ROUNDS / 8);
  });

  it('agrees with the explicit engine on programs and tables', () => {
    const propositions: Readonly<Record<string, readonly string[]>> = {
      'mutex.dve': ['P0 = c', 'P1.w', 'turn = 1', 'low < 0 - 1'],
      'channel.dve': ['at > 1', 'box[1] + total = 2', 'S.b', 'dead'],
      'wide.dve': ['a >= 3', 'a + b > 4 && c > 500', 'c >= 300'],
      'two.etf': ['x = 1', 'y = z', 'dead'],
    };
    const random = new Random(seedFrom(21));
    for (const [name, text] of Object.entries(SMALL_MODELS)) {
      const model = analyse(loadModel(name, [text]).value!);
      let round = 0;
      for (const formula of formulasOver(['p', 'q'], seedFrom(22), random.chance(0.3))) {
        if (round++ >= ROUNDS / 10) break;
        const names = new Map(['p', 'q'].map((p) => [p, random.pick(propositions[name])]));
        compare(random, model, rename(formula, names), { deadlock: 'stutter', context: name });
      }
    }
  });
});

/** The formula over other propositions. */
function rename(formula: Formula, names: ReadonlyMap<string, string>): Formula {
  const { store } = formula;
  return substitute(formula, new Map([...names].map(([name, proposition]) => [name, store.proposition(proposition)])));
}
