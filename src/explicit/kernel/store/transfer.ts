// Moving a search to a new kernel: another packing, another way of keeping states, another memory. Ids stay what they
// were, because states are added in their order; the place of the search and its counts go along.

import { invariant } from '../../../base/assert.ts';
import { requireHost } from '../../../base/wasm-host.ts';
import { generateRepack, type Repack } from '../code/generate-repack.ts';
import type { Kernel } from '../kernel.ts';
import { DONE } from '../protocol.ts';

/** Makes room in the kernel that receives states, once it has none; false if that cannot be. */
type OnFull = () => boolean;

/** Moves everything from one kernel to another of the same model and order. False if the target has no room. */
export function transfer(from: Kernel, to: Kernel, onFull: OnFull): boolean {
  return new Transfer(from, to, onFull).run();
}

class Transfer {
  private readonly from: Kernel;
  private readonly to: Kernel;
  private readonly onFull: OnFull;
  private readonly repack: Repack;
  /** States moved at a time. */
  private readonly batch: number;

  constructor(from: Kernel, to: Kernel, onFull: OnFull) {
    this.from = from;
    this.to = to;
    this.onFull = onFull;
    const { Module, Instance } = requireHost();
    const module = new Module(generateRepack(from.packing, to.packing));
    const { exports } = new Instance(module, { env: { memory: to.memory } });
    this.repack = exports.repack as Repack;
    const staged = Math.floor(to.layout.stagingBytes / (from.packing.words * 8));
    this.batch = Math.min(staged, from.layout.bufferStates, to.layout.bufferStates);
    invariant(this.batch > 0, 'the packings differ too much');
  }

  run(): boolean {
    if (this.from.options.store === 'inline') return this.moveInline();
    return this.to.options.store === 'inline' ? this.moveToTable() : this.moveNumbered();
  }

  private checkAll(): void {
    invariant(this.to.states === this.from.states, 'states were lost while being moved');
  }

  private moveNumbered(): boolean {
    const { from, to } = this;
    if (!this.moveIds(0, from.states)) return false;
    this.checkAll();
    const { core } = from;
    const top = core.top.value >>> 0;
    if (top > to.layout.stackCapacity) return false;
    const stack = from.words.subarray(from.layout.stack / 4, from.layout.stack / 4 + top);
    to.words.set(stack, to.layout.stack / 4);
    to.core.resume(core.head.value, core.levelEnd.value, core.depth.value, core.top.value);
    to.core.resumeCounts(core.peak.value, core.transitions.value, core.deadlocks.value, core.firstDeadlock.value);
    return true;
  }

  /** Moves the states with ids from `first` to before `end`, in their order. */
  private moveIds(first: number, end: number): boolean {
    const { from } = this;
    const sideBySide = from.options.store === 'arena' ? from.ownStates : 0;
    for (let id = first; id < end; id += this.batch) {
      const n = Math.min(this.batch, end - id);
      if (id + n <= sideBySide) this.stage(from.layout.arena + id * from.packing.words * 8, 0, n);
      else for (let i = 0; i < n; i++) this.stage(from.core.stateAt(id + i) >>> 0, i, 1);
      this.unstage(n);
      if (!this.add(n)) return false;
    }
    return true;
  }

  /** Breadth-first: the states that wait are the last ones. */
  private moveToTable(): boolean {
    const { from, to } = this;
    const { head, levelEnd, depth, transitions, deadlocks } = from.core;
    const expanded = head.value >>> 0;
    if (!this.moveIds(0, expanded)) return false;
    to.core.emptyRing();
    if (!this.moveIds(expanded, from.states)) return false;
    this.checkAll();
    to.core.resumeInline((levelEnd.value >>> 0) - expanded, depth.value, transitions.value, deadlocks.value);
    return true;
  }

  /**
   * States that are only in the table: first those that were expanded, in any order, then those that wait in theirs, so that a
   * breadth-first search goes on behind the former; at last the successors that were spread and not yet looked up.
   */
  private moveInline(): boolean {
    const { core } = this.from;
    core.hideWaiting(1);
    const moved = this.moveExpanded();
    core.hideWaiting(0);
    if (!moved || !this.moveWaiting()) return false;
    return this.moveSpread();
  }

  private moveExpanded(): boolean {
    const { from, to } = this;
    for (let slot = 0; slot !== -1; ) {
      slot = from.core.inlineStates(slot, from.layout.buffer, this.batch);
      if (!this.moveBuffer(from.core.copied.value >>> 0)) return false;
    }
    if (to.options.store === 'inline') to.core.emptyRing();
    return true;
  }

  private moveWaiting(): boolean {
    const { core, layout } = this.from;
    const { to } = this;
    const expanded = to.states;
    const [head, tail] = [core.inlineHead.value >>> 0, core.inlineTail.value >>> 0];
    for (let at = head; at < tail; at += this.batch) {
      const n = Math.min(this.batch, tail - at);
      core.waitingStates(at, layout.buffer, n);
      if (!this.moveBuffer(n)) return false;
    }
    this.checkAll();
    const left = core.levelLeft() >>> 0;
    const { inlineDepth: depth, inlineTransitions: transitions, inlineDeadlocks: deadlocks } = core;
    if (to.options.store === 'inline') {
      to.core.resumeInline(left, depth.value, transitions.value, deadlocks.value);
    } else {
      to.core.resume(expanded, expanded + left, depth.value, 0);
      to.core.resumeCounts(0, transitions.value, deadlocks.value, -1);
    }
    return true;
  }

  private moveSpread(): boolean {
    const { core, layout } = this.from;
    const { bits, room } = layout.spreadParts;
    for (let part = 0; part < 2 ** bits && room > 0; part++) {
      for (let first = 0; ; ) {
        const n = core.spreadTo(part, first, layout.buffer, this.batch);
        if (n === 0) break;
        if (!this.moveBuffer(n)) return false;
        first += n;
      }
    }
    return true;
  }

  /** Moves the first `n` states of the old buffer, which lie there without hashes. */
  private moveBuffer(n: number): boolean {
    this.stage(this.from.layout.buffer, 0, n);
    this.unstage(n);
    return this.add(n);
  }

  /** Copies `n` neighbouring states at `address` of the old memory to place `index` of the staging area. */
  private stage(address: number, index: number, n: number): void {
    const { from, to } = this;
    const words = from.packing.words * 2;
    to.words.set(from.words.subarray(address / 4, address / 4 + n * words), to.layout.staging / 4 + index * words);
  }

  /** Repacks the `n` staged states into the buffer. */
  private unstage(n: number): void {
    this.repack(this.to.layout.staging, this.to.layout.buffer, n);
  }

  private add(n: number): boolean {
    const { core, layout, options } = this.to;
    core.hashStates(layout.buffer, n, layout.keys);
    if (options.store === 'inline') return core.inlineAdd(n) === DONE;
    if (core.resolve(n) === DONE) return true;
    return this.onFull() && core.resolve(n) === DONE;
  }
}
