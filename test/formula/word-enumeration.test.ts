import { expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { letterAt, type Word } from '../../src/formula/word.ts';
import { canonicalWord, enumerateWords, randomWord } from '../../src/formula/word-enumeration.ts';
import { printWord } from '../../src/formula/word-syntax.ts';

/** The first letters of the infinite word: enough to tell short lassos apart. */
function unroll(word: Word, length: number): string {
  const { prefix, cycle } = word;
  return Array.from({ length }, (_, i) => {
    const position = i < prefix.length ? i : prefix.length + ((i - prefix.length) % cycle.length);
    return [...letterAt(word, position)].join('&');
  }).join(';');
}

it('enumerates every infinite word once', () => {
  const bounds = { propositions: ['a', 'b'], longestPrefix: 2, longestCycle: 3 };
  const canonical = [...enumerateWords(bounds)].map((word) => unroll(word, 20));
  const all = new Set([...enumerateWords(bounds, 'all')].map((word) => unroll(word, 20)));
  expect(new Set(canonical).size).toBe(canonical.length);
  expect(new Set(canonical)).toEqual(all);
});

it('enumerates every lasso when asked', () => {
  const lassos = [...enumerateWords({ propositions: ['a'], longestPrefix: 1, longestCycle: 2 }, 'all')];
  expect(lassos.length).toBe((1 + 2) * (2 + 4));
  expect(new Set(lassos.map((word) => printWord(word))).size).toBe(lassos.length);
});

it('counts the words over one proposition', () => {
  // Cycles: a, !a (2 primitive of length 1), a;!a and !a;a (2 of length 2). A prefix letter must differ from the last of the cycle.
  expect([...enumerateWords({ propositions: ['a'], longestPrefix: 1, longestCycle: 2 })].length).toBe(4 + 4);
});

it('finds the canonical lasso of any word', () => {
  const bounds = { propositions: ['a'], longestPrefix: 4, longestCycle: 4 };
  const canonical = new Set([...enumerateWords(bounds)].map((word) => printWord(word)));
  for (const word of enumerateWords(bounds, 'all')) {
    const found = canonicalWord(word);
    expect(canonical.has(printWord(found))).toBe(true);
    expect(unroll(found, 30)).toBe(unroll(word, 30));
  }
});

it('draws random words within the bounds, the same for the same seed', () => {
  const bounds = { propositions: ['a', 'b'], longestPrefix: 3, longestCycle: 2 };
  const draw = (seed: number) => {
    const random = new Random(seed);
    return Array.from({ length: 50 }, () => randomWord(random, bounds));
  };
  for (const { prefix, cycle } of draw(1)) {
    expect(prefix.length).toBeLessThanOrEqual(3);
    expect([1, 2]).toContain(cycle.length);
  }
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
});
