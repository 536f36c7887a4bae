// How much of a search the kernel does at a time: limits and progress are looked at between slices, so slices are short, but not so
// short that the looks cost anything.

/** Milliseconds that a slice should take. */
const SLICE = 8;
const MOST_STATES = 50_000;

/** The number of states per slice, adapted to the time that they take. */
export class Pace {
  /** States of the next slice. */
  states: number;

  /** `groups` of the model: few states at first where a state may have very many successors. */
  constructor(groups: number) {
    this.states = Math.ceil(Math.min(1000, 100_000 / Math.max(1, groups)));
  }

  /** Takes note of how long the last slice took. */
  adapt(milliseconds: number): void {
    if (milliseconds > SLICE * 2) this.states = Math.max(1, this.states >>> 1);
    else if (milliseconds < SLICE) this.states = Math.min(MOST_STATES, this.states * 2);
  }
}
