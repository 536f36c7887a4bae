// The components of a product in the order in which a depth-first search completes them: what a component leads to was completed before it.
//
// As `explicit/emptiness/tarjan.ts`, but nothing is looked for: all states are kept, in that order, and each component with the marks inside it.
import { Int32List } from '../base/growable.ts';
import { DepthFirstPath, StateNumbers } from '../explicit/emptiness/depth-first-path.ts';
import { ProgressReporter, type SearchOptions } from '../explicit/emptiness/result.ts';
import type { Product } from '../explicit/product/product.ts';

export interface Blocks {
  /** Product states, block by block. */
  readonly states: Int32List;
  /** Where each block ends in `states`. */
  readonly ends: Int32List;
  /** For each block a mark that no edge inside it carries; -1 where there is no edge inside. */
  readonly missing: Int32List;
}

const DEAD = -1;

/** The blocks; null when a component with a cycle carries all marks: then the product is not empty. Throws `LimitExceeded`. */
export function findBlocks(product: Product, options: SearchOptions): Blocks | null {
  return new BlockSearch(product, options).run();
}

class BlockSearch {
  private readonly product: Product;
  private readonly required: number;
  private readonly watch: ProgressReporter;
  private readonly path: DepthFirstPath;
  /** 0 for states not yet visited, from 1 on for live ones, DEAD. */
  private readonly ranks = new StateNumbers();
  private readonly live = new Int32List(64);
  /** For each state on the path: lowlink, marks inside its component so far, marks of the edge into it, whether it has a cycle. */
  private readonly low = new Int32List(64);
  private readonly inside = new Int32List(64);
  private readonly entry = new Int32List(64);
  private readonly cyclic = new Int32List(64);
  private readonly blocks: Blocks = { states: new Int32List(64), ends: new Int32List(), missing: new Int32List() };
  private visited = 0;
  private edges = 0;

  constructor(product: Product, options: SearchOptions) {
    this.product = product;
    this.required = product.modes[0].required;
    this.watch = new ProgressReporter(options);
    this.path = new DepthFirstPath(product);
  }

  run(): Blocks | null {
    const { path, ranks } = this;
    for (const initial of this.product.initialStates()) {
      if (ranks.get(initial) !== 0) continue;
      this.push(0, initial);
      while (path.length > 0) {
        if (!path.advance()) {
          if (!this.pop()) return null;
          continue;
        }
        this.edges++;
        this.watch.tick(this.visited, this.edges, path.length);
        const rank = ranks.get(path.target);
        if (rank === 0) this.push(path.marks, path.target);
        else if (rank > 0) this.gather(rank, path.marks);
      }
    }
    return this.blocks;
  }

  private push(marks: number, state: number): void {
    this.visited++;
    this.path.push(state);
    this.live.push(state);
    this.ranks.set(state, this.live.length);
    this.low.push(this.live.length);
    this.inside.push(0);
    this.entry.push(marks);
    this.cyclic.push(0);
  }

  private gather(rank: number, marks: number): void {
    const top = this.low.length - 1;
    if (rank < this.low.get(top)) this.low.set(top, rank);
    this.inside.set(top, this.inside.get(top) | marks);
    this.cyclic.set(top, 1);
  }

  /** False where the component that ends accepts. */
  private pop(): boolean {
    const rank = this.ranks.get(this.path.pop());
    const [low, inside, entry, cyclic] = [this.low.pop(), this.inside.pop(), this.entry.pop(), this.cyclic.pop()];
    if (low < rank) {
      this.gather(low, inside | entry);
      return true;
    }
    const { states, ends, missing } = this.blocks;
    const left = this.required & ~inside;
    if (cyclic === 1 && left === 0) return false;
    while (this.live.length >= rank) {
      const state = this.live.pop();
      this.ranks.set(state, DEAD);
      states.push(state);
    }
    ends.push(states.length);
    missing.push(cyclic === 1 ? 31 - Math.clz32(left) : -1);
    return true;
  }
}
