export { Random } from '../base/random.ts';
export type { Acceptance, AcceptanceFormula, Marks } from './acceptance.ts';
export { acceptAll, acceptNone, buchi, generalizedBuchi, isBuchi, isGeneralizedBuchi, muller } from './acceptance.ts';
export { acceptanceName } from './acceptance-name.ts';
export { accepts } from './accepts.ts';
export type { AutomatonParts, Known, Properties } from './automaton.ts';
export { Automaton, AutomatonBuilder } from './automaton.ts';
export {
  type CrossCheckOptions,
  type CrossCheckResult,
  crossCheck,
  type Disagreement,
  type TranslatedPair,
} from './cross/cross-check.ts';
export { type TranslatorName, translatorSummaries, translators } from './cross/translators.ts';
export { type DrawOptions, drawAutomaton, printDot } from './dot.ts';
export { type HoaOptions, readHoaAutomaton } from './hoa/read.ts';
export { printHoa, type WriteHoaOptions } from './hoa/write.ts';
export { type AutomatonJson, automatonToJson } from './json.ts';
export { type LbttOptions, printLbtt } from './lbtt.ts';
export { printNeverClaim } from './never-claim/write.ts';
export { align, hidePropositions } from './operations/align.ts';
export { complement } from './operations/complement.ts';
export { complete } from './operations/complete.ts';
export { determinize, determinizeToParity } from './operations/determinize.ts';
export { findAcceptedWord, findAcceptingRun, isEmpty, type LassoRun, wordOfRun } from './operations/emptiness.ts';
export {
  distinguishingWord,
  isIncluded,
  type KnownComplements,
  rejectedWord,
  wordOutside,
} from './operations/inclusion.ts';
export { commonWord, intersects } from './operations/intersects.ts';
export { disjunctiveProduct, product } from './operations/product.ts';
export { toGeneralizedBuchi } from './operations/to-generalized-buchi.ts';
export { toMuller } from './operations/to-muller.ts';
export { union } from './operations/union.ts';
export { wordAutomaton } from './operations/word-automaton.ts';
export type {
  CaptionLine,
  Picture,
  PictureCluster,
  PictureEdge,
  PictureForm,
  PictureNode,
  PictureStart,
} from './picture/picture.ts';
export { pictureForms } from './picture/picture.ts';
export {
  type AutomatonFormat,
  automatonFormats,
  type PrintAutomatonOptions,
  printAutomaton,
  toBuchi,
} from './print.ts';
export { hasStateAcceptance, isDeterministic, withProperties } from './properties.ts';
export { type RandomAutomatonOptions, randomAutomaton } from './random.ts';
export { pruneUseless } from './reduce/prune.ts';
export { type ReduceOptions, reduce } from './reduce/reduce.ts';
export type { MarksOn } from './reduce/simulation.ts';
export { deterministicAutomaton } from './semantics/deterministic.ts';
export { hierarchyClass } from './semantics/hierarchy.ts';
export { type ImplicationOptions, makeImplication } from './semantics/implication.ts';
export { Languages } from './semantics/languages.ts';
export {
  areEquivalent,
  isSatisfiable,
  isValid,
  type SemanticOptions,
  satisfyingWord,
  violatingWord,
  wordAgainstImplication,
  wordTellingApart,
} from './semantics/questions.ts';
export { isStutterInvariant, type StutterWitness, stutterWitness } from './semantics/stutter-invariance.ts';
export type { StateNaming } from './state-texts.ts';
export { type AutomatonStatistics, statisticsOf } from './statistics.ts';
export { AutomatonStream, type AutomatonStreamOptions, readAutomata } from './stream.ts';
export { type DrawSvgOptions, drawSvg, renderSvg } from './svg.ts';
export { testingAccepts } from './testing/accepts.ts';
export { type DrawTestingOptions, drawTesting, printTestingDot } from './testing/draw.ts';
export { type TestingAutomatonOptions, testingAutomatonFor } from './testing/for-formula.ts';
export {
  isTestingHoa,
  type NamedTesting,
  printTestingHoa,
  readNamedTestingHoa,
  readTestingHoa,
} from './testing/hoa.ts';
export { type TestingJson, testingToJson } from './testing/json.ts';
export type { ConstructionStep, OnStep } from './testing/labelled-to-tgta.ts';
export { type TestingStatistics, testingStatistics } from './testing/statistics.ts';
export {
  type InitialState,
  TestingAutomaton,
  type TestingKind,
  type TestingParts,
  testingKinds,
} from './testing/testing-automaton.ts';
export type { LetterOn } from './testing/tgba-to-tgta.ts';
export { type DegeneralizeOptions, degeneralize } from './translate/degeneralize.ts';
export { elementarySetsAutomaton } from './translate/elementary-sets.ts';
export { type Effort, type Preference, type TranslateOptions, translate } from './translate/translate.ts';
export { type PossibleStates, type RunStep, runWord, type WordRun } from './word-run.ts';
