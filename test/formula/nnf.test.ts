import { describe, expect, it } from 'vitest';
import { FormulaStore } from '../../src/formula/formula.ts';
import { negate, nnf } from '../../src/formula/nnf.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { NEGATION_NORMAL } from '../../src/formula/traits.ts';
import { subformulas } from '../../src/formula/traverse.ts';
import { abbreviations, unabbreviate } from '../../src/formula/unabbreviate.ts';
import { allFormulas } from './all-formulas.ts';
import { LassoTable, shapesUpTo } from './lasso-table.ts';

const store = new FormulaStore();
const ltl = (text: string) => parseLtl(text, { store });

describe('negation normal form', () => {
  it('moves negations to the propositions through every operator', () => {
    expect(nnf(ltl('!(a U (b & X!c))'))).toBe(ltl('!a R (!b | Xc)'));
    expect(nnf(ltl('!(a W b) | !F(a M b)'))).toBe(ltl('(!a M !b) | G(!a W !b)'));
    expect(nnf(ltl('!(a -> G b)'))).toBe(ltl('a & F!b'));
    expect(negate(ltl('a R b'))).toBe(ltl('!a U !b'));
  });

  it('writes equivalences out, or keeps them in a form that does not depend on where negations stood', () => {
    expect(nnf(ltl('a <-> F b'))).toBe(ltl('(a & Fb) | (!a & G!b)'));
    const forms = ['a <-> F b', '!(a xor F b)', '!a <-> G !b', 'a xor G!b', '!(!a <-> F b)'];
    for (const form of forms) expect(nnf(ltl(form), { equivalences: 'keep' })).toBe(ltl('a <-> Fb'));
  });

  it('of all formulas up to size 5 over two propositions is normal and keeps the language', () => {
    const table = new LassoTable(['a', 'b'], shapesUpTo(2, 2));
    for (const formula of allFormulas(store, ['a', 'b'], 5)) {
      const [normal, kept] = [nnf(formula), nnf(formula, { equivalences: 'keep' })];
      const negation = store.not(formula);
      expect(normal.has(NEGATION_NORMAL) && negate(formula).has(NEGATION_NORMAL)).toBe(true);
      expect(table.isEquivalent(normal, formula) && table.isEquivalent(kept, formula)).toBe(true);
      expect(table.isEquivalent(negate(formula), negation)).toBe(true);
      expect(nnf(kept, { equivalences: 'keep' })).toBe(kept);
    }
  });

  it('takes nested equivalences without growing exponentially', () => {
    let formula = store.proposition('a');
    for (let i = 0; i < 200; i++) formula = store.equivalent(store.next(formula), store.proposition(`p${i}`));
    expect(subformulas(nnf(formula)).length).toBeLessThan(3000);
  });

  it('takes formulas nested 100,000 deep', () => {
    let formula = store.proposition('a');
    for (let i = 0; i < 100_000; i++) formula = store.not(store.until(store.proposition('b'), formula));
    expect(nnf(formula).depth).toBeGreaterThan(100_000);
    expect(negate(negate(formula))).toBe(nnf(formula));
  });
});

describe('unabbreviation', () => {
  it('removes every operator that can be removed, one at a time and all together, and keeps the language', () => {
    const table = new LassoTable(['a', 'b'], shapesUpTo(1, 2));
    for (const formula of allFormulas(store, ['a', 'b'], 4)) {
      for (const removed of [...abbreviations.map((operator) => [operator]), abbreviations]) {
        const result = unabbreviate(formula, removed);
        const kinds = new Set<string>(subformulas(result).map((node) => node.kind));
        expect(removed.filter((operator) => kinds.has(operator))).toEqual([]);
        expect(table.isEquivalent(result, formula)).toBe(true);
      }
    }
  });

  it('defines an operator by the nearest ones that are left', () => {
    expect(unabbreviate(ltl('a W b'), ['weakUntil'])).toBe(ltl('b R (a | b)'));
    expect(unabbreviate(ltl('G a'), ['globally', 'release', 'weakUntil'])).toBe(ltl('!F!a'));
    expect(unabbreviate(ltl('F a'), ['finally'])).toBe(store.until(store.true, ltl('a')));
  });

  it('takes formulas nested 100,000 deep', () => {
    let formula = store.proposition('a');
    for (let i = 0; i < 100_000; i++) formula = store.weakUntil(formula, store.proposition('b'));
    expect(unabbreviate(formula, ['weakUntil']).depth).toBeGreaterThan(100_000);
  });
});
