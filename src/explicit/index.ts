export { wasmHost } from '../base/wasm-host.ts';
export type { EmptinessCheck } from './emptiness/check.ts';
export { type EmptinessName, emptinessChecks, emptinessNames } from './emptiness/checks.ts';
export { couvreur } from './emptiness/couvreur.ts';
export type {
  AcceptingComponent,
  EmptinessResult,
  EmptinessSearch,
  EmptinessStatistics,
  PartialOrderCounts,
  Progress,
  SearchOptions,
  StateGoal,
} from './emptiness/result.ts';
export { twoPass } from './emptiness/two-pass.ts';
export type { Hashing, HashingStatistics } from './hashing/hashing.ts';
export type { Order } from './kernel/kernel.ts';
export type { TableParts } from './kernel/layout.ts';
export type { StateSpaceOptions } from './kernel/store/space-options.ts';
export { StateSpace } from './kernel/store/state-space.ts';
export { type HelperPlace, help } from './kernel/threads/helper.ts';
export type { HelperThread, ThreadHost } from './kernel/threads/thread-host.ts';
export { AutomatonProperty } from './product/automaton-property.ts';
export { Kripke } from './product/kripke.ts';
export { LetterTable } from './product/letters.ts';
export { type DeadlockStep, deadlockStep, ModelGraph, type ModelGraphOptions } from './product/model-graph.ts';
export {
  type AcceptanceMode,
  type Product,
  type Property,
  SynchronisedProduct,
  type Weakness,
} from './product/product.ts';
export type { SourceKind, StateSource } from './product/state-source.ts';
export { TestingProperty } from './product/testing-property.ts';
export {
  type ExploreStatesOptions,
  exploreStates,
  exploreStatesSync,
  type KernelFacts,
  type StatesProgress,
  type StatesResult,
} from './search/explore-states.ts';
export { firstDeadlock } from './search/first-deadlock.ts';
export { findLasso, type ProductLasso } from './search/lasso-search.ts';
export { openStepSurvey } from './search/step-survey.ts';
