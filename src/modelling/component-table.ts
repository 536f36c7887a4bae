// States as vectors of small numbers, one a component, numbered 0, 1, 2, … The hash of a vector is a sum over its components, so that a
// step adds what it changes instead of hashing everything.
import { Int32List } from '../base/growable.ts';

export class ComponentTable {
  readonly width: number;
  private readonly data = new Int32List(1024);
  private readonly sums = new Int32List(64);
  private readonly factors: Int32Array;
  /** Open addressing with linear probing; two entries a slot: a number plus one, or 0 if it is free, and the sum. */
  private slots = new Int32Array(2 * 1024);

  constructor(width: number) {
    this.width = width;
    this.factors = Int32Array.from({ length: width }, (_, c) => scattered(c + 1) | 1);
  }

  get size(): number {
    return this.sums.length;
  }

  get bytes(): number {
    return 4 * (this.data.data.length + this.sums.data.length + this.slots.length);
  }

  sumOf(state: number): number {
    return this.sums.data[state];
  }

  /** What the sum gains when a component changes. */
  change(component: number, from: number, to: number): number {
    return Math.imul(to - from, this.factors[component]);
  }

  /** Copies the components of a state. */
  read(state: number, vector: Int32Array): void {
    const { data } = this.data;
    const start = state * this.width;
    for (let i = 0; i < this.width; i++) vector[i] = data[start + i];
  }

  /** The number of a vector with its sum (that of the vector of zeros is 0); new (equal to the former `size`) if not seen before. */
  intern(vector: Int32Array, sum: number): number {
    const { slots, width } = this;
    const { data } = this.data;
    const mask = slots.length - 2;
    let slot = (scattered(sum) << 1) & mask;
    for (let entry = slots[slot]; entry !== 0; entry = slots[slot]) {
      if (slots[slot + 1] === sum) {
        const start = (entry - 1) * width;
        let i = 0;
        while (i < width && data[start + i] === vector[i]) i++;
        if (i === width) return entry - 1;
      }
      slot = (slot + 2) & mask;
    }
    return this.add(vector, sum, slot);
  }

  private add(vector: Int32Array, sum: number, slot: number): number {
    const id = this.size;
    this.slots[slot] = id + 1;
    this.slots[slot + 1] = sum;
    this.sums.push(sum);
    for (let i = 0; i < this.width; i++) this.data.push(vector[i]);
    if (this.size * 4 > this.slots.length) this.rehash();
    return id;
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 4);
    const mask = slots.length - 2;
    for (let id = 0; id < this.size; id++) {
      let slot = (scattered(this.sums.data[id]) << 1) & mask;
      while (slots[slot] !== 0) slot = (slot + 2) & mask;
      slots[slot] = id + 1;
      slots[slot + 1] = this.sums.data[id];
    }
    this.slots = slots;
  }
}

function scattered(value: number): number {
  let hash = Math.imul(value, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
