// Numbers distinct sequences of 32-bit integers of any length 0, 1, 2, … All of them lie in one flat array.
import { Int32List } from '../../base/growable.ts';

export class SequenceTable {
  private readonly data = new Int32List(1024);
  /** Where sequence i starts; it ends where the next one starts. */
  private readonly starts = new Int32List(256);
  /** Open addressing with linear probing; an entry is a number plus one, 0 is free. */
  private slots = new Int32Array(4096);
  /** The hash of sequence i: tells most different ones apart without a look at `data`, and need not be computed again. */
  private readonly hashes = new Int32List(256);

  constructor() {
    this.starts.push(0);
  }

  get size(): number {
    return this.starts.length - 1;
  }

  /** The number of the first `length` entries of `codes`; new (equal to the former `size`) if not seen before. */
  intern(codes: Int32Array, length: number): number {
    const hash = hashCodes(codes, length);
    const slot = this.find(codes, length, hash);
    if (this.slots[slot] !== 0) return this.slots[slot] - 1;
    const id = this.size;
    this.slots[slot] = id + 1;
    this.hashes.push(hash);
    const { data } = this;
    data.reserve(data.length + length);
    for (let i = 0; i < length; i++) data.data[data.length + i] = codes[i];
    data.length += length;
    this.starts.push(data.length);
    if (this.size * 2 > this.slots.length) this.rehash();
    return id;
  }

  /** The number of the sequence, or -1. */
  indexOf(codes: Int32Array, length: number): number {
    return this.slots[this.find(codes, length, hashCodes(codes, length))] - 1;
  }

  private find(codes: Int32Array, length: number, hash: number): number {
    const { slots } = this;
    const hashes = this.hashes.data;
    const starts = this.starts.data;
    const { data } = this.data;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let entry = slots[slot]; entry !== 0; entry = slots[slot]) {
      if (hashes[entry - 1] === hash) {
        const start = starts[entry - 1];
        let i = starts[entry] - start === length ? 0 : length + 1;
        while (i < length && data[start + i] === codes[i]) i++;
        if (i === length) break;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 4);
    const mask = slots.length - 1;
    for (let id = 0; id < this.size; id++) {
      let slot = this.hashes.data[id] & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.slots = slots;
  }
}

/** As `hashVector`, but for this one kind of array, which keeps the loads in it fast whatever the rest of the program hashes. */
function hashCodes(codes: Int32Array, length: number): number {
  let hash = 0x9e3779b9 | 0;
  for (let i = 0; i < length; i++) {
    hash = Math.imul(hash ^ codes[i], 0x85ebca6b);
    hash ^= hash >>> 13;
  }
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
