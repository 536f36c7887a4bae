import { describe, expect, it } from 'vitest';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { Normalizer, nnf } from '../../../src/formula/nnf.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { SyntacticImplication } from '../../../src/formula/simplify/implication.ts';
import { allFormulas } from '../all-formulas.ts';
import { LassoTable, shapesUpTo } from '../lasso-table.ts';

const store = new FormulaStore();
const ltl = (text: string) => parseLtl(text, { store });
const normalizer = new Normalizer({ equivalences: 'keep' });
const syntactic = new SyntacticImplication((formula) => normalizer.normal(formula, 'negated'));

describe('syntactic implication', () => {
  it.each([
    ['a & b', 'a | c'],
    ['G a', 'a'],
    ['a', 'F a'],
    ['G a', 'X X a'],
    ['X F a', 'F a'],
    ['a U b', 'a W (b | c)'],
    ['b M a', 'a U b'],
    ['(a & b) U c', 'F c'],
    ['G a', 'b R a'],
    ['a U (b U c)', '(a | b) U c'],
    ['X(b M a)', '(X a) U b'],
    ['a & b', 'a <-> b'],
  ])('sees that %s implies %s', (a, b) => {
    expect(syntactic.implies(ltl(a), ltl(b))).toBe(true);
  });

  it('is right about all pairs of formulas up to size 4 over two propositions', () => {
    const table = new LassoTable(['a', 'b'], shapesUpTo(2, 2));
    const normal = allFormulas(store, ['a', 'b'], 4).map((formula) => nnf(formula, { equivalences: 'keep' }));
    const formulas = [...new Set(normal)];
    const wrong: string[] = [];
    for (const a of formulas) {
      for (const b of formulas) {
        if (syntactic.implies(a, b) && !table.implies(a, b)) wrong.push(`${printFormula(a)} => ${printFormula(b)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
