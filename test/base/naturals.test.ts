import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NaturalTable, type Places } from '../../src/base/naturals.ts';

function at(i: number): Places {
  return { places: Int32Array.of(i), from: 0, to: 1, offset: 0 };
}

/** A table with these numbers, each made by doubling and adding one. */
function tableOf(numbers: readonly bigint[]): NaturalTable {
  const one = NaturalTable.one();
  return NaturalTable.filled(numbers.length, 1, (table) => {
    for (const [i, number] of numbers.entries()) {
      for (const bit of number.toString(2)) {
        table.add(i, table, i);
        if (bit === '1') table.gather(i, one, at(0));
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
            table.gather(i, left, at(i));
            table.add(i, right, i);
          }
        });
        expect(pairs.map((_, i) => sums.get(i))).toEqual(pairs.map(([a, b]) => a + b));
      }),
      { seed: 1 },
    );
  });

  it('adds runs of numbers at once', () => {
    for (const large of [1n, 2n ** 70n]) {
      const numbers = tableOf([large, 2n, 3n, 5n]);
      const places = Int32Array.of(3, 0, 0, 2, 1);
      for (const offset of [0, 1]) {
        const shifted = places.map((place) => place - offset);
        const gathered = NaturalTable.filled(1, numbers.width, (table) =>
          table.gather(0, numbers, { places: shifted, from: 1, to: 4, offset }),
        );
        expect(gathered.get(0)).toBe(2n * large + 3n);
        gathered.refill(2, numbers.width, (table) => {
          table.put(1, numbers, { places: shifted, from: 1, to: 4, offset });
          table.put(0, numbers, { places: shifted, from: 4, to: 4, offset });
        });
        expect([gathered.get(0), gathered.get(1)]).toEqual([0n, 2n * large + 3n]);
      }
    }
  });

  it('adds very many numbers at once', () => {
    for (const large of [2n ** 40n - 1n, 2n ** 130n - 1n]) {
      const numbers = tableOf([large]);
      const places = new Int32Array(10_000);
      const sum = NaturalTable.filled(1, 1 + numbers.width, (table) =>
        table.gather(0, numbers, { places, from: 0, to: places.length, offset: 0 }),
      );
      expect(sum.get(0)).toBe(10_000n * large);
    }
  });

  it('says when a sum does not fit', () => {
    const half = tableOf([2n ** 39n]);
    const table = new NaturalTable(1, 1);
    table.gather(0, half, at(0));
    expect([table.get(0), table.overflowed]).toEqual([2n ** 39n, false]);
    table.add(0, half, 0);
    expect(table.overflowed).toBe(true);
  });
});
