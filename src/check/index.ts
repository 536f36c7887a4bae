export { type AutoOptions, canBeSymbolic, checkByItself, type EngineCheck } from './auto.ts';
export { check } from './check.ts';
export {
  type Counterexample,
  type ReplayOptions,
  type TraceStep,
  validateCounterexample,
} from './counterexample.ts';
export { type Claim, explainViolation, leavesOf, type Reason } from './explanation.ts';
export { checkNever, type NeverResult } from './never.ts';
export {
  type AutomatonKind,
  automatonKinds,
  type CheckOptions,
  type CompleteCheckOptions,
  type DeadlockReading,
  deadlockReadings,
  type EmptinessName,
  type Engine,
  type EngineOptions,
  emptinessNames,
  engines,
  type SuccessorOrder,
  type SymbolicOptions,
} from './options.ts';
export type { CheckPhases, CheckResult, CheckStatistics, DiagramStatistics, Verdict } from './result.ts';
export type { Rival, RivalAnswer } from './rival.ts';
export { checkInRounds, type OnResult, type RoundsOptions } from './rounds.ts';
