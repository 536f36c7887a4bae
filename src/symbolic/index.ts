// The public face of the symbolic engine.
export {
  checkSymbolically,
  type SymbolicAutomatonKind,
  type SymbolicCheckOptions,
  type SymbolicCheckResult,
} from './check.ts';
export { type HullAlgorithm, hullAlgorithms } from './emptiness/hull.ts';
export { ExploredModel } from './explored-model.ts';
export { type OrderName, orderFromNames, orderNames, type VariableOrder } from './order/orders.ts';
export { type ExploreOptions, exploreSymbolically, type SymbolicExploration, type SymbolicProgress } from './race.ts';
export { countStates, type SymbolicStates } from './states.ts';
