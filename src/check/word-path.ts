// The positions of an ultimately periodic word in the order in which a run passes them.
import type { Word } from '../formula/word.ts';

/** Walks along prefix and cycle; positions are those of the judge. Without a cycle the word is only known as far as the prefix goes. */
export class WordPath {
  /** The first position of the cycle. */
  readonly cycleStart: number;
  readonly length: number;

  constructor(word: Word) {
    this.cycleStart = word.prefix.length;
    this.length = word.prefix.length + word.cycle.length;
  }

  get isFinite(): boolean {
    return this.cycleStart === this.length;
  }

  next(position: number): number {
    return position + 1 < this.length ? position + 1 : this.cycleStart;
  }

  /** `position` itself in the cycle, otherwise where the cycle begins. */
  enterCycle(position: number): number {
    return Math.max(position, this.cycleStart);
  }

  /** The positions from `from` to `to`, or all that are ever passed from `from` on; each once. */
  stretch(from: number, to: number | null): number[] {
    const positions: number[] = [];
    const count = from < this.cycleStart ? this.length - from : this.length - this.cycleStart;
    for (let i = from; positions.length < count; i = this.next(i)) {
      positions.push(i);
      if (i === to) break;
    }
    return positions;
  }

  /** The first position from `from` on with the property, or null. */
  find(from: number, fits: (position: number) => boolean): number | null {
    return this.stretch(from, null).find(fits) ?? null;
  }

  /** The position just before `position` on the way from `from`. */
  before(from: number, position: number): number {
    const order = this.stretch(from, position);
    return order[order.length - 2];
  }
}
