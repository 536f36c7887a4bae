// What a model is here: vectors of whole numbers, their successors, and what names mean; and how a verification ends without success.

export type State = Int32Array;

/** A number of a state; as a truth value, 0 is false. */
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
  /** `p1`, `a[1]`, `P.x`; `P.q` for a location or a label is 1 where it is true. */
  value(name: string): Term | undefined;
  /** The number of a value beside a reference: `CS` in `P = CS`. */
  valueNamed(reference: string, value: string): number | undefined;
  /** Whether a transition can fire. */
  fireable(transition: string): Term | undefined;
}

/** The certificate does not prove what it says: exit status 10. */
export class Refused extends Error {}

/** Something cannot be read, or is outside of what this verifier knows: exit status 65. */
export class BadInput extends Error {}

export function refuseUnless(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new Refused(reason);
}

export function inputUnless(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new BadInput(reason);
}

/** The entry of the key, which is made where there is none. */
export function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
