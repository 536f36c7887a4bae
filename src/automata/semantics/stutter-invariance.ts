// Whether the truth of a formula changes when letters of a word are repeated or repetitions are left out.
//
// Two words are stutter-equivalent exactly when leaving out all repetitions makes the same word of both. Hence a language
// is stutter-invariant exactly when no word is in the destuttered language and in the destuttered complement ([MD15]:
// cl(A) ⊗ cl(¬A) = ∅).
import { invariant } from '../../base/assert.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { satisfies } from '../../formula/lasso.ts';
import { simplify } from '../../formula/simplify/simplify.ts';
import { NEXT_FREE } from '../../formula/traits.ts';
import type { Word } from '../../formula/word.ts';
import { destutter } from '../operations/destutter.ts';
import { commonWord, intersects } from '../operations/intersects.ts';
import { stretchedWords } from '../operations/word-automaton.ts';
import { Languages } from './languages.ts';
import type { SemanticOptions } from './questions.ts';

/** Two words that differ in repetitions only; the first satisfies the formula, the second does not. */
export interface StutterWitness {
  readonly satisfying: Word;
  readonly violating: Word;
}

/** Whether the formula cannot tell stutter-equivalent words apart. Syntactically when it has no X, else by automata. */
export function isStutterInvariant(formula: Formula, options: SemanticOptions = {}): boolean {
  if (formula.has(NEXT_FREE)) return true;
  const stopwatch = Stopwatch.over(options.limits);
  const simple = simplify(formula, { limits: stopwatch });
  if (simple.has(NEXT_FREE)) return true;
  const { languages = new Languages() } = options;
  const inside = destutter(languages.of(simple, stopwatch), stopwatch);
  return !intersects(inside, destutter(languages.ofNegation(simple, stopwatch), stopwatch), stopwatch);
}

/** Two stutter-equivalent words that the formula tells apart, or null when it is stutter-invariant. */
export function stutterWitness(given: Formula, options: SemanticOptions = {}): StutterWitness | null {
  const limits = Stopwatch.over(options.limits);
  const formula = simplify(given, { limits });
  if (formula.has(NEXT_FREE)) return null;
  const { languages = new Languages() } = options;
  const [language, complement] = [languages.of(formula, limits), languages.ofNegation(formula, limits)];
  const short = commonWord(destutter(language, limits), destutter(complement, limits), limits);
  if (short === null) return null;
  const holds = satisfies(short, formula);
  const other = holds ? complement : language;
  const twin = commonWord(other, stretchedWords(short, other.propositions, other.bdd), limits);
  invariant(twin !== null, 'a destuttered word stands for a word of the language it comes from');
  return holds ? { satisfying: short, violating: twin } : { satisfying: twin, violating: short };
}
