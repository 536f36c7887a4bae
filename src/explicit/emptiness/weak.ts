// Weak automata: every cycle through a state of an accepting component accepts, so that one plain depth-first search decides
// ([CP03], on classes of properties that are easier to check).
//
//     depth-first; an edge that leads back to a state on the path, in an accepting component: accepting
//
// Two bits of memory for each state would do; no component is ever gathered. In the kernel: assembly/weak.ts.

import { invariant } from '../../base/assert.ts';
import { CLOSED } from '../kernel/protocol.ts';
import type { Product } from '../product/product.ts';
import type { KernelRun, KernelSearch } from '../search/kernel-search.ts';
import type { EmptinessCheck } from './check.ts';
import { DepthFirstPath, StateNumbers } from './depth-first-path.ts';
import { cycleResult, type EmptinessResult, type Progress, ProgressReporter, type SearchOptions } from './result.ts';

export const weakCheck: EmptinessCheck<'weak'> = {
  name: 'weak',
  decides: 'weak automata',
  how: 'one depth-first search for a cycle of accepting states',
  obstacle: ({ weakness }) => (weakness ? null : 'the automaton is not known to be weak'),
  search: weak,
  kernel: {
    modes: 'simple',
    search: (search) => {
      search.begin('slots');
      search.visitHopelessOnly(CLOSED);
      return search.cycleResult(search.run(new WeakRun(search)));
    },
  },
};

const DONE = -1;

/** Whether the product with a weak automaton has an accepting cycle. */
function weak(product: Product, options: SearchOptions = {}): EmptinessResult {
  const search = new WeakSearch(product, options);
  try {
    return search.result(search.findCycle());
  } finally {
    options.onProgress?.(search.progress());
  }
}

class WeakSearch {
  private readonly product: Product;
  private readonly isAccepting: (state: number) => boolean;
  private readonly watch: ProgressReporter;
  private readonly path: DepthFirstPath;
  /** Place on the path from 1 on, DONE, or 0 for states not yet visited. */
  private readonly places = new StateNumbers();
  private states = 0;
  private edges = 0;

  constructor(product: Product, options: SearchOptions) {
    const { weakness, modes } = product;
    invariant(weakness && modes.length === 1, 'the product is one with a weak automaton');
    this.product = product;
    this.isAccepting = weakness.isAccepting;
    this.watch = new ProgressReporter(options);
    this.path = new DepthFirstPath(product);
  }

  findCycle(): Int32Array | null {
    const { path, places } = this;
    for (const initial of this.product.initialStates()) {
      if (places.get(initial) !== 0) continue;
      this.enter(initial);
      while (path.length > 0) {
        if (!path.advance()) {
          places.set(path.pop(), DONE);
          continue;
        }
        const { target } = path;
        const place = places.get(target);
        this.edges++;
        this.watch.tick(this.states, this.edges, path.length);
        if (place === 0) this.enter(target);
        else if (place > 0 && this.isAccepting(target)) return path.states.toArray().slice(place - 1);
      }
    }
    return null;
  }

  progress(): Progress {
    return { states: this.states, edges: this.edges, depth: this.path.length, passes: 1 };
  }

  result(cycle: Int32Array | null): EmptinessResult {
    const { path, places } = this;
    return cycleResult({
      cycle,
      visited: (state) => places.get(state) !== 0,
      mode: this.product.modes[0],
      statistics: {
        exploredStates: this.states,
        exploredEdges: this.edges,
        passes: 1,
        components: 0,
        maximalDepth: path.maximalLength,
        bytes: path.bytes + places.bytes,
      },
    });
  }

  private enter(state: number): void {
    this.states++;
    this.path.push(state);
    this.places.set(state, this.path.length);
  }
}

/** The search inside the kernel. */
export class WeakRun implements KernelRun {
  protected readonly search: KernelSearch;

  constructor(search: KernelSearch) {
    this.search = search;
    this.open();
  }

  slice(core: KernelSearch['core'], budget: number): number {
    return core.weak(budget);
  }

  park(): () => void {
    return () => this.open();
  }

  private open(): void {
    const { core, place, product } = this.search;
    const { weakness } = product.property;
    invariant(weakness, 'the automaton is weak');
    core.openWeak(place.tables.takeFlags(weakness.accepting));
  }
}
