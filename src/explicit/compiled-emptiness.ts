// Emptiness checks inside the compiled kernel: the whole search, model and product, runs there in slices; here are limits, what a
// slice cannot do by itself, and the way back from its memory to an accepting component.
//
// Where the kernel cannot do it (no compiled model, no room, too many marks) the answer is null, and the checks of `emptiness/` decide.
import { InternalError } from '../base/assert.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { EmptinessName } from './emptiness/names.ts';
import {
  type AcceptingComponent,
  type EmptinessResult,
  type Progress,
  type SearchOptions,
  Watch,
} from './emptiness/result.ts';
import { CONTROL, STATUS } from './kernel/emitter.ts';
import { ProductSpace } from './kernel/product-space.ts';
import { TooManyCodes, UnfitProduct } from './kernel/property-tables.ts';
import type { StateSpace } from './kernel/state-space.ts';
import { DeadlockFound } from './model-graph.ts';
import type { AcceptanceMode, SynchronisedProduct } from './product.ts';

const READINGS = { stutter: 0, drop: 1, error: 2 } as const;
/** In the marks of a component: it has a cycle. The marks of a property may not use this bit. */
const CYCLE = 1 << 31;
/** Words of states that are no ranks are at least this. */
const RANKS = 0xffff_fff0;
/** Bytes of an entry of the stack of components. */
const ROOT_BYTES = 12;
/** Milliseconds that a slice should take. */
const SLICE = 8;

/** The result of the named check, or null when the kernel cannot carry it out. */
export function compiledEmptiness(
  product: SynchronisedProduct,
  name: EmptinessName,
  options: SearchOptions = {},
): EmptinessResult | null {
  const { space } = product.kripke.graph.states;
  if (space === undefined || !canSearch(product, name)) return null;
  try {
    return search(product, space, options, 'coded');
  } catch (error) {
    if (error instanceof UnfitProduct) return null;
    throw error;
  }
}

function canSearch(product: SynchronisedProduct, name: EmptinessName): boolean {
  if (name !== 'couvreur') return false;
  return product.modes.every(({ required, forbidden }) => forbidden === 0 && (required & CYCLE) === 0);
}

function search(
  product: SynchronisedProduct,
  space: StateSpace,
  options: SearchOptions,
  marks: 'coded' | 'wide',
): EmptinessResult {
  const run = new CompiledSearch(product, space, options, marks);
  try {
    return run.run();
  } catch (error) {
    if (error instanceof TooManyCodes && marks === 'coded') return search(product, space, options, 'wide');
    throw error;
  } finally {
    options.onProgress?.(run.progress());
  }
}

class CompiledSearch {
  private readonly product: SynchronisedProduct;
  private readonly space: StateSpace;
  private readonly watch: Watch;
  private readonly place: ProductSpace;
  /** States per slice, adapted to the time they take. */
  private budget = 1000;

  constructor(product: SynchronisedProduct, space: StateSpace, options: SearchOptions, marks: 'coded' | 'wide') {
    this.product = product;
    this.space = space;
    this.watch = new Watch(options);
    const { kripke, property } = product;
    const { deadlock, maxStates = Number.POSITIVE_INFINITY } = kripke.graph.options;
    this.place = new ProductSpace(
      space,
      { property, letters: kripke.letters, predicates: kripke.expressions, deadlocks: READINGS[deadlock], maxStates },
      marks,
    );
  }

  run(): EmptinessResult {
    const { kripke, property, modes } = this.product;
    const { place } = this;
    for (const state of [...kripke.graph.initialStates()].reverse()) {
      for (const q of [...property.initialStates(place.letter(state))].reverse()) place.begin(state, q);
    }
    this.openModes(modes);
    place.kernel.core.placeCouvreur(0, -1, 0, place.layout.roots - ROOT_BYTES, 0n);
    const found = this.searchAll();
    return { accepting: found ? this.component() : null, statistics: this.statistics() };
  }

  progress(): Progress {
    const { productStates, productEdges, productDepth } = this.place.kernel.core;
    return {
      states: Number(productStates.value),
      edges: Number(productEdges.value),
      depth: productDepth.value >>> 0,
      passes: 1,
    };
  }

  /** Slices until there is an answer. */
  private searchAll(): boolean {
    const { place } = this;
    for (;;) {
      const before = performance.now();
      const status = place.kernel.core.couvreur(this.budget);
      const { kernel } = place;
      if (kernel.control(CONTROL.labelFault) !== 0) this.reportLabelFault();
      if (status === STATUS.done || status === STATUS.accepting) return status === STATUS.accepting;
      if (status !== STATUS.running) this.goOn(status);
      const spent = performance.now() - before;
      if (spent > SLICE * 2) this.budget = Math.max(1, this.budget >>> 1);
      else if (spent < SLICE) this.budget = Math.min(50_000, this.budget * 2);
      this.watch.look(this.progress());
    }
  }

  /** Clears the way for a search that could not go on. */
  private goOn(status: number): void {
    const { place, space } = this;
    const { core } = place.kernel;
    switch (status) {
      case STATUS.deadlock:
        throw new DeadlockFound(core.deadlocked.value >>> 0);
      case STATUS.limit: {
        const { maxStates } = place.request;
        throw new LimitExceeded('states', `more than ${maxStates} states`);
      }
      default: {
        const rank = core.couvreurRank();
        const root = (core.couvreurRoot() >>> 0) - place.layout.roots;
        const components = core.components.value;
        if (!space.recover(place.nextState, status)) throw new UnfitProduct('the memory is full');
        place.follow();
        this.openModes(this.product.modes);
        place.kernel.core.placeCouvreur(0, -1, rank, place.layout.roots + root, components);
      }
    }
  }

  private openModes(modes: readonly AcceptanceMode[]): void {
    const { kernel, layout, tables } = this.place;
    const at = tables.take(modes.length * 8);
    modes.forEach(({ required, forbidden }, i) => {
      kernel.words[at / 4 + 2 * i] = required;
      kernel.words[at / 4 + 2 * i + 1] = forbidden;
    });
    kernel.core.openCouvreur(layout.roots, layout.rootsEnd, at, modes.length);
  }

  /** The component on top of the stack. */
  private component(): AcceptingComponent {
    const { place } = this;
    const { pairs, modes } = this.product;
    const { kernel } = place;
    const root = (kernel.core.couvreurRoot() >>> 0) / 4;
    const least = kernel.words[root];
    const marks = kernel.words[root + 1];
    const word = (state: number): number => place.wordOf(pairs.left.get(state), pairs.right.get(state));
    return {
      contains: (state) => word(state) >= least && word(state) < RANKS,
      visited: (state) => word(state) !== 0,
      mode: modes.find(({ required, forbidden }) => (~marks & required) === 0 && (marks & forbidden) === 0)!,
    };
  }

  private statistics(): EmptinessResult['statistics'] {
    const { core } = this.place.kernel;
    const { states, edges, passes } = this.progress();
    return {
      exploredStates: states,
      exploredEdges: edges,
      passes,
      components: Number(core.components.value),
      maximalDepth: core.productMaxDepth.value >>> 0,
      bytes: this.place.bytes - this.place.kernel.bytes,
    };
  }

  /** Lets the predicates run into the fault that one of them had. */
  private reportLabelFault(): never {
    for (let state = 0; state < this.space.states; state++) this.product.kripke.letter(state);
    throw new InternalError('the kernel met a fault that no predicate has');
  }
}
