// What `auto` does next, decided from what is known for nothing: a bound of the number of states, the memory that may be used, and
// how fast the first short search was. The rules are in docs/choosing.md; a wrong guess costs time, never a verdict.

/** Up to so many states a search to the end is as short as a short search. */
const SMALL = 100_000;
/** Seconds that an explicit search is certain to need at most, for which nothing else is started. */
const SOON = 2;
/** More states than these are not looked at one by one in reasonable time. */
const HUGE = 50_000_000;
/** The least memory that a state and its part of the product take. */
const BYTES_A_STATE = 16;

/** What is known before anything is searched. */
export interface Size {
  /** Of `stateBound`: never too low, and `Infinity` where nothing is known. */
  readonly states: number;
  readonly memoryBytes?: number;
}

/** A short explicit search that did not come to an end. */
interface Pace {
  readonly automatonStates: number;
  readonly productStates: number;
  readonly seconds: number;
}

/** Whether the explicit search ends so soon that it needs neither limits of time nor help. */
export function isSmall({ states }: Size): boolean {
  return states <= SMALL;
}

/**
 * After a first short search: `explicit` where it is certain to end soon, `symbolic first` where states are (or may be) too many for time or
 * memory, so that the symbolic engine begins before anything else is tried, otherwise `both` after a search in a random order.
 */
export function nextStep(size: Size, pace: Pace): 'explicit' | 'symbolic first' | 'both' {
  const { automatonStates, productStates, seconds } = pace;
  const longest = (size.states * Math.max(1, automatonStates) * seconds) / Math.max(1, productStates);
  if (longest <= SOON) return 'explicit';
  const { memoryBytes = Number.POSITIVE_INFINITY } = size;
  return size.states > HUGE || size.states * BYTES_A_STATE > memoryBytes ? 'symbolic first' : 'both';
}
