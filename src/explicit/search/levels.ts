// Levels of a product that accepts nothing, for certificates: no edge leads to a higher level, and no edge inside level l bears mark number l
// modulo the number of marks (without marks there is no edge inside a level). In the kernel, assembly/levels.ts; where that cannot be, here.
//
// States of the property that are known to lie on no accepting cycle (`Property.hopeless`) are left out: the kernel only visits them, and their level
// says nothing.
import { Int32List } from '../../base/growable.ts';
import { DepthFirstPath, StateNumbers } from '../emptiness/depth-first-path.ts';
import { ProgressReporter, type SearchOptions } from '../emptiness/result.ts';
import { FINISHED, LEVEL_BYTES } from '../kernel/protocol.ts';
import type { SynchronisedProduct } from '../product/product.ts';
import { type KernelRun, KernelSearch } from './kernel-search.ts';

export interface Levels {
  /**
   * Calls `visit` for all states of the model, in runs of such as have the same flat pairs (state of the property, level); the array is used again, and
   * the highest bit of levels is to be ignored.
   */
  forEachRun(visit: (first: number, end: number, pairs: Int32Array, length: number) => void): void;
}

/** The levels; null where there are none, because the product accepts something. It has one mode, whose required marks are numbered from 0 on. */
export function findLevels(product: SynchronisedProduct, options: SearchOptions): Levels | null {
  const { space } = product.kripke.graph.states;
  for (const marks of space === undefined ? [] : (['coded', 'wide'] as const)) {
    const search = new KernelSearch(product, space!, { ...options, stubborn: undefined, probeStates: 0 }, marks);
    if (search.place.misfit === null) {
      search.begin('with-marks');
      search.visitHopelessOnly(FINISHED);
      const end = search.run(new LevelsRun(search));
      options.onProgress?.(search.progress());
      if (end === 'found') return null;
      if (end === 'not found') return { forEachRun: (visit) => search.place.forEachRun(visit) };
    }
    if (search.place.misfit !== 'too many marks') break;
  }
  return new LevelSearch(product, options).run();
}

class LevelsRun implements KernelRun {
  private readonly search: KernelSearch;

  constructor(search: KernelSearch) {
    this.search = search;
    this.open(0, 0);
  }

  slice(core: KernelSearch['core'], budget: number): number {
    return core.levels(budget);
  }

  park(): () => void {
    const { core, place } = this.search;
    const frame = (core.levelsFrame() >>> 0) - place.layout.roots;
    const rank = core.levelsRank();
    return () => this.open(frame, rank);
  }

  private open(frame: number, rank: number): void {
    const { core, place, product } = this.search;
    const { roots, rootsEnd } = place.layout;
    if (frame === 0) place.kernel.words.fill(0, roots / 4, (roots + LEVEL_BYTES) / 4);
    core.openLevels(roots + frame, rootsEnd, marksOf(product), rank);
  }
}

/** The number of marks. */
function marksOf({ modes }: SynchronisedProduct): number {
  return 32 - Math.clz32(modes[0].required);
}

/** The same search outside of the kernel. */
class LevelSearch implements Levels {
  private readonly product: SynchronisedProduct;
  private readonly marks: number;
  private readonly watch: ProgressReporter;
  private readonly path: DepthFirstPath;
  /** 0 for states not yet visited, from 1 on for live ones; -1 less the level for the others. */
  private readonly words = new StateNumbers();
  private readonly live = new Int32List(64);
  /** For each state on the path: lowlink, marks inside its component so far, marks of the edge into it, whether it has a cycle, floor. */
  private readonly low = new Int32List(64);
  private readonly inside = new Int32List(64);
  private readonly entry = new Int32List(64);
  private readonly cyclic = new Int32List(64);
  private readonly floor = new Int32List(64);
  private visited = 0;
  private edges = 0;

  constructor(product: SynchronisedProduct, options: SearchOptions) {
    this.product = product;
    this.marks = marksOf(product);
    this.watch = new ProgressReporter(options);
    this.path = new DepthFirstPath(product);
  }

  run(): Levels | null {
    const { path, words } = this;
    for (const initial of this.product.initialStates()) {
      if (words.get(initial) !== 0) continue;
      this.push(0, initial);
      while (path.length > 0) {
        if (!path.advance()) {
          if (!this.pop()) return null;
          continue;
        }
        this.edges++;
        this.watch.tick(this.visited, this.edges, path.length);
        const word = words.get(path.target);
        if (word === 0) this.push(path.marks, path.target);
        else if (word > 0) this.gather(word, path.marks);
        else this.rise(-1 - word, path.marks);
      }
    }
    return this;
  }

  forEachRun(visit: Parameters<Levels['forEachRun']>[0]): void {
    const { pairs, kripke } = this.product;
    const byState: number[][] = Array.from({ length: kripke.graph.states.size }, () => []);
    for (let pair = 0; pair < pairs.size; pair++) {
      byState[pairs.left.get(pair)].push(pairs.right.get(pair), -1 - this.words.get(pair));
    }
    byState.forEach((own, state) => {
      visit(state, state + 1, Int32Array.from(own), own.length);
    });
  }

  private push(marks: number, state: number): void {
    this.visited++;
    this.path.push(state);
    this.live.push(state);
    this.words.set(state, this.live.length);
    this.low.push(this.live.length);
    this.inside.push(0);
    this.entry.push(marks);
    this.cyclic.push(0);
    this.floor.push(0);
  }

  private gather(rank: number, marks: number): void {
    const top = this.low.length - 1;
    if (rank < this.low.get(top)) this.low.set(top, rank);
    this.inside.set(top, this.inside.get(top) | marks);
    this.cyclic.set(top, 1);
  }

  private rise(level: number, marks: number): void {
    this.raise(this.bears(marks, level) ? level + 1 : level);
  }

  private raise(least: number): void {
    const top = this.floor.length - 1;
    if (top >= 0 && least > this.floor.get(top)) this.floor.set(top, least);
  }

  private bears(marks: number, level: number): boolean {
    return this.marks === 0 || ((marks >> (level % this.marks)) & 1) !== 0;
  }

  /** False where the component that ends accepts. */
  private pop(): boolean {
    const rank = this.words.get(this.path.pop());
    const [low, inside, entry, cyclic] = [this.low.pop(), this.inside.pop(), this.entry.pop(), this.cyclic.pop()];
    let level = this.floor.pop();
    if (low < rank) {
      this.raise(level);
      this.gather(low, inside | entry);
      return true;
    }
    if (cyclic === 1) {
      if ((this.product.modes[0].required & ~inside) === 0) return false;
      while (this.bears(inside, level)) level++;
    }
    while (this.live.length >= rank) this.words.set(this.live.pop(), -1 - level);
    this.rise(level, entry);
    return true;
  }
}
