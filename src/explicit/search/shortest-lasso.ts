// The shortest accepting lasso of a product, exactly: the fewest states in prefix and cycle together.
//
//     breadth-first from the initial states: the distance of each state
//     for each state s, nearest first, as long as distance(s) + 1 can be shorter than the best lasso:
//       breadth-first over pairs (state, marks seen) from (s, ∅) back to (s, all), through states at least as far as s
//
// A shortest lasso enters its cycle at the state that is nearest to the initial ones, because a cycle may start anywhere on it; so
// nearer states need not be tried. Exponential in the number of marks and quadratic in the states that are near enough: for small
// counterexamples, which are the ones that people ask it for. How many are near enough depends on the bound, so the search starts with
// a small one and raises it while nothing is found.
import { Int32List } from '../../base/growable.ts';
import { PairTable } from '../../base/pair-table.ts';
import { ProgressReporter, type SearchOptions } from '../emptiness/result.ts';
import type { AcceptanceMode, Product } from '../product/product.ts';
import type { ProductLasso } from './lasso-search.ts';

/** A shortest accepting lasso with fewer than `bound` states, or null when there is none. */
export function shortestLasso(product: Product, bound: number, options: SearchOptions = {}): ProductLasso | null {
  const watch = new ProgressReporter(options);
  for (let limit = FIRST_BOUND; limit < bound; limit = Math.ceil(limit * GROWTH)) {
    const found = new ShortestSearch(product, limit, watch).run();
    if (found !== null) return found;
  }
  return new ShortestSearch(product, bound, watch).run();
}

/** Bounds grow slowly: a step too far costs more than all smaller bounds together. */
const FIRST_BOUND = 3;
const GROWTH = 1.2;

const SOURCE = -1;

class ShortestSearch {
  private readonly product: Product;
  private readonly watch: ProgressReporter;
  /** Only lassos with fewer states than this are of interest. */
  private bound: number;
  private best: ProductLasso | null = null;
  /** Distance plus one; 0 for states not yet found. */
  private readonly distances: number[] = [];
  private readonly predecessors: number[] = [];
  private readonly edges = new Int32List();
  private steps = 0;

  constructor(product: Product, bound: number, watch: ProgressReporter) {
    this.product = product;
    this.bound = bound;
    this.watch = watch;
  }

  run(): ProductLasso | null {
    const queue: number[] = [];
    const enter = (state: number, from: number): void => {
      if (this.distances[state] !== undefined) return;
      this.distances[state] = from === SOURCE ? 0 : this.distances[from] + 1;
      this.predecessors[state] = from;
      queue.push(state);
    };
    for (const state of this.product.initialStates()) enter(state, SOURCE);
    for (let head = 0; head < queue.length && this.distances[queue[head]] + 1 < this.bound; head++) {
      const state = queue[head];
      for (let edges = this.expand(state), i = 0; i < edges.length; i += 2) enter(edges[i], state);
      for (const mode of this.product.modes) this.tryCycles(state, mode);
    }
    return this.best;
  }

  private expand(state: number): Int32Array {
    this.edges.clear();
    this.product.expand(state, this.edges);
    for (let i = 0; i <= this.edges.length; i += 2) this.watch.tick(this.distances.length, ++this.steps, 0);
    return this.edges.toArray();
  }

  /** A shorter lasso whose cycle starts here, if there is one. */
  private tryCycles(home: number, { required, forbidden }: AcceptanceMode): void {
    const near = this.distances[home];
    const found = new PairTable(); // (state, marks seen)
    const from: number[] = [];
    const lengths: number[] = [];
    const enter = (state: number, marks: number, before: number): void => {
      const size = found.size;
      if (found.intern(state, marks) < size) return;
      from.push(before);
      lengths.push(before === SOURCE ? 0 : lengths[before] + 1);
    };
    enter(home, 0, SOURCE);
    for (let at = 0; at < found.size && near + lengths[at] + 1 < this.bound; at++) {
      const seen = found.right.get(at);
      for (let edges = this.expand(found.left.get(at)), i = 0; i < edges.length; i += 2) {
        const [target, marks] = [edges[i], edges[i + 1]];
        if ((marks & forbidden) !== 0 || (this.distances[target] ?? near) < near) continue;
        const all = seen | (marks & required);
        if (target === home && all === required) {
          this.keep(home, at, { found, from });
          return;
        }
        enter(target, all, at);
      }
    }
  }

  private keep(
    home: number,
    last: number,
    walk: { readonly found: PairTable; readonly from: readonly number[] },
  ): void {
    const prefix: number[] = [];
    for (let state = this.predecessors[home]; state !== SOURCE; state = this.predecessors[state]) prefix.push(state);
    const cycle: number[] = [];
    for (let at = last; at !== SOURCE; at = walk.from[at]) cycle.push(walk.found.left.get(at));
    this.best = { prefix: prefix.reverse(), cycle: cycle.reverse() };
    this.bound = this.best.prefix.length + this.best.cycle.length;
  }
}
