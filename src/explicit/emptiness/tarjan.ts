// Components by lowlinks: Tarjan's algorithm with the marks of each component gathered on the way [GV04], here
// for generalized acceptance [RDKP13b].
//
//     new state: its lowlink is its own rank, its marks are none
//     edge to a live state d: lowlink := min(lowlink, rank of d); marks gain those of the edge; all there: accepting
//     no edge left, lowlink smaller than the rank: the state below gains lowlink, marks and the marks of the edge
//                                                 between them; all there: accepting
//     no edge left, lowlink equal to the rank: a whole component is on top of the live states, and dies
//
// All marks on a state of the path belong to edges of its component, for what is popped with a smaller lowlink leads back to it.
// A mode with forbidden marks is decided when a component is whole: a search inside it over the edges that are left. So there
// is one pass over the product, and only components that could accept are looked at again. In the kernel: assembly/tarjan.ts.
import { Int32List } from '../../base/growable.ts';
import { COMPONENT_BYTES, COMPONENT_RANK, DEAD as DEAD_IN_KERNEL, NEW } from '../kernel/protocol.ts';
import type { AcceptanceMode, Product } from '../product/product.ts';
import type { Interruption, KernelRun, KernelSearch } from '../search/kernel-search.ts';
import type { EmptinessCheck } from './check.ts';
import { couvreur } from './couvreur.ts';
import { DepthFirstPath, StateNumbers } from './depth-first-path.ts';
import { FilteredProduct } from './passes.ts';
import {
  type AcceptingComponent,
  type EmptinessResult,
  type Progress,
  ProgressReporter,
  type SearchOptions,
  withStopwatch,
} from './result.ts';

export const tarjanCheck: EmptinessCheck<'tarjan'> = {
  name: 'tarjan',
  decides: 'any acceptance condition, Fin included',
  how: 'components by low links, refined where a mark is forbidden',
  obstacle: () => null,
  search: tarjan,
  kernel: { modes: 'simple', search: searchInKernel },
};

const DEAD = -1;

/** Whether the product has an accepting cycle, for any acceptance modes, in one pass. */
function tarjan(product: Product, options: SearchOptions = {}): EmptinessResult {
  const search = new TarjanSearch(product, withStopwatch(options));
  try {
    return search.result(search.findAccepting());
  } finally {
    options.onProgress?.(search.progress());
  }
}

class TarjanSearch {
  private readonly product: Product;
  private readonly watch: ProgressReporter;
  private readonly options: SearchOptions;
  private readonly simple: readonly AcceptanceMode[];
  private readonly forbidding: readonly AcceptanceMode[];
  private readonly path: DepthFirstPath;
  /** 0 for states not yet visited, from 1 on for live ones, DEAD. */
  private readonly ranks = new StateNumbers();
  private readonly live = new Int32List(64);
  /** For each state on the path: lowlink, marks of its component so far, marks of the edge into it, whether it has a cycle. */
  private readonly low = new Int32List(64);
  private readonly inside = new Int32List(64);
  private readonly entry = new Int32List(64);
  private readonly cyclic = new Int32List(64);
  private states = 0;
  private edges = 0;
  private components = 0;

  constructor(product: Product, options: SearchOptions) {
    this.product = product;
    this.options = options;
    this.watch = new ProgressReporter(options);
    this.path = new DepthFirstPath(product);
    this.simple = product.modes.filter(({ forbidden }) => forbidden === 0);
    this.forbidding = product.modes.filter(({ forbidden }) => forbidden !== 0);
  }

  findAccepting(): AcceptingComponent | null {
    const { path } = this;
    for (const initial of this.product.initialStates()) {
      if (this.ranks.get(initial) !== 0) continue;
      this.push(0, initial);
      while (path.length > 0) {
        const found = path.advance() ? this.follow() : this.pop();
        if (found !== null) return found;
      }
    }
    return null;
  }

  progress(): Progress {
    return { states: this.states, edges: this.edges, depth: this.path.length, passes: 1 };
  }

  result(accepting: AcceptingComponent | null): EmptinessResult {
    const { path, ranks, live, low } = this;
    return {
      accepting,
      statistics: {
        exploredStates: this.states,
        exploredEdges: this.edges,
        passes: 1,
        components: this.components,
        maximalDepth: path.maximalLength,
        bytes: path.bytes + ranks.bytes + 4 * (live.data.length + low.data.length * 4),
      },
    };
  }

  private follow(): AcceptingComponent | null {
    const { target, marks } = this.path;
    this.edges++;
    this.watch.tick(this.states, this.edges, this.path.length);
    const rank = this.ranks.get(target);
    if (rank === 0) this.push(marks, target);
    else if (rank > 0) return this.gather(rank, marks);
    return null;
  }

  private push(marks: number, state: number): void {
    this.states++;
    this.path.push(state);
    this.live.push(state);
    this.ranks.set(state, this.live.length);
    this.low.push(this.live.length);
    this.inside.push(0);
    this.entry.push(marks);
    this.cyclic.push(0);
  }

  /** The present state leads to the live state of this rank, by edges with these marks. */
  private gather(rank: number, marks: number): AcceptingComponent | null {
    const top = this.low.length - 1;
    if (rank < this.low.get(top)) this.low.set(top, rank);
    this.inside.set(top, this.inside.get(top) | marks);
    this.cyclic.set(top, 1);
    const all = this.inside.get(top);
    const mode = this.simple.find(({ required }) => (~all & required) === 0);
    return mode === undefined ? null : this.partOfComponent(mode);
  }

  private pop(): AcceptingComponent | null {
    const rank = this.ranks.get(this.path.pop());
    const [low, inside, entry, cyclic] = [this.low.pop(), this.inside.pop(), this.entry.pop(), this.cyclic.pop()];
    if (low < rank) return this.gather(low, inside | entry);
    this.components++;
    const found = cyclic === 1 && this.forbidding.length > 0 ? this.searchInside(rank) : null;
    if (found === null) while (this.live.length >= rank) this.ranks.set(this.live.pop(), DEAD);
    return found;
  }

  /** A whole component, from `rank` on in the live states: its cycles without forbidden marks. */
  private searchInside(rank: number): AcceptingComponent | null {
    const { ranks, options } = this;
    const starts = Int32List.from(this.live.data.subarray(rank - 1, this.live.length));
    const within = (state: number): boolean => ranks.get(state) >= rank;
    for (const mode of this.forbidding) {
      const part = new FilteredProduct(this.product, mode, { starts, within });
      const { accepting, statistics } = couvreur(part, { limits: options.limits });
      this.states += statistics.exploredStates;
      this.edges += statistics.exploredEdges;
      if (accepting) return { ...accepting, mode, visited: (state) => ranks.get(state) !== 0 };
    }
    return null;
  }

  /**
   * What the present state is known to be connected with. Its lowlink is in one component with the deepest state of the path that is
   * not above it; the same goes for the lowlinks of all states in between; and a live state that is not on the path
   * belongs to the component of the state of the path from which it was found.
   */
  private partOfComponent(mode: AcceptanceMode): AcceptingComponent {
    const { ranks, low, path } = this;
    let at = path.length - 1;
    for (let least = low.get(at); ranks.get(path.states.get(at)) > least; least = Math.min(least, low.get(at))) at--;
    const root = ranks.get(path.states.get(at));
    return { contains: (state) => ranks.get(state) >= root, visited: (state) => ranks.get(state) !== 0, mode };
  }
}

/** The search inside the kernel. */
function searchInKernel(search: KernelSearch): EmptinessResult | Interruption {
  search.begin('with-marks');
  search.visitHopelessOnly(DEAD_IN_KERNEL);
  const run = new TarjanRun(search);
  const end = search.run(run);
  return search.result(end, search.core.tarjanComponents.value, () => {
    const least = run.leastRank();
    return {
      contains: (state) => search.wordOf(state) >= least && search.wordOf(state) < DEAD_IN_KERNEL,
      visited: (state) => search.wordOf(state) !== NEW,
      mode: search.product.modes[0],
    };
  });
}

class TarjanRun implements KernelRun {
  private readonly search: KernelSearch;

  constructor(search: KernelSearch) {
    this.search = search;
    this.open(-COMPONENT_BYTES, 0, 0n);
  }

  slice(core: KernelSearch['core'], budget: number): number {
    return core.tarjan(budget);
  }

  park(): () => void {
    const { core, place } = this.search;
    const frame = (core.tarjanFrame() >>> 0) - place.layout.roots;
    const rank = core.tarjanRank();
    const components = core.tarjanComponents.value;
    return () => this.open(frame, rank, components);
  }

  /**
   * The rank from which on all live states are connected with the top of the path. Lowlinks lead back to a state that is live, which the
   * path below may lead back further: so down the path until no lowlink passes.
   */
  leastRank(): number {
    const { core, place } = this.search;
    const { words } = place.kernel;
    const path = place.statesOnPath(null);
    let frame = core.tarjanFrame() >>> 0;
    let least = words[(frame + COMPONENT_RANK) / 4];
    for (let i = path.length - 1; i >= 0; i--) {
      least = Math.min(least, words[(frame + COMPONENT_RANK) / 4]);
      const rank = words[place.layout.words / 4 + path[i]];
      if (rank <= least) return rank;
      frame -= COMPONENT_BYTES;
    }
    return least;
  }

  private open(frame: number, rank: number, components: bigint): void {
    const { core, place, product } = this.search;
    const { roots, rootsEnd } = place.layout;
    core.openTarjan(roots + frame, rootsEnd, product.modes[0].required, rank, components);
  }
}
