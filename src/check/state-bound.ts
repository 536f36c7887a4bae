// How many states a model can have at most, from its declaration alone: the ranges of its variables, and sums that stay constant. For
// deciding how to search, so it must be cheap; it may be far too high, or infinite, and is never too low.
//
// Variables are shared out among blocks, one for each constant sum that helps and one for each variable that is left; a state is one choice
// for each block. A block takes no more values than its sum has solutions.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import { analyse } from '../models/analysis/analyse.ts';
import type { LinearInvariant, Model, Variable } from '../models/model.ts';

/** Steps of counting solutions, for all sums together: a millisecond or two. */
const MOST_WORK = 20_000;

/** An upper bound of the number of reachable states; `Infinity` where none is known. */
export function stateBound(model: Model): number {
  if (model.identity === 'first-entry') return rangeOf(model.variables[0]);
  const ranges = model.variables.map(rangeOf);
  let work = MOST_WORK;
  const sums: { sum: LinearInvariant; gain: number }[] = [];
  for (const sum of model.invariants ?? []) {
    work -= (sum.total + 1) * sum.terms.length;
    if (work < 0) break;
    sums.push({ sum, gain: gainOf(sum, ranges) });
  }
  sums.sort((a, b) => b.gain - a.gain);
  let bound = 1;
  const shared = new Set<number>();
  for (const { sum } of sums) {
    const open = sum.terms.filter(({ variable }) => !shared.has(variable));
    const solutions = solutionsOf(open, sum.total, ranges, open.length === sum.terms.length ? 'equal' : 'at most');
    if (open.length === 0 || solutions >= productOf(open, ranges)) continue;
    bound *= solutions;
    for (const { variable } of open) shared.add(variable);
  }
  for (const [variable, range] of ranges.entries()) if (!shared.has(variable)) bound *= range;
  return bound;
}

/** The bound of one model by what an analysis knows of it: found out when it is first asked for. */
export class StateBound {
  private readonly model: Model;
  private found: number | null = null;

  constructor(model: Model) {
    this.model = model;
  }

  /** Throws `LimitExceeded`. */
  states(stopwatch: Stopwatch): number {
    this.found ??= stateBound(analyse(this.model, { stopwatch }));
    return this.found;
  }
}

function rangeOf({ lower, upper }: Variable): number {
  return lower === null || upper === null ? Number.POSITIVE_INFINITY : upper - lower + 1;
}

function productOf(terms: LinearInvariant['terms'], ranges: readonly number[]): number {
  return terms.reduce((product, { variable }) => product * ranges[variable], 1);
}

/** How much the sum says about each of its variables, in digits. */
function gainOf(sum: LinearInvariant, ranges: readonly number[]): number {
  const free = productOf(sum.terms, ranges);
  return Math.log(free / solutionsOf(sum.terms, sum.total, ranges, 'equal')) / sum.terms.length;
}

/** The ways in which the weighted variables can add up to the total, or to at most the total. */
function solutionsOf(
  terms: LinearInvariant['terms'],
  total: number,
  ranges: readonly number[],
  goal: 'equal' | 'at most',
): number {
  if (terms.some(({ weight }) => weight < 0)) return Number.POSITIVE_INFINITY;
  // ways[k]: choices for the variables so far that add up to k
  let ways = new Float64Array(total + 1);
  ways[0] = 1;
  for (const { variable, weight } of terms) {
    const next = new Float64Array(total + 1);
    const limit = ranges[variable] * weight;
    for (let k = 0; k <= total; k++) {
      next[k] = ways[k] + (k >= weight ? next[k - weight] : 0) - (k >= limit ? ways[k - limit] : 0);
    }
    ways = next;
  }
  return goal === 'equal' ? ways[total] : ways.reduce((sum, count) => sum + count, 0);
}
