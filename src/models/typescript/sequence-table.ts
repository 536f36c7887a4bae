// Numbers distinct sequences of 32-bit integers of any length 0, 1, 2, … All of them lie in one flat array.
import { Int32List } from '../../base/growable.ts';
import { hashVector } from '../../base/intern.ts';

export class SequenceTable {
  private readonly data = new Int32List(1024);
  /** Where sequence i starts; it ends where the next one starts. */
  private readonly starts = new Int32List(256);
  /** Open addressing with linear probing; an entry is a number plus one, 0 is free. */
  private slots = new Int32Array(1024);

  constructor() {
    this.starts.push(0);
  }

  get size(): number {
    return this.starts.length - 1;
  }

  /** The number of the first `length` entries of `codes`; new (equal to the former `size`) if not seen before. */
  intern(codes: Int32Array, length: number): number {
    const slot = this.find(codes, length);
    if (this.slots[slot] !== 0) return this.slots[slot] - 1;
    const id = this.size;
    this.slots[slot] = id + 1;
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
    return this.slots[this.find(codes, length)] - 1;
  }

  private find(codes: Int32Array, length: number): number {
    const mask = this.slots.length - 1;
    let slot = hashVector(codes, 0, length) & mask;
    while (this.slots[slot] !== 0 && !this.matches(this.slots[slot] - 1, codes, length)) slot = (slot + 1) & mask;
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
    this.slots = new Int32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let id = 0; id < this.size; id++) {
      const start = this.starts.data[id];
      let slot = hashVector(this.data.data, start, this.starts.data[id + 1] - start) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = id + 1;
    }
  }
}
