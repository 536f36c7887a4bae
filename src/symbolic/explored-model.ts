// The states of a model in decision diagrams, explored when they are first asked for and kept: several formulas share them, and the
// variable order that won.
import { EventsExceeded, type MddSet } from '../dd/mdd/index.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Model } from '../models/model.ts';
import { deadStates } from './enabled.ts';
import { Labellings } from './labellings.ts';
import { duringRun, type ExploreOptions, exploreSymbolically, type RunOptions } from './race.ts';
import { DEFAULT_PROPERTY_LEVEL, type SymbolicSpace } from './space.ts';

export interface ExploredStates {
  readonly space: SymbolicSpace;
  /** The reachable states without successors. */
  readonly dead: MddSet;
  /** What formulas observe, shared among them. */
  readonly labellings: Labellings;
}

/** A model with one level more than its variables, for the states of an automaton. */
export class ExploredModel {
  readonly model: Model;
  private readonly options: Pick<ExploreOptions, 'order' | 'strategy' | 'clusters' | 'property'>;
  private explored: ExploredStates | null = null;
  private failure: LimitExceeded | null = null;
  /** Whether the manager has events of earlier searches. */
  private isUsed = false;

  constructor(model: Model, options: Pick<ExploreOptions, 'order' | 'strategy' | 'clusters' | 'property'> = {}) {
    this.model = model;
    this.options = options;
  }

  /**
   * Searches in the states, under the limits of the run; what it gives must not be a set or an event. Where events of earlier searches have taken the room for those of
   * this one, it begins anew without them: no answer depends on what was asked before.
   */
  search<T>(options: RunOptions, work: (states: ExploredStates) => T): T {
    const run = { ...options, limits: Stopwatch.over(options.limits) };
    const { space } = this.states(run);
    const attempt = (): T =>
      duringRun(
        space.mdd,
        () => space.order.name,
        run,
        () => work(this.states(run)),
      );
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof EventsExceeded && this.isUsed)) throw error;
      this.forgetEvents();
      return attempt();
    } finally {
      this.isUsed = true;
    }
  }

  private forgetEvents(): void {
    if (this.explored === null) return;
    const { space, dead } = this.explored;
    space.forgetEvents();
    this.explored = { space, dead, labellings: new Labellings(space) };
    this.isUsed = false;
  }

  /** The states; found now unless they are known. Throws `LimitExceeded`. */
  states(options: RunOptions = {}): ExploredStates {
    if (this.failure !== null) throw this.failure;
    if (this.explored !== null) return this.explored;
    const run = { limits: Stopwatch.over(options.limits), onProgress: options.onProgress };
    try {
      const { property = DEFAULT_PROPERTY_LEVEL } = this.options;
      const { space } = exploreSymbolically(this.model, { ...this.options, property, ...run });
      const dead = duringRun(
        space.mdd,
        () => space.order.name,
        run,
        () => deadStates(space),
      );
      this.explored = { space, dead, labellings: new Labellings(space) };
      return this.explored;
    } catch (error) {
      // More memory will not come; more time may.
      if (error instanceof LimitExceeded && error.limit === 'memory') this.failure = error;
      throw error;
    }
  }
}
