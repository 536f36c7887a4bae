export {
  type HierarchyClass,
  isBoolean,
  isEventual,
  isNextFree,
  isSuspendable,
  isSyntactically,
  isUniversal,
  operatorCounts,
  syntacticClass,
  temporalDepth,
} from './classes.ts';
export { type FormulaFacts, factsOf } from './facts.ts';
export { type Bounds, type FormulaFilter, type FormulaProperty, formulaProperties, passesFilter } from './filter.ts';
export { compareFormulas, Formula, FormulaStore, isConstant } from './formula.ts';
export type { Binary, Constant, Kind, Nary, Unary } from './kinds.ts';
export { satisfies, truthAlong } from './lasso.ts';
export { type NnfOptions, negate, nnf } from './nnf.ts';
export {
  type FormulaSyntax,
  formulaSyntaxes,
  type ParseFormulaOptions,
  parseFormula,
  parseLtl,
} from './parse.ts';
export { findPatternFamily, nestedRecurrence, type PatternFamily, patternFamilies } from './patterns/index.ts';
export type { Parentheses } from './print/infix.ts';
export { type PrintFormulaOptions, type PrintSyntax, printFormula, printSyntaxes } from './print/print.ts';
export { spinNameProblems } from './print/spin-names.ts';
export { randomFormulas } from './random-formula.ts';
export type { RandomFormulaOptions, RandomOperator, Range } from './random-options.ts';
export { type NameStyle, type Relabelled, relabel, relabelBoolean, substitute } from './relabel.ts';
export { fromSendable, type SendableFormula, type SendableNode, toSendable } from './sendable.ts';
export { type SimplifyLevel, type SimplifyOptions, simplify } from './simplify/simplify.ts';
export { FormulaStream, type FormulaStreamOptions, type FormulaText, type UnusableLine } from './stream.ts';
export type { InfixSyntax } from './syntax/precedence.ts';
export { type FormulaPart, ltl } from './tagged.ts';
export { abbreviationsOf, type Transformations, transform } from './transform.ts';
export { copyInto, fold, propositionsOf, rewriteBottomUp, subformulas } from './traverse.ts';
export { type Abbreviation, abbreviations, unabbreviate } from './unabbreviate.ts';
export { type Letter, letterAt, nextPosition, type Word, wordLength } from './word.ts';
export { canonicalWord, enumerateWords, randomWord, type WordBounds } from './word-enumeration.ts';
export { type ParseWordOptions, parseWord, printLetter, printWord } from './word-syntax.ts';
