export { observe } from '../models/observation.ts';
export type { EngineAnswer, Found, Strategy, Unknown, Violation } from './answer.ts';
export { type AskOptions, ask } from './ask/ask.ts';
export {
  type AskTechnique,
  askTechniques,
  type ModelAnswer,
  type ModelQuestion,
  plainQuestions,
} from './ask/question.ts';
export { canBeSymbolic } from './can-be-symbolic.ts';
export { check, checkNever } from './check.ts';
export { validateCounterexample } from './confirm.ts';
export { type CountEngine, type CountOptions, countStates, type StateCounts } from './count.ts';
export { countInDiagrams } from './count-in-diagrams.ts';
export type { Counterexample, ReplayOptions, TraceStep } from './counterexample.ts';
export { type Claim, explainLoss, explainViolation, leavesOf, type Reason } from './explanation.ts';
export type { Layer, LayerSummary, ModelSize, Preserved } from './layer.ts';
export {
  type AutoEngine,
  type AutomatonKind,
  automatonKinds,
  type CheckChoices,
  type CheckOptions,
  type CompleteAuto,
  type CompleteChoices,
  type CompleteEngine,
  type CompleteExplicit,
  type CompleteHybrid,
  type CompleteSymbolic,
  completeChoices,
  completeSymbolic,
  type DiagramChoices,
  type DiagramEngine,
  type Engine,
  type EngineKind,
  type ExplicitEngine,
  engineKinds,
  type HashingChoice,
  type HybridEngine,
  type PartialOrder,
  partialOrders,
  type ReductionName,
  type ReductionsChoice,
  reductionNames,
  type SearchStrategy,
  type SendableOptions,
  type SingleEngine,
  type SuccessorOrder,
  type SymbolicEngine,
  type SymmetryUse,
  searchStrategies,
  symmetryUses,
} from './options.ts';
export { FormulaQuestion, NeverQuestion, type Question } from './question.ts';
export { readingFor } from './reading.ts';
export { reduceForFormulas } from './reductions.ts';
export type {
  CheckPhases,
  CheckResult,
  CheckStatistics,
  DiagramStatistics,
  NeverResult,
  SimplifiedQuestion,
  SymmetryCounts,
  Verdict,
} from './result.ts';
export type { Rival, RivalAnswer } from './rival.ts';
export { CheckSession, type OnResult, type SessionOptions } from './session.ts';
export { hybridKind, symbolicKind, symbolicPart } from './symbolic-engine.ts';
export { isVacuous, type Vacuity } from './vacuity.ts';
