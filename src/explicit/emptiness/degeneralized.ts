// A product with several acceptance marks as one with a single mark: each state has a level, the mark that it waits for.
// The level goes up as far as the edge's marks allow; a step past the last one accepts and begins again.
import { Int32List } from '../../base/growable.ts';
import { PairTable } from '../../base/pair-table.ts';
import type { AcceptanceMode, Product } from '../product/product.ts';

/** The given marks, counted through; edges of the result carry mark 1 or none. */
export class DegeneralizedProduct implements Product {
  readonly modes: readonly AcceptanceMode[] = [{ required: 1, forbidden: 0 }];
  private readonly product: Product;
  private readonly marks: readonly number[];
  private readonly pairs = new PairTable();
  private readonly inner = new Int32List();

  constructor(product: Product, required: number) {
    this.product = product;
    const marks: number[] = [];
    for (let rest = required; rest !== 0; rest &= rest - 1) marks.push(rest & -rest);
    this.marks = marks;
  }

  get size(): number {
    return this.pairs.size;
  }

  /** The state of the product itself. */
  stateOf(state: number): number {
    return this.pairs.left.get(state);
  }

  initialStates(): readonly number[] {
    return this.product.initialStates().map((state) => this.pairs.intern(state, 0));
  }

  expand(state: number, edges: Int32List): void {
    const { inner, marks, pairs } = this;
    const start = pairs.right.get(state);
    inner.clear();
    this.product.expand(pairs.left.get(state), inner);
    for (let i = 0; i < inner.length; i += 2) {
      const shown = inner.get(i + 1);
      let level = start;
      while (level < marks.length && (shown & marks[level]) !== 0) level++;
      const isThrough = level === marks.length;
      edges.push(pairs.intern(inner.get(i), isThrough ? 0 : level));
      edges.push(isThrough ? 1 : 0);
    }
  }
}
