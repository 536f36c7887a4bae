// Pairs of integers, numbered 0, 1, 2, … in the order in which they are found: product states, hash-consed lists.
import { Int32List } from './growable.ts';

/** So many second parts at most are looked up by place. */
const FEW = 16;

/** Numbers distinct pairs of 32-bit integers. Where the first are dense numbers and the second are few, without hashing. */
export class PairTable {
  /** The parts of pair number i. */
  readonly left: Int32List = new Int32List();
  readonly right: Int32List = new Int32List();
  /** Open addressing with linear probing; an entry is a pair's number plus one, 0 is free. */
  private slots = new Int32Array(64);
  /** All second parts are below this number, and slots are places of pairs; 0 where that is not known. */
  private readonly few: number;

  /** `rights`: all second parts are below it, and the first parts are numbers from 0 on without large gaps. */
  constructor(rights: number = Number.POSITIVE_INFINITY) {
    this.few = rights <= FEW ? rights : 0;
  }

  get size(): number {
    return this.left.length;
  }

  get bytes(): number {
    return 4 * (this.left.data.length + this.right.data.length + this.slots.length);
  }

  /** The number of the pair, which is new (equal to the former `size`) if it was not seen before. */
  intern(left: number, right: number): number {
    if (this.few > 0) return this.internByPlace(left, right);
    const mask = this.slots.length - 1;
    let slot = hashPair(left, right) & mask;
    for (let entry = this.slots[slot]; entry !== 0; entry = this.slots[slot]) {
      if (this.left.data[entry - 1] === left && this.right.data[entry - 1] === right) return entry - 1;
      slot = (slot + 1) & mask;
    }
    const id = this.left.length;
    this.left.push(left);
    this.right.push(right);
    this.slots[slot] = id + 1;
    if (this.left.length * 2 > this.slots.length) this.rehash();
    return id;
  }

  private internByPlace(left: number, right: number): number {
    const place = left * this.few + right;
    if (place >= this.slots.length) {
      const slots = new Int32Array(Math.max(place + 1, this.slots.length * 2));
      slots.set(this.slots);
      this.slots = slots;
    }
    const known = this.slots[place];
    if (known !== 0) return known - 1;
    this.left.push(left);
    this.right.push(right);
    this.slots[place] = this.left.length;
    return this.left.length - 1;
  }

  private rehash(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let id = 0; id < this.left.length; id++) {
      let slot = hashPair(this.left.data[id], this.right.data[id]) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = id + 1;
    }
  }
}

function hashPair(left: number, right: number): number {
  let hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right + 0x7f4a7c15, 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 12);
}
