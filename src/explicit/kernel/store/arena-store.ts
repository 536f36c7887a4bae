// Packed states side by side in an arena, in the order of their ids.
import { bestTable, type StoreShape } from '../layout.ts';
import { SLOT_BYTES, WORD_BYTES } from '../protocol.ts';
import { NumberedStore } from './numbered-store.ts';
import { stackBytes, type TakeStates } from './state-store.ts';

export class ArenaStore extends NumberedStore {
  static readonly shape: StoreShape = {
    slotBytes: SLOT_BYTES,
    spreads: false,
    waitingBytes: stackBytes,
    divide({ words, labelBytes, waitingBytes }, room) {
      const stateBytes = words * WORD_BYTES;
      const { bits, capacity } = bestTable(room, SLOT_BYTES, stateBytes + labelBytes + waitingBytes);
      const stackCapacity = waitingBytes > 0 ? capacity : 0;
      return { stateBytes, capacity, stackCapacity, tableBits: bits, nodeCapacity: 0, nodeTableBits: 0 };
    },
  };

  readonly kind = 'arena';

  protected get stateBytes(): number {
    return this.kernel.packing.words * WORD_BYTES;
  }

  forget(): boolean {
    const { layout, words, firstTableBits } = this.kernel;
    words.fill(0, layout.table / 4, layout.table / 4 + 2 ** firstTableBits);
    this.openStore();
    return true;
  }

  forEachBatch(most: number, visit: (address: number, n: number) => void): void {
    const { arena } = this.kernel.layout;
    for (let id = 0; id < this.ownStates; id += most) {
      visit(arena + id * this.stateBytes, Math.min(most, this.ownStates - id));
    }
  }

  protected openWidth(): void {
    this.kernel.core.openWidth(this.kernel.packing.words, 0);
  }

  protected override give(first: number, end: number, take: TakeStates): boolean {
    const own = Math.min(end, this.ownStates);
    if (first < own && !take(this.kernel.layout.arena + first * this.stateBytes, own - first)) return false;
    return super.give(Math.max(first, own), end, take);
  }
}
