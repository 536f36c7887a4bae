// A search inside the compiled kernel, in slices: limits between them, and what a slice cannot do by itself. Which search it is says
// a `KernelCheck`: the functions of the core, and how their place in it survives a move to another kernel.
import { InternalError } from '../../base/assert.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import { type EmptinessStatistics, type Progress, ProgressReporter, type SearchOptions } from '../emptiness/result.ts';
import { CONTROL, STATUS } from '../kernel/code/emitter.ts';
import type { Core } from '../kernel/core.ts';
import { ProductSpace } from '../kernel/product/product-space.ts';
import { UnfitProduct } from '../kernel/product/property-tables.ts';
import type { StateSpace } from '../kernel/store/state-space.ts';
import { DeadlockFound } from '../product/model-graph.ts';
import type { SynchronisedProduct } from '../product/product.ts';

const READINGS = { stutter: 0, drop: 1, error: 2 } as const;
/** Milliseconds that a slice should take. */
const SLICE = 8;
const MOST_STATES_PER_SLICE = 50_000;
/** States that are searched depth-first before the search starts again and only visits the hopeless ones. */
const PATIENCE = 1 << 15;

/** A search that went into hopeless states too has seen as many states as it may: it is to start again. */
export class OutOfPatience extends Error {
  override name = 'OutOfPatience';
}

/** One search of the core. */
export interface KernelCheck {
  /** Runs until so many states were visited; one of STATUS. */
  slice(core: Core, budget: number): number;
  /** Notes the place of the search; the function returned restores it in the kernel where the product is then. */
  park(): () => void;
  /** The product state that could not be expanded, as the slot at which the search goes on. */
  next(): number;
}

/** States of the product that are only visited. */
export interface LeftStates {
  /** 1 for the states of the property to which they belong. */
  readonly flags: Uint8Array;
  /** What is kept about a state that was found. */
  readonly word: number;
}

export class CompiledSearch {
  readonly product: SynchronisedProduct;
  readonly place: ProductSpace;
  private readonly space: StateSpace;
  private readonly watch: ProgressReporter;
  private passes = 1;
  /** States per slice, adapted to the time they take. */
  private budget = 1000;
  /** The states that a search may visit which goes into hopeless states too; 0 once it only visits these. */
  private patience: number;
  /** Set while such a search is under way. */
  private leash = Number.POSITIVE_INFINITY;
  /** What it had seen when it was given up. */
  private scouted = { states: 0, edges: 0 };
  /** Nobody knows states of the model but the initial ones. */
  private readonly unknown: boolean;
  /** Which states are only visited, and how; null when none are. */
  private left: LeftStates | null = null;

  constructor(product: SynchronisedProduct, space: StateSpace, options: SearchOptions, marks: 'coded' | 'wide') {
    this.product = product;
    this.space = space;
    this.watch = new ProgressReporter(options);
    this.patience = options.patience ?? PATIENCE;
    const { kripke, property } = product;
    this.unknown = space.states === kripke.graph.initialStates().length;
    const { deadlock, maxStates = Number.POSITIVE_INFINITY } = kripke.graph.options;
    this.place = new ProductSpace(
      space,
      { property, letters: kripke.letters, predicates: kripke.expressions, deadlocks: READINGS[deadlock], maxStates },
      marks,
    );
  }

  get core(): Core {
    return this.place.kernel.core;
  }

  /** Puts the initial states on the path, the first one on top. */
  begin(entries: 'with-marks' | 'slots'): void {
    const { kripke, property } = this.product;
    for (const state of [...kripke.graph.initialStates()].reverse()) {
      for (const q of [...property.initialStates(this.place.letter(state))].reverse()) {
        this.place.begin(state, q, entries);
      }
    }
  }

  /**
   * From here on states that cannot accept are only visited, and get this word. The initial states are on the path. The search goes
   * into them all the same at first, because depth-first search often meets a violation soon; it throws `OutOfPatience`
   * if it does not.
   */
  leaveHopeless(word: number): void {
    const { hopeless } = this.product.property;
    if (!hopeless?.includes(1)) {
      this.leaveNone();
    } else if (this.patience === 0) {
      this.leave({ flags: hopeless, word });
    } else {
      this.leaveNone();
      this.leash = this.patience;
    }
  }

  /**
   * Forgets everything that was found, also the states of the model unless somebody else knows them: they are numbered in the
   * order of a depth-first search.
   */
  startAgain(): void {
    const { states, edges } = this.progress();
    this.scouted = { states, edges };
    this.patience = 0;
    this.leash = Number.POSITIVE_INFINITY;
    this.place.startAgain(this.unknown ? 'with-model' : 'product-only');
  }

  /** From here on the given states are visited breadth-first (assembly/hopeless.ts). The initial states are on the path. */
  leave(states: LeftStates): void {
    this.left = states;
    this.openHopeless();
    this.core.beginQueue();
  }

  /** From here on no state is only visited; the path is empty. */
  searchEverywhere(): void {
    this.place.clearPath();
    this.leash = Number.POSITIVE_INFINITY;
    this.leaveNone();
  }

  private leaveNone(): void {
    const { path } = this.place.layout;
    this.left = null;
    this.openHopeless();
    this.core.placeQueue(path, path, path);
  }

  /** Slices until there is an answer: whether something was found. */
  run(check: KernelCheck): boolean {
    for (;;) {
      const before = performance.now();
      const status = check.slice(this.core, Math.min(this.budget, this.leash - this.visited));
      if (this.place.kernel.control(CONTROL.labelFault) !== 0) this.reportLabelFault();
      if (status === STATUS.done || status === STATUS.accepting) return status === STATUS.accepting;
      if (status !== STATUS.running) this.clearTheWay(check, status);
      else if (this.visited >= this.leash) throw new OutOfPatience();
      const spent = performance.now() - before;
      if (spent > SLICE * 2) this.budget = Math.max(1, this.budget >>> 1);
      else if (spent < SLICE) this.budget = Math.min(MOST_STATES_PER_SLICE, this.budget * 2);
      this.watch.look(this.progress());
    }
  }

  /** Counts one more pass over the product. */
  countPass(): void {
    this.passes++;
  }

  private get visited(): number {
    return Number(this.core.productStates.value);
  }

  progress(): Progress {
    const { productEdges, productDepth } = this.core;
    return {
      states: Math.max(this.scouted.states, this.visited),
      edges: Math.max(this.scouted.edges, Number(productEdges.value)),
      depth: productDepth.value >>> 0,
      passes: this.passes,
    };
  }

  statistics(components: number): EmptinessStatistics {
    return {
      exploredStates: this.visited,
      exploredEdges: Number(this.core.productEdges.value),
      passes: this.passes,
      components,
      maximalDepth: this.core.productMaxDepth.value >>> 0,
      bytes: this.place.bytes - this.place.kernel.bytes,
    };
  }

  /** Whether a state of the product is on the cycle that the path makes from `found` on. */
  cycleOnPath(): (state: number) => boolean {
    const { core, place } = this;
    const inside = new Set(place.statesOnPath(core.found.value >>> 0));
    const { left, right } = this.product.pairs;
    return (state) => inside.has(core.findSlot(left.get(state), right.get(state)) >>> 0);
  }

  /** The word that the search keeps about a state of the product, by its number there. */
  wordOf(state: number): number {
    const { left, right } = this.product.pairs;
    return this.place.wordOf(left.get(state), right.get(state));
  }

  private clearTheWay(check: KernelCheck, status: number): void {
    const { place, space, core } = this;
    if (status === STATUS.deadlock) throw new DeadlockFound(core.deadlocked.value >>> 0);
    if (status === STATUS.limit) throw new LimitExceeded('states', `more than ${place.request.maxStates} states`);
    const restore = check.park();
    const queue = [core.queueHead, core.queueEnd, core.pathFloor].map(({ value }) => (value >>> 0) - place.layout.path);
    if (!space.recover(core.modelStateOf(check.next()) >>> 0, status)) throw new UnfitProduct('the memory is full');
    place.follow();
    const [head, end, floor] = queue.map((offset) => place.layout.path + offset);
    this.openHopeless();
    this.core.placeQueue(head, end, floor);
    restore();
  }

  private openHopeless(): void {
    const { core, place, left } = this;
    const flags = left === null ? 0 : place.tables.takeFlags(left.flags);
    core.openHopeless(flags, left?.word ?? 0, place.entries === 'with-marks' ? 1 : 0);
  }

  /** Lets the predicates run into the fault that one of them had. */
  private reportLabelFault(): never {
    for (let state = 0; state < this.space.states; state++) this.product.kripke.letter(state);
    throw new InternalError('the kernel met a fault that no predicate has');
  }
}
