// The states of a model in decision diagrams, explored when they are first asked for and kept: several formulas share them, and the
// variable order that won.
import { EventsExceeded, type MddSet, type Room } from '../dd/mdd/index.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Model } from '../models/model.ts';
import { deadStates } from './enabled.ts';
import { Labellings } from './labellings.ts';
import type { VariableOrder } from './order/orders.ts';
import { duringRun, type ExploreOptions, exploreIn, isCramped, openSpace, type RunOptions } from './race.ts';
import { DEFAULT_PROPERTY_LEVEL, type SymbolicSpace } from './space.ts';

export interface ExploredStates {
  readonly space: SymbolicSpace;
  /** The reachable states without successors. */
  readonly dead: MddSet;
  /** What formulas observe, shared among them. */
  readonly labellings: Labellings;
}

type ExploredOptions = Pick<ExploreOptions, 'order' | 'strategy' | 'clusters' | 'property' | 'survey'>;

/** A model with one level more than its variables, for the states of an automaton. */
export class ExploredModel {
  readonly model: Model;
  private readonly options: ExploredOptions;
  private explored: ExploredStates | null = null;
  /** A small manager is enough for most checks; where it is not, all is done anew in a whole one, under the order that has won. */
  private room: Room = 'small';
  private order: VariableOrder | undefined;
  private failure: LimitExceeded | null = null;
  /** Whether the manager has events of earlier searches. */
  private isUsed = false;

  constructor(model: Model, options: ExploredOptions = {}) {
    this.model = model;
    this.options = options;
  }

  /**
   * Searches in the states, under the limits of the run; what it gives must not be a set or an event. Where events of earlier searches have taken the room for those of
   * this one, or a small manager has no room, it begins anew without them: no answer depends on what was asked before.
   */
  search<T>(options: RunOptions, work: (states: ExploredStates) => T): T {
    const run = { ...options, limits: Stopwatch.over(options.limits) };
    try {
      return this.attempt(run, work);
    } catch (error) {
      if (!this.makesRoom(error)) throw error;
      return this.attempt(run, work);
    } finally {
      this.isUsed = true;
    }
  }

  /** Whether the states are known. */
  get isExplored(): boolean {
    return this.explored !== null;
  }

  /** Searches in a space of its own, in which nothing is explored; `model` is this one with bounds. What it gives must not be a set or an event. Nothing is kept. */
  searchBefore<T>(model: Model, options: RunOptions, work: (space: SymbolicSpace) => T): T {
    const run = { ...options, limits: Stopwatch.over(options.limits) };
    const { property = DEFAULT_PROPERTY_LEVEL } = this.options;
    const open = (room: Room): SymbolicSpace => openSpace(room, model, { ...this.options, property, ...run });
    const searchIn = (space: SymbolicSpace): T => {
      const { mdd, order } = space;
      return duringRun(
        mdd,
        () => order.name,
        run,
        () => work(space),
      );
    };
    const space = open(this.room);
    try {
      return searchIn(space);
    } catch (error) {
      if (!isCramped(space.mdd, error)) throw error;
      return searchIn(open('whole'));
    }
  }

  private attempt<T>(run: RunOptions, work: (states: ExploredStates) => T): T {
    const states = this.found(run);
    const { mdd, order } = states.space;
    return duringRun(
      mdd,
      () => order.name,
      run,
      () => work(states),
    );
  }

  /** Whether a search that has ended with the error has more room now. */
  private makesRoom(error: unknown): boolean {
    if (this.explored === null) return false;
    const { space } = this.explored;
    if (isCramped(space.mdd, error)) {
      this.widen(space);
      return true;
    }
    if (!(error instanceof EventsExceeded && this.isUsed)) return false;
    this.forgetEvents();
    return true;
  }

  private forgetEvents(): void {
    if (this.explored === null) return;
    const { space, dead } = this.explored;
    space.forgetEvents();
    this.explored = { space, dead, labellings: new Labellings(space) };
    this.isUsed = false;
  }

  /** The states, for work that is no search of this model: in a manager with all room, which stays the same. Found now unless they are known. Throws `LimitExceeded`. */
  states(options: RunOptions = {}): ExploredStates {
    if (this.explored?.space.mdd.room === 'small') this.widen(this.explored.space);
    this.room = 'whole';
    return this.found(options);
  }

  private found(options: RunOptions): ExploredStates {
    if (this.failure !== null) throw this.failure;
    if (this.explored !== null) return this.explored;
    const run = { limits: Stopwatch.over(options.limits), onProgress: options.onProgress };
    try {
      this.explored = this.explore(run);
      return this.explored;
    } catch (error) {
      // More memory will not come; more time may.
      if (error instanceof LimitExceeded && error.limit === 'memory') this.failure = error;
      throw error;
    }
  }

  private explore(run: RunOptions): ExploredStates {
    const { property = DEFAULT_PROPERTY_LEVEL } = this.options;
    const order = this.order ?? this.options.order;
    const { space } = exploreIn(this.room, this.model, { ...this.options, order, property, ...run });
    try {
      const dead = duringRun(
        space.mdd,
        () => space.order.name,
        run,
        () => deadStates(space),
      );
      return { space, dead, labellings: new Labellings(space) };
    } catch (error) {
      if (!isCramped(space.mdd, error)) throw error;
      this.widen(space);
      return this.explore(run);
    }
  }

  /** From now on there is a whole manager, in which the order of the space has won. */
  private widen({ order }: SymbolicSpace): void {
    this.room = 'whole';
    this.order = order;
    this.explored = null;
    this.isUsed = false;
  }
}
