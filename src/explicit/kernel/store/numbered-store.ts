// States with ids: a hash table of ids over an arena of packed states or of their roots (assembly/store.ts, assembly/search.ts).
import type { Kernel } from '../kernel.ts';
import { DONE, NO_ID } from '../protocol.ts';
import type { SearchPlace, StateStore, StoreKind, TakeStates } from './state-store.ts';

export abstract class NumberedStore implements StateStore {
  abstract readonly kind: StoreKind;
  protected readonly kernel: Kernel;
  /** Of states that come from another kernel: how many were expanded there. */
  private expanded = 0;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    this.openWidth();
    this.openStore();
    this.openSearch();
  }

  get states(): number {
    return this.kernel.core.total.value >>> 0;
  }

  get ownStates(): number {
    return this.kernel.core.count.value >>> 0;
  }

  get bytes(): number {
    const { core, layout, labelBytes } = this.kernel;
    const states = this.ownStates * (this.stateBytes + labelBytes);
    return layout.regions + states + (core.tableBytes() >>> 0) + (core.peak.value >>> 0) * 4;
  }

  get transitions(): number {
    return Number(this.kernel.core.transitions.value);
  }

  get deadlocks(): number {
    return Number(this.kernel.core.deadlocks.value);
  }

  get depth(): number {
    const { core, options } = this.kernel;
    return options.order === 'breadth-first' ? Math.max(0, core.depth.value - 1) : core.top.value >>> 0;
  }

  slice(budget: number): number {
    const { core, options } = this.kernel;
    return options.order === 'breadth-first' ? core.breadthFirst(budget) : core.depthFirst(budget);
  }

  add(n: number): number {
    const { core, layout } = this.kernel;
    core.hashStates(layout.buffer, n, layout.keys);
    return core.resolve(n);
  }

  addStarts(n: number): number {
    const expected = this.states;
    const status = this.add(n);
    if (status === DONE && this.kernel.options.order === 'depth-first') this.kernel.core.pushNew(n, expected);
    return status;
  }

  next(): number {
    const { core, layout, options, words } = this.kernel;
    const top = words[layout.stack / 4 + (core.top.value >>> 0) - 1];
    return core.stateAt(options.order === 'breadth-first' ? core.head.value : top) >>> 0;
  }

  abstract forget(): boolean;
  abstract forEachBatch(most: number, visit: (address: number, n: number) => void): void;

  giveExpanded(take: TakeStates): boolean {
    return this.give(0, this.kernel.core.head.value >>> 0, take);
  }

  giveWaiting(take: TakeStates): boolean {
    return this.give(this.kernel.core.head.value >>> 0, this.states, take);
  }

  giveUnsettled(): boolean {
    return true;
  }

  get place(): SearchPlace {
    const { core, layout, words } = this.kernel;
    const stack = layout.stack / 4;
    return {
      levelLeft: (core.levelEnd.value >>> 0) - (core.head.value >>> 0),
      level: core.depth.value,
      transitions: core.transitions.value,
      deadlocks: core.deadlocks.value,
      firstDeadlock: core.firstDeadlock.value,
      stack: words.subarray(stack, stack + (core.top.value >>> 0)),
      peak: core.peak.value,
    };
  }

  beginWaiting(): void {
    this.expanded = this.states;
  }

  resume({ levelLeft, level, transitions, deadlocks, firstDeadlock, stack, peak }: SearchPlace): boolean {
    const { core, layout, words } = this.kernel;
    if (stack.length > layout.stackCapacity) return false;
    words.set(stack, layout.stack / 4);
    core.resume(this.expanded, this.expanded + levelLeft, level, stack.length);
    core.resumeCounts(peak, transitions, deadlocks, firstDeadlock);
    return true;
  }

  /** Bytes of a state in the arena. */
  protected abstract readonly stateBytes: number;

  /** Tells the core how wide states are and whether they are folded. */
  protected abstract openWidth(): void;

  /** Gives the states with ids from `first` to before `end`, in their order, one by one: any may be elsewhere or folded. */
  protected give(first: number, end: number, take: TakeStates): boolean {
    const { core } = this.kernel;
    for (let id = first; id < end; id++) if (!take(core.stateAt(id) >>> 0, 1)) return false;
    return true;
  }

  /** Lays out an empty arena and its table, whose memory is zero. */
  protected openStore(): void {
    const { core, layout, firstTableBits } = this.kernel;
    core.openStore(layout.arena, layout.capacity, layout.table, layout.keys, firstTableBits, layout.tableBits);
    core.resume(0, 0, 0, 0);
    core.resumeCounts(0, 0n, 0n, NO_ID);
  }

  private openSearch(): void {
    const { core, layout, options, compiled, labelBytes } = this.kernel;
    core.openBuffers(layout.buffer, layout.ids, layout.pending, layout.scratch);
    core.openBatches(layout.bufferStates, compiled.mostSuccessors, options.depthFirst === 'loose' ? 1 : 0);
    core.openStack(layout.stack, layout.stackCapacity);
    if (labelBytes > 0) core.openLabels(layout.labels, labelBytes);
    if (compiled.inHost) core.hashInCore();
  }
}
