// Shorter runs, by leaving steps out: some steps of a run are dropped, the others are taken again as far as they still can be, and what comes
// out is kept when the judge still condemns it. Longer stretches are tried before shorter ones, down to single steps, as in delta debugging
// [ZH02]. A step that a dropped one made possible falls with it, so that a move and its undoing need not be neighbours.
//
// All within a fixed amount of work, so that the same question gives the same trace on every machine. Whoever asks replays the result.
import type { Letter } from '../formula/word.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import type { ReplayedRun, ReplayedStep } from './counterexample.ts';
import type { Move, Place, Walker, Work } from './walk.ts';

/** A step that was taken: by which group, or null where a deadlock repeats. */
type Taken = Pick<Move, 'group' | 'name' | 'place'> | null;

/** Places with the steps between them; a lasso has one step more, which leads from its last place back. */
interface Run {
  readonly places: readonly Place[];
  readonly steps: readonly Taken[];
  /** Where the cycle begins; null for a path, which has none. */
  readonly cycleStart: number | null;
}

/** A run as the judge sees it. */
interface Candidate {
  readonly letters: readonly Letter[];
  readonly cycleStart: number | null;
  /** For each place what can move there, and what does; null where a deadlock repeats. */
  readonly moments: readonly Pick<ReplayedStep, 'enabled' | 'taken'>[];
}

/** How many of the places are to be kept for a run that is as bad as the one before; null for a run that is not. */
export type Judgement = (candidate: Candidate) => number | null;

/** A run of the model that is no longer than the given one, and that the judge condemns if it condemns that one. */
export function shorten(
  walker: Walker,
  run: ReplayedRun,
  { judge, work }: { judge: Judgement; work: Work },
): StateLasso {
  let current = runOf(walker, run);
  if (current === null) return lassoOf(run);
  for (let before = Number.POSITIVE_INFINITY; current.steps.length < before && !work.isSpent; ) {
    before = current.steps.length;
    current = enterEarlier(walker, current, judge);
    for (let size = before; size >= 1; size >>= 1) current = dropStretches(walker, current, size, judge);
  }
  return stateLasso(current);
}

/** The cycle from the first of its places that the prefix passes, if that will do. */
function enterEarlier(walker: Walker, run: Run, judge: Judgement): Run {
  const { places, steps, cycleStart } = run;
  if (cycleStart === null) return run;
  const onCycle = new Map(places.slice(cycleStart).map((place, i) => [place, cycleStart + i]));
  for (let i = 0; i < cycleStart; i++) {
    const entry = onCycle.get(places[i]);
    if (entry === undefined) continue;
    const turned = <T>(list: readonly T[]): T[] => [
      ...list.slice(0, i),
      ...list.slice(entry),
      ...list.slice(cycleStart, entry),
    ];
    const earlier = judged(walker, { places: turned(places), steps: turned(steps), cycleStart: i }, judge);
    if (earlier !== null) return earlier;
  }
  return run;
}

/** Tries to drop each stretch of so many steps, from the first to the last. */
function dropStretches(walker: Walker, given: Run, size: number, judge: Judgement): Run {
  let run = given;
  for (let from = 0; from < run.steps.length; ) {
    const { cycleStart } = run;
    // A stretch lies in the prefix or in the cycle, which keeps a step.
    const end = cycleStart !== null && from < cycleStart ? cycleStart : run.steps.length;
    const to = Math.min(from + size, end);
    const shorter = without(walker, run, from, to);
    const kept = shorter === null ? null : judged(walker, shorter, judge);
    if (kept !== null && kept.steps.length < run.steps.length) run = kept;
    else from = to;
  }
  return run;
}

/** The run without the steps from `from` to `to`, and without those that cannot be taken any more; null where that is no run. */
function without(walker: Walker, { places, steps, cycleStart }: Run, from: number, to: number): Run | null {
  const route = places.slice(0, from + 1);
  const taken = steps.slice(0, from);
  let start = cycleStart === null || cycleStart > from ? null : cycleStart;
  for (let i = to; i <= steps.length; i++) {
    if (i === cycleStart && start === null) start = taken.length;
    if (i === steps.length) break;
    const here = route[route.length - 1];
    const moves = walker.moves(here);
    if (moves === null) return null;
    const step = steps[i];
    if (step === null) {
      if (moves.length > 0) continue;
      taken.push(null);
      route.push(here);
      continue;
    }
    const move = fitting(moves, step);
    if (move === null) continue;
    taken.push(move);
    route.push(move.target);
  }
  if (cycleStart === null) return { places: route, steps: taken, cycleStart };
  if (start === null || taken.length === start || route[taken.length] !== route[start]) return null;
  return { places: route.slice(0, -1), steps: taken, cycleStart: start };
}

/** The same step again: of its group, with its name and its place where it can be. */
function fitting(moves: readonly Move[], { group, name, place }: Exclude<Taken, null>): Move | null {
  const same = moves.filter((move) => move.group === group && move.name === name);
  return same.find((move) => move.place === place) ?? same[0] ?? null;
}

/** As much of the run as the judge wants to keep. */
function judged(walker: Walker, run: Run, judge: Judgement): Run | null {
  const letters: Letter[] = [];
  const moments: Candidate['moments'][number][] = [];
  for (const [i, place] of run.places.entries()) {
    const letter = walker.letter(place);
    if (letter === null) return null;
    letters.push(letter);
    moments.push({ enabled: place.enabled, taken: run.steps[i]?.group ?? null });
  }
  const count = judge({ letters, moments, cycleStart: run.cycleStart });
  if (count === null) return null;
  if (run.cycleStart !== null) return run;
  return { places: run.places.slice(0, count), steps: run.steps.slice(0, count - 1), cycleStart: null };
}

function runOf(walker: Walker, { prefix, cycle }: ReplayedRun): Run | null {
  const all = [...prefix, ...cycle];
  const places = all.map(({ state }) => walker.at(state));
  const steps: Taken[] = [];
  const isPath = cycle.length === 0;
  for (const [i, { taken, transition }] of all.slice(0, isPath ? -1 : undefined).entries()) {
    if (taken === null) {
      steps.push(null);
      continue;
    }
    const target = places[i + 1] ?? places[prefix.length];
    const moves = walker.moves(places[i]);
    const move = moves?.find((one) => one.group === taken && one.name === transition && one.target === target);
    if (move === undefined) return null;
    steps.push(move);
  }
  return { places, steps, cycleStart: isPath ? null : prefix.length };
}

function stateLasso({ places, steps, cycleStart }: Run): StateLasso {
  const states = places.map(({ state }) => state);
  const end = cycleStart ?? states.length;
  return { prefix: states.slice(0, end), cycle: states.slice(end), groups: steps.map((step) => step?.group ?? null) };
}

/** A replayed run as the lasso that it was made from, with the group of each step. */
export function lassoOf({ prefix, cycle, grows }: ReplayedRun): StateLasso {
  const states = (part: readonly ReplayedStep[]): Int32Array[] => part.map(({ state }) => state);
  const groups = [...prefix, ...cycle].map(({ taken }) => taken);
  return { prefix: states(prefix), cycle: states(cycle), groups, ...(grows && { grows }) };
}
