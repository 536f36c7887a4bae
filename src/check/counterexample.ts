// Counterexamples: lassos of the model, rebuilt and validated without any help from the engine that found them.
import { invariant } from '../base/assert.ts';
import type { Formula } from '../formula/formula.ts';
import { satisfies } from '../formula/lasso.ts';
import type { Letter, Word } from '../formula/word.ts';
import type { DeadlockReading } from '../models/deadlock.ts';
import { evaluate } from '../models/expression/expression.ts';
import type { Model } from '../models/model.ts';
import type { Observation } from '../models/observation.ts';
import type { StateLasso } from '../models/state-lasso.ts';

/** One moment of a counterexample: the state, what is true in it, and the step that leaves it. */
export interface TraceStep {
  readonly state: Int32Array;
  readonly letter: Letter;
  /** Name of the transition to the next state; null where a deadlock repeats. */
  readonly transition: string | null;
}

/** A run of the model: the prefix, then the cycle for ever. */
export interface Counterexample {
  readonly prefix: readonly TraceStep[];
  readonly cycle: readonly TraceStep[];
}

/**
 * Replays the lasso with the model's own successor function, finds the transition of each step, and has the lasso judge
 * confirm that its word violates the formula. Anything that does not fit is an internal error, never a verdict.
 */
export function validateCounterexample(
  model: Model,
  formula: Formula,
  lasso: StateLasso,
  options: ReplayOptions,
): Counterexample {
  return confirmLasso(model, lasso, options, (word) => !satisfies(word, formula));
}

/** What a run of the model is seen through, and how it may go on after a deadlock. */
export interface ReplayOptions {
  readonly observation: Observation;
  readonly deadlock: DeadlockReading;
}

/** The same with any judge of what a violation is. */
export function confirmLasso(
  model: Model,
  lasso: StateLasso,
  options: ReplayOptions,
  isViolation: (word: Word) => boolean,
): Counterexample {
  const states = [...lasso.prefix, ...lasso.cycle];
  invariant(lasso.cycle.length > 0, 'a counterexample needs a cycle');
  const initial = model.initialStates().some((state) => sameVector(state, states[0]));
  invariant(initial, 'a counterexample does not start in an initial state');
  const steps = states.map((state, i): TraceStep => {
    const next = i + 1 < states.length ? states[i + 1] : lasso.cycle[0];
    return {
      state,
      ...leave(model, state, next, options.deadlock),
      letter: letterOf(model, state, options.observation),
    };
  });
  const prefix = steps.slice(0, lasso.prefix.length);
  const cycle = steps.slice(lasso.prefix.length);
  const word: Word = { prefix: prefix.map((step) => step.letter), cycle: cycle.map((step) => step.letter) };
  invariant(isViolation(word), 'a counterexample satisfies the property');
  return { prefix, cycle };
}

function leave(
  model: Model,
  state: Int32Array,
  next: Int32Array,
  deadlock: DeadlockReading,
): { readonly transition: string | null } {
  let transition: string | undefined;
  let degree = 0;
  model.successors(state, (target, group) => {
    degree++;
    if (transition === undefined && sameVector(target, next)) {
      transition = model.stepName?.(group, state, target) ?? model.groups[group].name;
    }
  });
  if (transition !== undefined) return { transition };
  invariant(degree === 0 && deadlock === 'stutter' && sameVector(state, next), 'a counterexample cannot be replayed');
  return { transition: null };
}

function letterOf(model: Model, state: Int32Array, { names, predicates }: Observation): Letter {
  const isDead = (): boolean => {
    let degree = 0;
    model.successors(state, () => degree++);
    return degree === 0;
  };
  return new Set(names.filter((_, i) => evaluate(predicates[i], state, isDead) !== 0));
}

function sameVector(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
