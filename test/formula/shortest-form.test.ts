import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { letterAt, nextPosition, shortestForm, type Word } from '../../src/formula/word.ts';
import { randomWord, showWord } from '../helpers/words.ts';

/** The first letters of a word. */
function unroll(word: Word, length: number): string[] {
  const letters: string[] = [];
  for (let i = 0, position = 0; i < length; i++, position = nextPosition(word, position)) {
    letters.push([...letterAt(word, position)].sort().join());
  }
  return letters;
}

describe('the shortest form of a word', () => {
  it('is the same word, and cannot be shorter', () => {
    const random = new Random(1);
    for (let i = 0; i < 2000; i++) {
      const word = randomWord(random, random.chance(0.5) ? ['a'] : ['a', 'b'], 5);
      const short = shortestForm(word);
      const note = `${showWord(word)} became ${showWord(short)}`;
      expect(unroll(short, 60), note).toEqual(unroll(word, 60));
      const letters = unroll(word, 60);
      // No prefix and period that are shorter give the same letters.
      for (let p = 0; p <= short.prefix.length; p++) {
        for (let c = 1; c <= short.cycle.length; c++) {
          const fits = letters.every((letter, at) => at < p + c || letter === letters[at - c]);
          if (fits) expect([p, c], note).toEqual([short.prefix.length, short.cycle.length]);
        }
      }
    }
  });
});
