// Stubborn sets of guarded programs against whole products and the naive oracle: random small systems in DVE and Promela, random formulas
// with and without X. And what has no value somewhere must be found all the same.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { InputError, unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { suitableChecks } from '../../../src/explicit/emptiness/checks.ts';
import { StubbornProduct } from '../../../src/explicit/partial-order/stubborn-product.ts';
import { countProduct } from '../../../src/explicit/product/full-product.ts';
import type { Product } from '../../../src/explicit/product/product.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { readDve } from '../../../src/models/formats/dve/model.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import type { Model } from '../../../src/models/model.ts';
import { complaintOn } from '../../certificates/certified.ts';
import { randomDve } from '../../helpers/random-dve.ts';
import { randomPromela } from '../../helpers/random-promela.ts';
import { programsOf } from '../../helpers/same-steps.ts';
import { longMode, roundsOf, seedFrom } from '../../helpers/shared.ts';
import { compareWithOracle, formulasOver, KINDS, naiveVerdict, productOf, Tally } from './agreement.ts';

const ROUNDS = roundsOf({ usual: 350, long: 11_000 });
const PROMELA_ROUNDS = roundsOf({ usual: 60, long: 2_500 });
const FAULTS = roundsOf({ usual: 60, long: 1_000 });
const MINUTE = 60_000;
const TIME = longMode ? 60 * MINUTE : 5 * MINUTE;

function dve(text: string): Model {
  return unwrap(readDve({ name: 'random', text }));
}

describe('products of programs with stubborn sets', () => {
  it.each([
    { operators: 'ltl', seed: 91 },
    { operators: 'next-free', seed: 92 },
  ] as const)(
    'decide as whole products and as the oracle do, on DVE, for $operators',
    ({ operators, seed }) => {
      const random = new Random(seedFrom(seed));
      const formulaOver = formulasOver(new FormulaStore(), { operators, seed });
      const tally = new Tally();
      for (let round = 0; round < ROUNDS; ) {
        const { text, proposition } = randomDve(random);
        // Bounds that are found make sets smaller; those of the types must do too.
        const model = random.chance(0.8) ? analyse(dve(text)) : dve(text);
        const formula = formulaOver(() => proposition(random));
        const deadlock = random.chance(0.3) ? 'drop' : 'stutter';
        const asked = { model, formula, deadlock, kind: random.pick(KINDS[operators]) } as const;
        const context = (): string => `${round}: ${printFormula(formula)}, ${deadlock}\n${text}`;
        // An integer below zero makes an index that is none.
        const outcome = unlessFault(() => compareWithOracle(asked, random, context));
        if (outcome === null) continue;
        round++;
        tally.add(outcome);
        if (outcome.expected === 'violated' || tally.outcomes.holds % 10 !== 0) continue;
        const engine = { kind: 'explicit', automaton: asked.kind, partialOrder: 'always' } as const;
        const file = { name: 'random.dve', text };
        expect(complaintOn(file, formula, { engine, deadlock }), context()).toBeNull();
      }
      expect(Math.min(tally.outcomes.holds, tally.outcomes.violated)).toBeGreaterThan(ROUNDS / 5);
      expect(tally.smaller).toBeGreaterThan(ROUNDS / 6);
    },
    TIME,
  );

  it(
    'decide as whole products and as the oracle do, on Promela',
    () => {
      const random = new Random(seedFrom(93));
      const formulaOver = formulasOver(new FormulaStore(), { operators: 'ltl', seed: 93 });
      const tally = new Tally();
      let seed = seedFrom(93_000);
      for (let round = 0; round < PROMELA_ROUNDS; ) {
        const text = randomPromela(++seed, { use: 'claims' });
        const programs = programOf(text);
        if (programs === null) continue;
        const formula = formulaOver(() => promelaProposition(random));
        const deadlock = random.chance(0.3) ? 'drop' : 'stutter';
        const asked = { model: programs, formula, deadlock, kind: random.pick(KINDS.ltl) } as const;
        const context = (): string => `${seed}: ${printFormula(formula)}, ${deadlock}\n${text}`;
        const outcome = unlessFault(() => compareWithOracle(asked, random, context));
        if (outcome === null) continue;
        round++;
        tally.add(outcome);
      }
      expect(Math.min(tally.outcomes.holds, tally.outcomes.violated)).toBeGreaterThan(PROMELA_ROUNDS / 8);
      expect(tally.smaller).toBeGreaterThan(PROMELA_ROUNDS / 20);
    },
    TIME,
  );

  it(
    'meet what has no value where whole products do, unless they are violated',
    () => {
      const random = new Random(seedFrom(94));
      const formulaOver = formulasOver(new FormulaStore(), { operators: 'ltl', seed: 94 });
      let met = 0;
      for (let round = 0; round < FAULTS; ) {
        const { text, proposition } = randomDve(random, { faults: true });
        const model = analyse(dve(text));
        const formula = formulaOver(() => proposition(random));
        const deadlock = random.chance(0.3) ? 'drop' : 'stutter';
        const asked = { model, formula, deadlock, kind: random.pick(KINDS.ltl) } as const;
        if (unlessFault(() => naiveVerdict(asked) ?? 'too many') !== null) continue; // nothing is missing, or nobody knows
        round++;
        const whole = productOf(asked);
        if (!faults(whole)) continue;
        met++;
        if (faults(new StubbornProduct(productOf(asked)))) continue;
        // States behind one that decides all may be left out.
        const reduced = new StubbornProduct(productOf(asked));
        const [{ search }] = suitableChecks(whole, deadlock);
        expect(search(reduced).accepting, `${printFormula(formula)}, ${deadlock}\n${text}`).not.toBe(null);
      }
      expect(met).toBeGreaterThan(FAULTS / 4);
    },
    TIME,
  );
});

function programOf(text: string): Model | null {
  const { value } = loadModel('model.pml', [text]);
  const programs = value && programsOf(value);
  return programs && analyse(programs);
}

function promelaProposition(random: Random): string {
  const name = random.pick(['x', 'y', 'a[0]', 'a[1]', 'p.first', 'len(q)', 's', 'b']);
  return random.pick([`${name} >= ${random.between(1, 2)}`, `${name} == ${random.below(3)}`, 'P0[0]@start', 'x < y']);
}

/** Null where the model has no value in a state that is reached. */
function unlessFault<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function faults(product: Product): boolean {
  return unlessFault(() => countProduct(product).states) === null;
}
