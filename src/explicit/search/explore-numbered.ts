// Counting the states of a model that numbers them itself (models in code): nothing is left to store but which numbers were seen.
import { Int32List } from '../../base/growable.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { StateNumbering } from '../../models/model.ts';

/** The states found so far, in slices: `slice` ends after a number of expanded states, or throws `LimitExceeded`. */
export class NumberedStates {
  states = 0;
  transitions = 0;
  deadlocks = 0;
  private readonly numbering: StateNumbering;
  private readonly order: 'breadth-first' | 'depth-first';
  private readonly stopwatch: Stopwatch;
  private seen = new Uint8Array(1024);
  /** The numbers that wait: a queue from `head` on, or a stack. */
  private readonly waiting = new Int32List(64);
  private head = 0;
  /** Breadth-first: the level that is expanded, and where it ends in the queue. */
  private level = 0;
  private levelEnd = 0;
  private readonly found = new Int32List(64);
  private readonly tick = (): void => this.stopwatch.tick();

  constructor(numbering: StateNumbering, order: 'breadth-first' | 'depth-first', stopwatch: Stopwatch) {
    this.numbering = numbering;
    this.order = order;
    this.stopwatch = stopwatch;
    for (const state of numbering.initial()) this.enter(state);
    this.levelEnd = this.waiting.length;
  }

  /** Breadth-first: the level reached. Depth-first: the states that wait. */
  get depth(): number {
    return this.order === 'breadth-first' ? this.level : this.waiting.length;
  }

  get bytes(): number {
    return this.numbering.bytes + this.seen.length + 4 * this.waiting.data.length;
  }

  /** Expands up to so many states; whether there are more. */
  slice(count: number): 'done' | 'more' {
    for (let i = 0; i < count; i++) {
      if (this.head === this.waiting.length) return 'done';
      this.expand(this.take());
    }
    const { memoryBytes = Number.POSITIVE_INFINITY } = this.stopwatch;
    if (this.bytes > memoryBytes) throw new LimitExceeded('memory', undefined, { value: memoryBytes });
    return 'more';
  }

  private take(): number {
    if (this.order === 'depth-first') return this.waiting.pop();
    if (this.head === this.levelEnd) {
      this.level++;
      this.levelEnd = this.waiting.length;
    }
    return this.waiting.data[this.head++];
  }

  private expand(state: number): void {
    const { found } = this;
    found.clear();
    this.numbering.pass(state, found, this.tick);
    if (found.length === 0) this.deadlocks++;
    this.transitions += found.length / 2;
    for (let i = 0; i < found.length; i += 2) this.enter(found.data[i]);
  }

  private enter(state: number): void {
    if (state >= this.seen.length) {
      const seen = new Uint8Array(Math.max(state + 1, this.seen.length * 2));
      seen.set(this.seen);
      this.seen = seen;
    }
    if (this.seen[state] === 1) return;
    this.seen[state] = 1;
    this.states++;
    this.waiting.push(state);
  }
}
