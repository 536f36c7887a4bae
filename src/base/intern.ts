// Interning: each distinct key gets one small number, in the order of first appearance.
import { Int32List } from './growable.ts';

/** Numbers distinct string keys 0, 1, 2, … */
export class StringTable {
  private readonly ids = new Map<string, number>();
  readonly names: string[] = [];

  get size(): number {
    return this.names.length;
  }

  /** The number of `name`, which is new if it was not seen before. */
  intern(name: string): number {
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    const id = this.names.length;
    this.names.push(name);
    this.ids.set(name, id);
    return id;
  }

  /** The number of `name`, or -1. */
  indexOf(name: string): number {
    return this.ids.get(name) ?? -1;
  }
}

/** What tells vectors apart: all entries, or the first one alone, which is then a small number (a dense numbering). */
export type VectorIdentity = 'all-entries' | 'first-entry';

/** Numbers distinct vectors of `width` 32-bit integers 0, 1, 2, …; vectors are copied into one flat array. */
export class VectorTable {
  readonly width: number;
  private readonly byFirst: boolean;
  /** All vectors, one after another. */
  private readonly vectors: Int32List;
  /** Open addressing with linear probing; an entry is a vector's number plus one, 0 is free. */
  private slots = new Int32Array(64);
  private count = 0;

  constructor(width: number, identity: VectorIdentity = 'all-entries') {
    this.width = width;
    this.byFirst = identity === 'first-entry';
    this.vectors = new Int32List(Math.max(16, width * 16));
  }

  get size(): number {
    return this.count;
  }

  get bytes(): number {
    return 4 * (this.vectors.data.length + this.slots.length);
  }

  /** The number of `vector`, which is new (equal to the former `size`) if it was not seen before. */
  intern(vector: ArrayLike<number>): number {
    const slot = this.find(vector);
    if (this.slots[slot] !== 0) return this.slots[slot] - 1;
    const id = this.count++;
    this.slots[slot] = id + 1;
    this.vectors.reserve((id + 1) * this.width);
    const start = id * this.width;
    for (let i = 0; i < this.width; i++) this.vectors.data[start + i] = vector[i];
    this.vectors.length = start + this.width;
    if (!this.byFirst && this.count * 2 > this.slots.length) this.rehash();
    return id;
  }

  /** The number of `vector`, or -1. */
  indexOf(vector: ArrayLike<number>): number {
    return this.slots[this.find(vector)] - 1;
  }

  /** Copies vector number `id` into `target`. */
  read(id: number, target: Int32Array): void {
    const start = id * this.width;
    for (let i = 0; i < this.width; i++) target[i] = this.vectors.data[start + i];
  }

  /** A fresh copy of vector number `id`. */
  get(id: number): Int32Array {
    return this.vectors.data.slice(id * this.width, (id + 1) * this.width);
  }

  private find(vector: ArrayLike<number>): number {
    if (this.byFirst) return this.slotOfFirst(vector[0]);
    const mask = this.slots.length - 1;
    let slot = hashVector(vector, 0, this.width) & mask;
    while (this.slots[slot] !== 0 && !this.matches(this.slots[slot] - 1, vector)) slot = (slot + 1) & mask;
    return slot;
  }

  /** Without hashing: the slot is the first entry itself. */
  private slotOfFirst(first: number): number {
    if (first >= this.slots.length) {
      const slots = new Int32Array(Math.max(first + 1, this.slots.length * 2));
      slots.set(this.slots);
      this.slots = slots;
    }
    return first;
  }

  private matches(id: number, vector: ArrayLike<number>): boolean {
    const { data } = this.vectors;
    const start = id * this.width;
    for (let i = 0; i < this.width; i++) if (data[start + i] !== vector[i]) return false;
    return true;
  }

  private rehash(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let id = 0; id < this.count; id++) {
      let slot = hashVector(this.vectors.data, id * this.width, this.width) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = id + 1;
    }
  }
}

/** A 32-bit hash of `width` entries of `data` from `start` (multiply and mix per entry, finalised by shifts). */
function hashVector(data: ArrayLike<number>, start: number, width: number): number {
  let hash = 0x9e3779b9 | 0;
  for (let i = start; i < start + width; i++) {
    hash = Math.imul(hash ^ data[i], 0x85ebca6b);
    hash ^= hash >>> 13;
  }
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
