// Every collected formula to testing automata of every kind, compared with the judge on words: enumerated short lassos, random ones, lassos
// that the automata of the formula and of its negation accept, and these with letters repeated.
//
//   node bench/conformance/testing.mjs [--ways ta,gta,sta,sgta,tgta,tgta-next,tgta-direct,tgta-lazy] [--only formulas:12,…] [--every N]
//                                      [--max-states 60000] [--max-edges 6000000] [--words 12]
//
// The livelock kinds are made of stutter-invariant formulas only; the TGTA of all others are those for all of LTL. What does not
// fit the limits is named.
import { parseArgs } from 'node:util';
import { pruneUseless } from '../../dist/automata/reduce/prune.js';
import { testingAccepts } from '../../dist/automata/testing/accepts.js';
import { testingAutomatonFor } from '../../dist/automata/testing/for-formula.js';
import { LazyTgta } from '../../dist/automata/testing/lazy-tgta.js';
import { stateDecision } from '../../dist/automata/testing/stutter-decision.js';
import { tableau } from '../../dist/automata/translate/tableau.js';
import { translate } from '../../dist/automata/translate/translate.js';
import { Random } from '../../dist/base/random.js';
import { LimitExceeded } from '../../dist/diagnostics/limit.js';
import { satisfies } from '../../dist/formula/lasso.js';
import { nnf } from '../../dist/formula/nnf.js';
import { parseLtl } from '../../dist/formula/parse.js';
import { simplify } from '../../dist/formula/simplify/simplify.js';
import { propositionsOf } from '../../dist/formula/traverse.js';
import { letterAt, nextPosition, wordLength } from '../../dist/formula/word.js';
import { printWord } from '../../dist/formula/word-syntax.js';
import { readFormulas, selected } from './formulas.mjs';
import { acceptedWords, shortWords, stretched } from './words.mjs';

const { values: options } = parseArgs({
  options: {
    ways: { type: 'string', default: 'ta,gta,sta,sgta,tgta,tgta-next,tgta-direct,tgta-lazy' },
    only: { type: 'string' },
    every: { type: 'string' },
    'max-states': { type: 'string', default: '60000' },
    'max-edges': { type: 'string', default: '6000000' },
    words: { type: 'string', default: '12' },
  },
});
const limits = { maxStates: Number(options['max-states']), maxEdges: Number(options['max-edges']) };

/** For each way a function from a formula to a function that says whether a word is accepted. */
const ways = {
  'tgta-lazy': lazyAcceptance,
  'tgta-next': (formula) => acceptance(formula, 'tgta', { method: 'two-step', letters: 'next' }),
  'tgta-direct': (formula) => acceptance(formula, 'tgta', { method: 'direct' }),
};
for (const kind of ['ta', 'gta', 'sta', 'sgta', 'tgta']) ways[kind] = (formula) => acceptance(formula, kind, {});

function acceptance(formula, kind, how) {
  const automaton = testingAutomatonFor(formula, kind, { ...how, ...limits });
  return (word) => testingAccepts(automaton, word);
}

/** The on-the-fly TGTA: only the letters of the word are ever seen. */
function lazyAcceptance(formula) {
  const tgba = translate(formula);
  const decision = stateDecision(formula, tgba);
  return (word) => {
    const length = wordLength(word);
    const letters = Array.from({ length }, (_, i) => letterAt(word, i));
    const texts = letters.map((letter) => tgba.propositions.filter((name) => letter.has(name)).join());
    // equal letters have one number, so that repetitions are seen as such
    const numbers = texts.map((text) => texts.indexOf(text));
    const holds = (letter, variable) => letters[letter].has(tgba.propositions[variable]);
    const lazy = new LazyTgta(tgba, { holds, isStutterInvariant: decision });
    const steps = new Map();
    const pending = lazy.initialStates(numbers[0]).map((state) => state * length);
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (steps.has(node)) continue;
      const [state, position] = [Math.floor(node / length), node % length];
      const next = nextPosition(word, position);
      const flat = lazy.edges(state, numbers[position], numbers[next]);
      const out = [];
      for (let i = 0; i < flat.length; i += 2) out.push({ target: flat[i] * length + next, marks: flat[i + 1] });
      steps.set(node, out);
      for (const { target } of out) pending.push(target);
    }
    return hasCycleWithAllMarks(steps, 2 ** lazy.setCount - 1);
  };
}

/** Whether some node lies on cycles that together show all marks: nodes are together when each reaches the other. */
function hasCycleWithAllMarks(steps, all) {
  const reach = (start) => {
    const seen = new Set([start]);
    for (const node of seen) for (const { target } of steps.get(node)) seen.add(target);
    return seen;
  };
  const reached = new Map([...steps.keys()].map((node) => [node, reach(node)]));
  return [...steps.keys()].some((home) => {
    const inside = [...reached.get(home)].filter((node) => reached.get(node).has(home));
    const edges = inside.flatMap((node) => steps.get(node).filter(({ target }) => reached.get(target).has(home)));
    return edges.length > 0 && (edges.reduce((marks, edge) => marks | edge.marks, 0) & all) === all;
  });
}

function wordsFor(formula) {
  const random = new Random(formula.size);
  const count = Number(options.words);
  const words = shortWords(propositionsOf(formula), count, random);
  for (const one of [formula, formula.store.not(formula)]) {
    try {
      // useless states do not matter here, only large automata do
      words.push(
        ...acceptedWords(pruneUseless(tableau(nnf(simplify(one)), { limits: { states: 3000 } })), count, random),
      );
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
    }
  }
  return [...words, ...words.slice(-2 * count).map((word) => stretched(word, random))];
}

const tally = { words: 0, wrong: 0, right: {}, tooLarge: {} };
const start = performance.now();
const rows = selected(readFormulas(), options);
for (const { id, formula: text, recorded } of rows) {
  const formula = parseLtl(text);
  const words = wordsFor(formula);
  const expected = words.map((word) => satisfies(word, formula));
  tally.words += words.length;
  for (const way of options.ways.split(',')) {
    if (!way.startsWith('tgta') && recorded.stutter_invariant !== 'yes') continue;
    try {
      const accepts = ways[way](formula);
      const at = words.findIndex((word, i) => accepts(word) !== expected[i]);
      if (at < 0) tally.right[way] = (tally.right[way] ?? 0) + 1;
      else {
        tally.wrong++;
        console.log(`WRONG ${id} ${way} on ${printWord(words[at])}: ${text}`);
      }
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      tally.tooLarge[way] = (tally.tooLarge[way] ?? 0) + 1;
      console.log(`too large ${id} ${way}: ${error.message}: ${text}`);
    }
  }
}
const counts = (record) => Object.entries(record).map(([way, count]) => `${way} ${count}`);
console.log(
  `${rows.length} formulas, ${tally.words} words; right: ${counts(tally.right).join(', ')}; too large: ` +
    `${counts(tally.tooLarge).join(', ') || 'none'}; ${tally.wrong} wrong; ${((performance.now() - start) / 1000).toFixed(0)} s`,
);
process.exitCode = tally.wrong > 0 ? 1 : 0;
