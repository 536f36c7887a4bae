// What a rule is to the driver: a name, what it preserves, and one pass over what was touched.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { ReducibleNet } from './net.ts';

export interface Rule<Name extends string = string> {
  /** As in `--reductions`. */
  readonly name: Name;
  /**
   * `all`: steps stay steps, deadlocks stay deadlocks; for every formula, X and `dead` included, and every reading of deadlocks.
   * `next-free`: runs keep their letters up to repetition, and a deadlock is a letter repeated for ever; for stutter-invariant formulas.
   */
  readonly preserves: 'all' | 'next-free';
  /** One pass; how often the rule was applied. */
  apply(net: ReducibleNet, scope: Scope): number;
}

/** What a pass of a rule is given. */
export interface Scope {
  /** Places and transitions that were touched since this rule saw the net last; each once, all still there at the beginning. */
  readonly places: readonly number[];
  readonly transitions: readonly number[];
  /** Throws `LimitExceeded` when the time is up; the net is consistent between two applications. */
  readonly stopwatch: Stopwatch;
  /** The net must not get more transitions and arcs than these. */
  readonly most: { readonly transitions: number; readonly arcs: number };
  /**
   * For rules whose lifting is more than putting words together, before they change anything: from now on words are about the net as it is
   * now, and this is the way from the net above to it.
   */
  newStage(lifting: StageLifting): void;
}

/** A run as transitions: those of the prefix, then those of the cycle for ever; an empty cycle is a deadlock that repeats. */
export interface TransitionRun {
  readonly prefix: readonly number[];
  readonly cycle: readonly number[];
}

/** A run of the net above as one of the net below; null where it is not known how. */
export type StageLifting = (run: TransitionRun) => TransitionRun | null;
