// Ultimately periodic words u·v^ω. A letter is the set of the propositions that are true; all others are false.

/** The propositions that hold at one position. */
export type Letter = ReadonlySet<string>;

/** The infinite word prefix·cycle·cycle·…; the cycle is not empty. */
export interface Word {
  readonly prefix: readonly Letter[];
  readonly cycle: readonly Letter[];
}

/** The number of positions after which the word repeats itself: |u| + |v|. */
export function wordLength(word: Word): number {
  return word.prefix.length + word.cycle.length;
}

/** The letter at a position below `wordLength`. */
export function letterAt(word: Word, position: number): Letter {
  const { prefix, cycle } = word;
  return position < prefix.length ? prefix[position] : cycle[position - prefix.length];
}

/** The position after `position`: the last one is followed by the start of the cycle. */
export function nextPosition(word: Word, position: number): number {
  return position + 1 < wordLength(word) ? position + 1 : word.prefix.length;
}
