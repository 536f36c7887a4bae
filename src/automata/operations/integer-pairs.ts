// Numbers for pairs of small integers, in the order of their first appearance: the states of a product.
import { Int32List } from '../../base/growable.ts';

/** Up to this many possible pairs, a flat table is used. */
const FLAT_LIMIT = 1 << 20;

/** Numbers the pairs (i, j) with i < rows and j < columns 0, 1, 2, … */
export class IntegerPairs {
  private readonly columns: number;
  private readonly flat: Int32Array | null;
  private readonly ids: Map<number, number> | null;
  private readonly firsts = new Int32List();
  private readonly seconds = new Int32List();

  constructor(rows: number, columns: number) {
    this.columns = columns;
    const small = rows * columns <= FLAT_LIMIT;
    this.flat = small ? new Int32Array(rows * columns).fill(-1) : null;
    this.ids = small ? null : new Map();
  }

  get size(): number {
    return this.firsts.length;
  }

  first(id: number): number {
    return this.firsts.get(id);
  }

  second(id: number): number {
    return this.seconds.get(id);
  }

  /** The number of the pair, which is new (equal to the former `size`) if it was not seen before. */
  intern(i: number, j: number): number {
    const key = i * this.columns + j;
    const known = this.flat ? this.flat[key] : (this.ids!.get(key) ?? -1);
    if (known >= 0) return known;
    const id = this.firsts.length;
    this.firsts.push(i);
    this.seconds.push(j);
    if (this.flat) this.flat[key] = id;
    else this.ids!.set(key, id);
    return id;
  }
}
