// Lassos of a model, as both engines find them.

/** Model states, from an initial one on; after the last of the cycle comes its first again. */
export interface StateLasso {
  readonly prefix: readonly Int32Array[];
  readonly cycle: readonly Int32Array[];
}
