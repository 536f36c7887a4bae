// Moving a search to a new kernel: another packing, another way of keeping states, another memory. Ids stay what they
// were, because states are added in their order; the place of the search and its counts go along.
import { invariant } from '../../base/assert.ts';
import { STATUS } from './emitter.ts';
import { generateRepack, type Repack } from './generate-repack.ts';
import { requireHost } from './host.ts';
import type { Kernel } from './kernel.ts';

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
    const moved = this.from.options.store === 'inline' ? this.moveInline() : this.moveNumbered();
    if (moved) invariant(this.to.states === this.from.states, 'states were lost while being moved');
    return moved;
  }

  private moveNumbered(): boolean {
    const { from, to } = this;
    for (let id = 0; id < from.states; id += this.batch) {
      const n = Math.min(this.batch, from.states - id);
      for (let i = 0; i < n; i++) this.stage(from.core.stateAt(id + i) >>> 0, i, 1);
      this.unstage(n);
      if (!this.add(n)) return false;
    }
    const { core } = from;
    const top = core.top.value >>> 0;
    if (top > to.layout.stackCapacity) return false;
    const stack = from.words.subarray(from.layout.stack / 4, from.layout.stack / 4 + top);
    to.words.set(stack, to.layout.stack / 4);
    to.core.resume(core.head.value, core.levelEnd.value, core.depth.value, core.top.value);
    to.core.resumeCounts(core.peak.value, core.transitions.value, core.deadlocks.value, core.firstDeadlock.value);
    return true;
  }

  /** States that are only in the table: their order does not matter, but those on the stack must be found again. */
  private moveInline(): boolean {
    const { from, to } = this;
    for (let slot = 0; slot !== -1; ) {
      slot = from.core.inlineStates(slot, from.layout.buffer, this.batch);
      const n = from.core.copied.value >>> 0;
      this.stage(from.layout.buffer, 0, n);
      this.unstage(n);
      if (!this.add(n)) return false;
      // Adding has pushed them: the stack is only filled below.
      if (to.options.store === 'inline') to.core.resumeInline(0, 0, 0n, 0n);
    }
    const top = from.core.inlineTop.value >>> 0;
    if (top > to.layout.stackCapacity) return false;
    for (let done = 0; done < top; done += this.batch) {
      const n = Math.min(this.batch, top - done);
      this.stage(from.layout.stack + done * 8, 0, n);
      this.unstage(n);
      this.fillStack(done, n);
    }
    const { inlinePeak: peak, inlineTransitions: transitions, inlineDeadlocks: deadlocks } = from.core;
    if (to.options.store === 'inline') {
      to.core.resumeInline(top, peak.value, transitions.value, deadlocks.value);
    } else {
      to.core.resume(0, 0, 0, top);
      to.core.resumeCounts(peak.value, transitions.value, deadlocks.value, -1);
    }
    return true;
  }

  /** Puts the `n` states of the buffer on the new stack, from entry `first` on. */
  private fillStack(first: number, n: number): void {
    const { to } = this;
    const stack = to.layout.stack / 4;
    if (to.options.store === 'inline') {
      const buffer = to.layout.buffer / 4;
      for (let i = 0; i < n; i++) {
        to.words[stack + (first + i) * 2] = to.words[buffer + i * 4];
        to.words[stack + (first + i) * 2 + 1] = to.words[buffer + i * 4 + 1];
      }
      return;
    }
    // All of them are known: this only finds them, in whatever memory they are.
    to.core.hashStates(to.layout.buffer, n, to.layout.keys);
    invariant(to.core.resolve(n) === STATUS.done, 'a waiting state was lost while being moved');
    for (let i = 0; i < n; i++) to.words[stack + first + i] = to.idAt(i);
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
    if (options.store === 'inline') return core.inlineAdd(n) === STATUS.done;
    if (core.resolve(n) === STATUS.done) return true;
    return this.onFull() && core.resolve(n) === STATUS.done;
  }
}
