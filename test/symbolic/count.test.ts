import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { EMPTY, Mdd, maximalSumOf, maximaOf, sizeOf } from '../../src/dd/mdd/index.ts';
import { PathCounts } from '../../src/symbolic/count.ts';

describe('counting in a copy of a diagram', () => {
  it('gives what the diagram itself gives', () => {
    const random = new Random(7);
    for (let round = 0; round < 60; round++) {
      const height = 1 + random.below(5);
      const mdd = new Mdd({ levels: height });
      let set = EMPTY;
      for (let i = random.below(30); i >= 0; i--) {
        set = mdd.union(set, mdd.singleton(Array.from({ length: height }, () => random.below(4))));
      }
      const levels = mdd.flatten(set, 1000)!;
      expect(new PathCounts(levels).total).toBe(mdd.count(set));
      expect(sizeOf(levels)).toBe(mdd.nodeCount(set));
      expect(maximaOf(levels)).toEqual(mdd.maxima(set));
      expect(maximalSumOf(levels)).toBe(mdd.maxSum(set, [...levels.keys()]));
      expect(mdd.flatten(set, sizeOf(levels) - 1)).toBeNull();
    }
  });
});
