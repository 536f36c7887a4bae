// Checks inside the kernel that end with a component: Couvreur's one pass, and further passes for acceptance modes that forbid marks
// (assembly/couvreur.ts, assembly/two-pass.ts).

import type { AcceptanceMode } from '../../product/product.ts';
import type { CompiledSearch, KernelCheck } from '../../search/compiled-search.ts';
import type { AcceptingComponent, EmptinessResult } from '../result.ts';

/** Words of states that are no ranks are at least this. */
const RANKS = 0xffff_fff0;
/** The bits of a word that are the rank; the one above tells that the state has left the path. */
const RANK_BITS = 0x7fff_ffff;
/** Bytes of an entry of the stack of components. */
const ROOT_BYTES = 12;
/** Words of states not yet visited, and of dead ones, in the first pass and in further ones. */
const FIRST_PASS = { fresh: 0, dead: -1 } as const;
const FURTHER_PASS = { fresh: -1, dead: -2 } as const;

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
    search.core.placeCouvreur(words.fresh, words.dead, 0, search.place.layout.roots - ROOT_BYTES, components);
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
    const root = (search.core.couvreurRoot() >>> 0) / 4;
    const least = words[root];
    const marks = words[root + 1];
    const visited = (state: number): boolean => search.wordOf(state) !== 0;
    if (search.core.livelockFound.value !== 0)
      return { contains: search.cycleOnPath(), visited, mode: this.livelocks! };
    const isLive = (word: number): boolean => (word & RANK_BITS) >= least && word < RANKS;
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
    const at = tables.take(modes.length * 8);
    modes.forEach(({ required, forbidden }, i) => {
      kernel.words[at / 4 + 2 * i] = required;
      kernel.words[at / 4 + 2 * i + 1] = forbidden;
    });
    kernel.core.openCouvreur(layout.roots, layout.rootsEnd, at, modes.length);
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
