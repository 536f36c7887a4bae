import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NaturalTable } from '../../src/base/naturals.ts';

/** A table with these numbers, each made by doubling and adding one. */
function tableOf(numbers: readonly bigint[]): NaturalTable {
  const one = NaturalTable.one();
  return NaturalTable.filled(numbers.length, 1, (table) => {
    for (const [i, number] of numbers.entries()) {
      for (const bit of number.toString(2)) {
        table.add(i, table, i);
        if (bit === '1') table.add(i, one, 0);
      }
    }
  });
}

describe('a table of natural numbers', () => {
  const naturals = fc.bigInt({ min: 0n, max: 2n ** 300n });

  it('adds as big integers do, whatever their size', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(naturals, naturals), { minLength: 1, maxLength: 5 }), (pairs) => {
        const left = tableOf(pairs.map(([a]) => a));
        const right = tableOf(pairs.map(([, b]) => b));
        const sums = NaturalTable.filled(pairs.length, Math.max(left.width, right.width), (table) => {
          for (const i of pairs.keys()) {
            table.add(i, left, i);
            table.add(i, right, i);
          }
        });
        expect(pairs.map((_, i) => sums.get(i))).toEqual(pairs.map(([a, b]) => a + b));
        expect(pairs.map((_, i) => sums.isZero(i))).toEqual(pairs.map(([a, b]) => a + b === 0n));
      }),
      { seed: 1 },
    );
  });

  it('says when a sum does not fit', () => {
    const half = tableOf([2n ** 51n]);
    const table = new NaturalTable(1, 1);
    table.add(0, half, 0);
    expect([table.get(0), table.overflowed]).toEqual([2n ** 51n, false]);
    table.add(0, half, 0);
    expect(table.overflowed).toBe(true);
  });
});
