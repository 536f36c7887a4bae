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
}

export function sameVector(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
