// One approach against another on the same formulas: who needs less how often, and by how much.
import type { ApproachId } from './approaches.ts';
import { average, type Case, geometricMean } from './cases.ts';
import type { CheckRecord } from './records.ts';
import { geometricInterval, signTest } from './significance.ts';

export type Measure = (check: CheckRecord) => number | null;

export const transitions: Measure = (check) => check.exploredTransitions;
export const productStates: Measure = (check) => check.productStates;
export const time: Measure = (check) => check.seconds;
/** Reachable pairs and hull alone, without predicates and relations. */
export const searchTime: Measure = ({ phases }) => (phases === undefined ? null : phases.reach + phases.hull);
export const nodes: Measure = (check) => check.createdNodes ?? null;

/** With fewer formulas the interval tells nothing, and the sign test cannot reach 5 %. */
const FEWEST = 6;

/** The first approach against the second. */
export interface Comparison {
  readonly count: number;
  /** Where the first needs less, more, as much. */
  readonly smaller: number;
  readonly larger: number;
  readonly equal: number;
  /** Of the sign test on `smaller` and `larger`. */
  readonly probability: number;
  /** The geometric mean of first / second with its 95 % interval, and the ratio of the averages. */
  readonly mean: number;
  readonly interval: readonly [number, number];
  readonly ofAverages: number;
}

/** Null when there is nothing to compare. */
export function compareApproaches(
  cases: readonly Case[],
  [first, second]: readonly [ApproachId, ApproachId],
  measure: Measure,
): Comparison | null {
  const pairs = cases.flatMap(({ checks }) => {
    const [a, b] = [checks.get(first), checks.get(second)].map((check) =>
      check === undefined ? null : measure(check),
    );
    return a === null || b === null || a <= 0 || b <= 0 ? [] : [{ a, b }];
  });
  const ratios = pairs.map(({ a, b }) => a / b);
  const mean = geometricMean(ratios);
  if (mean === null) return null;
  const count = (holds: (a: number, b: number) => boolean): number => pairs.filter(({ a, b }) => holds(a, b)).length;
  const [smaller, larger] = [count((a, b) => a < b), count((a, b) => a > b)];
  return {
    count: pairs.length,
    smaller,
    larger,
    equal: pairs.length - smaller - larger,
    probability: signTest(smaller, larger),
    mean,
    interval: (pairs.length < FEWEST ? null : geometricInterval(ratios)) ?? [0, Number.POSITIVE_INFINITY],
    ofAverages: average(pairs.map(({ a }) => a))! / average(pairs.map(({ b }) => b))!,
  };
}

/** The mean with its interval, such as `0.82 (0.79–0.85)`. */
export function meanText({ mean, interval, count }: Comparison): string {
  const [low, high] = interval;
  return count < FEWEST ? mean.toFixed(2) : `${mean.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

/** The comparison in words. */
export function comparisonText(found: Comparison): string {
  const { count, smaller, larger, equal, probability, ofAverages } = found;
  const chance = probability < 0.001 ? 'p < 0.001' : `p = ${probability.toFixed(3)}`;
  return `${count} formulas: less ${smaller}, as much ${equal}, more ${larger} (sign test ${chance}); geometric mean of the ratios ${meanText(found)}, ratio of the averages ${ofAverages.toFixed(2)}`;
}
