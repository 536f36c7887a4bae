// Which variables go to the lowest six bits of states of one word: those that make the most of an entry of the table,
// which is a word without these bits and a map of the 64 values that they may have (assembly/inline.ts). Models declare
// what belongs together side by side, so that runs of neighbouring variables are compared, on the first states found:
// how many of these share an entry. More do in the end.
import type { Kernel } from '../kernel.ts';
import { LEAF_BITS } from '../protocol.ts';
import type { FieldNeeds } from './field-ranges.ts';
import { bitsFor, fieldMask, type Range } from './packing.ts';

const SAMPLE_STATES = 4096;

interface Leaves {
  readonly variables: readonly number[];
  /** States per entry, in the sample. */
  readonly shared: number;
}

/** The best run of variables for fields of the given ranges, by the states of a kernel, which have one word. */
export function chooseLeaves(kernel: Kernel, { implied }: FieldNeeds, ranges: readonly Range[]): Leaves {
  const { packing, layout, words } = kernel;
  const n = Math.min(kernel.store.ownStates, SAMPLE_STATES);
  const states = words.subarray(layout.arena / 4, layout.arena / 4 + n * 2);
  const maskOf = (variables: Iterable<number>): bigint => {
    let mask = 0n;
    for (const i of variables) if (packing.fields[i].word === 0) mask |= fieldMask(packing.fields[i]);
    return mask;
  };
  const isImplied = new Set(implied.map(({ variable }) => variable));
  const stored = [...ranges.keys()].filter((i) => bitsFor(ranges[i]) > 0 && !isImplied.has(i));
  let best: Leaves = { variables: [], shared: 0 };
  for (const run of runs(stored, ranges)) {
    const shared = n / countWithout(states, maskOf(isImplied) | maskOf(run));
    if (shared > best.shared) best = { variables: run, shared };
  }
  return best;
}

/** The longest runs of neighbouring variables that fit the map of an entry. */
function runs(stored: readonly number[], ranges: readonly Range[]): number[][] {
  return stored.map((_, first) => {
    let bits = 0;
    const run: number[] = [];
    for (let i = first; i < stored.length && bits + bitsFor(ranges[stored[i]]) <= LEAF_BITS; i++) {
      run.push(stored[i]);
      bits += bitsFor(ranges[stored[i]]);
    }
    return run;
  });
}

/** How many different states there are without the masked bits; states are pairs of 32-bit words. */
function countWithout(states: Uint32Array, mask: bigint): number {
  const [low, high] = [Number(~mask & 0xffff_ffffn), Number((~mask >> 32n) & 0xffff_ffffn)];
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(states.length + 1)));
  const last = slots.length - 1;
  let entries = 0;
  for (let at = 0; at < states.length; at += 2) {
    const a = states[at] & low;
    const b = states[at + 1] & high;
    const hash = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) ^ Math.imul(b ^ (b >>> 13), 0x297a2d39);
    let slot = (hash ^ (hash >>> 16)) & last;
    for (; slots[slot] !== 0; slot = (slot + 1) & last) {
      const other = slots[slot] - 1;
      if ((states[other] & low) === a && (states[other + 1] & high) === b) break;
    }
    if (slots[slot] !== 0) continue;
    slots[slot] = at + 1;
    entries++;
  }
  return entries;
}
