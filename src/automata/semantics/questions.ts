// Questions about the languages of formulas, answered with words where there are any.
import type { Limits } from '../../diagnostics/limit.ts';
import type { Formula } from '../../formula/formula.ts';
import type { Word } from '../../formula/word.ts';
import { findAcceptedWord } from '../operations/emptiness.ts';
import { commonWord } from '../operations/intersects.ts';
import { Languages } from './languages.ts';

/** What the questions share: translations that are kept, and limits on what may be built. */
export interface SemanticOptions {
  readonly languages?: Languages;
  readonly limits?: Limits;
}

/** A word that satisfies the formula, or null when none does. */
export function satisfyingWord(formula: Formula, { languages = new Languages() }: SemanticOptions = {}): Word | null {
  return findAcceptedWord(languages.of(formula));
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
  const { languages = new Languages(), limits } = options;
  return commonWord(languages.of(left), languages.ofNegation(right), limits);
}

/** A word that satisfies exactly one of the formulas, and which; null when they are equivalent. */
export function wordTellingApart(
  left: Formula,
  right: Formula,
  options: SemanticOptions = {},
): { readonly word: Word; readonly satisfies: 'left' | 'right' } | null {
  const shared = { ...options, languages: options.languages ?? new Languages() };
  const onlyLeft = wordAgainstImplication(left, right, shared);
  if (onlyLeft !== null) return { word: onlyLeft, satisfies: 'left' };
  const onlyRight = wordAgainstImplication(right, left, shared);
  return onlyRight === null ? null : { word: onlyRight, satisfies: 'right' };
}

/** Whether the formulas have the same models. */
export function areEquivalent(left: Formula, right: Formula, options: SemanticOptions = {}): boolean {
  return wordTellingApart(left, right, options) === null;
}
