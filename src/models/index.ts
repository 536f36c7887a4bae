// The public face of the room of models.

export { Random } from '../base/random.ts';
export { type AnalysisOptions, analyse } from './analysis/analyse.ts';
export type { EliminationBudget } from './analysis/elimination.ts';
export { type DeadlockReading, deadlockReadings } from './deadlock.ts';
export { plainWords } from './describe.ts';
export { type Exploration, type ExploreOptions, type ExploreProgress, explore } from './explore.ts';
export { type BinaryOperator, EvaluationFault, type Expression, evaluate } from './expression/expression.ts';
export type { Fairness, FairnessNameFor, FairnessScope } from './fairness.ts';
export { dveProcesses } from './formats/dve/process-automata.ts';
export type { Format, ReadingOptions, TextReader } from './formats/format.ts';
export { type LoadOptions, loadModel, ModelLoader } from './formats/load.ts';
export {
  type MccBound,
  type MccOptions,
  type MccProperty,
  parseMccBounds,
  parseMccProperties,
} from './formats/mcc/properties.ts';
export { promelaProcesses } from './formats/promela/process-automata.ts';
export { formats, type ModelFormat, modelFormats } from './formats/registry.ts';
export { generateNet, type LibraryEntry, library } from './library/index.ts';
export type {
  Assignment,
  Behaviour,
  Effect,
  Group,
  LinearInvariant,
  Model,
  ModelProperty,
  Names,
  StateEntry,
  TokenChange,
  TokenCondition,
  Variable,
  VisitSuccessor,
} from './model.ts';
export { type Observation, observe, observeNames } from './observation.ts';
export {
  type Arc,
  type Families,
  type InhibitorArc,
  type Net,
  NetBuilder,
  type Place,
  type PlaceOptions,
  type Transition,
  type TransitionOptions,
  type UnmadeInstances,
} from './petri/net.ts';
export { isNetModel, type NetModel, netModel } from './petri/net-model.ts';
export { fromSendableNet, type SendableNet, toSendableNet, transferablesOf } from './petri/sendable-net.ts';
export { dotLines, netTextLines, pnmlLines } from './petri/write-net.ts';
export type { ProcessAutomaton, ProcessLocation, ProcessTransition } from './process-automaton.ts';
export { type Change, type Choice, Simulation } from './simulation.ts';
export { jsonValueOf, type StateJsonValue, stateToJson } from './state-json.ts';
export type { Growth, StateLasso } from './state-lasso.ts';
export type { StepMessage, StepParts } from './step-parts.ts';
export type { OpenSurvey, StepSurvey, SurveyedGroup } from './step-survey.ts';
export { type ModelSummary, type NamedProposition, namedPropositions, summarize } from './summary.ts';
export { replayTrace, type Trace, type TraceFormat, traceToJson } from './trace.ts';
export { defineModel } from './typescript/define.ts';
export {
  type ModelDefinition,
  type NamedGroup,
  Step,
  type Successors,
  step,
  type ValueModel,
} from './typescript/definition.ts';
export type {
  FormulaCompletion,
  FormulaText,
  FormulaTextFor,
  UnknownProposition,
} from './typescript/formula-text.ts';
export type { Growing } from './typescript/growing.ts';
export type {
  CheckedNext,
  Initial,
  InitialStatesOf,
  Next,
  NextLike,
  NotAState,
  NotSuccessors,
  Rule,
  RuleNames,
  RuleTo,
} from './typescript/next.ts';
export type { Symmetric, SymmetricSet } from './typescript/symmetry/symmetric-set.ts';
export { formatWatched, type Watch, type WatchedValue, watchExpressions, watchedIn } from './watch.ts';
