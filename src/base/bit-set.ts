// Growable sets of small non-negative integers, one bit each, in 32-bit words.

/** A mutable set of non-negative integers; grows as members are added. */
export class BitSet {
  private words: Uint32Array;

  constructor(capacity = 32) {
    this.words = new Uint32Array(Math.max(1, (capacity + 31) >>> 5));
  }

  static of(members: Iterable<number>): BitSet {
    const set = new BitSet();
    for (const member of members) set.add(member);
    return set;
  }

  has(member: number): boolean {
    const word = member >>> 5;
    return word < this.words.length && (this.words[word] & (1 << (member & 31))) !== 0;
  }

  /** Adds `member`; tells whether the set changed. */
  add(member: number): boolean {
    const word = member >>> 5;
    if (word >= this.words.length) this.grow(word + 1);
    const before = this.words[word];
    this.words[word] = before | (1 << (member & 31));
    return this.words[word] !== before;
  }

  delete(member: number): boolean {
    const word = member >>> 5;
    if (word >= this.words.length) return false;
    const before = this.words[word];
    this.words[word] = before & ~(1 << (member & 31));
    return this.words[word] !== before;
  }

  clear(): void {
    this.words.fill(0);
  }

  /** Adds all members of `other`; tells whether the set changed. */
  unite(other: BitSet): boolean {
    if (other.words.length > this.words.length) this.grow(other.words.length);
    let changed = false;
    for (let i = 0; i < other.words.length; i++) {
      const before = this.words[i];
      this.words[i] = before | other.words[i];
      changed ||= this.words[i] !== before;
    }
    return changed;
  }

  /** Keeps only the members that `other` has too; tells whether the set changed. */
  intersect(other: BitSet): boolean {
    let changed = false;
    for (let i = 0; i < this.words.length; i++) {
      const before = this.words[i];
      this.words[i] = i < other.words.length ? before & other.words[i] : 0;
      changed ||= this.words[i] !== before;
    }
    return changed;
  }

  isSubsetOf(other: BitSet): boolean {
    for (let i = 0; i < this.words.length; i++) {
      const rest = i < other.words.length ? this.words[i] & ~other.words[i] : this.words[i];
      if (rest !== 0) return false;
    }
    return true;
  }

  equals(other: BitSet): boolean {
    return this.isSubsetOf(other) && other.isSubsetOf(this);
  }

  get size(): number {
    let count = 0;
    for (const word of this.words) count += popCount(word);
    return count;
  }

  isEmpty(): boolean {
    return this.words.every((word) => word === 0);
  }

  clone(): BitSet {
    const copy = new BitSet(0);
    copy.words = this.words.slice();
    return copy;
  }

  /** The members in ascending order. */
  *[Symbol.iterator](): IterableIterator<number> {
    for (let i = 0; i < this.words.length; i++) {
      let word = this.words[i];
      while (word !== 0) {
        yield i * 32 + (31 - Math.clz32(word & -word));
        word &= word - 1;
      }
    }
  }

  private grow(length: number): void {
    const words = new Uint32Array(Math.max(length, this.words.length * 2));
    words.set(this.words);
    this.words = words;
  }
}

/** The number of one bits of a 32-bit word. */
export function popCount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
