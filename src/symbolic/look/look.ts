// A look at the first pairs, one by one, before any diagram is made: a fair cycle among them ends the check at once. It never proves that
// there is none, and is over after a fixed amount of work, so that it costs little where it finds nothing.
import type { StateLasso } from '../../models/state-lasso.ts';
import { MAX_PROPOSITIONS } from '../labelling.ts';
import { Fragment, type FragmentSource } from './fragment.ts';
import { fairLasso } from './pair-graph.ts';

/** A violation that was found, and how much was seen until then. */
interface EarlyViolation {
  readonly lasso: StateLasso;
  readonly states: number;
  readonly pairs: number;
  readonly steps: number;
}

/** Numbers computed in all (see `Fragment.work`): about two hundredths of a second. */
const MOST_WORK = 120_000;
const FIRST_WORK = MOST_WORK / 16;
const GROWTH = 2;
/** Up to here breadth-first. */
const BREADTH_WORK = MOST_WORK / 3;

/** Variables times groups: where there are more, a few states are all that could be looked at. */
const LARGE_MODEL = 200_000;

/** A violation near the initial states; null when none was seen. */
export function lookForViolation(source: FragmentSource): EarlyViolation | null {
  if (source.predicates.length > MAX_PROPOSITIONS) return null; // letters are bit masks
  if (source.model.variables.length * source.model.groups.length > LARGE_MODEL) return null;
  const fragment = new Fragment(source);
  for (let bound = FIRST_WORK; bound <= MOST_WORK; bound *= GROWTH) {
    const isMore = fragment.grow(bound, bound < BREADTH_WORK ? 'oldest' : 'both');
    const found = fairLasso(fragment.graph());
    if (found !== null) {
      const vectors = (pairs: readonly number[]): Int32Array[] => pairs.map((pair) => fragment.vectorOf(pair));
      const lasso = { prefix: vectors(found.prefix), cycle: vectors(found.cycle) };
      return { lasso, states: fragment.stateCount, pairs: fragment.pairCount, steps: fragment.stepCount };
    }
    if (!isMore) return null;
  }
  return null;
}
