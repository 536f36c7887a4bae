// Comparisons of languages, with a word that tells them apart.
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Word } from '../../formula/word.ts';
import type { Automaton } from '../automaton.ts';
import { complement } from './complement.ts';
import { findAcceptedWord } from './emptiness.ts';
import { commonWord, intersects } from './intersects.ts';

/** Ways to avoid a complementation: an automaton of the complement, where the caller has one. */
export interface KnownComplements {
  readonly ofLeft?: Automaton;
  readonly ofRight?: Automaton;
  readonly limits?: Limits | Stopwatch;
}

/** Whether every word of `left` is accepted by `right`. */
export function isIncluded(left: Automaton, right: Automaton, known: KnownComplements = {}): boolean {
  const stopwatch = Stopwatch.over(known.limits);
  return !intersects(left, known.ofRight ?? complement(right, stopwatch), stopwatch);
}

/** A word that `left` accepts and `right` does not, or null when there is none: L(left) ⊆ L(right). */
export function wordOutside(left: Automaton, right: Automaton, known: KnownComplements = {}): Word | null {
  const stopwatch = Stopwatch.over(known.limits);
  return commonWord(left, known.ofRight ?? complement(right, stopwatch), stopwatch);
}

/** A word that exactly one of the automata accepts, and which; null when they accept the same words. */
export function distinguishingWord(
  left: Automaton,
  right: Automaton,
  known: KnownComplements = {},
): { readonly word: Word; readonly acceptedBy: 'left' | 'right' } | null {
  const limits = Stopwatch.over(known.limits);
  const onlyLeft = wordOutside(left, right, { ofRight: known.ofRight, limits });
  if (onlyLeft !== null) return { word: onlyLeft, acceptedBy: 'left' };
  const onlyRight = wordOutside(right, left, { ofRight: known.ofLeft, limits });
  return onlyRight === null ? null : { word: onlyRight, acceptedBy: 'right' };
}

/** A word that the automaton does not accept, or null when it accepts all. */
export function rejectedWord(automaton: Automaton, limits?: Limits | Stopwatch): Word | null {
  const stopwatch = Stopwatch.over(limits);
  return findAcceptedWord(complement(automaton, stopwatch), stopwatch);
}
