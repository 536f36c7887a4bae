// The two-pass emptiness check for acceptance modes with forbidden marks, such as the livelocks of testing automata:
// ToPNoC'12, Algorithms 2 and 3, with the optimisations of its Appendix D.
//
//     first pass:   Couvreur's search over the whole product. After each merge the component on top is tested for every mode:
//                   Büchi acceptance (line 20), and livelock acceptance as long as the component shows no change (line 21).
//     second pass:  only if the first saw a state from which a livelock could start (Gseen): the search again, over the
//                   edges without forbidden marks (the stuttering edges between livelock-accepting states).
//
// The second pass is needed: the first may close a component with a changing edge before it sees the stuttering cycle inside
// (ToPNoC'12, Fig. 10).
//
// Differs from the paper: the second pass starts from the states that the first pass saw to have a stuttering edge between
// livelock-accepting states, instead of walking the whole product once more to collect them; and it follows edges between livelock-accepting states only, so that it stays
// exact when a stuttering edge leads from a livelock-accepting state to another one.
import { Int32List } from '../../base/growable.ts';
import type { AcceptanceMode, Product } from '../product.ts';
import { couvreur } from './couvreur.ts';
import { addStatistics, type EmptinessResult, type EmptinessStatistics, type SearchOptions } from './result.ts';

/** Whether the product has an accepting cycle, for any acceptance modes; one pass where no mode forbids a mark. */
export function twoPass(product: Product, options: SearchOptions = {}): EmptinessResult {
  const watched = new ObservedProduct(product);
  let result = couvreur(watched, options);
  for (const [index, mode] of product.modes.entries()) {
    const starts = watched.starts[index];
    if (result.accepting !== null) break;
    if (starts.length === 0) continue;
    const { accepting, statistics } = couvreur(
      new FilteredProduct(product, mode, starts),
      continued(options, result.statistics),
    );
    result = {
      accepting: accepting && { ...accepting, visited: () => true }, // the first pass has visited all there is
      statistics: addStatistics(result.statistics, statistics),
    };
  }
  return result;
}

/** The options of a further pass: what the passes before it visited is added to its progress. */
function continued(options: SearchOptions, before: EmptinessStatistics): SearchOptions {
  const { onProgress } = options;
  if (onProgress === undefined) return options;
  return {
    ...options,
    onProgress: ({ states, edges, depth, passes }) =>
      onProgress({
        states: before.exploredStates + states,
        edges: before.exploredEdges + edges,
        depth,
        passes: before.passes + passes,
      }),
  };
}

/** Notes for each mode with forbidden marks the states that have an edge without them: a second pass starts there. */
class ObservedProduct implements Product {
  readonly modes: readonly AcceptanceMode[];
  readonly starts: readonly Int32List[];
  private readonly product: Product;

  constructor(product: Product) {
    this.product = product;
    this.modes = product.modes;
    this.starts = product.modes.map(() => new Int32List());
  }

  get size(): number {
    return this.product.size;
  }

  initialStates(): readonly number[] {
    return this.product.initialStates();
  }

  expand(state: number, edges: Int32List): void {
    const first = edges.length;
    this.product.expand(state, edges);
    for (let mode = 0; mode < this.modes.length; mode++) {
      const { forbidden } = this.modes[mode];
      if (forbidden === 0) continue;
      for (let i = first; i < edges.length; i += 2) {
        if ((edges.get(i + 1) & forbidden) !== 0) continue;
        this.starts[mode].push(state);
        break;
      }
    }
  }
}

/** The product without the edges that carry a forbidden mark, entered at the given states. */
class FilteredProduct implements Product {
  readonly modes: readonly AcceptanceMode[];
  private readonly product: Product;
  private readonly forbidden: number;
  private readonly starts: Int32List;
  private readonly all = new Int32List();

  constructor(product: Product, mode: AcceptanceMode, starts: Int32List) {
    this.product = product;
    this.forbidden = mode.forbidden;
    this.modes = [mode];
    this.starts = starts;
  }

  get size(): number {
    return this.product.size;
  }

  initialStates(): readonly number[] {
    return Array.from(this.starts.toArray());
  }

  expand(state: number, edges: Int32List): void {
    this.all.clear();
    this.product.expand(state, this.all);
    for (let i = 0; i < this.all.length; i += 2) {
      if ((this.all.get(i + 1) & this.forbidden) !== 0) continue;
      edges.push(this.all.get(i));
      edges.push(this.all.get(i + 1));
    }
  }
}
