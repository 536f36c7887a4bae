// The state space of a model, explored in slices: a kernel, and what must be done when it cannot go on by itself. A field
// that is too narrow is widened and all states are packed anew; a full memory is followed by others, or its states are
// folded; a fault of the model is met again in the model's own words.

import { InternalError, invariant } from '../../../base/assert.ts';
import { LARGEST_MEMORY, type WasmModule } from '../../../base/wasm-host.ts';
import { LimitExceeded } from '../../../diagnostics/limit.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Model } from '../../../models/model.ts';
import { collectArrays } from '../code/array-tables.ts';
import { type CompiledModel, compileModel, conditionsOf } from '../code/compiled-model.ts';
import { compileCore } from '../compile-core.ts';
import { Kernel, type Order } from '../kernel.ts';
import { type FieldPlan, planFields, planSharing } from '../packing/field-plan.ts';
import { type FieldNeeds, packingFor } from '../packing/field-ranges.ts';
import { Measures, measureStates } from '../packing/measure.ts';
import { type Range, unpack } from '../packing/packing.ts';
import { sampleRanges } from '../packing/sample.ts';
import { withSlack } from '../packing/slack.ts';
import { rangesAfter } from '../packing/widening.ts';
import {
  CONTROL_GROUP,
  CONTROL_LABEL_FAULT,
  CONTROL_VALUE,
  CONTROL_VARIABLE,
  DONE,
  FAULT,
  FULL,
  RUNNING,
  SEEN,
  STACK,
  WIDEN,
} from '../protocol.ts';
import { ThreadLost } from '../threads/crew.ts';
import { Helpers, orNull } from '../threads/helpers.ts';
import { type JointRequest, type JointResult, searchJointly } from '../threads/joint-search.ts';
import { meetFault, meetLabelFault } from './faults.ts';
import { Overflow } from './overflow.ts';
import { type SelectedStates, type Selection, selectStates } from './select-states.ts';
import { PRODUCT_SHARE, productShare, type StateSpaceOptions } from './space-options.ts';
import { StackSpill } from './stack-spill.ts';
import type { StoreKind } from './state-store.ts';
import { carryStates, transfer } from './transfer.ts';

/** How a slice ended; `seen` where a state was met that is watched for: it stays unexpanded. */
type SliceResult = 'running' | 'done' | 'full' | 'seen';

/** A further memory below this size is not worth opening. */
const LEAST_MEMORY = 1 << 17;
/** From this many states on it is worth thinking of sharing entries of the table. */
const MANY = 20_000;

export class StateSpace {
  readonly model: Model;
  private readonly options: StateSpaceOptions;
  private readonly core: WasmModule;
  private plan: FieldPlan;
  private overflow: Overflow;
  private compiled: CompiledModel;
  private readonly spill = new StackSpill();
  /** The kernel at work; replaced when states are packed anew or folded. */
  kernel: Kernel;
  /** Whether the kernel at work has its memory for a product, and all states are in further ones. */
  private isApart = false;
  /** Whether sharing entries of the table was thought of. */
  private considered = false;
  private readonly helpers: Helpers | null;
  /** How often states were packed anew. */
  repackings = 0;
  /** Ends a move of all states with `LimitExceeded`; they stay where they were. */
  watch: Stopwatch | undefined;

  constructor(model: Model, options: StateSpaceOptions = {}) {
    this.model = model;
    this.options = options;
    this.watch = options.watch;
    this.core = compileCore();
    const behaviours = model.groups.map(({ behaviour }) => behaviour);
    const { predicates = [], watched } = options;
    const needs: FieldNeeds = {
      model,
      arrays: collectArrays(behaviours, conditionsOf({ model, predicates, watched })),
      implied: [],
    };
    // A sample goes on behind the states that are watched for.
    const compile = (ranges: readonly Range[]): CompiledModel => ({
      ...this.compile(needs, ranges),
      watched: undefined,
    });
    this.plan =
      options.plan ??
      options.starts?.plan ??
      planFields(needs, {
        implied: options.implied ?? 'when-better',
        sample: (seen) => sampleRanges(model, seen, { core: this.core, compile, watch: options.watch }),
      });
    this.overflow = new Overflow();
    this.helpers = options.threads === undefined ? null : new Helpers(options.threads, options.helpers);
    this.compiled = this.compile(this.plan.needs, this.plan.ranges);
    invariant(watched === undefined || !this.compiled.inHost, 'only code watches');
    this.isApart = options.product === 'apart';
    this.kernel = this.firstKernel();
    if (this.isApart) invariant(this.openMemory(this.kernel), 'there is memory for states');
    this.addInitialStates();
    if (options.leaves === 'always') this.shareEntries();
  }

  /**
   * How states are packed, for another space of the same model that need not look at states again.
   * @internal
   */
  get fieldPlan(): FieldPlan {
    return this.plan;
  }

  get order(): Order {
    return this.options.order ?? 'breadth-first';
  }

  get states(): number {
    return this.kernel.states;
  }

  get transitions(): number {
    return this.kernel.store.transitions;
  }

  get deadlocks(): number {
    return this.kernel.store.deadlocks;
  }

  /** Breadth-first: the distance from the initial states that the search has reached. Depth-first: the waiting states. */
  get depth(): number {
    return this.kernel.store.depth + this.spill.entries;
  }

  /** Bytes in use in all memories. */
  get bytes(): number {
    return this.kernel.bytes + this.overflow.bytes + this.spill.entries * 4;
  }

  /** Memories in use. */
  get memories(): number {
    return 1 + this.overflow.memories;
  }

  /** Threads that have worked on it together, at most. */
  get threads(): number {
    return this.helpers?.workedIn(this.kernel) ?? 1;
  }

  /** Nothing more is searched: ends the threads that help. Counts are exact from then on. */
  close(): void {
    this.helpers?.dismiss(this.kernel);
  }

  /** Expands up to `budget` states. Throws the model's `EvaluationFault` when it has one. */
  slice(budget: number): SliceResult {
    const status = this.sliceOfKernel(budget);
    if (status === FAULT && this.helpers?.isOrderOpen(this.kernel)) return this.startAgain();
    if (this.kernel.control(CONTROL_LABEL_FAULT) !== 0) meetLabelFault(this, this.options.predicates ?? []);
    switch (status) {
      case DONE:
        return this.spill.restore(this.kernel) ? 'running' : 'done';
      case STACK:
        this.spill.take(this.kernel);
        return 'running';
      case RUNNING:
        if (!this.considered && this.states >= MANY) this.shareEntries();
        this.enlist();
        this.release();
        return 'running';
      case WIDEN:
        this.widen();
        return 'running';
      case FAULT:
        return this.reportFault();
      case FULL:
        return this.makeRoom() ? 'running' : 'full';
      case SEEN:
        return 'seen';
      default:
        throw new InternalError(`a slice ended with status ${status}`);
    }
  }

  private sliceOfKernel(budget: number): number {
    try {
      return this.kernel.store.slice(budget);
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
      this.startAgain();
      return RUNNING;
    }
  }

  /** Lets further threads go on with the search, where they are worth calling. */
  private enlist(): void {
    const { store } = this.kernel;
    if (this.helpers === null || this.overflow.active || !this.mayShareOut) return;
    // The states are copied: both must fit.
    if (this.kernel.bytes * 2 > this.budget) return;
    this.kernel =
      this.helpers.enlist(this.kernel, (crew) => this.makeKernel(store.kind, this.shareOf(store.kind), 0, crew)) ??
      this.kernel;
  }

  /** Goes on with one thread, where others were tried in vain. */
  private release(): void {
    const { store } = this.kernel;
    const make = (): Kernel => this.makeKernel(store.kind, this.shareOf(store.kind));
    this.kernel = this.helpers?.release(this.kernel, make) ?? this.kernel;
  }

  /** Begins anew, with one thread: another one was lost, or several have met a fault, and which of them is first is chance. */
  private startAgain(): SliceResult {
    this.helpers?.restart(this.kernel);
    this.kernel = this.firstKernel();
    this.addInitialStates();
    return 'running';
  }

  /** Ids of the successors of state `id`, in the model's order. */
  successors(id: number): Uint32Array {
    for (;;) {
      const n = this.kernel.core.successors(id);
      if (n >= 0) {
        const at = this.kernel.layout.ids / 4;
        return this.kernel.words.slice(at, at + n);
      }
      if (n === WIDEN) this.widen(id);
      else if (n === FAULT) meetFault(this.model, this.read(id));
      else if (!this.makeRoom()) throw new LimitExceeded('memory', 'no memory is left for the successors of a state');
    }
  }

  /**
   * Makes it possible to expand state `id` in a product, which ended with the status: with wider fields or folded states, in a new kernel; or in one
   * that has its memory for the product alone, with all states in further memories. False when these are full, or the product's is. Throws the model's fault when it has one.
   */
  recover(id: number, status: number): boolean {
    if (status === FAULT) meetFault(this.model, this.read(id));
    if (status === WIDEN) {
      this.widen(id);
      return true;
    }
    invariant(status === FULL, `an expansion ended with status ${status}`);
    const { kernel, budget } = this;
    if (this.isApart) return kernel.core.isFullElsewhere.value !== 0 && this.openMemory(kernel);
    if (budget <= this.largestMemory) return this.mayFold && this.moveTo('folded', budget - kernel.bytes);
    let isMoved = false;
    this.isApart = true;
    try {
      isMoved = this.moveTo(kernel.store.kind);
    } finally {
      this.isApart = isMoved;
    }
    return isMoved;
  }

  /** Forgets all states but the initial ones, which keep their ids. Does nothing where states are folded or in several memories. */
  forget(): void {
    if (!this.overflow.active && this.kernel.store.forget()) this.addInitialStates();
  }

  /** The state with number `id`. */
  read(id: number): Int32Array {
    const state = new Int32Array(this.model.variables.length);
    this.kernel.read(id, state);
    return state;
  }

  /**
   * The smallest and largest value of every variable, and the largest sum of values, in the states found so far. Throws `LimitExceeded` when the
   * watch says so.
   */
  measure(watch?: Stopwatch): Measures {
    const measures = new Measures(this.model.variables.length);
    measureStates(this.kernel, measures, watch);
    for (const kernel of this.overflow.kernels) measureStates(kernel, measures, watch);
    return measures;
  }

  /**
   * The states found so far that satisfy the condition. Throws `NotSelected` and `LimitExceeded`.
   * @internal
   */
  select(selection: Selection): SelectedStates {
    return selectStates([this.kernel, ...this.overflow.kernels], selection, this.plan, this.watch);
  }

  /**
   * Searches runs of a property that begin anywhere among the states, which are all known, with the threads that have found them; null where that cannot be done.
   * @internal
   */
  searchJointly(request: JointRequest): JointResult | null {
    const { kernel, overflow } = this;
    const threads = this.helpers?.freeAfter(kernel) ?? [];
    if (threads.length === 0 || overflow.active || kernel.store.kind !== 'arena') return null;
    return searchJointly(kernel, threads, { ...request, presence: this.options.helpers?.presence });
  }

  /** How often each group fires, over the states found so far. */
  firings(): Float64Array {
    const firings = new Float64Array(this.model.groups.length);
    if (this.compiled.inHost) {
      for (let id = 0; id < this.states; id++) this.model.successors(this.read(id), (_, group) => firings[group]++);
      return firings;
    }
    for (const kernel of [this.kernel, ...this.overflow.kernels]) kernel.countFirings(firings);
    return firings;
  }

  private compile(needs: FieldNeeds, ranges: readonly Range[]): CompiledModel {
    const host = this.options.expansion === 'model' ? ({ host: 'always' } as const) : {};
    const order = this.options.states === 'counted' ? 'open' : 'model';
    return compileModel(this.model, packingFor(needs, ranges), this.options.predicates ?? [], {
      ...host,
      order,
      watched: this.options.watched,
    });
  }

  /** Whether several threads may find the states: their order is open then, and nothing is kept with them. */
  private get mayShareOut(): boolean {
    const { states = 'numbered', predicates = [] } = this.options;
    return states === 'counted' && predicates.length === 0 && this.order === 'breadth-first';
  }

  /** Whether states may do without ids, and could share entries of the table. */
  private get mayShare(): boolean {
    const { leaves = 'when-better', fold = 'when-short' } = this.options;
    if (!this.mayShareOut) return false;
    // Such a search leaves expanding to code.
    return leaves !== 'never' && fold !== 'always' && !this.compiled.inHost && this.kernel.packing.words === 1;
  }

  /** Goes on with states that share entries of the table, without ids, where that pays. */
  private shareEntries(): void {
    this.considered = true;
    const { kernel, plan: before, compiled } = this;
    if (!this.mayShare || kernel.store.kind !== 'arena' || this.overflow.active || kernel.options.crew) return;
    const { leaves = 'when-better' } = this.options;
    const wanted = leaves === 'always' ? 'always' : 'when-better';
    const shared = planSharing(before, kernel, { wanted, measure: () => this.measure() });
    if (shared === null) return;
    this.plan = shared;
    this.compiled = this.compile(shared.needs, shared.ranges);
    if (this.moveTo(this.firstStore)) return;
    // There is not enough memory for both at once.
    this.plan = before;
    this.compiled = compiled;
  }

  private get budget(): number {
    return this.options.memoryBytes ?? LARGEST_MEMORY;
  }

  private get largestMemory(): number {
    return Math.min(LARGEST_MEMORY, this.options.largestMemory ?? LARGEST_MEMORY);
  }

  /** How states are kept at first. */
  private get firstStore(): StoreKind {
    const { words } = this.compiled.packing;
    if (this.options.fold === 'always' && words > 1) return 'folded';
    return this.plan.needs.leaves !== undefined && words === 1 ? 'inline' : 'arena';
  }

  private firstKernel(): Kernel {
    return this.makeKernel(this.firstStore, this.shareOf(this.firstStore), this.options.starts?.count);
  }

  /** Bytes for a first kernel. Folding needs a second memory beside it while states move. */
  private shareOf(store: StoreKind): number {
    return store === 'arena' && this.foldsWhenShort ? this.budget * 0.6 : this.budget;
  }

  private makeKernel(store: StoreKind, most: number, expectedStates = 0, crew?: Kernel['options']['crew']): Kernel {
    const share = this.isApart ? most * PRODUCT_SHARE : most;
    const memoryBytes = Math.min(share, this.largestMemory);
    return new Kernel(this.compiled, {
      crew,
      core: this.core,
      store,
      order: this.order,
      depthFirst: this.options.states === 'counted' ? 'loose' : 'exact',
      memoryBytes,
      expectedStates,
      parts: this.options.parts,
      productShare: this.isApart ? 'all' : productShare(this.options, memoryBytes),
    });
  }

  private addInitialStates(): void {
    const { starts } = this.options;
    if (starts !== undefined) {
      if (
        carryStates(
          starts,
          this.kernel,
          () => false,
          () => this.lookAtTime(),
        )
      )
        return;
      throw new LimitExceeded('memory', 'no memory is left for the first states');
    }
    const states = this.model.initialStates();
    for (let done = 0; done < states.length; ) {
      const n = Math.min(states.length - done, this.kernel.layout.bufferStates);
      for (let i = 0; i < n; i++) {
        const misfit = this.kernel.packIntoBuffer(states[done + i], i);
        invariant(misfit < 0, 'the packing has no room for an initial state');
      }
      invariant(this.kernel.store.addStarts(n) === DONE, 'the memory has no room for the initial states');
      done += n;
    }
  }

  /** Packs all states anew, with a field that holds the value which did not fit in a successor of state `id`, or of the one being expanded. */
  private widen(id?: number): void {
    const { kernel } = this;
    const variable = kernel.control(CONTROL_VARIABLE);
    const value = kernel.control(CONTROL_VALUE);
    // More tokens than 32 bits hold: the model says so itself.
    const tokens = this.model.groups[kernel.control(CONTROL_GROUP)]?.behaviour.kind === 'tokens';
    if (tokens && value < 0 && this.helpers?.isOrderOpen(kernel)) {
      this.startAgain();
      return;
    }
    if (tokens && value < 0) id === undefined ? this.reportFault() : meetFault(this.model, this.read(id));
    const misfit = { variable, value, repackings: ++this.repackings, tokens };
    const ranges = rangesAfter(misfit, kernel.packing.fields, this.plan.needs);
    const former = this.compiled;
    this.compiled = this.compile(this.plan.needs, withSlack(this.plan.needs, ranges));
    // Until the old memories are given back, both are there: for the time of the move the budget may be exceeded.
    const kind = kernel.store.kind === 'folded' ? 'folded' : this.firstStore;
    try {
      if (this.moveTo(kind)) return;
    } catch (error) {
      this.compiled = former;
      throw error;
    }
    throw new LimitExceeded('memory', 'no memory is left for states with wider fields');
  }

  /** Moves all states to a new kernel, and to memories behind it if it is not large enough. Throws `LimitExceeded` when the time is up. */
  private moveTo(store: StoreKind, memoryBytes = this.shareOf(store)): boolean {
    const former = this.overflow;
    this.overflow = new Overflow();
    // States without ids come in the order of their table: see `firstTableBits`.
    const expected = this.kernel.store.kind !== 'inline' && store === 'inline' ? 0 : this.kernel.states;
    const target = orNull(() => this.makeKernel(store, memoryBytes, expected));
    let isMoved = false;
    try {
      isMoved =
        target !== null &&
        (!this.isApart || this.openMemory(target, expected)) &&
        transfer(
          this.kernel,
          target,
          () => this.openMemory(target),
          () => this.lookAtTime(),
        );
    } finally {
      if (!isMoved) this.overflow = former;
    }
    if (!isMoved) return false;
    this.helpers?.leave(this.kernel);
    this.kernel = target!;
    return true;
  }

  /** Not at the memory: while states move, there is twice as much of it. */
  private lookAtTime(): void {
    const { watch } = this;
    if (watch !== undefined && (watch.secondsLeft < 0 || watch.isCancelled)) watch.look();
  }

  /** Opens a further memory for states behind the kernel, and behind those that were opened before. */
  private openMemory(first: Kernel, expectedStates = 0): boolean {
    return this.overflow.extend(first, () => this.furtherKernel(first, expectedStates));
  }

  /** Room for more states: by folding, or in a further memory. */
  private makeRoom(): boolean {
    const { kernel } = this;
    if (this.overflow.active) return this.openMemory(kernel);
    const left = this.budget - kernel.bytes;
    if (kernel.store.kind === 'inline') return this.moveTo('arena', left);
    // Folded states take less room, but far more time than those in a further memory.
    const folds = this.mayFold && left < this.largestMemory && left >= LEAST_MEMORY;
    if (folds && this.moveTo('folded', left)) return true;
    return this.openMemory(kernel);
  }

  /** Whether the states could be folded now. */
  private get mayFold(): boolean {
    return this.foldsWhenShort && this.kernel.store.kind === 'arena';
  }

  /** Whether states in an arena are folded when memory runs short; short states would not become shorter. */
  private get foldsWhenShort(): boolean {
    return (this.options.fold ?? 'when-short') === 'when-short' && this.compiled.packing.words > 2;
  }

  private furtherKernel(first: Kernel, expectedStates: number): Kernel | null {
    const left = this.budget - first.bytes - this.overflow.bytes - (this.isApart ? first.layout.productBytes : 0);
    if (left < LEAST_MEMORY) return null;
    const options = {
      core: this.core,
      store: first.store.kind,
      order: this.order,
      memoryBytes: Math.min(left, this.largestMemory),
      expectedStates,
      storeOnly: true,
    } as const;
    return orNull(() => new Kernel(first.compiled, options));
  }

  /** Lets the model run into the fault of the state being expanded. */
  private reportFault(): never {
    const { store, packing, words } = this.kernel;
    const state = new Int32Array(this.model.variables.length);
    unpack(packing, words, store.next() / 4, state);
    return meetFault(this.model, state);
  }
}
