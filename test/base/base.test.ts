import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BitSet } from '../../src/base/bit-set.ts';
import { Int32List } from '../../src/base/growable.ts';
import { StringTable, VectorTable } from '../../src/base/intern.ts';
import { Random } from '../../src/base/random.ts';

const members = fc.array(fc.nat(300));

describe('BitSet', () => {
  it('behaves as a set of numbers under union, intersection and inclusion', () => {
    fc.assert(
      fc.property(members, members, (a, b) => {
        const [inB, united] = [new Set(b), BitSet.of(a)];
        expect(united.unite(BitSet.of(b))).toBe(b.some((member) => !a.includes(member)));
        expect([...united]).toEqual([...new Set([...a, ...b])].sort((x, y) => x - y));
        const both = BitSet.of(a);
        both.intersect(BitSet.of(b));
        expect([...both]).toEqual([...new Set(a.filter((member) => inB.has(member)))].sort((x, y) => x - y));
        expect(both.isSubsetOf(united)).toBe(true);
        expect(BitSet.of(a).isSubsetOf(BitSet.of(b))).toBe(a.every((member) => inB.has(member)));
        expect(united.size).toBe(new Set([...a, ...b]).size);
      }),
    );
  });

  it('compares sets of different capacities', () => {
    const large = new BitSet(1000);
    large.add(3);
    expect(large.equals(BitSet.of([3]))).toBe(true);
    expect(BitSet.of([3]).equals(large)).toBe(true);
    expect(large.delete(3)).toBe(true);
    expect(large.isEmpty()).toBe(true);
  });
});

describe('VectorTable', () => {
  it('gives equal vectors equal numbers, in the order of first appearance', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }))), (vectors) => {
        const table = new VectorTable(2);
        const expected = new Map<string, number>();
        for (const vector of vectors) {
          const key = vector.join();
          if (!expected.has(key)) expected.set(key, expected.size);
          expect(table.intern(vector)).toBe(expected.get(key));
        }
        expect(table.size).toBe(expected.size);
        for (const [key, id] of expected) expect([...table.get(id)].join()).toBe(key);
      }),
    );
  });

  it('tells unknown vectors apart and holds vectors of width 0', () => {
    const table = new VectorTable(1);
    table.intern([7]);
    expect(table.indexOf([7])).toBe(0);
    expect(table.indexOf([8])).toBe(-1);
    const empty = new VectorTable(0);
    expect([empty.intern([]), empty.intern([]), empty.size]).toEqual([0, 0, 1]);
  });
});

describe('StringTable and Int32List', () => {
  it('number names and grow', () => {
    const table = new StringTable();
    expect(['a', 'b', 'a'].map((name) => table.intern(name))).toEqual([0, 1, 0]);
    expect(table.indexOf('c')).toBe(-1);
    const list = new Int32List(1);
    for (let i = 0; i < 1000; i++) list.push(i);
    expect(list.pop()).toBe(999);
    expect([...list.toArray()]).toEqual(Array.from({ length: 999 }, (_, i) => i));
  });
});

describe('Random', () => {
  it('repeats itself for the same seed and differs for another', () => {
    const draw = (seed: number): number[] => Array.from({ length: 20 }, (_, i) => new Random(seed + i).below(1000));
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(100));
  });

  it('draws with the given weights', () => {
    const random = new Random(42);
    const counts = [0, 0, 0];
    for (let i = 0; i < 4000; i++) counts[random.weighted([1, 0, 3])]++;
    expect(counts[1]).toBe(0);
    expect(counts[2] / counts[0]).toBeGreaterThan(2.5);
    expect(counts[2] / counts[0]).toBeLessThan(3.5);
  });

  it('shuffles without loss', () => {
    const items = Array.from({ length: 50 }, (_, i) => i);
    expect(new Random(1).shuffle([...items]).sort((a, b) => a - b)).toEqual(items);
  });
});
