// Moving a search to a new kernel: another packing, another way of keeping states, another memory. Ids stay what they
// were, because states are added in their order; the place of the search and its counts go along.
import { invariant } from '../../../base/assert.ts';
import { requireHost } from '../../../base/wasm-host.ts';
import { generateRepack, type Repack } from '../code/generate-repack.ts';
import type { Kernel } from '../kernel.ts';
import { DONE, WORD_BYTES } from '../protocol.ts';
import type { PackedStates } from './select-states.ts';
import type { TakeStates } from './state-store.ts';

/** Makes room in the kernel that receives states, once it has none; false if that cannot be. */
type OnFull = () => boolean;

/** Moves everything from one kernel to another of the same model and order. False if the target has no room. `look` may throw. */
export function transfer(from: Kernel, to: Kernel, onFull: OnFull, look: () => void): boolean {
  const carrier = new Carrier(from, to, onFull, look);
  if (!carrier.carry((take) => from.store.giveExpanded(take))) return false;
  to.store.beginWaiting();
  if (!carrier.carry((take) => from.store.giveWaiting(take))) return false;
  invariant(to.states === from.states, 'states were lost while being moved');
  if (!to.store.resume(from.store.place)) return false;
  return carrier.carry((take) => from.store.giveUnsettled(take));
}

/** Adds states to a kernel, whose fields hold their values. False if it has no room. `look` may throw. */
export function carryStates(states: PackedStates, to: Kernel, onFull: OnFull, look: () => void): boolean {
  const count = (states.words.length * 4) / (states.packing.words * WORD_BYTES);
  return new Carrier(states, to, onFull, look).carry((take) => take(0, count));
}

/** Brings packed states over: they are gathered in the staging area of the new memory, packed anew into its buffer, and added. */
class Carrier {
  private readonly from: PackedStates;
  private readonly to: Kernel;
  private readonly onFull: OnFull;
  private readonly look: () => void;
  private readonly repack: Repack;
  /** States moved at a time. */
  private readonly batch: number;
  /** States in the staging area. */
  private staged = 0;

  constructor(from: PackedStates, to: Kernel, onFull: OnFull, look: () => void) {
    this.look = look;
    this.from = from;
    this.to = to;
    this.onFull = onFull;
    const { Module, Instance } = requireHost();
    const module = new Module(generateRepack(from.packing, to.packing));
    const { exports } = new Instance(module, { env: { memory: to.memory } });
    this.repack = exports.repack as Repack;
    const room = Math.floor(to.layout.stagingBytes / (from.packing.words * WORD_BYTES));
    this.batch = Math.min(room, to.layout.bufferStates);
    invariant(this.batch > 0, 'the packings differ too much');
  }

  /** Moves the states that `give` gives; false without room for all. */
  carry(give: (take: TakeStates) => boolean): boolean {
    return give((address, n) => this.take(address, n)) && this.unload();
  }

  private take(address: number, n: number): boolean {
    const { from, to } = this;
    const words = (from.packing.words * WORD_BYTES) / 4;
    for (let done = 0; done < n; ) {
      const some = Math.min(n - done, this.batch - this.staged);
      const source = address / 4 + done * words;
      to.words.set(from.words.subarray(source, source + some * words), to.layout.staging / 4 + this.staged * words);
      this.staged += some;
      done += some;
      if (this.staged === this.batch && !this.unload()) return false;
    }
    return true;
  }

  /** Packs the staged states anew and adds them. */
  private unload(): boolean {
    const { to, staged } = this;
    if (staged === 0) return true;
    this.staged = 0;
    this.look();
    this.repack(to.layout.staging, to.layout.buffer, staged);
    if (to.store.add(staged) === DONE) return true;
    return this.onFull() && to.store.add(staged) === DONE;
  }
}
