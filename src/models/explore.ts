// The plain explorer: every reachable state once, over any model. It stays small and obvious, because the compiled
// kernels and the symbolic engine are tested against it.
import { Int32List } from '../base/growable.ts';
import { VectorTable } from '../base/intern.ts';
import { LimitExceeded, type LimitKind, type Limits } from '../diagnostics/limit.ts';
import { limitOf } from '../diagnostics/out-of-memory.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { type Expression, evaluate } from './expression/expression.ts';
import type { Model } from './model.ts';

export interface ExploreOptions {
  /** A queue (default) or a stack of states to expand. */
  readonly order?: 'breadth-first' | 'depth-first';
  readonly limits?: Limits | Stopwatch;
  /** Predicates to evaluate in every state; at most 31, gathered as bits of `labels`. */
  readonly predicates?: readonly Expression[];
  /** Called every few thousand expanded states. */
  readonly onProgress?: (progress: ExploreProgress) => void;
}

export interface ExploreProgress {
  readonly states: number;
  readonly expanded: number;
  readonly transitions: number;
}

/** What was found. Counts of an incomplete run are those of its explored part. */
export interface Exploration {
  /** The limit that ended the run early, or null when the whole state space was explored. */
  readonly limit: LimitKind | null;
  readonly states: number;
  /** Pairs of a state and a step out of it; two steps to the same target count twice. */
  readonly transitions: number;
  /** States without successors. */
  readonly deadlocks: number;
  /** Largest value of each variable, and the largest sum of all values of one state. */
  readonly maxima: Int32Array;
  readonly maxSum: number;
  /** Number of steps of each group. */
  readonly firings: Float64Array;
  /** Bit i of entry s: predicate i holds in state s. Empty without predicates. */
  readonly labels: Int32Array;
  /** The states, numbered in the order in which they were found. */
  readonly table: VectorTable;
}

/** How many states are expanded between two reports of progress. */
const PERIOD = 4096;

/** Explores all states that `model` can reach. */
export function explore(model: Model, options: ExploreOptions = {}): Exploration {
  return new Explorer(model, options).run();
}

class Explorer {
  private readonly model: Model;
  private readonly options: ExploreOptions;
  private readonly table: VectorTable;
  private readonly source: Int32Array;
  private readonly waiting = new Int32List();
  private readonly maxima: Int32Array;
  private readonly firings: Float64Array;
  private readonly labels = new Int32List();
  private readonly stopwatch: Stopwatch;
  private maxSum = Number.NEGATIVE_INFINITY;
  private expanded = 0;
  private transitions = 0;
  private deadlocks = 0;

  constructor(model: Model, options: ExploreOptions) {
    this.model = model;
    this.options = options;
    this.stopwatch = Stopwatch.over(options.limits);
    this.table = new VectorTable(model.variables.length, model.identity);
    this.source = new Int32Array(model.variables.length);
    this.maxima = new Int32Array(model.variables.length).fill(-0x8000_0000);
    this.firings = new Float64Array(model.groups.length);
  }

  run(): Exploration {
    return {
      limit: this.explore(),
      states: this.table.size,
      transitions: this.transitions,
      deadlocks: this.deadlocks,
      maxima: this.maxima,
      maxSum: this.maxSum,
      firings: this.firings,
      labels: this.labels.toArray(),
      table: this.table,
    };
  }

  /** Finds all states; the limit that came first, if one did. */
  private explore(): LimitKind | null {
    for (const state of this.model.initialStates()) this.find(state);
    try {
      if (this.options.order === 'depth-first') this.depthFirst();
      else this.breadthFirst();
      return null;
    } catch (error) {
      const limit = limitOf(error);
      if (limit === null) throw error;
      return limit.limit;
    }
  }

  /** States are numbered as they are found, so that the queue is the table itself. */
  private breadthFirst(): void {
    for (let id = 0; id < this.table.size; id++) this.expand(id);
  }

  private depthFirst(): void {
    while (this.waiting.length > 0) this.expand(this.waiting.pop());
  }

  private expand(id: number): void {
    const state = this.source;
    this.table.read(id, state);
    const before = this.transitions;
    this.model.successors(state, this.visit);
    const dead = this.transitions === before;
    if (dead) this.deadlocks++;
    this.expanded++;
    this.label(id, state, dead);
    this.lookAtLimits();
  }

  private readonly visit = (target: Int32Array, group: number): void => {
    this.transitions++;
    this.firings[group]++;
    this.find(target);
    this.stopwatch.tick(); // one state may have very many successors
  };

  private find(state: Int32Array): void {
    const known = this.table.size;
    const id = this.table.intern(state);
    if (id !== known) return;
    if (this.options.order === 'depth-first') this.waiting.push(id);
    let sum = 0;
    for (let i = 0; i < state.length; i++) {
      sum += state[i];
      if (state[i] > this.maxima[i]) this.maxima[i] = state[i];
    }
    if (sum > this.maxSum) this.maxSum = sum;
  }

  private label(id: number, state: Int32Array, dead: boolean): void {
    const { predicates = [] } = this.options;
    if (predicates.length === 0) return;
    let label = 0;
    for (let i = 0; i < predicates.length; i++) {
      if (evaluate(predicates[i], state, () => dead) !== 0) label |= 1 << i;
    }
    while (this.labels.length <= id) this.labels.push(0);
    this.labels.set(id, label);
  }

  private lookAtLimits(): void {
    const { stopwatch, table } = this;
    stopwatch.countStates(table.size, 'the model');
    if (this.expanded % PERIOD !== 0) return;
    this.options.onProgress?.({ states: table.size, expanded: this.expanded, transitions: this.transitions });
    stopwatch.look();
    // Vector, hash slots and their growth: about twice the plain size of the vectors.
    const bytes = table.size * (table.width * 8 + 16);
    const { memoryBytes = Number.POSITIVE_INFINITY } = stopwatch;
    if (bytes > memoryBytes) throw new LimitExceeded('memory', undefined, { value: memoryBytes });
  }
}
