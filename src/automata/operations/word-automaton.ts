// Automata of single words and of their stutterings, and letters as labels.
import type { Bdd, BddRef } from '../../dd/bdd.ts';
import { type Letter, letterAt, nextPosition, type Word, wordLength } from '../../formula/word.ts';
import { acceptAll, buchi } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder } from '../automaton.ts';

/** The label that exactly the given letter satisfies. */
function letterLabel(bdd: Bdd, propositions: readonly string[], letter: Letter): BddRef {
  let label: BddRef = bdd.true;
  for (let i = propositions.length - 1; i >= 0; i--) {
    label = bdd.and(bdd.literal(i, letter.has(propositions[i])), label);
  }
  return label;
}

/** One letter that satisfies the label, which must not be false; it names as few propositions as a greedy choice finds. */
export function pickLetter(bdd: Bdd, propositions: readonly string[], label: BddRef): Letter {
  const letter = new Set<string>();
  let rest = label;
  while (!bdd.isConstant(rest)) {
    const low = bdd.low(rest);
    if (low === bdd.false) letter.add(propositions[bdd.topVariable(rest)]);
    rest = low === bdd.false ? bdd.high(rest) : low;
  }
  return letter;
}

/** The automaton that accepts exactly the word; the letters of the word are read over `propositions`. */
export function wordAutomaton(word: Word, propositions: readonly string[], bdd?: Bdd): Automaton {
  const builder = new AutomatonBuilder(propositions, bdd);
  builder.addStates(wordLength(word));
  builder.setInitial(0);
  for (let i = 0; i < wordLength(word); i++) {
    builder.addEdge(i, letterLabel(builder.bdd, propositions, letterAt(word, i)), 0, nextPosition(word, i));
  }
  return builder.build(acceptAll(), { properties: { deterministic: 'yes', weak: 'yes', unambiguous: 'yes' } });
}

/**
 * The automaton of the words that repeat letters of `word`: position i is read once or more often. The mark on each
 * step forwards keeps a run from waiting at one position for ever.
 */
export function stretchedWords(word: Word, propositions: readonly string[], bdd?: Bdd): Automaton {
  const builder = new AutomatonBuilder(propositions, bdd);
  builder.addStates(wordLength(word));
  builder.setInitial(0);
  for (let i = 0; i < wordLength(word); i++) {
    const label = letterLabel(builder.bdd, propositions, letterAt(word, i));
    builder.addEdge(i, label, 1, nextPosition(word, i));
    builder.addEdge(i, label, 0, i);
  }
  return builder.build(buchi());
}
