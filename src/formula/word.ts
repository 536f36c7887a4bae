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

/** The same infinite word with the shortest cycle, and the shortest prefix before it. */
export function shortestForm({ prefix, cycle }: Word): Word {
  const length = cycle.length;
  const repeats = (period: number): boolean =>
    length % period === 0 && cycle.every((letter, i) => equalLetters(letter, cycle[i % period]));
  let period = 1;
  while (!repeats(period)) period++;
  let kept = prefix.length;
  // Where the prefix ends like the cycle, the cycle may begin one letter earlier.
  while (kept > 0 && equalLetters(prefix[kept - 1], cycle[period - 1 - ((prefix.length - kept) % period)])) kept--;
  const shift = (prefix.length - kept) % period;
  const rotated = Array.from({ length: period }, (_, i) => cycle[(i + period - shift) % period]);
  return { prefix: prefix.slice(0, kept), cycle: rotated };
}

function equalLetters(one: Letter, other: Letter): boolean {
  if (one.size !== other.size) return false;
  for (const name of one) if (!other.has(name)) return false;
  return true;
}
