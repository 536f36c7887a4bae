// Automata of one formula and of its negation, made by several translators, compared with one another and with the judge
// of words. Each complaint comes with a word, and the judge says who is wrong about it (in the manner of ltlcross
// [Dur13]; cross-comparison goes back to Tauriainen's lbtt [TH02]).
import { LimitExceeded, type Limits } from '../../diagnostics/limit.ts';
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
  /** For each complement and product; what goes beyond is skipped. 10,000 states by default. */
  readonly limits?: Limits;
}

/** The outcome of a comparison; `skipped` counts the comparisons that went over the limits. */
export interface CrossCheckResult {
  readonly disagreements: readonly Disagreement[];
  readonly skipped: number;
}

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
  private readonly limits: Limits;

  constructor(formula: Formula, options: CrossCheckOptions) {
    this.formula = formula;
    this.words = (options.words ?? []).map((word) => ({ word, holds: satisfies(word, formula) }));
    this.limits = options.limits ?? { states: 10_000 };
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
    const word = this.attempt(() => commonWord(positive, negative, this.limits));
    if (word === null) return;
    if (satisfies(word, this.formula)) this.blame(other.translator, 'negative', word, 'intersection');
    else this.blame(one.translator, 'positive', word, 'intersection');
  }

  /** Every word is accepted for the formula or for its negation. */
  cover({ translator, positive, negative }: TranslatedPair): void {
    if (positive === null || negative === null) return;
    const { limits } = this;
    const word = this.attempt(() => commonWord(complement(positive, limits), complement(negative, limits), limits));
    if (word === null) return;
    this.blame(translator, satisfies(word, this.formula) ? 'positive' : 'negative', word, 'complement');
  }

  private attempt(search: () => Word | null): Word | null {
    try {
      return search();
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      this.skipped++;
      return null;
    }
  }

  private blame(translator: string, side: 'positive' | 'negative', word: Word, foundBy: Disagreement['foundBy']): void {
    // One word is enough to show that an automaton is wrong; the others would only repeat it.
    if (this.disagreements.some((one) => one.translator === translator && one.side === side)) return;
    const expected = satisfies(word, this.formula) === (side === 'positive') ? 'accept' : 'reject';
    this.disagreements.push({ translator, side, word, expected, foundBy });
  }
}
