// Couvreur's emptiness check for generalized Büchi acceptance on edges [Cou99; BDK12, Algorithm 1].
//
//     for each initial state s not yet visited: push(∅, s)
//     while the depth-first stack is not empty:
//       if the top state has no edge left: pop it; if it is the root of its component, all of the component is dead
//       else take its next edge (s, marks, d):
//         d new:   push(marks, d) as a component of its own
//         d live:  merge all components above d's into d's, gathering marks; if all marks are there: accepting
//         d dead:  nothing
//
// Differs from the paper: the sets `rem` are one stack of live states in the order of their discovery, so that a
// component is a suffix of it and no set is ever united. In the kernel: assembly/couvreur.ts.
import { Int32List } from '../../base/growable.ts';
import {
  COMPONENT_BYTES,
  COMPONENT_INSIDE,
  COMPONENT_RANK,
  DEAD_AGAIN,
  DEAD as DEAD_IN_KERNEL,
  FINISHED,
  NEW,
  RANKS_END,
} from '../kernel/protocol.ts';
import type { AcceptanceMode, Product } from '../product/product.ts';
import type { KernelRun, KernelSearch } from '../search/kernel-search.ts';
import type { EmptinessCheck } from './check.ts';
import {
  type AcceptingComponent,
  type EmptinessResult,
  type Progress,
  ProgressReporter,
  type SearchOptions,
} from './result.ts';

export const couvreurCheck: EmptinessCheck<'couvreur'> = {
  name: 'couvreur',
  decides: 'generalized acceptance on edges',
  how: 'one pass over components [BDK12, Algorithm 1]',
  obstacle: ({ modes }) =>
    modes.some(({ forbidden }) => forbidden !== 0)
      ? 'the automaton also accepts by what happens only finitely often (livelocks, Fin)'
      : null,
  search: couvreur,
  kernel: {
    modes: 'any',
    search: (search) => {
      const run = firstPass(search);
      const end = search.run(run);
      return search.result(end, search.core.components.value, () => run.component());
    },
  },
};

/** Rank of a dead state; live states have ranks from 1 on, states not yet visited 0. */
const DEAD = -1;

/**
 * Whether the product has an accepting cycle; one pass, whatever the number of acceptance sets. Exact for modes without
 * forbidden marks. A mode with forbidden marks is recognised only where the component, as far as it is known when it is
 * closed, is free of them: what is found is right, but some may be missed (see `two-pass.ts`).
 */
export function couvreur(product: Product, options: SearchOptions = {}): EmptinessResult {
  return run(new CouvreurSearch(product, options), options);
}

/**
 * The same with a closer look for livelocks: an edge back to a state of the path is accepting when it and all edges of the path behind
 * that state are free of the marks that a mode without required ones forbids, whatever else their component shows. It finds
 * more than Algorithm 2 does, for example the livelock of [BDK12, Fig. 10], and still not all.
 */
export function couvreurWithLivelocks(product: Product, options: SearchOptions = {}): EmptinessResult {
  const livelocks = product.modes.find(({ required, forbidden }) => required === 0 && forbidden !== 0);
  return run(new CouvreurSearch(product, options, livelocks), options);
}

function run(search: CouvreurSearch, options: SearchOptions): EmptinessResult {
  try {
    return search.run();
  } finally {
    options.onProgress?.(search.progress());
  }
}

class CouvreurSearch {
  private readonly product: Product;
  private readonly watch: ProgressReporter;
  private readonly ranks = new Int32List(64);
  /** Live states in the order of discovery. */
  private readonly live = new Int32List(64);
  /** Depth-first stack: state, where its edges begin in `edges`, which comes next. They end where those of the next state
   * begin. */
  private readonly path = new Int32List(64);
  private readonly firstEdge = new Int32List(64);
  private readonly nextEdge = new Int32List(64);
  private readonly edges = new Int32List(256);
  /** Component stack: rank of the root, marks inside, marks of the edge that leads into it. */
  private readonly roots = new Int32List(64);
  private readonly insideMarks = new Int32List(64);
  private readonly entryMarks = new Int32List(64);
  /** The mode whose cycles are looked for on the path. */
  private readonly livelocks: AcceptanceMode | undefined;
  /** Place on the path of each live state, in the order of discovery, and -1 once it has left it. */
  private readonly places = new Int32List(64);
  /** Places on the path of the states to which an edge with a mark leads that livelocks must not show. */
  private readonly segments = new Int32List(64);
  private edgeCount = 0;
  private componentCount = 0;
  private maximalDepth = 0;
  private visited = 0;
  private accepting: AcceptingComponent | null = null;

  constructor(product: Product, options: SearchOptions, livelocks?: AcceptanceMode) {
    this.product = product;
    this.watch = new ProgressReporter(options);
    this.livelocks = livelocks;
  }

  run(): EmptinessResult {
    for (const initial of this.product.initialStates()) {
      if (this.rankOf(initial) !== 0) continue;
      this.push(0, initial);
      while (this.path.length > 0) {
        if (this.nextEdge.top() === this.edges.length) this.pop();
        else if (this.follow()) return this.result(this.accepting);
      }
    }
    return this.result(null);
  }

  progress(): Progress {
    return { states: this.visited, edges: this.edgeCount, depth: this.path.length, passes: 1 };
  }

  /** Takes the next edge of the top state; true when it closes something `accepting`. */
  private follow(): boolean {
    const at = this.nextEdge.top();
    this.nextEdge.set(this.nextEdge.length - 1, at + 2);
    const target = this.edges.get(at);
    const marks = this.edges.get(at + 1);
    this.edgeCount++;
    this.watch.tick(this.visited, this.edgeCount, this.path.length);
    const rank = this.rankOf(target);
    if (rank === 0) this.push(marks, target);
    else if (rank > 0) this.accepting = this.livelockFrom(rank, marks) ?? this.component(this.merge(marks, rank));
    return this.accepting !== null;
  }

  /** The states of the path from the given rank on, if the edge with the given marks makes them a livelock. */
  private livelockFrom(rank: number, marks: number): AcceptingComponent | null {
    const { livelocks, places, segments, ranks } = this;
    if (livelocks === undefined || (marks & livelocks.forbidden) !== 0) return null;
    const place = places.get(rank - 1);
    if (place < 0 || (segments.length > 0 && place < segments.top())) return null;
    const cycle = new Set(this.path.toArray().subarray(place));
    return {
      contains: (state) => cycle.has(state),
      visited: (state) => state < ranks.length && ranks.get(state) !== 0,
      mode: livelocks,
    };
  }

  private push(marks: number, state: number): void {
    this.visited++;
    this.live.push(state);
    this.ranks.set(state, this.live.length);
    this.roots.push(this.live.length);
    this.insideMarks.push(0);
    this.entryMarks.push(marks);
    this.places.push(this.path.length);
    if (this.livelocks && (marks & this.livelocks.forbidden) !== 0) this.segments.push(this.path.length);
    this.path.push(state);
    this.firstEdge.push(this.edges.length);
    this.nextEdge.push(this.edges.length);
    this.product.expand(state, this.edges);
    if (this.path.length > this.maximalDepth) this.maximalDepth = this.path.length;
  }

  private pop(): void {
    const state = this.path.pop();
    this.nextEdge.pop();
    this.edges.length = this.firstEdge.pop();
    if (this.segments.length > 0 && this.segments.top() === this.path.length) this.segments.pop();
    const rank = this.ranks.get(state);
    this.places.set(rank - 1, -1);
    if (rank !== this.roots.top()) return;
    this.componentCount++;
    for (let length = this.roots.pop(); this.live.length >= length; ) this.ranks.set(this.live.pop(), DEAD);
    this.places.length = this.live.length;
    this.insideMarks.pop();
    this.entryMarks.pop();
  }

  private merge(edgeMarks: number, rank: number): number {
    let marks = edgeMarks;
    while (rank < this.roots.top()) {
      marks |= this.insideMarks.pop() | this.entryMarks.pop();
      this.roots.pop();
    }
    const top = this.insideMarks.length - 1;
    marks |= this.insideMarks.get(top);
    this.insideMarks.set(top, marks);
    return marks;
  }

  private rankOf(state: number): number {
    if (state >= this.ranks.length) {
      this.ranks.reserve(state + 1);
      this.ranks.data.fill(0, this.ranks.length, state + 1);
      this.ranks.length = state + 1;
    }
    return this.ranks.get(state);
  }

  /** The mode that accepts a cycle through all edges of a component that carries these marks. */
  private modeOf(marks: number): AcceptanceMode | undefined {
    return this.product.modes.find(({ required, forbidden }) => (~marks & required) === 0 && (marks & forbidden) === 0);
  }

  /** The component on top, which carries these marks, if a mode accepts it. */
  private component(marks: number): AcceptingComponent | null {
    const mode = this.modeOf(marks);
    if (mode === undefined) return null;
    const root = this.roots.top();
    const { ranks } = this;
    return {
      contains: (state) => state < ranks.length && ranks.get(state) >= root,
      visited: (state) => state < ranks.length && ranks.get(state) !== 0,
      mode,
    };
  }

  private bytes(): number {
    const { ranks, live, path, edges, roots } = this;
    return (
      4 * (ranks.data.length + live.data.length * 2 + path.data.length * 3 + edges.data.length + roots.data.length * 3)
    );
  }

  private result(accepting: AcceptingComponent | null): EmptinessResult {
    return {
      accepting,
      statistics: {
        exploredStates: this.visited,
        exploredEdges: this.edgeCount,
        passes: 1,
        components: this.componentCount,
        maximalDepth: this.maximalDepth,
        bytes: this.bytes(),
      },
    };
  }
}

/** Words of states not yet visited, and of dead ones, in a first pass over the product and in further ones. */
const FIRST_PASS = { fresh: NEW, dead: DEAD_IN_KERNEL } as const;
const FURTHER_PASS = { fresh: DEAD_IN_KERNEL, dead: DEAD_AGAIN } as const;

/** The search inside the kernel, ready to run: over the whole product, with all its modes. */
export function firstPass(search: KernelSearch): CouvreurRun {
  search.begin('with-marks');
  search.visitHopelessOnly(FIRST_PASS.dead);
  return new CouvreurRun(search, search.product.modes, 'first');
}

export class CouvreurRun implements KernelRun {
  protected readonly search: KernelSearch;
  private readonly modes: readonly AcceptanceMode[];
  private readonly pass: 'first' | 'further';

  constructor(search: KernelSearch, modes: readonly AcceptanceMode[], pass: 'first' | 'further') {
    this.search = search;
    this.modes = modes;
    this.pass = pass;
    this.openModes();
    const components = pass === 'first' ? 0n : search.core.components.value;
    this.openAt(0, search.place.layout.roots - COMPONENT_BYTES, components);
  }

  slice(core: KernelSearch['core'], budget: number): number {
    return core.couvreur(budget);
  }

  park(): () => void {
    const { core, place } = this.search;
    const rank = core.couvreurRank();
    const root = (core.couvreurRoot() >>> 0) - place.layout.roots;
    const components = core.components.value;
    const end = place.layout.rootsEnd / 4;
    const segments = place.kernel.words.slice((core.couvreurSegments() >>> 0) / 4, end);
    return () => {
      this.openModes(segments);
      this.openAt(rank, place.layout.roots + root, components);
    };
  }

  /** The component on top of the stack. */
  component(): AcceptingComponent {
    const { search, modes } = this;
    const { words } = search.place.kernel;
    const root = search.core.couvreurRoot() >>> 0;
    const least = words[(root + COMPONENT_RANK) / 4];
    const marks = words[(root + COMPONENT_INSIDE) / 4];
    const visited = (state: number): boolean => search.wordOf(state) !== NEW;
    if (search.core.livelockFound.value !== 0)
      return { contains: search.cycleOnPath(), visited, mode: this.livelocks! };
    const isLive = (word: number): boolean => (word & ~FINISHED) >= least && word < RANKS_END;
    return {
      contains: (state) => isLive(search.wordOf(state)),
      visited,
      mode: modes.find(({ required, forbidden }) => (~marks & required) === 0 && (marks & forbidden) === 0)!,
    };
  }

  /** The mode whose cycles are also looked for on the path. */
  private get livelocks(): AcceptanceMode | undefined {
    return this.modes.find(({ required, forbidden }) => required === 0 && forbidden !== 0);
  }

  private openAt(rank: number, root: number, components: bigint): void {
    const { fresh, dead } = this.pass === 'first' ? FIRST_PASS : FURTHER_PASS;
    this.search.core.placeCouvreur(fresh, dead, rank, root, components);
  }

  private openModes(segments = new Uint32Array(0)): void {
    const { kernel, layout, tables } = this.search.place;
    const at = tables.takeWords(this.modes.flatMap(({ required, forbidden }) => [required, forbidden]));
    kernel.core.openCouvreur(layout.rootsEnd, at, this.modes.length);
    kernel.words.set(segments, layout.rootsEnd / 4 - segments.length);
    const forbidden = this.pass === 'first' ? (this.livelocks?.forbidden ?? 0) : 0;
    kernel.core.openLivelocks(forbidden, layout.rootsEnd - segments.length * 4);
  }
}
