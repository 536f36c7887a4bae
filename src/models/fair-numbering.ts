// The states of a fair model by numbers, over a model that numbers its own: (state below, taken, never) is all that tells them apart.
// Nothing is asked of the model below but its steps, which it keeps: so fairness calls no function of the user again.
import { Int32List } from '../base/growable.ts';
import { PairTable } from '../base/pair-table.ts';
import type { StateNumbering } from './model.ts';

/** In place of the guesses, once one was wrong. */
export const BROKEN = -1;

/** What the fair model says about its states. */
interface FairBits {
  /** The entries of a vector of the model below. */
  readonly width: number;
  /** The bits of each group: one for each assumption about it. */
  readonly bits: Int32Array;
  /** The bits of the strong assumptions. */
  readonly strong: number;
}

export class FairNumbering implements StateNumbering {
  /** The steps of the last state that was asked for. */
  readonly steps: Int32List = new Int32List(64);
  private readonly below: StateNumbering;
  private readonly fair: FairBits;
  /** (taken, never), and (state below, number of that). */
  private readonly notes = new PairTable();
  private readonly pairs: PairTable;
  /** What is enabled in each state below; 0 in `isKnown` where that has not been asked for. */
  private readonly enabled = new Int32List();
  private readonly isKnown = new Int32List();
  private readonly found = new Int32List(64);

  constructor(below: StateNumbering, fair: FairBits) {
    this.below = below;
    this.fair = fair;
    // Without guesses, `taken` alone is noted: the bits of a group, or none at first.
    const mostNotes = fair.strong === 0 ? new Set([0, ...fair.bits]).size : undefined;
    this.pairs = new PairTable(mostNotes);
  }

  get bytes(): number {
    const { pairs, enabled, isKnown } = this;
    return this.below.bytes + pairs.bytes + 4 * (enabled.data.length + isKnown.data.length);
  }

  initial(): readonly number[] {
    return this.below.initial().map((state) => {
      this.lookAt(state);
      return this.number(state, 0, this.isDead(state) ? this.fair.strong : 0);
    });
  }

  find(state: number, tick?: () => void): number {
    this.steps.clear();
    this.pass(state, this.steps, tick);
    return this.steps.length / 2;
  }

  startOf(): number {
    return 0;
  }

  pass(state: number, into: Int32List, tick?: () => void): void {
    const { below, found, notes, pairs } = this;
    const source = pairs.left.data[state];
    const never = notes.right.data[pairs.right.data[state]];
    if (never === BROKEN) {
      into.push(state);
      into.push(0);
      return;
    }
    const count = below.find(source, tick);
    // Gathered first: looking at what a successor enables asks for other steps.
    found.clear();
    const start = below.startOf(source);
    for (let i = start; i < start + 2 * count; i++) found.push(below.steps.data[i]);
    for (let i = 0; i < 2 * count; i += 2) {
      this.lookAt(found.data[i], tick);
      this.addGuesses(found.data[i], found.data[i + 1], never, into);
      tick?.();
    }
  }

  read(state: number, vector: Int32Array, wanted?: readonly number[]): void {
    const { notes, pairs } = this;
    const { width } = this.fair;
    const below = pairs.left.data[state];
    const note = pairs.right.data[state];
    this.below.read(below, vector, wanted);
    vector[width] = notes.left.data[note];
    vector[width + 1] = this.enabled.data[below];
    vector[width + 2] = notes.right.data[note];
  }

  /** The successor with the guesses made so far, and once for each further guess that can be right. */
  private addGuesses(target: number, group: number, never: number, into: Int32List): void {
    const { strong, bits } = this.fair;
    const taken = bits[group];
    const enabled = this.enabled.data[target];
    const isDead = this.isDead(target);
    const isWrong = (never & enabled) !== 0;
    into.push(this.number(target, taken, isDead ? strong : isWrong ? BROKEN : never));
    into.push(group);
    if (isDead || isWrong) return;
    for (let open = strong & ~never & ~enabled; open !== 0; open &= open - 1) {
      into.push(this.number(target, taken, never | (open & -open)));
      into.push(group);
    }
  }

  private number(state: number, taken: number, never: number): number {
    return this.pairs.intern(state, this.notes.intern(taken, never));
  }

  /** Finds out what is enabled in a state of the model below, unless that is known. */
  private lookAt(state: number, tick?: () => void): void {
    const { below, enabled, isKnown } = this;
    while (isKnown.length <= state) {
      isKnown.push(0);
      enabled.push(0);
    }
    if (isKnown.data[state] !== 0) return;
    const count = below.find(state, tick);
    const start = below.startOf(state);
    let bits = 0;
    for (let i = start; i < start + 2 * count; i += 2) bits |= this.fair.bits[below.steps.data[i + 1]];
    enabled.data[state] = bits;
    isKnown.data[state] = count === 0 ? DEAD : ALIVE;
  }

  private isDead(state: number): boolean {
    return this.isKnown.data[state] === DEAD;
  }
}

const ALIVE = 1;
const DEAD = 2;
