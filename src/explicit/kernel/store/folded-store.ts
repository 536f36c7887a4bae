// Folded states: the arena holds the roots of trees whose nodes equal parts of states share (assembly/fold.ts).
import { bestTable, FIRST_BITS, type StoreShape } from '../layout.ts';
import { NODE_BYTES, SLOT_BYTES } from '../protocol.ts';
import { NumberedStore } from './numbered-store.ts';
import { stackBytes } from './state-store.ts';

export class FoldedStore extends NumberedStore {
  static readonly shape: StoreShape = {
    slotBytes: SLOT_BYTES,
    spreads: false,
    waitingBytes: stackBytes,
    divide({ labelBytes, waitingBytes }, room) {
      // Inner nodes are few where folding pays; a quarter of the memory is plenty.
      const nodes = bestTable(room / 4, SLOT_BYTES, NODE_BYTES);
      const rest = room - nodes.capacity * NODE_BYTES - SLOT_BYTES * 2 ** nodes.bits;
      const { bits, capacity } = bestTable(rest, SLOT_BYTES, NODE_BYTES + labelBytes + waitingBytes);
      return {
        stateBytes: NODE_BYTES,
        capacity,
        stackCapacity: waitingBytes > 0 ? capacity : 0,
        tableBits: bits,
        nodeCapacity: nodes.capacity,
        nodeTableBits: nodes.bits,
      };
    },
  };

  readonly kind = 'folded';
  protected readonly stateBytes = NODE_BYTES;

  override get bytes(): number {
    const { core } = this.kernel;
    return super.bytes + (core.nodeCount.value >>> 0) * NODE_BYTES + (core.nodeTableBytes() >>> 0);
  }

  forget(): boolean {
    return false;
  }

  /** Batches are brought together in the buffer. */
  forEachBatch(most: number, visit: (address: number, n: number) => void): void {
    const { core, layout, packing, words } = this.kernel;
    const batch = Math.min(most, layout.bufferStates);
    for (let id = 0; id < this.ownStates; id += batch) {
      const n = Math.min(batch, this.ownStates - id);
      for (let i = 0; i < n; i++) {
        const source = (core.stateAt(id + i) >>> 0) / 4;
        words.copyWithin(layout.buffer / 4 + i * packing.words * 2, source, source + packing.words * 2);
      }
      visit(layout.buffer, n);
    }
  }

  protected openWidth(): void {
    this.kernel.core.openWidth(this.kernel.packing.words, 1);
  }

  protected override openStore(): void {
    super.openStore();
    const { nodes, nodeCapacity, nodeTable, parts, nodeTableBits } = this.kernel.layout;
    this.kernel.core.openNodes(nodes, nodeCapacity, nodeTable, parts, FIRST_BITS, nodeTableBits);
  }
}
