// Words to try automata and formulas on: random ones, and all short ones.
import type { Random } from '../../src/base/random.ts';
import type { Letter, Word } from '../../src/formula/word.ts';

/** The letter whose propositions are the one bits of `mask`. */
export function letterOf(propositions: readonly string[], mask: number): Letter {
  return new Set(propositions.filter((_, i) => (mask >> i) & 1));
}

export function randomWord(random: Random, propositions: readonly string[], longest = 4): Word {
  const letters = (count: number): Letter[] =>
    Array.from({ length: count }, () => letterOf(propositions, random.below(2 ** propositions.length)));
  return { prefix: letters(random.below(longest)), cycle: letters(random.between(1, longest)) };
}

/** Every word with the given lengths of prefix and cycle at most. */
export function allWords(propositions: readonly string[], longestPrefix: number, longestCycle: number): Word[] {
  const sequences = (length: number): Letter[][] => {
    if (length === 0) return [[]];
    const letters = Array.from({ length: 2 ** propositions.length }, (_, mask) => letterOf(propositions, mask));
    return sequences(length - 1).flatMap((sequence) => letters.map((letter) => [...sequence, letter]));
  };
  const words: Word[] = [];
  for (let p = 0; p <= longestPrefix; p++) {
    for (let c = 1; c <= longestCycle; c++) {
      for (const prefix of sequences(p)) for (const cycle of sequences(c)) words.push({ prefix, cycle });
    }
  }
  return words;
}

/** A word as text, for the message of a failing comparison. */
export function showWord(word: Word): string {
  const show = (letters: readonly Letter[]): string => letters.map((letter) => `{${[...letter].join(' ')}}`).join(' ');
  return `${show(word.prefix)} (${show(word.cycle)})^ω`;
}
