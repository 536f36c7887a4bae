// Comparing automata with formulas and with each other on words; a disagreement is reported with what is needed to repeat it.
import { expect } from 'vitest';
import { accepts } from '../../src/automata/accepts.ts';
import type { Automaton } from '../../src/automata/automaton.ts';
import type { Formula } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import type { Word } from '../../src/formula/word.ts';
import { showWord } from './words.ts';

/** Expects the automaton to accept exactly those of the words that satisfy the formula. */
export function expectLanguage(automaton: Automaton, formula: Formula, words: Iterable<Word>, context: string): void {
  for (const word of words) {
    const expected = satisfies(word, formula);
    if (accepts(automaton, word) !== expected) {
      expect.fail(`${context}: ${showWord(word)} should be ${expected ? 'accepted' : 'rejected'}`);
    }
  }
}

/** Expects both automata to accept the same of the words. */
export function expectSameLanguage(a: Automaton, b: Automaton, words: Iterable<Word>, context: string): void {
  for (const word of words) {
    const expected = accepts(a, word);
    if (accepts(b, word) !== expected) {
      expect.fail(`${context}: ${showWord(word)} should be ${expected ? 'accepted' : 'rejected'}`);
    }
  }
}
