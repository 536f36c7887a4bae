// The state graph of a model, found as it is asked for: each state is stored once and expanded at most once. Several checks of
// one model can share it, so that the second formula finds explored what the first one saw.
import { Int32List } from '../../base/growable.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { DeadlockReading } from '../../models/deadlock.ts';
import type { Model } from '../../models/model.ts';
import { chooseSource, makeSource, type SourceKind, type StateSource } from './state-source.ts';

/** What follows a state without successors in a graph: itself (`stutter`) or nothing (`drop`). */
export type DeadlockStep = Exclude<DeadlockReading, 'error'>;

/** The graph that serves a reading. A model that must have no deadlock is looked through first (`firstDeadlock`): then either will do. */
export function deadlockStep(reading: DeadlockReading): DeadlockStep {
  return reading === 'drop' ? 'drop' : 'stutter';
}

export interface ModelGraphOptions {
  readonly deadlock: DeadlockStep;
  /** At most this many states. */
  readonly maxStates?: number;
  /** Chosen by the model unless given. */
  readonly source?: SourceKind | StateSource;
  /** Ends the making of the graph, which may take long in large models, with `LimitExceeded`. */
  readonly watch?: Stopwatch;
}

/** States and successors of a model. */
export class ModelGraph {
  readonly model: Model;
  readonly states: StateSource;
  readonly options: ModelGraphOptions;
  /** The successors of state s are `targets` from `startOf(s)` on, `expand(s)` of them. */
  readonly targets: Int32List = new Int32List(64);
  private readonly starts = new Int32List();
  /** Number of successors, or -1 when not yet expanded. */
  private readonly degrees = new Int32List();
  private readonly dead = new Set<number>();
  private readonly maxStates: number;
  private isFrozen = false;

  constructor(model: Model, options: ModelGraphOptions) {
    this.model = model;
    this.options = options;
    this.maxStates = options.maxStates ?? Number.POSITIVE_INFINITY;
    const source = options.source ?? chooseSource(model);
    this.states = typeof source === 'string' ? makeSource(model, source, options.watch) : source;
  }

  initialStates(): readonly number[] {
    const initial = this.states.initialStates();
    this.admitStates();
    return initial;
  }

  /** Finds the successors of `state` unless that was done before; returns their number. */
  expand(state: number): number {
    const known = this.degrees.get(state);
    if (known >= 0) return known;
    if (this.isFrozen) return 0;
    const start = this.targets.length;
    this.states.successors(state, this.targets);
    this.admitStates();
    if (this.targets.length === start) {
      this.dead.add(state);
      if (this.options.deadlock === 'stutter') this.targets.push(state);
    }
    this.starts.set(state, start);
    this.degrees.set(state, this.targets.length - start);
    return this.targets.length - start;
  }

  /**
   * Expands states breadth-first until there are so many, then takes what was seen for all there is: the others have no successors, so that
   * every lasso that is left is one of the model.
   */
  freezeAt(count: number): void {
    this.initialStates();
    let next = 0;
    while (next < this.states.size && this.states.size <= count) this.expand(next++);
    this.isFrozen = true;
  }

  /** The tables of states and successors. */
  get bytes(): number {
    return this.states.bytes + 4 * (this.targets.data.length + this.starts.data.length + this.degrees.data.length);
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

  /** Makes room for the states that were found; complains afterwards, so that the graph stays whole for the next check. */
  private admitStates(): void {
    const { size } = this.states;
    if (this.degrees.length === size) return;
    while (this.degrees.length < size) {
      this.starts.push(0);
      this.degrees.push(-1);
    }
    if (size > this.maxStates) throw new LimitExceeded('states', undefined, { value: this.maxStates });
  }
}
