// States with ids in an arena, searched by a crew, breadth-first. When the crew cannot go on, ids are dense and those of expanded states come first, as one
// thread would have left them: then it is an `ArenaStore` like any other, on a memory that happens to be shared.
import type { Kernel } from '../kernel.ts';
import { NO_ID } from '../protocol.ts';
import { ArenaStore } from '../store/arena-store.ts';
import { Crew, type CrewOptions } from './crew.ts';
import { type CrewedStore, copy, helperPlace, PLACES } from './crewed-store.ts';
import type { SharedCore } from './shared-core.generated.ts';
import type { HelperThread } from './thread-host.ts';

export class CrewArenaStore extends ArenaStore implements CrewedStore {
  private crew: Crew | null = null;

  takeOver(former: Kernel, threads: readonly HelperThread[], options: CrewOptions): boolean {
    const { kernel } = this;
    const { layout, compiled } = kernel;
    const core = kernel.core as unknown as SharedCore;
    const { states } = former;
    const tableBytes = former.core.tableBytes() >>> 0;
    const bits = Math.log2(tableBytes / 4);
    if (bits > layout.tableBits || states + PLACES * (threads.length + 1) > layout.capacity) return false;
    const { words } = kernel.packing;
    core.openStore(layout.arena, layout.capacity, layout.table, layout.keys, bits, layout.tableBits);
    core.openNumbered(words, layout.buffer, layout.bufferStates, compiled.mostSuccessors, layout.scratch);
    copy(former, kernel, { from: former.layout.arena, to: layout.arena, bytes: states * this.stateBytes });
    copy(former, kernel, { from: former.layout.table, to: layout.table, bytes: tableBytes });
    const { levelLeft, level, transitions, deadlocks } = former.store.place;
    core.placeRing(former.core.head.value, states, 0);
    core.resumeInline(levelLeft, level, 0n, 0n);
    this.crew = new Crew(kernel, threads, { states, transitions, deadlocks }, options, (counts) => {
      const head = core.inlineHead.value >>> 0;
      core.setStates(counts.states);
      core.resume(head, head + (core.levelLeft() >>> 0), core.inlineDepth.value, 0);
      core.resumeCounts(0, counts.transitions, counts.deadlocks, NO_ID);
    });
    const arena = { kind: 'arena', words, at: layout.arena, capacity: layout.capacity } as const;
    const places = threads.map((_, i) => helperPlace(kernel, i, { bits, states: arena }));
    this.crew.begin(states, places);
    return true;
  }

  get threads(): number {
    return this.crew?.worked ?? 1;
  }

  /** The crew while it works. */
  private get atWork(): Crew | null {
    return this.crew === null || this.crew.isSettled ? null : this.crew;
  }

  override get states(): number {
    return this.atWork?.states ?? super.states;
  }

  override get ownStates(): number {
    return this.atWork?.states ?? super.ownStates;
  }

  override get transitions(): number {
    return this.atWork === null ? super.transitions : Number(this.atWork.transitions);
  }

  override get deadlocks(): number {
    return this.atWork === null ? super.deadlocks : Number(this.atWork.deadlocks);
  }

  override get depth(): number {
    const core = this.kernel.core as unknown as SharedCore;
    return this.atWork === null ? super.depth : Math.max(0, core.inlineDepth.value - 1);
  }

  get isInVain(): boolean {
    return this.atWork?.isInVain === true;
  }

  override slice(budget: number): number {
    return this.atWork?.slice(budget) ?? super.slice(budget);
  }

  dismiss(): void {
    this.crew?.dismiss();
  }

  leave(): void {
    this.crew?.leave();
  }
}
