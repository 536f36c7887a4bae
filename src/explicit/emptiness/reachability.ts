// Terminal automata: once an accepting component is entered everything is accepted, so that the first such state decides.
// Breadth-first, so that the violation of a safety property is found by a shortest way. Where a path is enough for an answer no cycle is
// looked for: a model without bound may have none.
//
// Valid where every execution goes on for ever: a model whose deadlocks are dropped needs `weak` instead. In the kernel:
// assembly/reachability.ts, where `weak` closes the cycle.

import { invariant } from '../../base/assert.ts';
import { Int32List } from '../../base/growable.ts';
import { QUEUED } from '../kernel/protocol.ts';
import type { Product } from '../product/product.ts';
import type { Interruption, KernelSearch } from '../search/kernel-search.ts';
import type { EmptinessCheck } from './check.ts';
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
import { WeakRun } from './weak.ts';

export const reachabilityCheck: EmptinessCheck<'reachability'> = {
  name: 'reachability',
  decides: 'terminal automata (¬φ of a safety property)',
  how: 'reaching an accepting state is a violation',
  obstacle: ({ weakness }, deadlock) => {
    if (!weakness?.terminal) return 'the automaton is not known to be terminal';
    return deadlock === 'drop' ? 'executions that end in a deadlock are dropped' : null;
  },
  search: reachability,
  kernel: { modes: 'simple', search: reachInKernel },
};

/** Whether the product with a terminal automaton reaches a state from which everything is accepted. */
function reachability(product: Product, options: SearchOptions = {}): EmptinessResult {
  const search = new TerminalSearch(product, withStopwatch(options));
  let found: number | null;
  try {
    found = search.findAccepting();
  } finally {
    options.onProgress?.(search.progress());
  }
  if (found === null) return { accepting: null, statistics: search.statistics() };
  if (options.goal !== 'decision') return closeCycle(search, found);
  const { seen } = search;
  const deciding = { contains: (state: number) => state === found, visited: (state: number) => seen.get(state) !== 0 };
  return { accepting: null, deciding, statistics: search.statistics() };
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
  const rest = couvreur(onward, continued({ ...options, goal: 'cycle' }, { ...statistics, passes: 0 }));
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

/** The search inside the kernel: whatever is outside accepting components is only visited. */
function reachInKernel(search: KernelSearch): EmptinessResult | Interruption {
  search.begin('slots');
  const { weakness } = search.product.property;
  invariant(weakness, 'the automaton is weak');
  search.visitOnly({ flags: weakness.accepting.map((flag) => 1 - flag), word: QUEUED });
  const reached = search.run(new ReachabilityRun(search));
  if (reached !== 'found') return search.cycleResult(reached);
  if (search.goal === 'decision') return search.decision();
  search.searchEverywhere();
  search.place.restartPath(search.core.found.value >>> 0);
  const closed = search.run(new WeakRun(search));
  invariant(closed !== 'not found', 'every execution goes on for ever');
  return search.cycleResult(closed);
}

class ReachabilityRun extends WeakRun {
  override slice(core: KernelSearch['core'], budget: number): number {
    return core.reachability(budget);
  }
}
