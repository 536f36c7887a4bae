// Terminal automata: once an accepting component is entered everything is accepted, so that the first such state decides.
// Breadth-first, so that the violation of a safety property is found by a shortest way.
//
// Valid where every execution goes on for ever: a model whose deadlocks are dropped needs `weak` instead.
import { invariant } from '../../base/assert.ts';
import { Int32List } from '../../base/growable.ts';
import type { Product } from '../product/product.ts';
import { couvreur } from './couvreur.ts';
import { StateNumbers } from './depth-first-path.ts';
import { continued, FilteredProduct } from './passes.ts';
import {
  type EmptinessResult,
  type EmptinessStatistics,
  type Progress,
  ProgressReporter,
  type SearchOptions,
  withStopwatch,
} from './result.ts';

/** Whether the product with a terminal automaton reaches a state from which everything is accepted. */
export function reachability(product: Product, options: SearchOptions = {}): EmptinessResult {
  const search = new TerminalSearch(product, withStopwatch(options));
  let found: number | null;
  try {
    found = search.findAccepting();
  } finally {
    options.onProgress?.(search.progress());
  }
  return found === null ? { accepting: null, statistics: search.statistics() } : closeCycle(search, found);
}

class TerminalSearch {
  readonly product: Product;
  readonly options: SearchOptions;
  readonly seen: StateNumbers = new StateNumbers();
  private readonly isAccepting: (state: number) => boolean;
  private readonly queue = new Int32List(64);
  private edges = 0;

  constructor(product: Product, options: SearchOptions) {
    const { weakness } = product;
    invariant(weakness?.terminal, 'the product is one with a terminal automaton');
    this.product = product;
    this.options = options;
    this.isAccepting = weakness.isAccepting;
  }

  /** The first state in an accepting component. */
  findAccepting(): number | null {
    const { product, queue } = this;
    const watch = new ProgressReporter(this.options);
    const successors = new Int32List(256);
    for (const initial of product.initialStates()) if (this.enter(initial)) return initial;
    for (let head = 0; head < queue.length; head++) {
      successors.clear();
      product.expand(queue.get(head), successors);
      for (let i = 0; i < successors.length; i += 2) {
        this.edges++;
        watch.tick(queue.length, this.edges, 0);
        if (this.enter(successors.get(i))) return successors.get(i);
      }
    }
    return null;
  }

  progress(): Progress {
    return { states: this.queue.length, edges: this.edges, depth: 0, passes: 1 };
  }

  statistics(): EmptinessStatistics {
    const { queue, edges, seen } = this;
    return {
      exploredStates: queue.length,
      exploredEdges: edges,
      passes: 1,
      components: 0,
      maximalDepth: 0,
      bytes: seen.bytes + 4 * queue.data.length,
    };
  }

  private enter(state: number): boolean {
    if (this.seen.get(state) !== 0) return false;
    this.seen.set(state, 1);
    this.queue.push(state);
    return this.isAccepting(state);
  }
}

/** Any cycle from the state on is accepting; the search for one counts as part of the pass. */
function closeCycle(search: TerminalSearch, state: number): EmptinessResult {
  const { product, options, seen } = search;
  const statistics = search.statistics();
  const onward = new FilteredProduct(product, product.modes[0], { starts: Int32List.from([state]) });
  const rest = couvreur(onward, continued(options, { ...statistics, passes: 0 }));
  invariant(rest.accepting !== null, 'every execution goes on for ever');
  const { contains, visited, mode } = rest.accepting;
  return {
    accepting: { contains, mode, visited: (other) => seen.get(other) !== 0 || visited(other) },
    statistics: {
      ...statistics,
      exploredStates: statistics.exploredStates + rest.statistics.exploredStates,
      exploredEdges: statistics.exploredEdges + rest.statistics.exploredEdges,
      maximalDepth: rest.statistics.maximalDepth,
      bytes: statistics.bytes + rest.statistics.bytes,
    },
  };
}
