// States of one word, without ids, many to an entry of the table itself; those that wait are in a ring (assembly/inline.ts). Successors are
// spread over parts of a large table before they are looked up (assembly/spread.ts). For breadth-first searches that only count.
import type { Kernel } from '../kernel.ts';
import { bestTable, FIRST_BITS, type StoreShape, spreadBytes } from '../layout.ts';
import { ENTRY_BYTES, MOST_LOAD, NO_ID, WORD_BYTES } from '../protocol.ts';
import type { SearchPlace, StateStore, TakeStates } from './state-store.ts';

export class InlineStore implements StateStore {
  static readonly shape: StoreShape = {
    slotBytes: ENTRY_BYTES,
    spreads: true,
    waitingBytes: () => WORD_BYTES,
    divide(_, room) {
      // The ring takes at most as much as the table, and is a power of two as well.
      const { bits } = bestTable(room, ENTRY_BYTES, WORD_BYTES);
      return {
        stateBytes: 0,
        capacity: Math.floor((2 ** bits * MOST_LOAD) / 16),
        stackCapacity: 2 ** Math.floor(Math.log2((room - ENTRY_BYTES * 2 ** bits) / WORD_BYTES)),
        tableBits: bits,
        nodeCapacity: 0,
        nodeTableBits: 0,
      };
    },
  };

  readonly kind = 'inline';
  protected readonly kernel: Kernel;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    const { core, layout, compiled, packing, firstTableBits } = kernel;
    core.openWidth(packing.words, 0);
    core.openInline(layout.table, firstTableBits, layout.tableBits, layout.buffer);
    core.openInlineBatches(layout.buffer, layout.bufferStates, compiled.mostSuccessors);
    const ringBits = Math.log2(layout.stackCapacity);
    core.openRing(layout.stack, Math.min(FIRST_BITS, ringBits), ringBits, layout.keys);
    const { bits, room, from } = layout.spreadParts;
    core.openParts(layout.spread, bits, room, from);
  }

  get states(): number {
    return this.kernel.core.inlineCount.value >>> 0;
  }

  get ownStates(): number {
    return this.states;
  }

  get bytes(): number {
    const { core, layout } = this.kernel;
    const spread = core.hasSpread() ? spreadBytes(layout.spreadParts) : 0;
    return layout.regions + (core.inlineBytes() >>> 0) + spread;
  }

  get transitions(): number {
    return Number(this.kernel.core.inlineTransitions.value);
  }

  get deadlocks(): number {
    return Number(this.kernel.core.inlineDeadlocks.value);
  }

  get depth(): number {
    return Math.max(0, this.kernel.core.inlineDepth.value - 1);
  }

  slice(budget: number): number {
    return this.kernel.core.inlineBreadthFirst(budget);
  }

  add(n: number): number {
    return this.kernel.core.inlineAdd(n);
  }

  addStarts(n: number): number {
    return this.add(n);
  }

  next(): number {
    const { core, layout } = this.kernel;
    core.waitingStates(core.inlineHead.value, layout.scratch, 1);
    return layout.scratch;
  }

  forget(): boolean {
    return false;
  }

  /** Batches are brought together in the buffer. */
  forEachBatch(most: number, visit: (address: number, n: number) => void): void {
    const { core, layout } = this.kernel;
    const batch = Math.min(most, layout.bufferStates);
    for (let slot = 0; slot !== -1; ) {
      slot = core.inlineStates(slot, layout.buffer, batch);
      if (core.copied.value !== 0) visit(layout.buffer, core.copied.value >>> 0);
    }
  }

  giveExpanded(take: TakeStates): boolean {
    const { core, layout } = this.kernel;
    core.hideWaiting(1);
    let taken = true;
    for (let slot = 0; slot !== -1 && taken; ) {
      slot = core.inlineStates(slot, layout.buffer, layout.bufferStates);
      taken = take(layout.buffer, core.copied.value >>> 0);
    }
    core.hideWaiting(0);
    return taken;
  }

  giveWaiting(take: TakeStates): boolean {
    const { core, layout } = this.kernel;
    const [head, tail] = [core.inlineHead.value >>> 0, core.inlineTail.value >>> 0];
    for (let at = head; at < tail; at += layout.bufferStates) {
      const n = Math.min(layout.bufferStates, tail - at);
      core.waitingStates(at, layout.buffer, n);
      if (!take(layout.buffer, n)) return false;
    }
    return true;
  }

  giveUnsettled(take: TakeStates): boolean {
    const { core, layout } = this.kernel;
    const { bits, room } = layout.spreadParts;
    for (let part = 0; part < 2 ** bits && room > 0; part++) {
      for (let first = 0; ; ) {
        const n = core.spreadTo(part, first, layout.buffer, layout.bufferStates);
        if (n === 0) break;
        if (!take(layout.buffer, n)) return false;
        first += n;
      }
    }
    return true;
  }

  get place(): SearchPlace {
    const { core } = this.kernel;
    return {
      levelLeft: core.levelLeft() >>> 0,
      level: core.inlineDepth.value,
      transitions: core.inlineTransitions.value,
      deadlocks: core.inlineDeadlocks.value,
      firstDeadlock: NO_ID,
      stack: new Uint32Array(0),
      peak: 0,
    };
  }

  beginWaiting(): void {
    this.kernel.core.emptyRing();
  }

  resume({ levelLeft, level, transitions, deadlocks }: SearchPlace): boolean {
    this.kernel.core.resumeInline(levelLeft, level, transitions, deadlocks);
    return true;
  }
}
