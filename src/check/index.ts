export { check, observe } from './check.ts';
export {
  type Counterexample,
  type Observation,
  type StateLasso,
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
  emptinessNames,
  type SuccessorOrder,
} from './options.ts';
export type { CheckPhases, CheckResult, CheckStatistics, Verdict } from './result.ts';
