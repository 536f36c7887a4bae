// Words to try automata on: short ones that are enumerated, random ones, and ones that an automaton accepts.
import { findAcceptingRun } from '../../dist/automata/operations/emptiness.js';
import { enumerateWords, randomWord } from '../../dist/formula/word-enumeration.js';

/** Enumerations with up to this many words are complete; of longer ones as many are taken, evenly spread. */
const ENUMERATED = 120;

/** Short lassos, enumerated (all of them where they are few), and `count` longer random ones. */
export function shortWords(propositions, count, random) {
  const names = propositions.slice(0, 4);
  const [longestPrefix, longestCycle] = names.length <= 1 ? [3, 3] : names.length === 2 ? [1, 2] : [1, 1];
  const all = [...enumerateWords({ propositions: names, longestPrefix, longestCycle })];
  const step = Math.max(1, all.length / ENUMERATED);
  const words = Array.from({ length: Math.min(all.length, ENUMERATED) }, (_, i) => all[Math.floor(i * step)]);
  // propositions beyond the first few take random values in the enumerated words
  const others = propositions.slice(4);
  const widen = (letter) => new Set([...letter, ...others.filter(() => random.chance(0.5))]);
  const wide = words.map(({ prefix, cycle }) => ({ prefix: prefix.map(widen), cycle: cycle.map(widen) }));
  const bounds = { propositions, longestPrefix: 4, longestCycle: 3 };
  return [...wide, ...Array.from({ length: count }, () => randomWord(random, bounds))];
}

/** Words that the automaton accepts, each by a random walk and then the nearest accepting cycle; fewer if it is empty. */
export function acceptedWords(automaton, count, random) {
  const words = [];
  for (let i = 0; i < count && automaton.initial.length > 0; i++) {
    let state = random.pick(automaton.initial);
    const walk = [];
    for (let steps = random.below(6); steps > 0; steps--) {
      const [from, to] = [automaton.edgeStart[state], automaton.edgeStart[state + 1]];
      if (from === to) break;
      walk.push(random.between(from, to - 1));
      state = automaton.edgeTarget[walk.at(-1)];
    }
    const run = findAcceptingRun(automaton.with({ initial: [state] }));
    if (run === null) continue;
    const letters = (edges) => edges.map((e) => randomLetter(automaton, automaton.edgeLabel[e], random));
    words.push({ prefix: letters([...walk, ...run.prefix]), cycle: letters(run.cycle) });
  }
  return words;
}

/** A random letter that satisfies the label. */
function randomLetter({ bdd, propositions }, label, random) {
  const letter = new Set();
  let rest = label;
  for (const [variable, name] of propositions.entries()) {
    let value = random.chance(0.5);
    if (!bdd.isConstant(rest) && bdd.topVariable(rest) === variable) {
      if (bdd.low(rest) === bdd.false) value = true;
      else if (bdd.high(rest) === bdd.false) value = false;
      rest = value ? bdd.high(rest) : bdd.low(rest);
    }
    if (value) letter.add(name);
  }
  return letter;
}

/** The same word, some of its letters repeated: equal up to stuttering. */
export function stretched({ prefix, cycle }, random) {
  const repeat = (letters) => letters.flatMap((letter) => new Array(random.between(1, 3)).fill(letter));
  return { prefix: repeat(prefix), cycle: repeat(cycle) };
}
