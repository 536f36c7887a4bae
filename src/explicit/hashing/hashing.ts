// What can be chosen about searches that keep only traces of the states they have seen, and what they tell.

/**
 * How the states that were visited are remembered: by some bits each (bit-state hashing), or by 32 bits (hash compaction). Two states may
 * look the same then, so a violation is one, and nothing else is known for certain.
 */
export interface Hashing {
  readonly kind: 'bits' | 'compaction';
  /** For the traces, the stack and the path together. */
  readonly bytes: number;
  /** Bits of a state, 1 to 7; of `bits` alone. */
  readonly hashes: number;
  /** Other seeds overlook other states. */
  readonly seed: number;
}

export const HASHES = { least: 1, usual: 3, most: 7 } as const;
/** What a memory of the kernel holds beside the model's own tables. */
export const MOST_BYTES = 3.75 * 2 ** 30;
export const LEAST_BYTES = 2 ** 16;

export interface HashingStatistics extends Hashing {
  /** Traces: one of each state that was found, and in a nested search one more of each state that the second search saw. */
  readonly stored: number;
  /** Bits, or places for fingerprints, for each trace. */
  readonly hashFactor: number;
  /** Estimated numbers of states: taken for others; met and left out because the stack was full, and not met again. */
  readonly omitted: number;
  readonly cut: number;
  /** States that waited on the stack when the search ended. */
  readonly waiting: number;
  /** States that were visited, of all that were met: an estimate from above, since what lies behind the others was not met. */
  readonly coverage: number;
}
