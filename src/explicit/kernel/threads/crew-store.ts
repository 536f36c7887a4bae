// States that share entries of the table, searched by a crew. Such a store takes over everything from an `InlineStore` under the same packing, as it
// stands; when the crew cannot go on, it is again what one thread would have left, and can be moved elsewhere like that one.
import type { Kernel } from '../kernel.ts';
import { FIRST_BITS, spreadBytes } from '../layout.ts';
import { COUNTER_BYTES, CREW_ENTRIES, ENTRY_BYTES, WORD_BYTES } from '../protocol.ts';
import { InlineStore } from '../store/inline-store.ts';
import type { TakeStates } from '../store/state-store.ts';
import { Crew, type CrewOptions } from './crew.ts';
import { type CrewedStore, copy, helperPlace, PLACES } from './crewed-store.ts';
import type { CrewPlace } from './helper.ts';
import type { SharedCore } from './shared-core.generated.ts';
import type { HelperThread } from './thread-host.ts';

/** Sizes of a table and of a ring. */
interface Sizes {
  readonly bits: number;
  readonly ringBits: number;
}

/** Sizes with room for everything that is there, and for some further places; null where a kernel has none. */
function sizesFor(former: Kernel, { layout }: Kernel, places: number): Sizes | null {
  const { core } = former;
  const bits = core.inlineTableBits();
  const waiting = (core.inlineTail.value - core.inlineHead.value) >>> 0;
  const ringBits = Math.max(FIRST_BITS, Math.ceil(Math.log2(waiting + places)));
  return bits > layout.tableBits || 2 ** ringBits > layout.stackCapacity ? null : { bits, ringBits };
}

/** Copies all states, those that wait, and the place of the search, from a memory of one thread to that of a crew, or back. */
function copyStates(former: Kernel, kernel: Kernel, entries: number, { bits, ringBits }: Sizes): void {
  const { layout, core } = kernel;
  const [head, tail] = [former.core.inlineHead.value >>> 0, former.core.inlineTail.value >>> 0];
  const waiting = (tail - head) >>> 0;
  core.openInline(layout.table, bits, layout.tableBits, layout.buffer);
  core.openRing(layout.stack, ringBits, Math.log2(layout.stackCapacity), layout.keys);
  copy(former, kernel, { from: former.layout.table, to: layout.table, bytes: 2 ** bits * ENTRY_BYTES });
  const batch = former.layout.bufferStates;
  for (let done = 0; done < waiting; done += batch) {
    const n = Math.min(batch, waiting - done);
    former.core.waitingStates(head + done, former.layout.buffer, n);
    const to = layout.stack + done * WORD_BYTES;
    copy(former, kernel, { from: former.layout.buffer, to, bytes: n * WORD_BYTES });
  }
  core.placeRing(0, waiting, ringBits);
  const { levelLeft, level, transitions, deadlocks } = former.store.place;
  core.resumeInline(levelLeft, level, transitions, deadlocks);
  core.setInlineCounts(entries, former.states);
}

export class CrewStore extends InlineStore implements CrewedStore {
  private crew: Crew | null = null;

  /** Takes over the states and the place of a search, and begins with the threads; false if there is no room. */
  takeOver(former: Kernel, threads: readonly HelperThread[], options: CrewOptions): boolean {
    const { kernel } = this;
    const { layout } = kernel;
    const core = kernel.core as unknown as SharedCore;
    const sizes = sizesFor(former, kernel, PLACES * (threads.length + 1));
    if (sizes === null || former.layout.spreadParts.room !== layout.spreadParts.room) return false;
    const entries = former.core.inlineEntries() >>> 0;
    copyStates(former, kernel, entries, sizes);
    const spreads = former.core.hasSpread() !== 0;
    const bytes = spreads ? spreadBytes(layout.spreadParts) : 0;
    copy(former, kernel, { from: former.layout.spread, to: layout.spread, bytes });
    core.setSpread(former.core.spreadCount());
    const { states } = former;
    const { transitions, deadlocks } = former.store.place;
    this.crew = new Crew(kernel, threads, { states, transitions, deadlocks }, options, (counts) => {
      core.setInlineCounts(0, counts.states);
      core.resumeInline(core.levelLeft(), core.inlineDepth.value, counts.transitions, counts.deadlocks);
    });
    this.crew.begin(
      entries,
      threads.map((_, i) => this.placeOf(i, sizes)),
    );
    return true;
  }

  get isInVain(): boolean {
    return this.crew?.isInVain === true;
  }

  giveBack(target: Kernel): boolean {
    const sizes = sizesFor(this.kernel, target, PLACES);
    // It is found out at the end of a level, where everything was looked up.
    if (sizes === null || !this.giveUnsettled(() => false)) return false;
    this.dismiss();
    const { layout, words } = this.kernel;
    copyStates(this.kernel, target, words[(layout.crew + CREW_ENTRIES) / 4], sizes);
    return true;
  }

  /** Threads that have worked together, at most. */
  get threads(): number {
    return this.crew?.worked ?? 1;
  }

  override get states(): number {
    return this.crew?.states ?? super.states;
  }

  override get transitions(): number {
    return this.crew === null ? super.transitions : Number(this.crew.transitions);
  }

  override get deadlocks(): number {
    return this.crew === null ? super.deadlocks : Number(this.crew.deadlocks);
  }

  override get bytes(): number {
    const { core, layout } = this.kernel;
    const spread = core.hasSpread() ? spreadBytes(layout.spreadParts) : 0;
    return super.bytes + layout.members.length * (spread + layout.bufferStates * ENTRY_BYTES);
  }

  override slice(budget: number): number {
    return this.crew?.slice(budget) ?? super.slice(budget);
  }

  /** Brings all threads to rest, as far as they are not lost, and gives them up. */
  dismiss(): void {
    this.crew?.dismiss();
  }

  /** Gives up the other threads. */
  leave(): void {
    this.crew?.leave();
  }

  /** What each thread has spread. */
  override giveUnsettled(take: TakeStates): boolean {
    const { layout, words } = this.kernel;
    const { bits, room } = layout.spreadParts;
    for (const { spread } of room > 0 ? layout.members : []) {
      const states = spread + 2 ** bits * COUNTER_BYTES;
      for (let part = 0; part < 2 ** bits; part++) {
        const n = words[spread / 4 + part];
        if (n > 0 && !take(states + part * room * WORD_BYTES, n)) return false;
      }
    }
    return super.giveUnsettled(take);
  }

  private placeOf(index: number, { bits, ringBits }: { bits: number; ringBits: number }): CrewPlace {
    const { kernel } = this;
    const { layout } = kernel;
    const ring = { at: layout.stack, bits: ringBits, maxBits: Math.log2(layout.stackCapacity) };
    const spread = { at: layout.members[index].spread, ...layout.spreadParts };
    return helperPlace(kernel, index, { bits, states: { kind: 'inline', ring, spread } });
  }
}
