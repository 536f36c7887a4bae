// The table of all lassos must agree with the judge, or comparisons with it would prove nothing.
import { expect, it } from 'vitest';
import { FormulaStore } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { LassoTable, shapesUpTo, wordsOf } from './lasso-table.ts';

it('says of every lasso what the judge says', () => {
  const names = ['a', 'b'];
  const shapes = shapesUpTo(1, 2);
  const table = new LassoTable(names, shapes);
  let count = 0;
  for (const formula of randomFormulas(new FormulaStore(), {
    propositions: names,
    seed: 7,
    size: { min: 1, max: 9 },
  })) {
    table.languages(formula).forEach((bits, s) => {
      wordsOf(shapes[s], names).forEach((word, i) => {
        expect(((bits[i >> 5] >> (i & 31)) & 1) === 1, `word ${i} of shape ${s}`).toBe(satisfies(word, formula));
      });
    });
    if (++count === 60) break;
  }
});
