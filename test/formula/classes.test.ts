// Classes read off the syntax: examples, and soundness of every trait on all small formulas. Words of the form u·v^ω and
// their prefixes decide eventual, universal, stutter-invariant and Boolean formulas; for safety, guarantee and the like
// there are necessary conditions on such words.
import { describe, expect, it } from 'vitest';
import {
  type HierarchyClass,
  isBoolean,
  isEventual,
  isNextFree,
  isSuspendable,
  isSyntactically,
  isUniversal,
  operatorCounts,
  syntacticClass,
  temporalDepth,
} from '../../src/formula/classes.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import type { Word } from '../../src/formula/word.ts';
import { allFormulas } from './all-formulas.ts';
import { LassoTable, wordsOf } from './lasso-table.ts';

const store = new FormulaStore();
const ltl = (text: string) => parseLtl(text, { store });
const names = ['a', 'b'];
const small = allFormulas(store, names, 4);

/** The formulas of `small` with a trait that break the property it promises. */
function broken(trait: (formula: Formula) => boolean, keeps: (formula: Formula) => boolean): string[] {
  return small.filter((formula) => trait(formula) && !keeps(formula)).map((formula) => printFormula(formula));
}

describe('the syntactic class', () => {
  it.each<[string, HierarchyClass]>([
    ['a & X X b', 'bottom'],
    ['G(a -> X b)', 'safety'],
    ['a W b', 'safety'],
    ['F(a & X b)', 'guarantee'],
    ['a M b', 'guarantee'],
    ['G a | F b', 'obligation'],
    ['!(G a & F b)', 'obligation'],
    ['a U G b', 'persistence'],
    ['G(a -> F b)', 'recurrence'],
    ['G F a', 'recurrence'],
    ['F G a', 'persistence'],
    ['G F a -> G F b', 'reactivity'],
    ['G F a <-> b', 'reactivity'],
  ])('of %s is %s', (text, expected) => {
    expect(syntacticClass(ltl(text))).toBe(expected);
  });

  it('of a negation is the dual class', () => {
    const dual: Record<HierarchyClass, HierarchyClass> = {
      bottom: 'bottom',
      safety: 'guarantee',
      guarantee: 'safety',
      obligation: 'obligation',
      recurrence: 'persistence',
      persistence: 'recurrence',
      reactivity: 'reactivity',
    };
    for (const formula of small) {
      if (formula.kind === 'not') continue;
      expect(syntacticClass(store.not(formula)), printFormula(formula)).toBe(dual[syntacticClass(formula)]);
    }
  });

  it('contains the classes below it', () => {
    expect(isSyntactically(ltl('G a'), 'recurrence')).toBe(true);
    expect(isSyntactically(ltl('G a'), 'guarantee')).toBe(false);
    expect(isSyntactically(ltl('G F a'), 'reactivity')).toBe(true);
  });
});

describe('traits of all formulas up to size 4 over two propositions', () => {
  // Shape (2, 2) read from positions 0 and 1 gives every word of shape (1, 2) behind every letter.
  const table = new LassoTable(names, [{ prefix: 2, cycle: 2 }]);
  const along = (formula: Formula): readonly Uint32Array[] => table.along(formula, 0);
  const includes = (a: Uint32Array, b: Uint32Array): boolean => a.every((bits, i) => (bits & ~b[i]) === 0);

  it('eventual formulas stay true when a letter is put in front', () => {
    expect(
      broken(isEventual, (formula) => {
        return includes(along(formula)[1], along(formula)[0]) && includes(along(formula)[2], along(formula)[1]);
      }),
    ).toEqual([]);
  });

  it('universal formulas stay true when a letter is dropped', () => {
    expect(
      broken(isUniversal, (formula) => {
        return includes(along(formula)[0], along(formula)[1]) && includes(along(formula)[1], along(formula)[2]);
      }),
    ).toEqual([]);
  });

  it('formulas without X do not see repeated letters', () => {
    const words = wordsOf({ prefix: 1, cycle: 2 }, names);
    const stutter = ({ prefix, cycle }: Word): Word => ({
      prefix: [prefix[0], prefix[0]],
      cycle: [cycle[0], cycle[0], cycle[1]],
    });
    const keeps = (formula: Formula): boolean => {
      return words.every((word) => satisfies(word, formula) === satisfies(stutter(word), formula));
    };
    const sample = small.filter((formula) => isNextFree(formula)).filter((_, i) => i % 5 === 0);
    expect(sample.filter((formula) => !keeps(formula))).toEqual([]);
  });

  it('Boolean formulas see the first letter only', () => {
    const perLetter = (formula: Formula): boolean => {
      const truth = along(formula)[0];
      return truth.every((bits) => (bits >>> 0).toString(2).padStart(32, '0') === expand(truth[0] & 15));
    };
    expect(broken(isBoolean, perLetter)).toEqual([]);
  });

  // A limit of words w_n = u·v^n·x is u·v^ω. A safety language contains it when it contains all w_n; since w_n satisfies a
  // formula of this size for all n ≥ 6 or for none, one n stands for the rest. The other classes follow in the same way.
  it.each([
    ['safety', (near: boolean, limit: boolean) => !near || limit],
    ['guarantee', (near: boolean, limit: boolean) => near || !limit],
  ] as const)('%s formulas agree with their limits', (place, agrees) => {
    const letters = wordsOf({ prefix: 0, cycle: 1 }, names).map((word) => word.cycle[0]);
    const keeps = (formula: Formula): boolean =>
      letters.every((v) =>
        letters.every((x) => {
          const near = { prefix: new Array(6).fill(v), cycle: [x] };
          const behind = { prefix: [...new Array(6).fill(v), x], cycle: [v] };
          const limit = satisfies({ prefix: [], cycle: [v] }, formula);
          return agrees(satisfies(near, formula), limit) && agrees(satisfies(behind, formula), limit);
        }),
      );
    const sample = small.filter((formula) => isSyntactically(formula, place)).filter((_, i) => i % 3 === 0);
    expect(sample.filter((formula) => !keeps(formula)).map((formula) => printFormula(formula))).toEqual([]);
  });

  it('suspendable formulas are true everywhere or nowhere', () => {
    expect(
      broken(isSuspendable, (formula) => along(formula).every((bits) => includes(bits, along(formula)[0]))),
    ).toEqual([]);
    expect(isSuspendable(ltl('G F a -> F G b'))).toBe(true);
    expect(isSuspendable(ltl('F a'))).toBe(false);
  });
});

describe('counts', () => {
  it('counts operators in the tree, shared parts as often as they are written', () => {
    expect(Object.fromEntries(operatorCounts(ltl('G(a U b) & X(a U b) & !c')))).toEqual({
      not: 1,
      and: 2,
      next: 1,
      globally: 1,
      until: 2,
    });
  });

  it('measures the nesting of temporal operators', () => {
    expect(temporalDepth(ltl('a & !b'))).toBe(0);
    expect(temporalDepth(ltl('G(a -> X(b & F c)) | X d'))).toBe(3);
  });
});

/** The 32 bits of a table in which only the four values of the first letter count. */
function expand(firstLetter: number): string {
  return firstLetter.toString(2).padStart(4, '0').repeat(8);
}
