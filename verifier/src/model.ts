// What a model is here: vectors of whole numbers, their successors, and what names mean.

export type State = Int32Array;

/** A number, or a truth value (0 is false), of a state. */
export type Term = (state: State) => number;

export interface Model {
  /** The name of each entry of a state. */
  readonly variables: readonly string[];
  readonly initial: readonly State[];
  /** Calls `visit` with each successor; the array is used again for the next one. */
  successors(state: State, visit: (successor: State) => void): void;
  readonly names: Names;
}

/** Names in propositions. */
export interface Names {
  /** Numbers: `p1`, `a[1]`, `P.x`. */
  value(name: string): Term | undefined;
  /** Truth values: a place (it is marked), `P.q`, a label. */
  truth(name: string): Term | undefined;
  /** The number of a value beside a reference: `CS` in `P = CS`. */
  valueNamed(reference: string, value: string): number | undefined;
  /** Whether a transition can fire. */
  fireable(transition: string): Term | undefined;
}
