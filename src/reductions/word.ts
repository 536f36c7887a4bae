// Words of transitions: what one transition of a reduced net stands for in the net below. Parts are shared, so that making a word takes
// constant time; only lifting writes it out.

export type Word =
  | { readonly kind: 'empty'; readonly length: 0 }
  | { readonly kind: 'step'; readonly transition: number; readonly length: 1 }
  | { readonly kind: 'then'; readonly first: Word; readonly second: Word; readonly length: number }
  | { readonly kind: 'times'; readonly word: Word; readonly times: number; readonly length: number };

export const EMPTY_WORD: Word = { kind: 'empty', length: 0 };

export function step(transition: number): Word {
  return { kind: 'step', transition, length: 1 };
}

export function sequence(first: Word, second: Word): Word {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  return { kind: 'then', first, second, length: first.length + second.length };
}

export function times(word: Word, count: number): Word {
  if (count === 1) return word;
  if (count === 0 || word.length === 0) return EMPTY_WORD;
  return { kind: 'times', word, times: count, length: word.length * count };
}

/** The transitions of the word, in order. */
export function* transitionsOf(word: Word): Generator<number, void> {
  const pending: Word[] = [word];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'step') yield next.transition;
    else if (next.kind === 'then') pending.push(next.second, next.first);
    else if (next.kind === 'times') {
      if (next.times > 1) pending.push(times(next.word, next.times - 1));
      pending.push(next.word);
    }
  }
}
