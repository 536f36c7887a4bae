// Questions about the languages of formulas, answered with words where there are any.
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import type { Word } from '../../formula/word.ts';
import { findAcceptedWord } from '../operations/emptiness.ts';
import { commonWord } from '../operations/intersects.ts';
import { Languages } from './languages.ts';

/** What the questions share: translations that are kept, and limits on what may be built. */
export interface SemanticOptions {
  readonly languages?: Languages;
  readonly limits?: Limits | Stopwatch;
}

/** A word that satisfies the formula, or null when none does. */
export function satisfyingWord(formula: Formula, options: SemanticOptions = {}): Word | null {
  const { languages = new Languages() } = options;
  const stopwatch = Stopwatch.over(options.limits);
  return findAcceptedWord(languages.of(formula, stopwatch), stopwatch);
}

/** A word that does not satisfy the formula, or null when it is valid. */
export function violatingWord(formula: Formula, options: SemanticOptions = {}): Word | null {
  return satisfyingWord(formula.store.not(formula), options);
}

/** Whether some word satisfies the formula. */
export function isSatisfiable(formula: Formula, options: SemanticOptions = {}): boolean {
  return satisfyingWord(formula, options) !== null;
}

/** Whether every word satisfies the formula. */
export function isValid(formula: Formula, options: SemanticOptions = {}): boolean {
  return violatingWord(formula, options) === null;
}

/** A word that satisfies `left` but not `right`, or null when `left` implies `right`. */
export function wordAgainstImplication(left: Formula, right: Formula, options: SemanticOptions = {}): Word | null {
  const { languages = new Languages() } = options;
  const stopwatch = Stopwatch.over(options.limits);
  return commonWord(languages.of(left, stopwatch), languages.ofNegation(right, stopwatch), stopwatch);
}

/** A word that satisfies exactly one of the formulas, and which; null when they are equivalent. */
export function wordTellingApart(
  left: Formula,
  right: Formula,
  options: SemanticOptions = {},
): { readonly word: Word; readonly satisfies: 'left' | 'right' } | null {
  const shared = { languages: options.languages ?? new Languages(), limits: Stopwatch.over(options.limits) };
  const onlyLeft = wordAgainstImplication(left, right, shared);
  if (onlyLeft !== null) return { word: onlyLeft, satisfies: 'left' };
  const onlyRight = wordAgainstImplication(right, left, shared);
  return onlyRight === null ? null : { word: onlyRight, satisfies: 'right' };
}

/** Whether the formulas have the same models. */
export function areEquivalent(left: Formula, right: Formula, options: SemanticOptions = {}): boolean {
  return wordTellingApart(left, right, options) === null;
}
