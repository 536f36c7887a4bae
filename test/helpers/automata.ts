// Random automata with all sorts of acceptance conditions, and comparisons of languages word by word.
import { expect } from 'vitest';
import {
  type Acceptance,
  type AcceptanceFormula,
  acceptAnd,
  acceptOr,
  fin,
  generalizedBuchi,
  inf,
} from '../../src/automata/acceptance.ts';
import { accepts } from '../../src/automata/accepts.ts';
import type { Automaton } from '../../src/automata/automaton.ts';
import { randomAutomaton } from '../../src/automata/random.ts';
import { Random } from '../../src/base/random.ts';
import type { Word } from '../../src/formula/word.ts';
import { allWords, randomWord, showWord } from './words.ts';

const words = new Random(2024);

/** All very short words over two propositions, and some longer ones. */
export const shortWords: readonly Word[] = [
  ...allWords(['a', 'b'], 0, 2),
  ...allWords(['a'], 1, 3),
  ...Array.from({ length: 30 }, () => randomWord(words, ['a', 'b'], 4)),
];

/** A random condition over at most `sets` sets; each leaf is Inf or Fin. */
export function randomAcceptance(random: Random, sets: number): Acceptance {
  const leaf = (): AcceptanceFormula => (random.chance(0.5) ? inf : fin)(random.below(sets));
  const grow = (depth: number): AcceptanceFormula => {
    if (depth === 0 || random.chance(0.2)) return leaf();
    const operands = Array.from({ length: random.between(2, 3) }, () => grow(depth - 1));
    return (random.chance(0.5) ? acceptAnd : acceptOr)(operands);
  };
  return { setCount: sets, formula: grow(2) };
}

/** A small automaton over one or two propositions. */
export function anyAutomaton(
  random: Random,
  acceptance: Acceptance = generalizedBuchi(random.between(0, 2)),
  names: readonly [string, string] = ['a', 'b'],
): Automaton {
  const states = random.between(1, 5);
  return randomAutomaton(random, {
    states,
    propositions: names.slice(0, random.chance(0.5) ? 1 : 2),
    acceptance,
    density: 1 + random.unit() * 1.5,
    markProbability: 0.2 + random.unit() * 0.4,
    marksOn: random.chance(0.3) ? 'states' : 'edges',
    initialStates: random.chance(0.2) ? Math.min(2, states) : 1,
  });
}

/** The words that the automaton accepts, in the order in which they are given. */
export function verdicts(automaton: Automaton, words: readonly Word[] = shortWords): boolean[] {
  return words.map((word) => accepts(automaton, word));
}

/** Fails with the first word on which the automaton does not say what is expected. */
export function expectLanguage(automaton: Automaton, expected: readonly boolean[], note = ''): void {
  shortWords.forEach((word, i) => {
    if (accepts(automaton, word) !== expected[i]) {
      expect.fail(`${note}: ${showWord(word)} should be ${expected[i] ? 'accepted' : 'rejected'}`);
    }
  });
}
