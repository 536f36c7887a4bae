// The states of a model in decision diagrams, explored when they are first asked for and kept: several formulas share them, and the
// variable order that won.
import type { MddSet } from '../dd/mdd/index.ts';
import { LimitExceeded, type Limits } from '../diagnostics/limit.ts';
import type { Model } from '../models/model.ts';
import { deadStates } from './enabled.ts';
import { type ExploreOptions, exploreSymbolically, type SymbolicProgress, watchManager } from './race.ts';
import { DEFAULT_PROPERTY_LEVEL, type SymbolicSpace } from './space.ts';

interface ExploredStates {
  readonly space: SymbolicSpace;
  /** The reachable states without successors. */
  readonly dead: MddSet;
}

/** What the run under way may use, and whom it tells how far it is. */
export interface Watch {
  readonly limits?: Limits;
  readonly onProgress?: (progress: SymbolicProgress) => void;
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
  states(watch: Watch): ExploredStates {
    if (this.failure !== null) throw this.failure;
    if (this.explored !== null) {
      const { mdd, order } = this.explored.space;
      watchManager(mdd, () => order.name, watch);
      return this.explored;
    }
    try {
      const { space } = exploreSymbolically(this.model, {
        ...this.options,
        property: this.options.property ?? DEFAULT_PROPERTY_LEVEL,
        ...watch,
      });
      this.explored = { space, dead: deadStates(space) };
      return this.explored;
    } catch (error) {
      // More memory will not come; more time may.
      if (error instanceof LimitExceeded && error.limit === 'memory') this.failure = error;
      throw error;
    }
  }
}
