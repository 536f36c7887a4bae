import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { EMPTY, Mdd, maximalSumOf, maximaOf } from '../../src/dd/mdd/index.ts';

describe('a copy of a diagram', () => {
  it('gives what the diagram itself gives', () => {
    const random = new Random(7);
    for (let round = 0; round < 60; round++) {
      const height = 1 + random.below(5);
      const mdd = new Mdd({ levels: height });
      let set = EMPTY;
      for (let i = random.below(30); i >= 0; i--) {
        set = mdd.union(set, mdd.singleton(Array.from({ length: height }, () => random.below(4))));
      }
      const copy = mdd.flatten(set, 1000)!;
      expect([copy.height, copy.nodes]).toEqual([height, mdd.nodeCount(set)]);
      expect(maximaOf(copy)).toEqual(mdd.maxima(set));
      expect(maximalSumOf(copy)).toBe(
        mdd.maxSum(
          set,
          Array.from({ length: height }, (_, level) => level),
        ),
      );
      expect(mdd.flatten(set, copy.nodes - 1)).toBeNull();
    }
  });
});
