// Automata of one formula and of its negation, made by several translators, compared with one another and with the judge
// of words. Each complaint comes with a word, and the judge says who is wrong about it (in the manner of ltlcross
// [Dur13]; cross-comparison goes back to Tauriainen's lbtt [TH02]).
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { satisfies } from '../../formula/lasso.ts';
import type { Word } from '../../formula/word.ts';
import { accepts } from '../accepts.ts';
import type { Automaton } from '../automaton.ts';
import { complement } from '../operations/complement.ts';
import { commonWord } from '../operations/intersects.ts';

/** What one translator made of the formula and of its negation; null where it made nothing. */
export interface TranslatedPair {
  readonly translator: string;
  readonly positive: Automaton | null;
  readonly negative: Automaton | null;
}

/** An automaton that is wrong about a word. Each wrong automaton is reported once. */
export interface Disagreement {
  readonly translator: string;
  /** Whether it is the automaton of the formula or of its negation. */
  readonly side: 'positive' | 'negative';
  readonly word: Word;
  /** What the automaton should say about the word. */
  readonly expected: 'accept' | 'reject';
  /** How the word was found. */
  readonly foundBy: 'word' | 'intersection' | 'complement';
}

export interface CrossCheckOptions {
  /** Words on which every automaton is tried. */
  readonly words?: readonly Word[];
  /** Whether complements are built, which shows words that no automaton accepts; `yes` by default. */
  readonly complements?: 'yes' | 'no';
  /** `states` bounds each complement and product: what goes beyond is skipped; 10,000 by default. */
  readonly limits?: Limits | Stopwatch;
}

/** The outcome of a comparison; `skipped` counts the comparisons that went over the limits. */
export interface CrossCheckResult {
  readonly disagreements: readonly Disagreement[];
  readonly skipped: number;
}

const MOST_STATES = 10_000;

/** Compares all automata with one another. */
export function crossCheck(
  formula: Formula,
  pairs: readonly TranslatedPair[],
  options: CrossCheckOptions = {},
): CrossCheckResult {
  const check = new CrossCheck(formula, options);
  for (const pair of pairs) check.tryWords(pair);
  for (const one of pairs) for (const other of pairs) check.intersect(one, other);
  if (options.complements !== 'no') for (const pair of pairs) check.cover(pair);
  return { disagreements: check.disagreements, skipped: check.skipped };
}

class CrossCheck {
  readonly disagreements: Disagreement[] = [];
  skipped = 0;
  private readonly formula: Formula;
  private readonly words: readonly { readonly word: Word; readonly holds: boolean }[];
  private readonly stopwatch: Stopwatch;

  constructor(formula: Formula, options: CrossCheckOptions) {
    this.formula = formula;
    this.words = (options.words ?? []).map((word) => ({ word, holds: satisfies(word, formula) }));
    this.stopwatch = Stopwatch.over(options.limits);
  }

  tryWords({ translator, positive, negative }: TranslatedPair): void {
    for (const [side, automaton] of [
      ['positive', positive],
      ['negative', negative],
    ] as const) {
      if (automaton === null) continue;
      const wrong = this.words.find(
        ({ word, holds }) => accepts(automaton, word) !== (holds === (side === 'positive')),
      );
      if (wrong !== undefined) this.blame(translator, side, wrong.word, 'word');
    }
  }

  /** No word is accepted for the formula and for its negation. */
  intersect(one: TranslatedPair, other: TranslatedPair): void {
    const { positive } = one;
    const { negative } = other;
    if (positive === null || negative === null) return;
    const word = this.attempt((limits) => commonWord(positive, negative, limits));
    if (word === null) return;
    if (satisfies(word, this.formula)) this.blame(other.translator, 'negative', word, 'intersection');
    else this.blame(one.translator, 'positive', word, 'intersection');
  }

  /** Every word is accepted for the formula or for its negation. */
  cover({ translator, positive, negative }: TranslatedPair): void {
    if (positive === null || negative === null) return;
    const word = this.attempt((limits) =>
      commonWord(complement(positive, limits), complement(negative, limits), limits),
    );
    if (word === null) return;
    this.blame(translator, satisfies(word, this.formula) ? 'positive' : 'negative', word, 'complement');
  }

  private attempt(search: (limits: Stopwatch) => Word | null): Word | null {
    const { states = MOST_STATES } = this.stopwatch.limits;
    const found = this.stopwatch.attempt({ states }, (part) => ({ word: search(part) }));
    if (found === null) this.skipped++;
    return found?.word ?? null;
  }

  private blame(translator: string, side: 'positive' | 'negative', word: Word, foundBy: Disagreement['foundBy']): void {
    // One word is enough to show that an automaton is wrong; the others would only repeat it.
    if (this.disagreements.some((one) => one.translator === translator && one.side === side)) return;
    const expected = satisfies(word, this.formula) === (side === 'positive') ? 'accept' : 'reject';
    this.disagreements.push({ translator, side, word, expected, foundBy });
  }
}
