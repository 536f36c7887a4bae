// Events as relations between vectors.
import { describe, expect, it } from 'vitest';
import { IDENTITY, Mdd } from '../../../src/dd/mdd/index.ts';

const vectorsOf = (mdd: Mdd, set: number): string[] =>
  Array.from(mdd.vectors(set), (vector) => vector.join(' ')).sort((a, b) => (a < b ? -1 : 1));

describe('events', () => {
  it('are equal numbers when they are equal relations written alike', () => {
    const mdd = new Mdd({ levels: 3 });
    const one = mdd.event([
      { level: 0, min: 1, delta: -1 },
      { level: 2, delta: 1 },
    ]);
    const other = mdd.event([
      { level: 2, delta: 1 },
      { level: 0, min: 1, delta: -1 },
    ]);
    expect(one).toBe(other);
    expect(mdd.event([{ level: 1 }])).toBe(IDENTITY);
    expect(mdd.topLevel(one!)).toBe(2);
    expect(mdd.event([{ level: 1, min: 3, max: 2 }])).toBeNull();
  });

  it('never take a value below zero', () => {
    const mdd = new Mdd({ levels: 1 });
    const set = mdd.cube([[0, 1, 2, 3]]);
    const less = mdd.events([mdd.event([{ level: 0, delta: -2 }])]);
    expect(vectorsOf(mdd, mdd.image(set, less))).toEqual(['0', '1']);
    expect(vectorsOf(mdd, mdd.preimage(set, less, set))).toEqual(['2', '3']);
  });

  it('relate what the pairs of a relation say, and leave other levels alone', () => {
    const mdd = new Mdd({ levels: 3 });
    const swap = mdd.relation(
      [0, 2],
      [
        [
          [0, 1],
          [1, 0],
        ],
        [
          [0, 1],
          [2, 2],
        ],
        [
          [1, 0],
          [0, 1],
        ],
      ],
    );
    const set = mdd.cube([[0, 1], [7], [0, 1]]);
    expect(vectorsOf(mdd, mdd.image(set, mdd.events([swap])))).toEqual(['0 7 1', '1 7 0', '2 7 2']);
  });
});
