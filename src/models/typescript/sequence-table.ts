// Numbers distinct sequences of 32-bit integers of any length 0, 1, 2, … All of them lie in one flat array.
import { Int32List } from '../../base/growable.ts';
import { hashVector } from '../../base/intern.ts';

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
    const hash = hashVector(codes, 0, length) | 0;
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
    return this.slots[this.find(codes, length, hashVector(codes, 0, length) | 0)] - 1;
  }

  private find(codes: Int32Array, length: number, hash: number): number {
    const { slots } = this;
    const hashes = this.hashes.data;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let entry = slots[slot]; entry !== 0; entry = slots[slot]) {
      if (hashes[entry - 1] === hash && this.matches(entry - 1, codes, length)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private matches(id: number, codes: Int32Array, length: number): boolean {
    const start = this.starts.data[id];
    if (this.starts.data[id + 1] - start !== length) return false;
    const { data } = this.data;
    for (let i = 0; i < length; i++) if (data[start + i] !== codes[i]) return false;
    return true;
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
