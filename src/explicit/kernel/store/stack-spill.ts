// The lower part of a search stack, kept aside while it is not needed. A stack has room for as many states as its own
// memory holds; with states in further memories more may wait than that.
import { invariant } from '../../../base/assert.ts';
import type { Kernel } from '../kernel.ts';

export class StackSpill {
  /** Pieces from the bottom of the stack up. Ids stay valid when states move to another kernel. */
  private readonly pieces: Uint32Array[] = [];
  entries = 0;

  /** Takes the lower half of the kernel's full stack away. */
  take({ core, layout, words }: Kernel): void {
    const top = core.top.value >>> 0;
    const half = Math.ceil(top / 2);
    invariant(half > 0, 'the stack has no room for the successors of one state');
    const stack = layout.stack / 4;
    this.pieces.push(words.slice(stack, stack + half));
    this.entries += half;
    words.copyWithin(stack, stack + half, stack + top);
    core.setTop(top - half);
  }

  /** Brings the last piece back onto the kernel's empty stack; false when there is none. */
  restore({ core, layout, words }: Kernel): boolean {
    const piece = this.pieces.pop();
    if (piece === undefined) return false;
    words.set(piece, layout.stack / 4);
    core.setTop(piece.length);
    this.entries -= piece.length;
    return true;
  }
}
