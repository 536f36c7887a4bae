// The shortest way to lose a formula: breadth-first over the states of the model, each with the runs of the formula's automaton that are
// left. Every execution that begins so violates the formula, whatever it does then.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import { LOST, type LossDetector } from './loss.ts';
import type { Place, Walker } from './walk.ts';

interface Found {
  readonly place: Place;
  readonly runs: number;
  readonly depth: number;
  readonly from: Found | null;
  readonly group: number | null;
}

/**
 * The first path with fewer than `bound` states after which the formula is lost. `none` when there is none; `unknown` when the work of the
 * walker was spent before. Throws `LimitExceeded` at the limits.
 */
export function shortestLoss(
  walker: Walker,
  detector: LossDetector,
  { bound, stopwatch }: { readonly bound: number; readonly stopwatch: Stopwatch },
): StateLasso | 'none' | 'unknown' {
  const seen = new Map<Place, Set<number>>();
  const queue: Found[] = [];
  const enter = (found: Found): void => {
    const runs = seen.get(found.place) ?? new Set();
    if (runs.has(found.runs)) return;
    seen.set(found.place, runs.add(found.runs));
    queue.push(found);
  };
  for (const place of walker.initial()) enter({ place, runs: detector.start, depth: 1, from: null, group: null });
  for (let head = 0; head < queue.length; head++) {
    stopwatch.tick();
    const found = queue[head];
    if (found.depth >= bound) return 'none';
    const { place } = found;
    const letter = walker.letter(place);
    const moves = walker.moves(place);
    if (letter === null || moves === null) return 'unknown';
    const runs = detector.step(found.runs, letter);
    if (runs === LOST) return pathTo(found);
    if (moves.length === 0) enter({ place, runs, depth: found.depth + 1, from: found, group: null });
    for (const { target, group } of moves) enter({ place: target, runs, depth: found.depth + 1, from: found, group });
  }
  return 'none';
}

function pathTo(last: Found): StateLasso {
  const states: Int32Array[] = [];
  const groups: (number | null)[] = [];
  for (let at: Found | null = last; at !== null; at = at.from) {
    states.push(at.place.state);
    if (at.from !== null) groups.push(at.group);
  }
  return { prefix: states.reverse(), cycle: [], groups: groups.reverse() };
}
