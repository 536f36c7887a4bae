// How sure a comparison is: the sign test on who is ahead, and a bootstrap interval for the geometric mean of ratios. Both say the same for the
// same figures: the bootstrap draws from a fixed seed.
import { Random } from '../base/random.ts';

/**
 * The two-sided sign test: how likely it is that one side is ahead at least this often if both are as likely to be; ties do not
 * count. 1 where nothing was compared.
 */
export function signTest(ahead: number, behind: number): number {
  const count = ahead + behind;
  if (count === 0) return 1;
  let tail = 0;
  let logarithm = -count * Math.LN2; // of the share of k = 0
  for (let k = 0; k <= Math.min(ahead, behind); k++) {
    tail += Math.exp(logarithm);
    logarithm += Math.log((count - k) / (k + 1));
  }
  return Math.min(1, 2 * tail);
}

/** How often the bootstrap draws. */
const DRAWS = 2000;
const SEED = 20_110_620;

/** The middle 95 % of the geometric means of samples drawn with replacement; null for fewer than two ratios. */
export function geometricInterval(ratios: readonly number[]): readonly [number, number] | null {
  if (ratios.length < 2) return null;
  const logarithms = ratios.map(Math.log);
  const random = new Random(SEED);
  const means = Array.from({ length: DRAWS }, () => {
    let sum = 0;
    for (let i = 0; i < logarithms.length; i++) sum += logarithms[random.below(logarithms.length)];
    return sum / logarithms.length;
  }).sort((a, b) => a - b);
  return [Math.exp(means[Math.floor(DRAWS * 0.025)]), Math.exp(means[Math.ceil(DRAWS * 0.975) - 1])];
}
