// The path of a depth-first search: the states on it, each with the edges that are still to be followed. The edges of all of them lie
// in one list, those of a state behind those of the states below it, so that nothing is allocated per state.
import { Int32List } from '../../base/growable.ts';
import type { Product } from '../product/product.ts';

/** States from the first to the present one, and the edges that are left of each. */
export class DepthFirstPath {
  readonly states: Int32List = new Int32List(64);
  /** The edge that `advance` found. */
  target = -1;
  marks = 0;
  maximalLength = 0;
  private readonly product: Product;
  private readonly firstEdge = new Int32List(64);
  private readonly nextEdge = new Int32List(64);
  private readonly edges = new Int32List(256);

  constructor(product: Product) {
    this.product = product;
  }

  get length(): number {
    return this.states.length;
  }

  /** The present state; undefined behaviour when the path is empty. */
  get top(): number {
    return this.states.top();
  }

  get bytes(): number {
    return 4 * (this.states.data.length * 3 + this.edges.data.length);
  }

  push(state: number): void {
    this.states.push(state);
    this.firstEdge.push(this.edges.length);
    this.nextEdge.push(this.edges.length);
    this.product.expand(state, this.edges);
    if (this.states.length > this.maximalLength) this.maximalLength = this.states.length;
  }

  pop(): number {
    this.nextEdge.pop();
    this.edges.length = this.firstEdge.pop();
    return this.states.pop();
  }

  /** Moves to the next edge of the present state; false when it has none left. */
  advance(): boolean {
    const at = this.nextEdge.top();
    if (at === this.edges.length) return false;
    this.target = this.edges.get(at);
    this.marks = this.edges.get(at + 1);
    this.nextEdge.set(this.nextEdge.length - 1, at + 2);
    return true;
  }
}

/** A number for each product state, 0 until it is set. */
export class StateNumbers {
  private readonly list = new Int32List(64);

  get bytes(): number {
    return 4 * this.list.data.length;
  }

  get(state: number): number {
    return state < this.list.length ? this.list.data[state] : 0;
  }

  set(state: number, value: number): void {
    const { list } = this;
    if (state >= list.length) {
      list.reserve(state + 1);
      list.data.fill(0, list.length, state + 1);
      list.length = state + 1;
    }
    list.data[state] = value;
  }
}
