import { describe, expect, it } from 'vitest';
import { type Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { type SimplifyOptions, simplify } from '../../../src/formula/simplify/simplify.ts';
import { longMode, seedFrom } from '../../helpers/shared.ts';
import { allFormulas } from '../all-formulas.ts';
import { LassoTable, shapesUpTo } from '../lasso-table.ts';
import { weight } from './weight.ts';

const simplified = (text: string, options?: SimplifyOptions): string => printFormula(simplify(parseLtl(text), options));

/** Simplifies, and expects the same language, no growth (of the whole, nor by any rule), and nothing more to do. */
function expectSound(formula: Formula, table: LassoTable, options: SimplifyOptions): void {
  const wrong: string[] = [];
  const result = simplify(formula, {
    ...options,
    onRewrite(rule, before, after) {
      if (!table.isEquivalent(before, after)) wrong.push(`${rule.name} changes ${printFormula(before)}`);
      if (weight(after) > weight(before)) wrong.push(`${rule.name} grows ${printFormula(before)}`);
    },
  });
  expect(wrong, printFormula(formula)).toEqual([]);
  const text = `${printFormula(formula)} at level ${options.level} becomes ${printFormula(result)}`;
  expect(table.isEquivalent(result, formula), text).toBe(true);
  expect(result.size, text).toBeLessThanOrEqual(formula.size);
  expect(printFormula(simplify(result, options)), text).toBe(printFormula(result));
}

describe('simplification', () => {
  it.each([
    ['G(p0 -> F p1)', 'G(p0 -> Fp1)'],
    ['1 U G(!Fp1 -> p0)', 'FG(p0 | Fp1)'],
    ['!p0 W (!p0 & p1)', 'p1 R !p0'],
    ['(a U b) & G a', 'Ga & Fb'],
    ['F(a & G F b) | G F c', 'GFc | Fa & GFb'],
    ['a & X G a', 'Ga'],
    ['(a -> b) & (b -> a)', 'a <-> b'],
    ['!(a & b)', '!(a & b)'],
    ['!F(!a | (b U c))', 'G(a & !c)'],
    ['X a | X(b U c) | G F X d', 'GFd | X(a | (b U c))'],
    ['(p W F p) U p', 'Fp'],
  ])('turns %s into %s', (text, expected) => {
    expect(simplified(text)).toBe(printFormula(parseLtl(expected)));
  });

  it('leaves the formula alone at level 0', () => {
    const formula = parseLtl('!!a U (b U b) & X 1 U c');
    expect(simplify(formula, { level: 0 })).toBe(formula);
  });

  it('knows about languages from level 2 on', () => {
    expect(simplified('X G F a', { level: 1 })).toBe('XGFa');
    expect(simplified('X G F a', { level: 2 })).toBe('GFa');
    expect(simplified('F a | (b U (a & c))', { level: 2 })).toBe('Fa');
  });

  it('uses language containment at level 3, and only there', () => {
    const text = 'F(a & X a) | (a & X a & c)';
    const table = new LassoTable(['a', 'b', 'c'], shapesUpTo(1, 2));
    const implies = (a: Formula, b: Formula): boolean => table.implies(a, b);
    expect(simplified('G(a -> X a) & a & F !a', { level: 2, implies })).not.toBe('0');
    expect(simplified('G(a -> X a) & a & F !a', { level: 3, implies })).toBe('0');
    expect(simplified('F(a | X !a)', { level: 3, implies })).toBe('1');
    expect(simplified(text, { level: 3, implies })).toBe(simplified('F(a & X a)'));
  });

  it('keeps the language of all formulas up to size 5 over two propositions, at every level', () => {
    const store = new FormulaStore();
    const table = new LassoTable(['a', 'b'], shapesUpTo(2, 2));
    const implies = (a: Formula, b: Formula): boolean => table.implies(a, b);
    for (const formula of allFormulas(store, ['a', 'b'], 5)) {
      for (const level of [1, 2, 3] as const) expectSound(formula, table, { level, implies });
    }
  });

  it.each([
    { names: ['a', 'b'], size: { min: 6, max: 14 }, shapes: shapesUpTo(2, 3), seed: 1 },
    { names: ['a', 'b', 'c'], size: { min: 8, max: 25 }, shapes: shapesUpTo(1, 2), seed: 2 },
  ])('keeps the language of random formulas over $names', ({ names, size, shapes, seed }) => {
    let count = 0;
    for (const formula of randomFormulas(new FormulaStore(), { propositions: names, size, seed: seedFrom(seed) })) {
      const table = new LassoTable(names, shapes);
      const implies = (a: Formula, b: Formula): boolean => table.implies(a, b);
      expectSound(formula, table, { level: ((count % 3) + 1) as 1 | 2 | 3, implies });
      if (++count === (longMode ? 20_000 : 600)) break;
    }
  });
});

type Build = (store: FormulaStore, inner: Formula, i: number) => Formula;
const p = (store: FormulaStore, i: number): Formula => store.proposition(`p${i}`);

const deep: Readonly<Record<string, Build>> = {
  'X X X …': (store, inner) => store.next(inner),
  'X F X F …': (store, inner, i) => (i % 2 ? store.next(inner) : store.finally(inner)),
  'G F G F …': (store, inner, i) => (i % 2 ? store.globally(inner) : store.finally(inner)),
  'U and R in turn': (store, inner, i) => (i % 2 ? store.until(p(store, 0), inner) : store.release(p(store, 1), inner)),
  '& and | in turn': (store, inner, i) => (i % 2 ? store.and(p(store, i), inner) : store.or(p(store, i), inner)),
  '<->': (store, inner, i) => store.equivalent(store.finally(inner), p(store, i % 3)),
};

describe('simplification of formulas nested 100,000 deep', () => {
  it.each(Object.entries(deep))('handles %s', (_, build) => {
    const store = new FormulaStore();
    let formula = store.proposition('a');
    for (let i = 0; i < 100_000; i++) formula = build(store, formula, i);
    expect(simplify(formula).size).toBeLessThanOrEqual(formula.size);
  });

  it('handles a conjunction of 20,000 operands that all meet in some rule', () => {
    const store = new FormulaStore();
    const each = Array.from({ length: 10_000 }, (_, i) => [
      store.finally(p(store, i)),
      store.weakUntil(p(store, i + 1), p(store, i)),
    ]);
    const formula = store.nary('and', each.flat());
    expect(simplify(formula).size).toBeLessThan(formula.size);
  });
});
