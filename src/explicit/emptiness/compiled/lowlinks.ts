// Tarjan's algorithm inside the kernel (assembly/tarjan.ts), and the component in which it ends.
import type { CompiledSearch, KernelCheck } from '../../search/compiled-search.ts';
import type { EmptinessResult } from '../result.ts';

/** The word of a dead state. */
const DEAD = 0xffff_ffff;
/** Bytes that are kept for each state on the path. */
const FRAME_BYTES = 12;

/** Whether the product, with one acceptance mode that forbids nothing, has an accepting cycle. */
export function searchByLowlinks(search: CompiledSearch): EmptinessResult {
  search.begin('with-marks');
  search.leaveHopeless(DEAD);
  const check = new LowlinkCheck(search);
  const found = search.run(check);
  const statistics = search.statistics(Number(search.core.tarjanComponents.value));
  if (!found) return { accepting: null, statistics };
  const least = check.leastRank();
  return {
    accepting: {
      contains: (state) => search.wordOf(state) >= least && search.wordOf(state) < DEAD,
      visited: (state) => search.wordOf(state) !== 0,
      mode: search.product.modes[0],
    },
    statistics,
  };
}

class LowlinkCheck implements KernelCheck {
  private readonly search: CompiledSearch;

  constructor(search: CompiledSearch) {
    this.search = search;
    this.open(-FRAME_BYTES, 0, 0n);
  }

  slice(core: CompiledSearch['core'], budget: number): number {
    return core.tarjan(budget);
  }

  park(): () => void {
    const { core, place } = this.search;
    const frame = (core.tarjanFrame() >>> 0) - place.layout.roots;
    const rank = core.tarjanRank();
    const components = core.tarjanComponents.value;
    return () => this.open(frame, rank, components);
  }

  next(): number {
    return this.search.place.nextSlot;
  }

  /**
   * The rank from which on all live states are connected with the top of the path. Lowlinks lead back to a state that is live, which the
   * path below may lead back further: so down the path until no lowlink passes.
   */
  leastRank(): number {
    const { core, place } = this.search;
    const { words } = place.kernel;
    const path = place.statesOnPath(null);
    let frame = (core.tarjanFrame() >>> 0) / 4;
    let least = words[frame];
    for (let i = path.length - 1; i >= 0; i--) {
      least = Math.min(least, words[frame]);
      const rank = words[place.layout.words / 4 + path[i]];
      if (rank <= least) return rank;
      frame -= FRAME_BYTES / 4;
    }
    return least;
  }

  private open(frame: number, rank: number, components: bigint): void {
    const { core, place, product } = this.search;
    const { roots, rootsEnd } = place.layout;
    core.openTarjan(roots + frame, rootsEnd, product.modes[0].required, rank, components);
  }
}
