// Numbers distinct sequences of 32-bit integers of any length 0, 1, 2, … All of them lie in one flat array.
//
// Tables of states are larger than the caches of processors, so that what counts is how many places in memory are looked at: a slot has
// the hash beside the place of the sequence, and the number and length of a sequence stand before it.
import { Int32List } from '../../base/growable.ts';

/** Entries before a sequence: its number and its length. */
const HEAD = 2;

export class SequenceTable {
  /** All sequences, one after another, each with its head. */
  readonly data: Int32List = new Int32List(1024);
  /** Where sequence i starts in `data`. */
  readonly starts: Int32List = new Int32List(256);
  /** Open addressing with linear probing; two entries a slot: where the sequence starts, or 0 if the slot is free, and its hash. */
  private slots = new Int32Array(2 * 4096);

  get size(): number {
    return this.starts.length;
  }

  get bytes(): number {
    return 4 * (this.data.data.length + this.starts.data.length + this.slots.length);
  }

  /** The number of entries of sequence `id`. */
  lengthOf(id: number): number {
    return this.data.data[this.starts.data[id] - 1];
  }

  /** The number of the entries of `codes` from `from` to before `to`; new (equal to the former `size`) if not seen before. */
  intern(codes: Int32Array, from: number, to: number): number {
    const hash = hashCodes(codes, from, to);
    const { slots } = this;
    const { data } = this.data;
    const length = to - from;
    const mask = slots.length - 2;
    let slot = (hash << 1) & mask;
    for (let start = slots[slot]; start !== 0; start = slots[slot]) {
      if (slots[slot + 1] === hash && data[start - 1] === length) {
        let i = 0;
        while (i < length && data[start + i] === codes[from + i]) i++;
        if (i === length) return data[start - HEAD];
      }
      slot = (slot + 2) & mask;
    }
    return this.add(codes, from, to, hash, slot);
  }

  private add(codes: Int32Array, from: number, to: number, hash: number, slot: number): number {
    const id = this.size;
    const { data } = this;
    data.reserve(data.length + HEAD + to - from);
    data.data[data.length++] = id;
    data.data[data.length++] = to - from;
    this.slots[slot] = data.length;
    this.slots[slot + 1] = hash;
    this.starts.push(data.length);
    for (let i = from; i < to; i++) data.data[data.length++] = codes[i];
    if (this.size * 4 > this.slots.length) this.rehash();
    return id;
  }

  private rehash(): void {
    const old = this.slots;
    const slots = new Int32Array(old.length * 4);
    const mask = slots.length - 2;
    for (let i = 0; i < old.length; i += 2) {
      if (old[i] === 0) continue;
      let slot = (old[i + 1] << 1) & mask;
      while (slots[slot] !== 0) slot = (slot + 2) & mask;
      slots[slot] = old[i];
      slots[slot + 1] = old[i + 1];
    }
    this.slots = slots;
  }
}

/** As `hashVector`, but for this one kind of array, which keeps the loads in it fast whatever the rest of the program hashes. */
function hashCodes(codes: Int32Array, from: number, to: number): number {
  let hash = 0x9e3779b9 | 0;
  for (let i = from; i < to; i++) {
    hash = Math.imul(hash ^ codes[i], 0x85ebca6b);
    hash ^= hash >>> 13;
  }
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
