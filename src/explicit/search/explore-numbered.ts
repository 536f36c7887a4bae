// Counting the states of a model that numbers them itself (models in code): nothing is left to store but which numbers were seen.
import { Int32List } from '../../base/growable.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { compileExpression, type Evaluator } from '../../models/expression/closures.ts';
import type { Expression } from '../../models/expression/expression.ts';
import { collectReads } from '../../models/expression/support.ts';
import type { Model, StateNumbering } from '../../models/model.ts';

/** Ends a run at a state that satisfies a condition. */
class NumberedWatch {
  private readonly numbering: StateNumbering;
  private readonly evaluate: Evaluator;
  private readonly vector: Int32Array;
  private readonly wanted: readonly number[];

  constructor({ variables }: Pick<Model, 'variables'>, numbering: StateNumbering, watched: Expression) {
    this.numbering = numbering;
    this.evaluate = compileExpression(watched);
    this.vector = new Int32Array(variables.length);
    const wanted = new Set<number>();
    collectReads(watched, wanted);
    this.wanted = [...wanted];
  }

  sees(state: number): boolean {
    this.numbering.read(state, this.vector, this.wanted);
    return this.evaluate(this.vector) !== 0;
  }
}

interface NumberedOptions {
  readonly order: 'breadth-first' | 'depth-first';
  readonly stopwatch: Stopwatch;
  /** Never about `dead`. Whoever watches for a state will look for a way there, so that the steps are kept. */
  readonly watched?: Expression;
}

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
  private readonly watch: NumberedWatch | null;
  private readonly tick = (): void => this.stopwatch.tick();

  constructor(model: Model, numbering: StateNumbering, { order, stopwatch, watched }: NumberedOptions) {
    this.numbering = numbering;
    this.order = order;
    this.stopwatch = stopwatch;
    this.watch = watched === undefined ? null : new NumberedWatch(model, numbering, watched);
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

  /** Expands up to so many states; whether there are more, or one was seen that is watched for. */
  slice(count: number): 'done' | 'more' | 'seen' {
    for (let i = 0; i < count; i++) {
      if (this.head === this.waiting.length) return 'done';
      const state = this.take();
      if (this.watch === null) this.expand(state);
      else if (this.watch.sees(state)) return 'seen';
      else this.expandWatched(state);
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

  private expandWatched(state: number): void {
    const { numbering } = this;
    const count = numbering.find(state, this.tick);
    const { data } = numbering.steps;
    const start = numbering.startOf(state);
    if (count === 0) this.deadlocks++;
    this.transitions += count;
    for (let i = start; i < start + 2 * count; i += 2) this.enter(data[i]);
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
