// Letters of a model, numbered as they appear. A model shows far fewer valuations than 2^AP, so that tables indexed by
// letter number stay small however many propositions a formula has; letter numbers work for any number of them.
import { VectorTable } from '../../base/intern.ts';

/** Distinct valuations of `count` propositions, each with a small number; bit i of the words is proposition i. */
export class LetterTable {
  readonly count: number;
  private readonly words: VectorTable;
  private readonly scratch: Int32Array;
  /** Number of the changeset between two letters, by the pair's key; filled on demand. */
  private readonly changes = new Map<number, number>();

  constructor(count: number) {
    this.count = count;
    this.words = new VectorTable((count + 31) >>> 5);
    this.scratch = new Int32Array((count + 31) >>> 5);
    this.words.intern(this.scratch); // number 0 is the empty valuation, hence also the empty changeset
  }

  get size(): number {
    return this.words.size;
  }

  /** The number of the valuation in which exactly the propositions with `holds(i)` are true. */
  intern(holds: (proposition: number) => boolean): number {
    this.scratch.fill(0);
    for (let i = 0; i < this.count; i++) if (holds(i)) this.scratch[i >>> 5] |= 1 << (i & 31);
    return this.words.intern(this.scratch);
  }

  /** Whether proposition `proposition` is true in letter `letter`. */
  holds(letter: number, proposition: number): boolean {
    return ((this.words.get(letter)[proposition >>> 5] >>> (proposition & 31)) & 1) === 1;
  }

  /** The changeset ℓ ⊕ ℓ' as a valuation number of its own; 0 exactly when the letters are equal. */
  change(from: number, to: number): number {
    if (from === to) return 0;
    const key = from * 0x400_0000 + to;
    let number = this.changes.get(key);
    if (number === undefined) {
      const [a, b] = [this.words.get(from), this.words.get(to)];
      for (let i = 0; i < a.length; i++) this.scratch[i] = a[i] ^ b[i];
      number = this.words.intern(this.scratch);
      this.changes.set(key, number);
    }
    return number;
  }

  /** The letter as a set of proposition numbers. */
  members(letter: number): number[] {
    return Array.from({ length: this.count }, (_, i) => i).filter((i) => this.holds(letter, i));
  }
}
