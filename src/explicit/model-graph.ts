// The state graph of a model, found as it is asked for: each state is stored once and expanded at most once. Several checks of
// one model can share it, so that the second formula finds explored what the first one saw.
import { Int32List } from '../base/growable.ts';
import { VectorTable } from '../base/intern.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { Model } from '../models/model.ts';

/**
 * What a state without successors means: `stutter` repeats it for ever (the contest's reading), `drop` says that no infinite
 * execution passes through it, `error` makes it a fault of the model.
 */
export type DeadlockReading = 'stutter' | 'drop' | 'error';

/** A deadlock was met although the reading is `error`. */
export class DeadlockFound extends Error {
  override name = 'DeadlockFound';
  readonly state: number;

  constructor(state: number) {
    super('the model has a deadlock');
    this.state = state;
  }
}

export interface ModelGraphOptions {
  readonly deadlock: DeadlockReading;
  /** At most this many states. */
  readonly maxStates?: number;
}

/** States and successors of a model under one reading of deadlocks. */
export class ModelGraph {
  readonly model: Model;
  readonly states: VectorTable;
  readonly options: ModelGraphOptions;
  /** The successors of state s are `targets` from `startOf(s)` on, `expand(s)` of them. */
  readonly targets: Int32List = new Int32List(1024);
  private readonly starts = new Int32List();
  /** Number of successors, or -1 when not yet expanded. */
  private readonly degrees = new Int32List();
  private readonly dead = new Set<number>();
  private readonly source: Int32Array;

  constructor(model: Model, options: ModelGraphOptions) {
    this.model = model;
    this.options = options;
    this.states = new VectorTable(model.variables.length);
    this.source = new Int32Array(model.variables.length);
  }

  initialStates(): number[] {
    return [...new Set(this.model.initialStates().map((state) => this.intern(state)))];
  }

  /** Finds the successors of `state` unless that was done before; returns their number. */
  expand(state: number): number {
    const known = this.degrees.get(state);
    if (known >= 0) return known;
    this.states.read(state, this.source);
    const start = this.targets.length;
    this.model.successors(this.source, this.collect);
    if (this.targets.length === start) {
      this.dead.add(state);
      if (this.options.deadlock === 'error') throw new DeadlockFound(state);
      if (this.options.deadlock === 'stutter') this.targets.push(state);
    }
    this.starts.set(state, start);
    this.degrees.set(state, this.targets.length - start);
    return this.targets.length - start;
  }

  /** Where the successors of an expanded state begin in `targets`. */
  startOf(state: number): number {
    return this.starts.get(state);
  }

  /** Whether the model itself has no successor of this state. */
  isDead(state: number): boolean {
    this.expand(state);
    return this.dead.has(state);
  }

  private readonly collect = (target: Int32Array): void => {
    this.targets.push(this.intern(target));
  };

  private intern(vector: Int32Array): number {
    const before = this.states.size;
    const state = this.states.intern(vector);
    if (state === before) {
      if (before === this.options.maxStates) throw new LimitExceeded('states', `more than ${before} states`);
      this.starts.push(0);
      this.degrees.push(-1);
    }
    return state;
  }
}
