// Nested depth-first search [VL25, "Nested depth-first search"] with the colours of Schwoon and Esparza [SE05], and red states spread
// upwards as in Gaiser and Schwoon [GS09].
//
//     blue search:  a state is cyan while it is on the path, blue afterwards
//       edge to a cyan state, accepting itself or above an accepting edge of the path: accepting cycle
//       edge to a white state: go there
//       accepting edge to a state that is blue by now: red search from there
//       all successors red: the state becomes red, not blue
//     red search:   over blue states, which become red; an edge to a cyan state closes an accepting cycle
//
// Differs from the papers: acceptance is on edges; generalized acceptance is counted through (`degeneralized.ts`); modes with
// forbidden marks are searched for one after another (`passes.ts`). In the kernel (assembly/nested.ts) acceptance has to be on states.
import { RED as RED_IN_KERNEL } from '../kernel/protocol.ts';
import type { AcceptanceMode, Product } from '../product/product.ts';
import type { KernelRun, KernelSearch } from '../search/kernel-search.ts';
import type { EmptinessCheck } from './check.ts';
import { DegeneralizedProduct } from './degeneralized.ts';
import { DepthFirstPath, StateNumbers } from './depth-first-path.ts';
import { continued, searchInPasses } from './passes.ts';
import {
  addStatistics,
  cycleResult,
  type EmptinessResult,
  type EmptinessStatistics,
  type Progress,
  ProgressReporter,
  type SearchOptions,
} from './result.ts';

export const ndfsCheck: EmptinessCheck<'ndfs'> = {
  name: 'ndfs',
  decides: 'everything, after degeneralization',
  how: 'nested depth-first search',
  obstacle: () => null,
  search: ndfs,
  kernel: {
    modes: 'simple',
    search: (search) => {
      const run = new NestedRun(search);
      search.begin('slots');
      search.visitHopelessOnly(RED_IN_KERNEL);
      return search.cycleResult(search.run(run));
    },
  },
};

/** Whether the product has an accepting cycle, for any acceptance modes. */
function ndfs(product: Product, options: SearchOptions = {}): EmptinessResult {
  return searchInPasses(product, options, searchModes);
}

/** No edge accepts: the search only walks through the product. */
const NEVER: AcceptanceMode = { required: 0, forbidden: -1 };

/** One search for each mode without forbidden marks; without any, the product is walked through once for those that follow. */
function searchModes(product: Product, options: SearchOptions = {}): EmptinessResult {
  const simple = product.modes.filter(({ forbidden }) => forbidden === 0);
  const [first = NEVER, ...others] = simple;
  let result = searchMode(product, first, options);
  for (const mode of others) {
    if (result.accepting !== null) break;
    const { accepting, statistics } = searchMode(product, mode, continued(options, result.statistics));
    result = { accepting, statistics: addStatistics(result.statistics, statistics) };
  }
  return result;
}

function searchMode(product: Product, mode: AcceptanceMode, options: SearchOptions): EmptinessResult {
  const isSimple = (mode.required & (mode.required - 1)) === 0; // at most one mark
  const counted = isSimple ? null : new DegeneralizedProduct(product, mode.required);
  const search = new NestedSearch(counted ?? product, counted?.modes[0] ?? mode, options);
  try {
    const cycle = search.findCycle();
    const { statistics } = search;
    return cycleResult({
      cycle: cycle && counted ? cycle.map((state) => counted.stateOf(state)) : cycle,
      visited: counted ? () => true : (state) => search.colours.get(state) !== WHITE,
      mode,
      statistics,
    });
  } finally {
    options.onProgress?.(search.progress());
  }
}

const WHITE = 0;
const BLUE = -1;
const RED = -2;

class NestedSearch {
  /** WHITE, BLUE, RED, or the place on the blue path from 1 on: cyan. */
  readonly colours: StateNumbers = new StateNumbers();
  private readonly product: Product;
  private readonly watch: ProgressReporter;
  private readonly isAccepting: (marks: number) => boolean;
  private readonly blue: DepthFirstPath;
  private readonly red: DepthFirstPath;
  /** For each place on the blue path: accepting edges up to there; whether the edge into it accepts; whether all successors are red. */
  private readonly acceptingEdges: number[] = [];
  private readonly entryAccepts: boolean[] = [];
  private readonly allRed: boolean[] = [];
  private states = 0;
  private edges = 0;

  constructor(product: Product, { required, forbidden }: AcceptanceMode, options: SearchOptions) {
    this.product = product;
    this.watch = new ProgressReporter(options);
    this.isAccepting = forbidden === 0 ? (marks) => (marks & required) === required : () => false;
    this.blue = new DepthFirstPath(product);
    this.red = new DepthFirstPath(product);
  }

  get statistics(): EmptinessStatistics {
    const { blue, red, colours, states, edges } = this;
    return {
      exploredStates: states,
      exploredEdges: edges,
      passes: 1,
      components: 0,
      maximalDepth: blue.maximalLength,
      bytes: blue.bytes + red.bytes + colours.bytes + 16 * blue.maximalLength,
    };
  }

  progress(): Progress {
    return { states: this.states, edges: this.edges, depth: this.blue.length, passes: 1 };
  }

  /** The states of an accepting cycle, or null. */
  findCycle(): number[] | null {
    const { blue, colours } = this;
    for (const initial of this.product.initialStates()) {
      if (colours.get(initial) !== WHITE) continue;
      this.enter(initial, false);
      while (blue.length > 0) {
        const cycle = blue.advance() ? this.followBlue() : this.leaveBlue();
        if (cycle !== null) return cycle;
      }
    }
    return null;
  }

  private enter(state: number, accepts: boolean): void {
    const before = this.acceptingEdges.length === 0 ? 0 : this.acceptingEdges[this.acceptingEdges.length - 1];
    this.states++;
    this.blue.push(state);
    this.colours.set(state, this.blue.length);
    this.acceptingEdges.push(before + (accepts ? 1 : 0));
    this.entryAccepts.push(accepts);
    this.allRed.push(true);
  }

  private followBlue(): number[] | null {
    const { target } = this.blue;
    const accepts = this.isAccepting(this.blue.marks);
    this.tick();
    const colour = this.colours.get(target);
    if (colour > 0) {
      const count = this.acceptingEdges[this.acceptingEdges.length - 1];
      if (accepts || count > this.acceptingEdges[colour - 1]) return this.cycleFrom(colour);
      this.allRed[this.allRed.length - 1] = false;
    } else if (colour === WHITE) this.enter(target, accepts);
    else if (colour === BLUE) return this.afterBlue(target, accepts);
    return null;
  }

  /** The top of the path is done; the edge that led to it is looked at again. */
  private leaveBlue(): number[] | null {
    const state = this.blue.pop();
    const [accepts, red] = [this.entryAccepts.pop()!, this.allRed.pop()!];
    this.acceptingEdges.pop();
    this.colours.set(state, red ? RED : BLUE);
    return red || this.blue.length === 0 ? null : this.afterBlue(state, accepts);
  }

  /** The present state has an edge to a blue one. */
  private afterBlue(state: number, accepts: boolean): number[] | null {
    if (accepts) return this.searchRed(state);
    this.allRed[this.allRed.length - 1] = false;
    return null;
  }

  private searchRed(start: number): number[] | null {
    const { red, colours } = this;
    colours.set(start, RED);
    red.push(start);
    this.states++;
    while (red.length > 0) {
      if (!red.advance()) {
        red.pop();
        continue;
      }
      const { target } = red;
      const colour = colours.get(target);
      this.tick();
      if (colour > 0) return [...this.cycleFrom(colour), ...red.states.toArray()];
      if (colour !== BLUE) continue;
      colours.set(target, RED);
      red.push(target);
      this.states++;
    }
    return null;
  }

  private cycleFrom(place: number): number[] {
    return Array.from(this.blue.states.toArray().subarray(place - 1));
  }

  private tick(): void {
    this.edges++;
    this.watch.tick(this.states, this.edges, this.blue.length);
  }
}

/** States of the property that the kernel's table of accepting states has room for. */
const MOST_STATES = 1 << 16;

/** The search inside the kernel. The product does not fit when acceptance proves not to be on states. */
class NestedRun implements KernelRun {
  private readonly search: KernelSearch;
  /** Whether the edges of a state carry the mark, as far as they were seen. */
  private readonly accepting = new Map<number, boolean>();
  private table = 0;

  constructor(search: KernelSearch) {
    this.search = search;
    this.open(0);
  }

  slice(core: KernelSearch['core'], budget: number): number {
    return core.nested(budget);
  }

  park(): () => void {
    const { search } = this;
    const red = search.core.nestedRedBase() >>> 0;
    const place = red - search.place.layout.path;
    return () => this.open(red === 0 ? 0 : search.place.layout.path + place);
  }

  private open(redBase: number): void {
    const { place } = this.search;
    this.table = place.tables.take(MOST_STATES);
    if (this.table === 0) return;
    place.kernel.core.openNested(this.table, redBase);
    for (const [q, accepting] of this.accepting) if (accepting) this.mark(q);
    place.tables.onEdges = (q, edges) => this.observe(q, edges);
  }

  private observe(q: number, edges: Int32Array): void {
    if (edges.length === 0) return;
    const [{ required }] = this.search.product.modes;
    const accepting = (edges[1] & required) === required;
    const expected = accepting ? required : 0;
    let isOnStates = q < MOST_STATES && (this.accepting.get(q) ?? accepting) === accepting;
    for (let i = 1; i < edges.length; i += 2) isOnStates &&= (edges[i] & required) === expected;
    if (!isOnStates) {
      this.search.place.refuse('unknown acceptance');
      return;
    }
    this.accepting.set(q, accepting);
    if (accepting) this.mark(q);
  }

  private mark(q: number): void {
    const at = this.table + q;
    this.search.place.kernel.words[at >>> 2] |= 1 << (8 * (at & 3));
  }
}
