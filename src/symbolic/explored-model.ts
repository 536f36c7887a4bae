// The states of a model in decision diagrams, explored when they are first asked for and kept: several formulas share them, and the
// variable order that won.
import type { MddSet } from '../dd/mdd/index.ts';
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

  constructor(model: Model, options: Pick<ExploreOptions, 'order' | 'strategy' | 'clusters' | 'property'> = {}) {
    this.model = model;
    this.options = options;
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
