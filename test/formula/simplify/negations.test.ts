import { describe, expect, it } from 'vitest';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { nnf } from '../../../src/formula/nnf.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { placeNegations } from '../../../src/formula/simplify/negations.ts';
import { simplify } from '../../../src/formula/simplify/simplify.ts';
import { allFormulas } from '../all-formulas.ts';

const store = new FormulaStore();
const ltl = (text: string) => parseLtl(text, { store });

describe('the placing of negations', () => {
  it.each([
    ['!a | F b', 'a -> F b'],
    ['!a | !b | c', '(a & b) -> c'],
    ['!a & !b & c', 'c & !(a | b)'],
    ['!a U !b', '!(a R b)'],
    ['G !a', 'G !a'],
    ['a & !b', 'a & !b'],
  ])('turns %s into %s', (text, expected) => {
    expect(placeNegations(ltl(text))).toBe(ltl(expected));
  });

  it('is undone by normal form, and makes nothing larger', () => {
    // Without simplification the store would see through !a | a, once that is written a -> a.
    const formulas = allFormulas(store, ['a', 'b'], 5).map((formula) => simplify(formula, { level: 1 }));
    for (const formula of new Set(formulas)) {
      const normal = nnf(formula, { equivalences: 'keep' });
      const placed = placeNegations(normal);
      expect(nnf(placed, { equivalences: 'keep' }) === normal, printFormula(normal)).toBe(true);
      expect(placed.size).toBeLessThanOrEqual(Math.min(normal.size, formula.size));
    }
  });
});
