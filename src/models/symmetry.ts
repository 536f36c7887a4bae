// Symmetries of a model: permutations of things that can change places, and what they do to state vectors.
//
// The things are called members, and belong to sets; they are numbered from 0 on, through all sets. A permutation is a list: member i takes
// the place of member `permutation[i]`. It keeps the sets apart. That it is a symmetry means: it leads from the steps of a state to those of
// the state that it makes of it.

export type Permutation = Int32Array;

/** What permutations of the members do to the states of a model. */
export interface Symmetry {
  /** The number of members of each set. */
  readonly sizes: readonly number[];
  /** The state that a permutation makes of a state, in place. */
  permute(state: Int32Array, permutation: Permutation): void;
  /**
   * The normal form of a state, in place: some state that a permutation makes of it. States that permutations lead to each other should have
   * the same; where they have several, more states are searched. `permutation`, where given, becomes the one that was applied.
   */
  normalise(state: Int32Array, permutation?: Permutation): void;
  /** How many states permutations make of this one, itself included; at least about. */
  orbit(state: Int32Array): number;
}

export function identity(degree: number): Permutation {
  return Int32Array.from({ length: degree }, (_, i) => i);
}

export function inverse(permutation: Permutation): Permutation {
  const inverted = new Int32Array(permutation.length);
  for (let i = 0; i < permutation.length; i++) inverted[permutation[i]] = i;
  return inverted;
}

/** First `first`, then `second`. */
export function composed(first: Permutation, second: Permutation): Permutation {
  return first.map((place) => second[place]);
}
