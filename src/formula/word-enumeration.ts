// All words up to given lengths, and random ones. The same infinite word has many lassos: the cycle may be repeated, and
// the prefix may be rolled into it when both end with the same letter. In the canonical lasso the cycle is not a power of a
// shorter one and the prefix is as short as can be; every word has exactly one.
import type { Random } from '../base/random.ts';
import type { Letter, Word } from './word.ts';

/** The lassos that are meant: their propositions and the greatest lengths. */
export interface WordBounds {
  readonly propositions: readonly string[];
  readonly longestPrefix: number;
  readonly longestCycle: number;
}

/**
 * Every word with a lasso within the bounds: each word once, as its canonical lasso (which is within the bounds if
 * any of its lassos is), or every lasso. `canonical` unless given. Shorter lassos come first.
 */
export function* enumerateWords(
  bounds: WordBounds,
  lassos: 'canonical' | 'all' = 'canonical',
): Generator<Word, void, void> {
  const letters = allLetters(bounds.propositions);
  for (let length = 1; length <= bounds.longestPrefix + bounds.longestCycle; length++) {
    const shortestCycle = Math.max(1, length - bounds.longestPrefix);
    for (let cycle = shortestCycle; cycle <= Math.min(length, bounds.longestCycle); cycle++) {
      const start = length - cycle;
      for (const codes of sequences(length, letters.length)) {
        if (lassos === 'canonical' && !isCanonical(codes, start)) continue;
        const word = codes.map((code) => letters[code]);
        yield { prefix: word.slice(0, start), cycle: word.slice(start) };
      }
    }
  }
}

/** A random lasso: lengths and letters equally likely within the bounds. */
export function randomWord(random: Random, bounds: WordBounds): Word {
  const letters = (count: number): Letter[] =>
    Array.from({ length: count }, () => new Set(bounds.propositions.filter(() => random.chance(0.5))));
  return {
    prefix: letters(random.between(0, bounds.longestPrefix)),
    cycle: letters(random.between(1, bounds.longestCycle)),
  };
}

/** The canonical lasso of the same word. */
export function canonicalWord(word: Word): Word {
  const keys = new Map<string, number>();
  const code = (letter: Letter): number => {
    const key = JSON.stringify([...letter].sort());
    if (!keys.has(key)) keys.set(key, keys.size);
    return keys.get(key)!;
  };
  const cycle = word.cycle.slice(0, primitivePeriod(word.cycle.map(code)));
  const prefix = [...word.prefix];
  while (prefix.length > 0 && code(prefix.at(-1)!) === code(cycle.at(-1)!)) {
    prefix.pop();
    cycle.unshift(cycle.pop()!);
  }
  return { prefix, cycle };
}

function allLetters(propositions: readonly string[]): Letter[] {
  return Array.from({ length: 2 ** propositions.length }, (_, mask) => {
    return new Set(propositions.filter((_, i) => (mask >> i) & 1));
  });
}

/** All sequences of `length` digits below `base`, in one array that is changed between the steps. */
function* sequences(length: number, base: number): Generator<number[], void, void> {
  const digits = new Array<number>(length).fill(0);
  for (;;) {
    yield digits;
    let i = length - 1;
    while (i >= 0 && digits[i] === base - 1) digits[i--] = 0;
    if (i < 0) return;
    digits[i]++;
  }
}

function isCanonical(codes: readonly number[], start: number): boolean {
  if (start > 0 && codes[start - 1] === codes[codes.length - 1]) return false;
  return primitivePeriod(codes.slice(start)) === codes.length - start;
}

/** The length of the shortest sequence of which the given one is a power. */
function primitivePeriod(codes: readonly number[]): number {
  for (let period = 1; period < codes.length; period++) {
    if (codes.length % period === 0 && codes.every((code, i) => code === codes[i % period])) return period;
  }
  return codes.length;
}
