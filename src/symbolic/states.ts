// Counting a state space symbolically: what `tegata states --engine symbolic` reports.
import type { MddStatistics } from '../dd/mdd/index.ts';
import type { Model } from '../models/model.ts';
import { isNetModel } from '../models/petri/net-model.ts';
import { countTransitions } from './count.ts';
import { deadStates } from './enabled.ts';
import type { OrderName } from './order/orders.ts';
import { type ExploreOptions, exploreSymbolically } from './race.ts';

export interface SymbolicStates {
  readonly states: bigint;
  /** Null where counting them would take too long. */
  readonly transitions: bigint | null;
  readonly deadlocks: bigint;
  /** Of nets: the most tokens that a place, and that all places together, ever have. */
  readonly maxTokensInPlace: number | null;
  readonly maxTokensPerMarking: number | null;
  readonly order: OrderName;
  /** How many orders were tried. */
  readonly attempts: number;
  /** Nodes of the reachable states alone. */
  readonly finalNodes: number;
  readonly statistics: MddStatistics;
  readonly seconds: number;
}

/** Counts the reachable states of the model and what else the diagrams tell. Throws `LimitExceeded`. */
export function countStates(model: Model, options: ExploreOptions = {}): SymbolicStates {
  const started = performance.now();
  const { space, attempts } = exploreSymbolically(model, options);
  const { mdd, states } = space;
  const isNet = isNetModel(model);
  return {
    states: mdd.count(states),
    transitions: countTransitions(space),
    deadlocks: mdd.count(deadStates(space)),
    maxTokensInPlace: isNet ? mdd.maxima(states).reduce((most, tokens) => Math.max(most, tokens), 0) : null,
    maxTokensPerMarking: isNet ? mdd.maxSum(states, Array.from(space.levelOf.keys())) : null,
    order: space.order.name,
    attempts,
    finalNodes: mdd.nodeCount(states),
    statistics: mdd.statistics(),
    seconds: (performance.now() - started) / 1000,
  };
}
