// Past one memory: WebAssembly addresses 4 GiB, machines have more. When the first kernel is full it is frozen, and new
// states go to further memories, each with its own store. A state that one does not know is looked for in the
// next (assembly/elsewhere.ts); only the last one adds. Ids go on counting from store to store.
import type { Kernel } from '../kernel.ts';
import {
  ELSEWHERE_ADOPT,
  ELSEWHERE_ADOPTED,
  ELSEWHERE_FUNCTIONS,
  ELSEWHERE_HAND,
  ELSEWHERE_SHOW,
  ELSEWHERE_SHOWN,
} from '../protocol.ts';

export class Overflow {
  /** The further kernels, in the order of their ids. */
  readonly kernels: Kernel[] = [];

  get active(): boolean {
    return this.kernels.length > 0;
  }

  get bytes(): number {
    return this.kernels.reduce((sum, kernel) => sum + kernel.bytes, 0);
  }

  get memories(): number {
    return this.kernels.length;
  }

  /**
   * Opens a further memory behind the last, which is full: the first one that is given, or one of those opened here. False where `another` has
   * none to give.
   */
  extend(first: Kernel, another: () => Kernel | null): boolean {
    const last = this.kernels.at(-1);
    // A memory that has no room for the first states that come will not be followed by one that has.
    if (last?.store.ownStates === 0) return false;
    const kernel = another();
    if (kernel === null) return false;
    link(last ?? first, kernel);
    this.kernels.push(kernel);
    return true;
  }
}

/** States that the kernel does not know go to the next one from now on. */
function link({ core }: Kernel, { core: next }: Kernel): void {
  const at = core.table.grow(ELSEWHERE_FUNCTIONS);
  core.table.set(at + ELSEWHERE_HAND, next.hand);
  core.table.set(at + ELSEWHERE_ADOPT, next.adopt);
  core.table.set(at + ELSEWHERE_ADOPTED, next.adopted);
  core.table.set(at + ELSEWHERE_SHOW, next.show);
  core.table.set(at + ELSEWHERE_SHOWN, next.shownWord);
  core.openElsewhere(at);
  core.freeze();
}
