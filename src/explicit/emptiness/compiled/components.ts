// Checks inside the kernel that end with a component: Couvreur's one pass, and further passes for acceptance modes that forbid marks
// (assembly/couvreur.ts, assembly/two-pass.ts).

import {
  COMPONENT_BYTES,
  COMPONENT_INSIDE,
  COMPONENT_RANK,
  DEAD,
  DEAD_AGAIN,
  FINISHED,
  MODE_BYTES,
  MODE_FORBIDDEN,
  MODE_REQUIRED,
  NEW,
  RANKS_END,
} from '../../kernel/protocol.ts';
import type { AcceptanceMode } from '../../product/product.ts';
import type { CompiledSearch, KernelCheck } from '../../search/compiled-search.ts';
import type { AcceptingComponent, EmptinessResult } from '../result.ts';

/** Words of states not yet visited, and of dead ones, in the first pass and in further ones. */
const FIRST_PASS = { fresh: NEW, dead: DEAD } as const;
const FURTHER_PASS = { fresh: DEAD, dead: DEAD_AGAIN } as const;

/** The first pass with all modes, then one for each mode that forbids marks and may have been missed. */
export function searchComponents(search: CompiledSearch): EmptinessResult {
  const { modes } = search.product;
  search.begin('with-marks');
  search.leaveHopeless(FIRST_PASS.dead);
  const first = new ComponentCheck(search, modes, FIRST_PASS);
  let accepting = search.run(first) ? first.component() : null;
  for (const [index, mode] of modes.entries()) {
    if (accepting !== null) break;
    if (mode.forbidden === 0 || search.place.tables.allowed[index].size === 0) continue;
    search.countPass();
    search.searchEverywhere();
    const further = new FurtherPass(search, mode, search.place.tables.allowedFlags(index));
    if (search.run(further)) accepting = { ...further.component(), visited: () => true };
  }
  return { accepting, statistics: search.statistics(Number(search.core.components.value)) };
}

class ComponentCheck implements KernelCheck {
  protected readonly search: CompiledSearch;
  private readonly modes: readonly AcceptanceMode[];
  private readonly words: { readonly fresh: number; readonly dead: number };

  constructor(
    search: CompiledSearch,
    modes: readonly AcceptanceMode[],
    words: { readonly fresh: number; readonly dead: number },
  ) {
    this.search = search;
    this.modes = modes;
    this.words = words;
    this.openModes();
    const components = words === FIRST_PASS ? 0n : search.core.components.value;
    search.core.placeCouvreur(words.fresh, words.dead, 0, search.place.layout.roots - COMPONENT_BYTES, components);
  }

  slice(core: CompiledSearch['core'], budget: number): number {
    return core.couvreur(budget);
  }

  park(): () => void {
    const { search, words } = this;
    const { core, place } = search;
    const rank = core.couvreurRank();
    const root = (core.couvreurRoot() >>> 0) - place.layout.roots;
    const components = core.components.value;
    const end = place.layout.rootsEnd / 4;
    const segments = place.kernel.words.slice((core.couvreurSegments() >>> 0) / 4, end);
    return () => {
      this.openModes(segments);
      search.core.placeCouvreur(words.fresh, words.dead, rank, place.layout.roots + root, components);
    };
  }

  next(): number {
    return this.search.place.nextSlot;
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

  private openModes(segments = new Uint32Array(0)): void {
    const { modes, search } = this;
    const { kernel, layout, tables } = search.place;
    const at = tables.take(modes.length * MODE_BYTES);
    modes.forEach(({ required, forbidden }, i) => {
      kernel.words[(at + i * MODE_BYTES + MODE_REQUIRED) / 4] = required;
      kernel.words[(at + i * MODE_BYTES + MODE_FORBIDDEN) / 4] = forbidden;
    });
    kernel.core.openCouvreur(layout.rootsEnd, at, modes.length);
    kernel.words.set(segments, layout.rootsEnd / 4 - segments.length);
    const forbidden = this.words === FIRST_PASS ? (this.livelocks?.forbidden ?? 0) : 0;
    kernel.core.openLivelocks(forbidden, layout.rootsEnd - segments.length * 4);
  }
}

/** The search again, over the edges without the forbidden marks of one mode. */
class FurtherPass extends ComponentCheck {
  private readonly forbidden: number;
  private readonly starts: Uint8Array;

  constructor(search: CompiledSearch, mode: AcceptanceMode, starts: Uint8Array) {
    super(search, [mode], FURTHER_PASS);
    this.forbidden = mode.forbidden;
    this.starts = starts;
    search.core.setFilter(mode.forbidden);
    search.core.openSecondPass(search.place.tables.takeFlags(starts));
  }

  override slice(core: CompiledSearch['core'], budget: number): number {
    return core.secondPass(budget);
  }

  override park(): () => void {
    const restore = super.park();
    const next = this.search.core.secondPassNext();
    return () => {
      restore();
      const { core, place } = this.search;
      core.setFilter(this.forbidden);
      core.resumeSecondPass(place.tables.takeFlags(this.starts), next);
    };
  }
}
