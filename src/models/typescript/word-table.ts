// Numbers distinct vectors of small numbers 0, 1, 2, …, packed into words. How many bits an entry has can be changed: then all are packed
// anew.
//
// Tables of states are larger than the caches of processors, so that what counts is how many places in memory are looked at. A vector that
// fits into one word, as most do, is compared within the slot of the hash table.
import { Int32List } from '../../base/growable.ts';

const WORD = 32;
/** An entry may have so many bits. */
const MAX_BITS = 31;

export class WordTable {
  /** For each entry of a vector: the word where it is, its place there, and its largest value. */
  readonly wordOf: Int32Array;
  readonly shifts: Int32Array;
  readonly masks: Int32Array;
  /** The number of words of a vector. */
  words = 1;
  size = 0;
  /** All vectors, one after another. */
  private readonly data = new Int32List(1024);
  /** Open addressing with linear probing; two entries a slot: a number plus one, or 0 if it is free, and the word or the hash of the words. */
  private slots = new Int32Array(2 * 1024);

  constructor(width: number) {
    this.wordOf = new Int32Array(width);
    this.shifts = new Int32Array(width);
    this.masks = new Int32Array(width);
    this.layOut(new Array<number>(width).fill(1));
  }

  get bytes(): number {
    return 4 * (this.data.data.length + this.slots.length);
  }

  /** Copies the words of a vector. */
  read(id: number, target: Int32Array): void {
    const { words } = this;
    const { data } = this.data;
    for (let w = 0; w < words; w++) target[w] = data[id * words + w];
  }

  /** The number of a vector of words; new (equal to the former `size`) if not seen before. */
  intern(vector: Int32Array): number {
    const { slots, words } = this;
    const mask = slots.length - 2;
    const mark = words === 1 ? vector[0] : hashOf(vector, 0, words);
    let slot = (scattered(mark) << 1) & mask;
    for (let entry = slots[slot]; entry !== 0; entry = slots[slot]) {
      if (slots[slot + 1] === mark && (words === 1 || this.isAt(entry - 1, vector))) return entry - 1;
      slot = (slot + 2) & mask;
    }
    return this.add(vector, mark, slot);
  }

  /** Gives an entry room for values up to `largest`, and as much again. The words of vectors are others then. */
  widen(entry: number, largest: number): void {
    const old = { wordOf: this.wordOf.slice(), shifts: this.shifts.slice(), masks: this.masks.slice() };
    const { words: oldWords, size } = this;
    const oldData = this.data.data.slice(0, size * oldWords);
    const bits = Array.from(this.masks, (mask) => WORD - Math.clz32(mask));
    bits[entry] = Math.min(MAX_BITS, WORD - Math.clz32(largest) + 1);
    this.layOut(bits);
    const { words, wordOf, shifts, data } = this;
    data.clear();
    data.reserve(size * words);
    data.data.fill(0);
    data.length = size * words;
    for (let id = 0; id < size; id++) {
      for (let i = 0; i < wordOf.length; i++) {
        const value = (oldData[id * oldWords + old.wordOf[i]] >>> old.shifts[i]) & old.masks[i];
        data.data[id * words + wordOf[i]] |= value << shifts[i];
      }
    }
    this.rehash(this.slots.length);
  }

  /** Puts entries of so many bits into words. */
  private layOut(bits: readonly number[]): void {
    let word = 0;
    let used = 0;
    for (const [i, count] of bits.entries()) {
      if (used + count > WORD) {
        word++;
        used = 0;
      }
      this.wordOf[i] = word;
      this.shifts[i] = used;
      this.masks[i] = 2 ** count - 1;
      used += count;
    }
    this.words = word + 1;
  }

  private isAt(id: number, vector: Int32Array): boolean {
    const { words } = this;
    const { data } = this.data;
    for (let w = 0; w < words; w++) if (data[id * words + w] !== vector[w]) return false;
    return true;
  }

  private add(vector: Int32Array, mark: number, slot: number): number {
    const id = this.size;
    for (let w = 0; w < this.words; w++) this.data.push(vector[w]);
    this.slots[slot] = id + 1;
    this.slots[slot + 1] = mark;
    this.size++;
    if (this.size * 4 > this.slots.length) this.rehash(this.slots.length * 4);
    return id;
  }

  private rehash(length: number): void {
    const { size, words } = this;
    const { data } = this.data;
    const slots = new Int32Array(length);
    const mask = length - 2;
    for (let id = 0; id < size; id++) {
      const mark = words === 1 ? data[id] : hashOf(data, id * words, words);
      let slot = (scattered(mark) << 1) & mask;
      while (slots[slot] !== 0) slot = (slot + 2) & mask;
      slots[slot] = id + 1;
      slots[slot + 1] = mark;
    }
    this.slots = slots;
  }
}

function hashOf(data: Int32Array, start: number, words: number): number {
  let hash = 0x9e3779b9 | 0;
  for (let i = start; i < start + words; i++) {
    hash = Math.imul(hash ^ data[i], 0x85ebca6b);
    hash ^= hash >>> 13;
  }
  return hash;
}

function scattered(value: number): number {
  let hash = Math.imul(value, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
