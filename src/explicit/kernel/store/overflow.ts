// Past one memory: WebAssembly addresses 4 GiB, machines have more. When the first kernel is full it is frozen, and new
// states go to further memories, each with its own store. A state that the first does not know is looked for in the
// others in turn; only the last one adds. Ids go on counting from store to store.

import type { Elsewhere } from '../core.ts';
import type { Kernel } from '../kernel.ts';
import { DONE, FULL, NO_ID } from '../protocol.ts';

/** One further memory, and the id of its first state. */
interface Store {
  readonly kernel: Kernel;
  readonly first: number;
}

export class Overflow implements Elsewhere {
  private readonly stores: Store[] = [];
  private main: Kernel | null = null;
  /** Places in the caller's list of states that are still unknown. */
  private unknown = new Int32Array(0);
  /** Makes a further kernel, or null when there is no more memory to be had. */
  private another: () => Kernel | null = () => null;

  get active(): boolean {
    return this.main !== null;
  }

  get bytes(): number {
    return this.stores.reduce((sum, { kernel }) => sum + kernel.bytes, 0);
  }

  get memories(): number {
    return this.stores.length;
  }

  /** The further kernels, in the order of their ids. */
  kernels(): Kernel[] {
    return this.stores.map(({ kernel }) => kernel);
  }

  /** Freezes the full kernel and opens a further memory; false when there is none. */
  begin(main: Kernel, another: () => Kernel | null): boolean {
    const kernel = another();
    if (kernel === null) return false;
    this.another = another;
    this.main = main;
    main.core.freeze();
    this.stores.push({ kernel, first: main.store.ownStates });
    this.unknown = new Int32Array(main.layout.bufferStates);
    return true;
  }

  intern(states: number, n: number, ids: number): number {
    const { main } = this;
    if (main === null) return FULL;
    for (let i = 0; i < n; i++) this.unknown[i] = i;
    let left = n;
    for (let s = 0; s < this.stores.length && left > 0; s++) {
      const last = s === this.stores.length - 1;
      const { kernel, first } = this.stores[s];
      if (s === 0) copyAll(main, states >>> 0, kernel, n);
      else this.copyUnknown(main, states >>> 0, kernel, left);
      if (!last || kernel.store.add(left) !== DONE) {
        if (last && !this.extend()) return FULL;
        kernel.core.lookUp(left);
      }
      left = this.collect(main, ids >>> 0, { kernel, first }, left);
    }
    return DONE;
  }

  read(id: number, target: number): void {
    const { main } = this;
    if (main === null) return;
    let s = this.stores.length - 1;
    while (s > 0 && this.stores[s].first > id >>> 0) s--;
    const { kernel, first } = this.stores[s];
    const source = (kernel.core.stateAt((id >>> 0) - first) >>> 0) / 4;
    const words = kernel.packing.words * 2;
    main.words.set(kernel.words.subarray(source, source + words), (target >>> 0) / 4);
  }

  /** Opens one more memory behind the last. */
  private extend(): boolean {
    const kernel = this.another();
    if (kernel === null) return false;
    const last = this.stores[this.stores.length - 1];
    this.stores.push({ kernel, first: last.first + last.kernel.store.ownStates });
    return true;
  }

  private copyUnknown(main: Kernel, states: number, kernel: Kernel, n: number): void {
    const stride = main.strideBytes / 4;
    const words = main.packing.words * 2;
    for (let i = 0; i < n; i++) {
      const source = states / 4 + this.unknown[i] * stride;
      kernel.words.set(main.words.subarray(source, source + words), kernel.layout.buffer / 4 + i * stride);
    }
  }

  /** Writes the ids that the store found; keeps the places of the others. Gives their number. */
  private collect(main: Kernel, ids: number, { kernel, first }: Store, n: number): number {
    let left = 0;
    for (let i = 0; i < n; i++) {
      const id = kernel.idAt(i);
      if (id === NO_ID) this.unknown[left++] = this.unknown[i];
      else main.words[ids / 4 + this.unknown[i]] = first + id;
    }
    return left;
  }
}

/** Copies `n` states with their hashes at once: a call for each would cost more than looking it up. */
function copyAll(main: Kernel, states: number, kernel: Kernel, n: number): void {
  const first = states / 4;
  kernel.words.set(main.words.subarray(first, first + (n * main.strideBytes) / 4), kernel.layout.buffer / 4);
}
