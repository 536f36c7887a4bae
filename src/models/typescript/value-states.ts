// What a model in code is made of: states that are plain values, numbered from 0 on as they are found.
import type { Int32List } from '../../base/growable.ts';

/**
 * `once`: what a function said before may be used where it would say the same again. `anew`: it is called in any case, as the judge of
 * counterexamples wants.
 */
export type Asking = 'once' | 'anew';

/** Numbers states by their structure, and finds what follows them by the user's functions. Faults of these are `InputError`s. */
export interface ValueStates<S> {
  /** The number of states found so far. */
  readonly size: number;
  /** Of the tables, without the values. */
  readonly bytes: number;
  initial(): readonly number[];
  /**
   * Asks the user's functions and appends a pair for each step: where to, and by which rule. `tick` is called for each. With a form, what it
   * makes of each successor is taken in its place, before that gets a number.
   */
  successors(state: number, found: Int32List, tick: () => void, asking: Asking, form?: (value: S) => S): void;
  /** The number of a value like those of the states; a new one where it is new. */
  numberOf(value: S): number;
  /** What the user's functions say of a value that need not be a state. */
  successorsOf(value: S): readonly S[];
  holdsFor(proposition: number, value: S): boolean;
  /** The value of a state. */
  value(state: number): S;
  /** What the user's function says; whatever it throws is thrown. */
  holds(proposition: number, state: number): boolean;
  /** The names that the user's function gave to the steps from one state to another by a rule, if any. */
  stepNames(rule: number, from: number, to: number): ReadonlySet<string>;
}
