// Lassos of a model, as both engines find them.

/**
 * Model states, from an initial one on; after the last of the cycle comes its first again. Without a cycle it is a path: it can go on for
 * ever, and what it shows decides whatever follows.
 */
export interface StateLasso {
  readonly prefix: readonly Int32Array[];
  readonly cycle: readonly Int32Array[];
  /**
   * Where it matters by which group a step was taken: that of each step, those of the prefix first; null where a deadlock
   * repeats.
   */
  readonly groups?: readonly (number | null)[];
  /**
   * Variables that are larger each time round, and by how much: the steps of the cycle go on for ever all the same, and nobody sees the
   * difference. Of nets alone, and empty or absent for a cycle that closes.
   */
  readonly grows?: readonly Growth[];
}

/** A variable that gains something each time round. */
export interface Growth {
  readonly variable: number;
  readonly by: number;
}

export function sameVector(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
