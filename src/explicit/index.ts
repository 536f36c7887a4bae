export { AutomatonProperty } from './automaton-property.ts';
export { couvreur } from './emptiness/couvreur.ts';
export type {
  AcceptingComponent,
  EmptinessResult,
  EmptinessStatistics,
  Progress,
  SearchOptions,
} from './emptiness/result.ts';
export { twoPass } from './emptiness/two-pass.ts';
export {
  type ExploreStatesOptions,
  exploreStates,
  exploreStatesSync,
  type StatesProgress,
  type StatesResult,
} from './explore-states.ts';
export { wasmHost } from './kernel/host.ts';
export type { Order } from './kernel/kernel.ts';
export type { TableParts } from './kernel/layout.ts';
export { StateSpace, type StateSpaceOptions } from './kernel/state-space.ts';
export { Kripke } from './kripke.ts';
export { findLasso, type ProductLasso } from './lasso-search.ts';
export { LetterTable } from './letters.ts';
export { type DeadlockReading, ModelGraph, type ModelGraphOptions } from './model-graph.ts';
export { type AcceptanceMode, type Product, type Property, SynchronisedProduct, type Weakness } from './product.ts';
export type { SourceKind, StateSource } from './state-source.ts';
export { TestingProperty } from './testing-property.ts';
