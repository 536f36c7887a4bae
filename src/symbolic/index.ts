// The public face of the symbolic engine.
export { type Clusters, clusterings, type MddStatistics, type Strategy } from '../dd/mdd/index.ts';
export { type Closure, closures } from './at-once.ts';
export {
  checkSymbolically,
  type SymbolicAutomatonKind,
  type SymbolicCheckOptions,
  type SymbolicCheckResult,
  type SymbolicPhase,
} from './check.ts';
export { type HullAlgorithm, hullAlgorithms } from './emptiness/hull.ts';
export { ExploredModel } from './explored-model.ts';
export {
  checkHybrid,
  type HybridAutomatonKind,
  type HybridCheckOptions,
  type HybridCheckResult,
} from './hybrid/check.ts';
export type { HybridCounts } from './hybrid/search.ts';
export type { Aggregation } from './hybrid/stays.ts';
export {
  type OrderHeuristic,
  type OrderName,
  orderFromNames,
  orderHeuristics,
  orderNames,
  type VariableOrder,
} from './order/orders.ts';
export {
  type ExploreOptions,
  exploreSymbolically,
  type RunOptions,
  type SymbolicExploration,
  type SymbolicProgress,
} from './race.ts';
export type { PropertyLevel } from './space.ts';
export { type CountOptions, countStates, type SymbolicStates } from './states.ts';
