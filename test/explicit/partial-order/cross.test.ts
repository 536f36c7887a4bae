// Products with stubborn sets against whole products and against the naive oracle, which knows nothing of either: random small nets in
// which much is concurrent, random formulas with and without X. A wrong `holds` is what must never happen.
import { describe, expect, it } from 'vitest';
import { generalizedBuchi } from '../../../src/automata/acceptance.ts';
import { type Automaton, AutomatonBuilder } from '../../../src/automata/automaton.ts';
import { Random } from '../../../src/base/random.ts';
import { check } from '../../../src/check/check.ts';
import { suitableChecks } from '../../../src/explicit/emptiness/checks.ts';
import { StubbornProduct } from '../../../src/explicit/partial-order/stubborn-product.ts';
import { AutomatonProperty } from '../../../src/explicit/product/automaton-property.ts';
import { Kripke } from '../../../src/explicit/product/kripke.ts';
import { ModelGraph } from '../../../src/explicit/product/model-graph.ts';
import { type Product, SynchronisedProduct } from '../../../src/explicit/product/product.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import type { Net } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { reductionRuleNames } from '../../../src/reductions/rules.ts';
import { complaintOn } from '../../certificates/certified.ts';
import { randomAcceptance } from '../../helpers/automata.ts';
import { naiveKripke, naivelyAccepts } from '../../helpers/naive-check.ts';
import { oddlyNamed } from '../../helpers/odd-names.ts';
import { randomConcurrentNet } from '../../helpers/random-concurrent-net.ts';
import { randomReducibleNet } from '../../helpers/random-reducible-net.ts';
import { longMode, roundsOf, seedFrom } from '../../helpers/shared.ts';
import { randomProposition } from '../../reductions/agreement.ts';
import { compareWithOracle, formulasOver, KINDS, naiveVerdict, Tally } from './agreement.ts';

const ROUNDS = roundsOf({ usual: 400, long: 10_000 });
const MOST_STATES = 300;
const MINUTE = 60_000;

/** A net that now and then has odd names. */
function anyNet(random: Random): Net {
  const net = random.chance(0.8) ? randomConcurrentNet(random) : randomReducibleNet(random);
  return random.chance(0.3) ? oddlyNamed(random, net) : net;
}

describe('products of nets with stubborn sets', () => {
  it.each([
    { operators: 'ltl', seed: 81 },
    { operators: 'next-free', seed: 82 },
  ] as const)(
    'decide as whole products and as the oracle do, for $operators',
    ({ operators, seed }) => {
      const random = new Random(seedFrom(seed));
      const formulaOver = formulasOver(new FormulaStore(), { operators, seed });
      const tally = new Tally();
      for (let round = 0; round < ROUNDS; ) {
        const net = anyNet(random);
        const deadlock = random.chance(0.3) ? 'drop' : 'stutter';
        const formula = formulaOver(() => randomProposition(random, net, random.between(1, 8)));
        const asked = { model: netModel(net), formula, deadlock, kind: random.pick(KINDS[operators]) } as const;
        const context = (): string => `${round}: ${printFormula(formula)}, ${deadlock}, ${show(net)}`;
        const outcome = compareWithOracle(asked, random, context);
        if (outcome === null) continue;
        round++;
        tally.add(outcome);
      }
      expect(Math.min(tally.outcomes.holds, tally.outcomes.violated)).toBeGreaterThan(ROUNDS / 5);
      expect(tally.smaller).toBeGreaterThan(ROUNDS / 6);
    },
    longMode ? 60 * MINUTE : 5 * MINUTE,
  );
});

/** The outcome of the lightest check, or of each. */
function outcomes(product: Product, deadlock: 'stutter' | 'drop'): string[] {
  return suitableChecks(product, deadlock).map(({ search }) =>
    search(product).accepting === null ? 'holds' : 'violated',
  );
}

describe('stubborn sets and structural reductions together', () => {
  it('keep verdicts, and their counterexamples are runs of the given net', () => {
    const random = new Random(seedFrom(85));
    const formulaOver = formulasOver(new FormulaStore(), { operators: 'ltl', seed: 85, largest: 8 });
    const outcomes = { holds: 0, violated: 0 };
    for (let round = 0; round < ROUNDS / 4; ) {
      const net = anyNet(random);
      const model = netModel(net);
      const formula = formulaOver(() => randomProposition(random, net, 4));
      const expected = naiveVerdict({ model, formula, deadlock: 'stutter' });
      if (expected === null) continue;
      round++;
      const engine = { kind: 'explicit', partialOrder: 'always', search: 'interpreted' } as const;
      const { verdict } = check(model, formula, {
        engine,
        reductions: reductionRuleNames,
        onRefusedLift: 'throw',
      });
      expect(verdict.outcome, `${round}: ${printFormula(formula)}, ${show(net)}`).toBe(expected);
      outcomes[expected]++;
      if (expected === 'violated' || round % 10 !== 0) continue;
      expect(complaintOn(net, formula, { engine }), `${printFormula(formula)}, ${show(net)}`).toBeNull();
    }
    expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(ROUNDS / 50);
  });
});

describe('stubborn sets with automata of any acceptance', () => {
  it('accept as the whole product does', () => {
    const random = new Random(seedFrom(84));
    const found = { accepted: 0, smaller: 0 };
    for (let round = 0; round < ROUNDS / 2; ) {
      const net = anyNet(random);
      const model = netModel(net);
      const deadlock = random.chance(0.3) ? 'drop' : 'stutter';
      const names = [0, 1].map(() => randomProposition(random, net, 8));
      if (names[0] === names[1]) continue;
      const kripke = naiveKripke(model, { names, deadlock, maxStates: MOST_STATES });
      if (kripke === null) continue;
      round++;
      const automaton = waitingAutomaton(random, names);
      const product = (): SynchronisedProduct => {
        const letters = new Kripke(
          new ModelGraph(model, { deadlock, source: 'plain' }),
          names.map((name) => model.predicate(name).value!),
        );
        return new SynchronisedProduct(letters, new AutomatonProperty(automaton, letters.letters, names));
      };
      const expected = naivelyAccepts(kripke, automaton) ? 'violated' : 'holds';
      const reduced = new StubbornProduct(product());
      const context = `${round}: ${names.join(', ')}, ${deadlock}, ${show(net)}`;
      for (const outcome of outcomes(reduced, deadlock)) expect(outcome, context).toBe(expected);
      if (expected === 'violated') found.accepted++;
      if (reduced.counts.followed < reduced.counts.enabled) found.smaller++;
    }
    expect(found.accepted).toBeGreaterThan(ROUNDS / 20);
    expect(found.smaller).toBeGreaterThan(ROUNDS / 20);
  });
});

/** A random automaton of some states, most of which have loops; loops of one state may have different marks. */
function waitingAutomaton(random: Random, names: readonly string[]): Automaton {
  const sets = random.between(1, 3);
  const builder = new AutomatonBuilder(names);
  const { bdd } = builder;
  const states = random.between(1, 3);
  builder.addStates(states);
  const label = (): number => {
    const literal = (): number => bdd.literal(random.below(names.length), random.chance(0.5));
    return random.pick([
      bdd.constant(true),
      literal(),
      literal(),
      bdd.and(literal(), literal()),
      bdd.or(literal(), literal()),
    ]);
  };
  const marks = (): number => random.below(2 ** sets) & random.below(2 ** sets);
  for (let state = 0; state < states; state++) {
    for (let loops = random.between(0, 2); loops > 0; loops--) builder.addEdge(state, label(), marks(), state);
    for (let edges = random.below(3); edges > 0; edges--)
      builder.addEdge(state, label(), marks(), random.below(states));
  }
  builder.setInitial(0);
  const acceptance = random.chance(0.5) ? generalizedBuchi(sets) : randomAcceptance(random, sets);
  return builder.build(acceptance);
}

function show({ places, transitions }: Net): string {
  const arcs = (list: readonly { place: number; weight: number }[]): string =>
    list.map(({ place, weight }) => `${weight}·p${place}`).join(' + ');
  const marking = places.map(({ initial, capacity }) => `${initial}${capacity === null ? '' : `≤${capacity}`}`);
  const steps = transitions.map(({ id, inputs, outputs, inhibitors }) => {
    const unless = inhibitors.map(({ place, below }) => ` if p${place} < ${below}`).join('');
    return `${id}: ${arcs(inputs)} → ${arcs(outputs)}${unless}`;
  });
  return `[${marking.join(' ')}] ${steps.join('; ')}`;
}
