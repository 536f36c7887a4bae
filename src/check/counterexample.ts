// Counterexamples: runs of the user's model, rebuilt without any help from the engine that found them.

import { invariant } from '../base/assert.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Letter } from '../formula/word.ts';
import type { DeadlockReading } from '../models/deadlock.ts';
import { evaluate } from '../models/expression/expression.ts';
import { collectReads } from '../models/expression/support.ts';
import type { Model } from '../models/model.ts';
import type { Observation } from '../models/observation.ts';
import { type Growth, type StateLasso, sameVector } from '../models/state-lasso.ts';
import { stepNameOf } from '../models/step-name.ts';
import type { WatchedValue } from '../models/watch.ts';

/** One moment of a counterexample: the state, what is true in it, and the step that leaves it. */
export interface TraceStep {
  readonly state: Int32Array;
  readonly letter: Letter;
  /** Name of the transition to the next state; null where a deadlock repeats, and at the end of a bad prefix. */
  readonly transition: string | null;
  /** Number of its group; null where there is no transition. */
  readonly group: number | null;
  /** The values of the expressions that are watched, by their texts; absent where none is. */
  readonly watched?: Readonly<Record<string, WatchedValue>>;
}

/** A run of the model. */
export interface Counterexample {
  /**
   * `lasso`: the prefix, then the cycle for ever. `prefix`: the formula is lost with the last state, whatever follows; the cycle is empty,
   * and the run can go on for ever somehow.
   */
  readonly kind: 'prefix' | 'lasso';
  readonly prefix: readonly TraceStep[];
  readonly cycle: readonly TraceStep[];
  /** Places that gain tokens each time round; the same steps go on for ever. Absent where the cycle closes. */
  readonly grows?: readonly Growth[];
}

/** What a run of the model is seen through, and how it may go on after a deadlock. */
export interface ReplayOptions {
  readonly observation: Observation;
  readonly deadlock: DeadlockReading;
  /** Ends the replay with `LimitExceeded`. */
  readonly watch?: Pick<Stopwatch, 'look'>;
  /** Whether the groups that can move are kept with each step, for the judge of fairness; in a large net they are many. */
  readonly enabled?: 'kept' | 'not kept';
}

/** A replayed step, with what the judge of fairness asks for. */
export interface ReplayedStep extends Omit<TraceStep, 'group' | 'watched'> {
  /** The groups that can move in this state, where they are kept, and the one that does; null where a deadlock repeats. */
  readonly enabled: ReadonlySet<number>;
  readonly taken: number | null;
}

/** Both parts of a replayed lasso. */
export interface ReplayedRun extends Pick<Counterexample, 'grows'> {
  readonly prefix: readonly ReplayedStep[];
  readonly cycle: readonly ReplayedStep[];
}

/**
 * Follows the lasso, or a path if its cycle is empty, with the model's own successor function and finds the transition of each step.
 * Anything that does not fit is an internal error, never a verdict.
 */
export function replay(model: Model, lasso: StateLasso, options: ReplayOptions): ReplayedRun {
  const { observation, deadlock, watch, enabled = 'not kept' } = options;
  const states = [...lasso.prefix, ...lasso.cycle];
  invariant(states.length > 0, 'a counterexample needs a state');
  const initial = model.initialStates().some((state) => sameVector(state, states[0]));
  invariant(initial, 'a counterexample does not start in an initial state');
  const grows = lasso.grows ?? [];
  const again: Int32Array | undefined = lasso.cycle[0]?.slice();
  for (const { variable, by } of grows) again[variable] += by;
  const steps = states.map((state, i): ReplayedStep => {
    watch?.look();
    const next: Int32Array | undefined = i + 1 < states.length ? states[i + 1] : again;
    const { isDead, ...left } = leave(model, state, { next, group: lasso.groups?.[i] ?? null, deadlock, enabled });
    return { state, ...left, letter: letterOf(state, isDead, observation) };
  });
  const [prefix, cycle] = [steps.slice(0, lasso.prefix.length), steps.slice(lasso.prefix.length)];
  if (grows.length === 0) return { prefix, cycle };
  invariant(canGrow(model, cycle, grows, observation), 'a cycle that does not close is not repeated for ever');
  return { prefix, cycle, grows };
}

/**
 * Whether the steps of a cycle repeat for ever though variables grow: each step needs at least some number of tokens, and never fewer than
 * some; and no proposition reads what grows. Then all states that follow enable the same steps and have the same letters.
 */
function canGrow(
  model: Model,
  cycle: readonly ReplayedStep[],
  grows: readonly Growth[],
  { predicates }: Observation,
): boolean {
  const growing = new Set(grows.map(({ variable }) => variable));
  const seen = new Set<number>();
  for (const predicate of predicates) collectReads(predicate, seen);
  if (grows.some(({ variable, by }) => by <= 0 || seen.has(variable))) return false;
  return cycle.every(({ taken }) => {
    const behaviour = taken === null ? null : model.groups[taken].behaviour;
    if (behaviour?.kind !== 'tokens') return false;
    return behaviour.conditions.every(({ variable, below }) => below === null || !growing.has(variable));
  });
}

/** The step to take: where to, by which group if that matters, and what happens in a deadlock. */
interface Wanted {
  /** Undefined at the end of a path. */
  readonly next: Int32Array | undefined;
  readonly group: number | null;
  readonly deadlock: DeadlockReading;
  readonly enabled: 'kept' | 'not kept';
}

function leave(
  model: Model,
  state: Int32Array,
  { next, group: wanted, deadlock, enabled: kept }: Wanted,
): Pick<ReplayedStep, 'transition' | 'enabled' | 'taken'> & { readonly isDead: boolean } {
  const enabled = new Set<number>();
  let isDead = true;
  let taken: number | null = null;
  let transition: string | null = null;
  model.successors(state, (target, group) => {
    isDead = false;
    if (kept === 'kept') enabled.add(group);
    if (next === undefined || taken !== null || (wanted !== null && group !== wanted) || !sameVector(target, next))
      return;
    taken = group;
    transition = stepNameOf(model, { group, from: state, to: target });
  });
  if (next === undefined) return { transition, enabled, taken, isDead };
  const isRepeated = isDead && deadlock === 'stutter' && sameVector(state, next);
  invariant(taken !== null || isRepeated, 'a counterexample cannot be replayed');
  return { transition, enabled, taken, isDead };
}

/** What is true in a state. */
export function letterOf(state: Int32Array, isDead: boolean, { names, predicates }: Observation): Letter {
  return new Set(names.filter((_, i) => evaluate(predicates[i], state, () => isDead) !== 0));
}
