// Seeded random numbers: every random choice of Tegata comes from an instance of this class, so that a reported seed
// repeats the run.
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A stream of pseudo-random choices that depends on its seed only. */
export class Random {
  readonly seed: number;
  private readonly generator: ReturnType<typeof xoroshiro128plus>;

  constructor(seed: number) {
    this.seed = seed | 0;
    this.generator = xoroshiro128plus(this.seed);
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return uniformInt(this.generator, low, high);
  }

  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number {
    return uniformInt(this.generator, 0, bound - 1);
  }

  /** A number from 0 (included) to 1 (excluded), with 32 random bits. */
  unit(): number {
    return (this.generator.next() >>> 0) / 0x1_0000_0000;
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** One of the items, each equally likely. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }

  /** Index i with probability proportional to `weights[i]`; the sum of the weights must be positive. */
  weighted(weights: readonly number[]): number {
    let rest = this.unit() * weights.reduce((sum, weight) => sum + weight, 0);
    let last = 0;
    for (let i = 0; i < weights.length; i++) {
      if (weights[i] <= 0) continue;
      last = i;
      if (rest < weights[i]) return i;
      rest -= weights[i];
    }
    return last;
  }

  /** Puts the items into a random order, in place. */
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  }
}
