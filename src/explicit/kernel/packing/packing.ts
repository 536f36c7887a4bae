// Packing: how a state vector lies in 64-bit words. Each variable has a field of just enough bits for the values it is
// known (or so far seen) to take, stored as the distance from the lower one; no field crosses a word. A value that does
// not fit is never cut: whoever writes it asks first, and the states are packed anew with a wider field. Variables that
// follow from the others have their fields in virtual words, which are numbered after the stored ones and computed when needed.
import { invariant } from '../../../base/assert.ts';
import type { Intervals } from '../../../models/expression/intervals.ts';
import { HASH_BYTES, WORD_BYTES } from '../protocol.ts';

/** The values that a field must hold. */
export interface Range {
  readonly lower: number;
  readonly upper: number;
}

export interface Field {
  readonly word: number;
  readonly shift: number;
  /** 0 for a variable that never changes. */
  readonly bits: number;
  readonly lower: number;
  /** The largest distance from `lower` that the field holds. */
  readonly max: number;
}

/** `variable` is `constant` plus the sum of factor · value over the terms, in every reachable state. */
export interface ImpliedVariable {
  readonly variable: number;
  readonly constant: number;
  readonly terms: ReadonlyMap<number, number>;
}

export interface Packing {
  /** Words that are stored. */
  readonly words: number;
  /** Words behind them that hold implied variables and are never stored. */
  readonly virtualWords: number;
  readonly fields: readonly Field[];
  readonly implied: readonly ImpliedVariable[];
  /** The most bits used in any stored word. */
  readonly widestWord: number;
}

/** Bits for the values of a range. */
export function bitsFor(range: Range): number {
  const distance = range.upper - range.lower;
  // The text is only made when it is needed: this is called very often.
  if (!(distance >= 0 && distance < 2 ** 32)) invariant(false, `no field can hold ${range.lower} … ${range.upper}`);
  return 32 - Math.clz32(distance);
}

/** Whether every value of the range fits the field. */
export function covers(field: Field, lower: number | null, upper: number | null): boolean {
  return lower !== null && upper !== null && lower >= field.lower && upper <= field.lower + field.max;
}

/** What is known of the variables of any packed state, and on the way to a successor: each value is one that its field holds. */
export function heldValues({ fields }: Packing): Intervals {
  return {
    get: (variable) => {
      const { lower, max } = fields[variable];
      return { low: lower, high: lower + max };
    },
  };
}

/**
 * Lays out fields for the given ranges in as few words as a simple packer finds; neighbours stay together if it can, behind
 * the variables that are to come first. The ranges of implied variables must hold all that they can become.
 */
export function makePacking(
  ranges: readonly Range[],
  implied: readonly ImpliedVariable[] = [],
  first: readonly number[] = [],
): Packing {
  const bits = widths(ranges);
  const isImplied = new Set(implied.map(({ variable }) => variable));
  const isFirst = new Set(first);
  const stored = Int32Array.from([...first, ...othersThan(ranges.length, (i) => isImplied.has(i) || isFirst.has(i))]);
  const best = placeTightly(bits, stored);
  const virtual = place(bits, Int32Array.from(isImplied), 'next');
  const fields = ranges.map(({ lower }, i): Field => {
    const { words, shifts } = isImplied.has(i) ? virtual : best;
    const word = isImplied.has(i) ? best.used.length + words[i] : words[i];
    return { word, shift: shifts[i], bits: bits[i], lower, max: 2 ** bits[i] - 1 };
  });
  const virtualWords = implied.length === 0 ? 0 : virtual.used.length;
  return {
    words: best.used.length,
    virtualWords,
    fields,
    implied,
    widestWord: best.used.reduce((most, one) => Math.max(most, one), 0),
  };
}

/** The words that `makePacking` would use, and the most bits in one of them. */
export function packedSize(
  ranges: readonly Range[],
  implied: readonly ImpliedVariable[],
): { readonly words: number; readonly widestWord: number } {
  const isImplied = new Uint8Array(ranges.length);
  for (const { variable } of implied) isImplied[variable] = 1;
  const bits = widths(ranges);
  const stored = othersThan(ranges.length, (i) => isImplied[i] === 1);
  const { used } = placeTightly(bits, stored);
  return { words: used.length, widestWord: used.reduce((most, one) => Math.max(most, one), 0) };
}

function widths(ranges: readonly Range[]): Uint8Array {
  const bits = new Uint8Array(ranges.length);
  for (let i = 0; i < ranges.length; i++) bits[i] = bitsFor(ranges[i]);
  return bits;
}

/** The numbers below `count` but for those that are excluded. */
function othersThan(count: number, isExcluded: (i: number) => boolean): Int32Array {
  const others = new Int32Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) if (!isExcluded(i)) others[length++] = i;
  return others.subarray(0, length);
}

function placeTightly(bits: Uint8Array, variables: Int32Array): Placement {
  const inOrder = place(bits, variables, 'next');
  const all = variables.reduce((sum, i) => sum + bits[i], 0);
  if (inOrder.used.length <= Math.max(1, Math.ceil(all / 64))) return inOrder;
  const descending = variables.slice().sort((a, b) => bits[b] - bits[a] || a - b);
  const tight = place(bits, descending, 'first');
  return tight.used.length < inOrder.used.length ? tight : inOrder;
}

/** For each field its word and shift, and for each word the bits that are used: in flat arrays, since nets may have 100,000 places. */
interface Placement {
  readonly words: Int32Array;
  readonly shifts: Uint8Array;
  readonly used: readonly number[];
}

/** Puts the fields into words in the given order: the next word that has room, or the first. */
function place(bits: Uint8Array, order: Int32Array, fit: 'next' | 'first'): Placement {
  const used: number[] = [0];
  const words = new Int32Array(bits.length);
  const shifts = new Uint8Array(bits.length);
  // Words before this one are full; without it the search for the first fit would be quadratic.
  let open = 0;
  for (const i of order) {
    if (bits[i] === 0) continue;
    let word = fit === 'next' ? used.length - 1 : open;
    while (word < used.length && used[word] + bits[i] > 64) word++;
    if (word === used.length) used.push(0);
    words[i] = word;
    shifts[i] = used[word];
    used[word] += bits[i];
    while (open < used.length - 1 && used[open] === 64) open++;
  }
  return { words, shifts, used };
}

/** Reads the state packed at 32-bit index `at` of `view` into `target`. */
export function unpack(packing: Packing, view: Uint32Array, at: number, target: Int32Array): void {
  const { fields, words, implied } = packing;
  for (let i = 0; i < fields.length; i++) {
    const { word, shift, bits, lower } = fields[i];
    if (bits === 0 || word >= words) {
      target[i] = lower;
      continue;
    }
    const base = at + word * 2 + (shift >>> 5);
    const low = shift & 31;
    let value = view[base] >>> low;
    if (low + bits > 32) value |= view[base + 1] << (32 - low);
    if (bits < 32) value &= (1 << bits) - 1;
    target[i] = value + lower;
  }
  for (const one of implied) target[one.variable] = impliedValue(one, target);
}

function impliedValue({ constant, terms }: ImpliedVariable, state: ArrayLike<number>): number {
  let value = constant;
  for (const [variable, factor] of terms) value += factor * state[variable];
  return value;
}

/** Writes `state` at 32-bit index `at` of `view`; gives the first variable whose value does not fit, or -1. */
export function pack(packing: Packing, state: ArrayLike<number>, view: Uint32Array, at: number): number {
  const { fields, words, implied } = packing;
  for (const one of implied) {
    invariant(state[one.variable] === impliedValue(one, state), 'a state breaks an invariant of its model');
  }
  for (let i = 0; i < words * 2; i++) view[at + i] = 0;
  for (let i = 0; i < fields.length; i++) {
    const { word, shift, bits, lower, max } = fields[i];
    const distance = state[i] - lower;
    if (distance < 0 || distance > max) return i;
    if (bits === 0 || word >= words) continue;
    const base = at + word * 2 + (shift >>> 5);
    const low = shift & 31;
    view[base] |= distance << low;
    if (low + bits > 32) view[base + 1] |= distance >>> (32 - low);
  }
  return -1;
}

/** The mask of a field in its word. */
export function fieldMask(field: Field): bigint {
  return ((1n << BigInt(field.bits)) - 1n) << BigInt(field.shift);
}

/** Bytes of a state in a buffer of successors, with its hash. */
export function strideBytes({ words }: Packing): number {
  return words * WORD_BYTES + HASH_BYTES;
}

/** The keys of the linear hash: odd and scattered (the finaliser of splitmix64 [SLF14]). */
export function hashKeys(words: number): BigUint64Array {
  const keys = new BigUint64Array(words);
  for (let i = 0; i < words; i++) {
    let z = BigInt.asUintN(64, BigInt(i + 1) * 0x9e3779b97f4a7c15n);
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    keys[i] = (z ^ (z >> 31n)) | 1n;
  }
  return keys;
}
