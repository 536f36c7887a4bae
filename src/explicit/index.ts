export {
  type ExploreStatesOptions,
  exploreStates,
  exploreStatesSync,
  type StatesProgress,
  type StatesResult,
} from './explore-states.ts';
export { wasmHost } from './kernel/host.ts';
export { StateSpace, type StateSpaceOptions } from './kernel/state-space.ts';
