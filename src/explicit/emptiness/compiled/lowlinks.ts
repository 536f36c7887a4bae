// Tarjan's algorithm inside the kernel (assembly/tarjan.ts), and the component in which it ends.
import { COMPONENT_BYTES, COMPONENT_RANK, DEAD, NEW } from '../../kernel/protocol.ts';
import type { CompiledSearch, KernelCheck } from '../../search/compiled-search.ts';
import type { EmptinessResult } from '../result.ts';

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
      visited: (state) => search.wordOf(state) !== NEW,
      mode: search.product.modes[0],
    },
    statistics,
  };
}

class LowlinkCheck implements KernelCheck {
  private readonly search: CompiledSearch;

  constructor(search: CompiledSearch) {
    this.search = search;
    this.open(-COMPONENT_BYTES, 0, 0n);
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
