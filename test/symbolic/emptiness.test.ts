// The symbolic emptiness checks alone: every hull and both products, with the automaton at several levels, against the naive oracle, on random graphs and walks over such. Formulas with several
// promises have automata with several acceptance sets. A counterexample is replayed and judged inside `check`.
import { describe, expect, it } from 'vitest';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import type { Model } from '../../src/models/model.ts';
import { hullAlgorithms } from '../../src/symbolic/emptiness/hull.ts';
import { graphModel, randomGraph } from '../helpers/graph-model.ts';
import { naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { randomWalk } from '../helpers/random-walk.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

const NETS = roundsOf({ usual: 24, long: 600 });
const NAMES = ['s0', 's1', 's2'];
/** Where the states of the automaton are: above all variables, below them, between. */
const LEVELS = ['bottom', 'top', 1] as const;
/** Of their negations, the automata have one to three acceptance sets, or are weak; some wait for a step before they count stuttering. */
const PROMISES = [
  'FG s1',
  'GF s1 -> GF s2',
  '!(GF s0 & GF s1)',
  '!(GF s0 & GF s1 & GF s2)',
  '!(GF s0 & GF s1 & FG !s2)',
  'F(s1 & X s2)',
  'G(s1 -> X !s2)',
  'G(s0 -> X(!s1 & X !s2))',
  'G(s1 -> F s2)',
  'G !s2',
  'FG !s0 | FG !s1 | F(s1 U s2)',
];

/** Many variables, few of which change in a step. */
function walk(random: Random): Model {
  return randomWalk(random, { places: [3, 7], steps: [random.below(2), 3] });
}

/** One variable, which changes in every step but a loop. */
function graph(random: Random): Model {
  const options = { states: random.between(2, 6), propositions: NAMES, degree: 1.8, deadlocks: random.chance(0.3) };
  return graphModel(randomGraph(random, options));
}

describe.each(['tgba', 'tgta'] as const)('symbolic emptiness with a %s', (automaton) => {
  it('is what the oracle says, by every hull, also where deadlocks are dropped', () => {
    const random = new Random(seedFrom(41));
    const stream = randomFormulas(new FormulaStore(), {
      propositions: NAMES,
      seed: seedFrom(42),
      size: { min: 3, max: 9 },
    });
    const outcomes = { holds: 0, violated: 0 };
    for (let net = 0; net < NETS; net++) {
      const model = net % 2 === 0 ? walk(random) : graph(random);
      const deadlock = random.pick(['stutter', 'drop'] as const);
      const propertyLevel = LEVELS[(net >> 1) % LEVELS.length];
      const kripke = naiveKripke(model, { names: NAMES, deadlock, maxStates: 100 })!;
      const formulas = [
        parseLtl(random.pick(PROMISES)),
        parseLtl(random.pick(PROMISES)),
        stream.next().value as Formula,
      ];
      for (const formula of formulas) {
        const isViolated = naivelyAccepts(kripke, translate(formula.store.not(formula)));
        const expected = isViolated ? 'violated' : 'holds';
        outcomes[expected]++;
        for (const hull of hullAlgorithms) {
          const engine = { kind: 'symbolic', automaton, hull, look: 'none', propertyLevel } as const;
          const { verdict } = check(model, formula, { engine, deadlock, reductions: 'none', trace: 'lasso' });
          expect(
            verdict.outcome,
            `${printFormula(formula)} on net ${net} by ${hull}, ${deadlock}, ${propertyLevel}`,
          ).toBe(expected);
        }
      }
    }
    expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(NETS / 3);
  });
});
