// A table of natural numbers of any size to which others are added: as many limbs for each as the largest needs, in one typed array. Adding
// is all that counting paths needs, and costs a fraction of what it does with big integers, each of which is an object.

/** Limbs are below this, so that the sum of so many of them and a carry is exact. */
const BASE = 2 ** 40;
const LIMB_BITS = 40n;
const MOST_ADDENDS = 4096;

/** Numbers of a table: those at `offset` plus each of a run of places in a list. */
export interface Places {
  readonly places: Int32Array;
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

export class NaturalTable {
  size: number;
  /** Limbs of each number, the lowest first. */
  width: number;
  /** Whether a sum did not fit; the table is worth nothing then. */
  overflowed = false;
  /** As many as were ever needed, or more. */
  private limbs: Float64Array;

  /** Zeros. */
  constructor(size: number, width: number) {
    this.size = size;
    this.width = width;
    this.limbs = new Float64Array(size * width);
  }

  /** A table with what `fill` adds to it. */
  static filled(size: number, width: number, fill: (table: NaturalTable) => void): NaturalTable {
    const table = new NaturalTable(0, 1);
    table.refill(size, width, fill);
    return table;
  }

  /** Forgets its numbers and takes what `fill` adds: begun with `width` limbs, and with one more as long as these do not suffice. */
  refill(size: number, width: number, fill: (table: NaturalTable) => void): void {
    for (let limbs = width; ; limbs++) {
      this.clear(size, limbs);
      fill(this);
      if (!this.overflowed) return;
    }
  }

  private clear(size: number, width: number): void {
    this.size = size;
    this.width = width;
    this.overflowed = false;
    if (size * width > this.limbs.length) this.limbs = new Float64Array(2 * size * width);
    else this.limbs.fill(0, 0, size * width);
  }

  /** The table of a one, followed by zeros. */
  static one(size = 1): NaturalTable {
    const table = new NaturalTable(size, 1);
    table.limbs[0] = 1;
    return table;
  }

  /** Makes number `i`, a zero so far, the sum of those of a table that is no wider. */
  put(i: number, other: NaturalTable, sum: Places): void {
    if (sum.to - sum.from !== 1) {
      this.gather(i, other, sum);
      return;
    }
    const { limbs } = this;
    const addend = other.limbs;
    const at = i * this.width;
    const from = (sum.offset + sum.places[sum.from]) * other.width;
    for (let k = 0; k < other.width; k++) limbs[at + k] = addend[from + k]; // a copy has no carries
  }

  /** Adds to number `i` those of a table that is no wider. */
  gather(i: number, other: NaturalTable, { places, from, to, offset }: Places): void {
    const { limbs, width } = this;
    const addend = other.limbs;
    const otherWidth = other.width;
    for (let start = from; start < to; start += MOST_ADDENDS) {
      const end = Math.min(to, start + MOST_ADDENDS);
      let carry = 0;
      for (let k = 0; k < width; k++) {
        if (k >= otherWidth && carry === 0) break;
        let sum = limbs[i * width + k] + carry;
        if (k < otherWidth) for (let e = start; e < end; e++) sum += addend[(offset + places[e]) * otherWidth + k];
        carry = Math.floor(sum / BASE);
        limbs[i * width + k] = sum - carry * BASE;
      }
      if (carry > 0) this.overflowed = true;
    }
  }

  /** Adds to number `i` the number `j` of a table that is no wider. */
  add(i: number, other: NaturalTable, j: number): void {
    const { limbs, width } = this;
    const addend = other.limbs;
    const shared = other.width;
    const at = i * width;
    const from = j * shared;
    let carry = 0;
    let k = 0;
    for (; k < shared; k++) {
      const sum = limbs[at + k] + addend[from + k] + carry;
      carry = sum >= BASE ? 1 : 0;
      limbs[at + k] = carry === 1 ? sum - BASE : sum;
    }
    for (; carry === 1 && k < width; k++) {
      const sum = limbs[at + k] + 1;
      carry = sum >= BASE ? 1 : 0;
      limbs[at + k] = carry === 1 ? 0 : sum;
    }
    if (carry === 1) this.overflowed = true;
  }

  get(i: number): bigint {
    let value = 0n;
    for (let k = this.width - 1; k >= 0; k--) value = (value << LIMB_BITS) + BigInt(this.limbs[i * this.width + k]);
    return value;
  }
}
