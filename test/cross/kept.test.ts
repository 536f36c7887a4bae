// What a session keeps between questions (graphs, facts, reductions, stubborn sets, quotients) must not colour later answers: many formulas about
// one net of like parts, asked together and then one by one in another order, with every reduction forced, against the oracle.
import { expect, it } from 'vitest';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import type { Engine } from '../../src/check/options.ts';
import { CheckSession } from '../../src/check/session.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { substitute } from '../../src/formula/relabel.ts';
import { propositionsOf } from '../../src/formula/traverse.ts';
import { type Arc, type Net, NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { oddNamer, quoted } from '../helpers/odd-names.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

const ROUNDS = roundsOf({ usual: 25, long: 4000 });
const FORMULAS = 4;
const MOST_STATES = 250;

/** Two or three copies of one random part of three places, which meet at two common ones; now and then the copies differ in a weight. */
function likeParts(random: Random): Net {
  const builder = new NetBuilder();
  const [placeName, transitionName] = [oddNamer(random), oddNamer(random)];
  const common = [0, 1].map((i) => builder.place(placeName(`p${i}`), { initial: random.between(0, 2), capacity: 2 }));
  const steps = Array.from({ length: random.between(2, 4) }, () => ({
    from: random.below(3),
    to: random.below(3),
    takes: random.chance(0.3) ? random.pick(common) : null,
    gives: random.chance(0.3) ? random.pick(common) : null,
    inhibitor: random.chance(0.15) ? random.pick(common) : null,
  }));
  for (let copy = random.between(2, 3); copy > 0; copy--) {
    const own = [0, 1, 2].map((i) =>
      builder.place(placeName(`p${copy}${i}`), { initial: i === 0 ? 1 : 0, capacity: 2 }),
    );
    for (const [t, { from, to, takes, gives, inhibitor }] of steps.entries()) {
      const weight = random.chance(0.05) ? 2 : 1;
      const arcs = (place: number, shared: number | null): Arc[] => [
        { place, weight: 1 },
        ...(shared === null ? [] : [{ place: shared, weight }]),
      ];
      builder.transition(transitionName(`t${copy}${t}`), {
        inputs: arcs(own[from], takes),
        outputs: arcs(own[to], gives),
        inhibitors: inhibitor === null ? [] : [{ place: inhibitor, below: 1 }],
      });
    }
  }
  return builder.build('parts');
}

function formulasOver(random: Random, names: readonly string[]): Formula[] {
  const store = new FormulaStore();
  const propositions = ['a', 'b', 'c'];
  const meant = new Map(
    propositions.map((name) => {
      const [one, other] = [random.pick(names), random.pick(names)];
      const texts = [`${one} >= 1`, `${one} + ${other} >= 2`, `${one} < ${other}`];
      return [name, store.proposition(random.pick(texts))];
    }),
  );
  const operators = random.pick(['ltl', 'next-free'] as const);
  const found: Formula[] = [];
  for (const formula of randomFormulas(store, {
    propositions,
    seed: random.below(1 << 30),
    size: { min: 3, max: 9 },
    operators,
  })) {
    if (found.push(substitute(formula, meant)) === FORMULAS) break;
  }
  return found;
}

it('a session answers many formulas as the oracle answers each', () => {
  const random = new Random(seedFrom(71));
  const outcomes = { holds: 0, violated: 0 };
  for (let round = 0; round < ROUNDS; ) {
    const model = netModel(likeParts(random));
    const formulas = formulasOver(
      random,
      model.variables.map(({ name }) => quoted(name)),
    );
    const deadlock = random.pick(['stutter', 'drop'] as const);
    const engine: Engine = random.pick([
      { kind: 'auto' },
      { kind: 'explicit', partialOrder: 'always' },
      { kind: 'explicit', symmetry: 'always' },
      { kind: 'hybrid' },
      { kind: 'symbolic' },
    ] as const);
    const reductions = random.pick(['auto', 'none'] as const);
    const names = [...new Set(formulas.flatMap((formula) => propositionsOf(formula)))];
    const kripke = naiveKripke(model, { names, deadlock, maxStates: MOST_STATES });
    if (kripke === null) continue;
    round++;
    const expected = formulas.map((formula) =>
      naivelyAccepts(kripke, translate(formula.store.not(formula))) ? 'violated' : 'holds',
    );
    const session = new CheckSession(model, { engine, deadlock, reductions, onRefusedLift: 'throw' });
    const told: string[] = [];
    session.checkAll(formulas, (index, { verdict }) => (told[index] = verdict.outcome));
    const context = `round ${round}: ${JSON.stringify(engine)}, ${deadlock}, ${reductions}`;
    expect(told, context).toEqual(expected);
    for (const index of random.shuffle([...formulas.keys()])) {
      const again = session.check(formulas[index]).verdict.outcome;
      expect(again, `${context}, again: ${printFormula(formulas[index])}`).toBe(expected[index]);
      outcomes[expected[index]]++;
    }
  }
  expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(ROUNDS / 4);
});
