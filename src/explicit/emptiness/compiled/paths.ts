// Checks inside the kernel that end with a cycle on the path: the one for weak automata, reachability for terminal ones, and nested
// depth-first search (assembly/weak.ts, reachability.ts, nested.ts).
import { invariant } from '../../../base/assert.ts';
import { UnfitProduct } from '../../kernel/product/property-tables.ts';
import { CLOSED, NEW, QUEUED, RED } from '../../kernel/protocol.ts';
import type { Weakness } from '../../product/product.ts';
import type { CompiledSearch, KernelCheck } from '../../search/compiled-search.ts';
import type { EmptinessResult } from '../result.ts';

/** Whether a product with a weak automaton has an accepting cycle. */
export function searchWeakly(search: CompiledSearch): EmptinessResult {
  search.begin('slots');
  search.leaveHopeless(CLOSED);
  return cycleOnPath(search, search.run(new WeakCheck(search)));
}

/** Whether a product with a terminal automaton reaches an accepting component; a cycle there is found by the check for weak ones. */
export function searchReachable(search: CompiledSearch): EmptinessResult {
  search.begin('slots');
  const { accepting } = weaknessOf(search);
  search.leave({ flags: accepting.map((flag) => 1 - flag), word: QUEUED });
  if (!search.run(new ReachabilityCheck(search))) return cycleOnPath(search, false);
  const { place, core } = search;
  search.searchEverywhere();
  place.restartPath(core.found.value >>> 0);
  const closed = search.run(new WeakCheck(search));
  invariant(closed, 'every execution goes on for ever');
  return cycleOnPath(search, true);
}

/** Nested depth-first search for Büchi acceptance on states; other acceptance does not fit. */
export function searchNested(search: CompiledSearch): EmptinessResult {
  const check = new NestedCheck(search);
  search.begin('slots');
  search.leaveHopeless(RED);
  return cycleOnPath(search, search.run(check));
}

/** The states on the path from where the cycle closes. */
function cycleOnPath(search: CompiledSearch, found: boolean): EmptinessResult {
  const statistics = search.statistics(0);
  if (!found) return { accepting: null, statistics };
  return {
    accepting: {
      contains: search.cycleOnPath(),
      visited: (state) => search.wordOf(state) !== NEW,
      mode: search.product.modes[0],
    },
    statistics,
  };
}

class WeakCheck implements KernelCheck {
  protected readonly search: CompiledSearch;

  constructor(search: CompiledSearch) {
    this.search = search;
    this.open();
  }

  slice(core: CompiledSearch['core'], budget: number): number {
    return core.weak(budget);
  }

  park(): () => void {
    return () => this.open();
  }

  next(): number {
    return this.search.place.nextSlot;
  }

  private open(): void {
    const { core, place } = this.search;
    core.openWeak(place.tables.takeFlags(weaknessOf(this.search).accepting));
  }
}

class ReachabilityCheck extends WeakCheck {
  override slice(core: CompiledSearch['core'], budget: number): number {
    return core.reachability(budget);
  }
}

function weaknessOf({ product }: CompiledSearch): Weakness {
  const { weakness } = product.property;
  invariant(weakness, 'the automaton is weak');
  return weakness;
}

/** States of the property that nested search has room for. */
const NESTED_STATES = 1 << 16;

class NestedCheck implements KernelCheck {
  private readonly search: CompiledSearch;
  /** Whether the edges of a state carry the mark, as far as they were seen. */
  private readonly accepting = new Map<number, boolean>();
  private table = 0;

  constructor(search: CompiledSearch) {
    this.search = search;
    this.open(0);
  }

  slice(core: CompiledSearch['core'], budget: number): number {
    return core.nested(budget);
  }

  park(): () => void {
    const { search } = this;
    const red = search.core.nestedRedBase() >>> 0;
    const place = red - search.place.layout.path;
    return () => this.open(red === 0 ? 0 : search.place.layout.path + place);
  }

  next(): number {
    return this.search.place.nextSlot;
  }

  private open(redBase: number): void {
    const { place } = this.search;
    this.table = place.tables.take(NESTED_STATES);
    place.kernel.core.openNested(this.table, redBase);
    for (const [q, accepting] of this.accepting) if (accepting) this.mark(q);
    place.tables.onEdges = (q, edges) => this.observe(q, edges);
  }

  private observe(q: number, edges: Int32Array): void {
    if (edges.length === 0) return;
    const [{ required }] = this.search.product.modes;
    const accepting = (edges[1] & required) === required;
    for (let i = 1; i < edges.length; i += 2) {
      const same = accepting ? (edges[i] & required) === required : (edges[i] & required) === 0;
      if (!same) throw new UnfitProduct('acceptance is not on states');
    }
    if ((this.accepting.get(q) ?? accepting) !== accepting || q >= NESTED_STATES) {
      throw new UnfitProduct('acceptance is not on states');
    }
    this.accepting.set(q, accepting);
    if (accepting) this.mark(q);
  }

  private mark(q: number): void {
    const at = this.table + q;
    this.search.place.kernel.words[at >>> 2] |= 1 << (8 * (at & 3));
  }
}
