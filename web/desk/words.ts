// Words between the library, which has sets of propositions, and the page, which has lists.
import type { Word } from 'tegata/formula';
import type { WordView } from './protocol.ts';

export function toView({ prefix, cycle }: Word): WordView {
  return { letters: [...prefix, ...cycle].map((letter) => [...letter].sort()), cycleStart: prefix.length };
}

export function toWord({ letters, cycleStart }: WordView): Word {
  const sets = letters.map((letter) => new Set(letter));
  return { prefix: sets.slice(0, cycleStart), cycle: sets.slice(cycleStart) };
}
