// What stubborn sets are made from, for every kind of model: flat tables of its transitions, and what these do to propositions.
import type { Expression } from '../../models/expression/expression.ts';
import type { Comparison } from './comparison.ts';

/** Row i of a table in compressed rows is `members` from `starts[i]` up to `starts[i + 1]`. */
export interface Rows {
  readonly starts: Int32Array;
  readonly members: Int32Array;
}

export interface StubbornTables {
  readonly variables: number;
  readonly groups: number;
  /** Each row is a list of transitions. */
  readonly lists: Rows;
  /**
   * Row t: triples (list, test, bound): conditions of t, each with the list of the transitions that can make it true. Those with short lists
   * come first. One with the test ALWAYS_OPEN may be the last: it stands for whatever else t needs, and counts where t is disabled and all
   * others hold.
   */
  readonly conditions: Rows;
  /** Row t: the lists of transitions that must come with t where it is enabled. */
  readonly harms: Rows;
  /** Row t: lists that must come with t besides where waiting for ever is accepted. */
  readonly threats: Rows;
}

/** The same, row by row: what sets of some states ask for may be a small part. */
export interface StubbornRows {
  readonly groups: number;
  list(number: number): ArrayLike<number>;
  conditions(group: number): ArrayLike<number>;
  harms(group: number): ArrayLike<number>;
  threats(group: number): ArrayLike<number>;
}

/** Bits of what a step may do to a truth value. */
export const MAY_RISE = 1;
export const MAY_FALL = 2;
export const MAY_BOTH: number = MAY_RISE | MAY_FALL;

/** A condition that must hold, and the transitions of which one must fire before it does. */
export interface HelpedComparison {
  readonly test: number;
  readonly bound: number;
  readonly helpers: Int32Array;
}

/** What the transitions of a model do to conditions. */
export interface Effects {
  /** The transitions that may change one of the variables, ascending. */
  touching(variables: Iterable<number>): readonly number[];
  /** What a transition may do to a part of a predicate that is neither a connective nor a negation: a set of bits. */
  effectOn(group: number, part: Expression): number;
  /** Conditions that all must hold for the comparison to hold; null where it is not told apart from others. */
  demands(comparison: Comparison): readonly HelpedComparison[] | null;
}

export interface StubbornParts {
  readonly groups: number;
  /** Transitions that may have no value somewhere: every set has them, so that such a fault is found. */
  readonly faulty: Int32Array;
  readonly effects: Effects;
  readonly rows: StubbornRows;
  tables(): StubbornTables;
}

export function rows(lists: readonly ArrayLike<number>[]): Rows {
  const starts = new Int32Array(lists.length + 1);
  for (let i = 0; i < lists.length; i++) starts[i + 1] = starts[i] + lists[i].length;
  const members = new Int32Array(starts[lists.length]);
  for (let i = 0; i < lists.length; i++) members.set(lists[i], starts[i]);
  return { starts, members };
}
