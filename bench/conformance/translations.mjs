// Every collected formula to TGBA and BA, and whether the languages are right:
//
//   words     random lassos, enumerated short ones, and lassos read off the automata of the formula and of its negation: accepted exactly
//             if the judge says that they satisfy the formula;
//   disjoint  no word is accepted by the automata of the formula and of its negation;
//   closure   the automaton accepts the same words as the automaton of elementary sets (of the Fischer–Ladner closure, hence the name):
//             neither it and the sets of the negation, nor its complement and the sets of the formula have a common word. (The sets are
//             kept as decision diagrams.) Where the complement is too large, the formula and the automaton are compared part by part:
//             by-parts.mjs.
//
//   node bench/conformance/translations.mjs [--checks words,disjoint,closure] [--only formulas:12,…] [--every N] [--seconds 60] [--words 20]
//
// --seconds is for one complement or one intersection with the sets; where it is not enough, the formula is named.
import { parseArgs } from 'node:util';
import { accepts } from '../../dist/automata/accepts.js';
import { complement } from '../../dist/automata/operations/complement.js';
import { intersects } from '../../dist/automata/operations/intersects.js';
import { reduce } from '../../dist/automata/reduce/reduce.js';
import { elementarySetsIntersect } from '../../dist/automata/translate/symbolic-elementary-sets.js';
import { tableau } from '../../dist/automata/translate/tableau.js';
import { translate } from '../../dist/automata/translate/translate.js';
import { Random } from '../../dist/base/random.js';
import { LimitExceeded } from '../../dist/diagnostics/limit.js';
import { satisfies } from '../../dist/formula/lasso.js';
import { nnf } from '../../dist/formula/nnf.js';
import { parseLtl } from '../../dist/formula/parse.js';
import { simplify } from '../../dist/formula/simplify/simplify.js';
import { propositionsOf } from '../../dist/formula/traverse.js';
import { printWord } from '../../dist/formula/word-syntax.js';
import { acceptsAllByParts } from './by-parts.mjs';
import { readFormulas, selected } from './formulas.mjs';
import { acceptedWords, shortWords } from './words.mjs';

const { values: options } = parseArgs({
  options: {
    checks: { type: 'string', default: 'words,disjoint,closure' },
    only: { type: 'string' },
    every: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    words: { type: 'string', default: '20' },
  },
});
const seconds = Number(options.seconds);
/** Beyond this many nodes a decision diagram fills the memory. */
const NODES = 40_000_000;
/** An automaton larger than this costs more to reduce than it saves. */
const WORTH_REDUCING = 3000;

/** Each check answers null when all is well, else says what is wrong; it may throw `LimitExceeded`. */
const checks = {
  words({ formula, automata, negated, negatedBa }) {
    const random = new Random(formula.size);
    const words = shortWords(propositionsOf(formula), Number(options.words), random);
    for (const automaton of [automata.tgba, negated])
      words.push(...acceptedWords(automaton, Number(options.words), random));
    for (const word of words) {
      const expected = satisfies(word, formula);
      for (const [kind, automaton] of Object.entries(automata)) {
        if (accepts(automaton, word) !== expected) return `${kind} on ${printWord(word)}`;
      }
      // the judge of automata takes minutes for each word on thousands of states
      if (negatedBa !== null && accepts(negated, word) === expected) return `the negation on ${printWord(word)}`;
    }
    tally.words += words.length;
    return null;
  },
  disjoint({ automata, negated, negatedBa }) {
    for (const [kind, automaton] of Object.entries(automata)) {
      if (intersects(automaton, negated)) return `${kind} and the TGBA of the negation share a word`;
      if (negatedBa !== null && intersects(automaton, negatedBa))
        return `${kind} and the BA of the negation share a word`;
    }
    return null;
  },
  closure({ formula, negation, automata }) {
    const options = { limits: { seconds }, nodes: NODES };
    for (const [kind, automaton] of Object.entries(automata)) {
      if (elementarySetsIntersect(negation, automaton, options)) return `the ${kind} accepts too much`;
    }
    try {
      const outside = complement(automata.tgba, { seconds });
      const small = outside.stateCount <= WORTH_REDUCING ? reduce(outside) : outside;
      return elementarySetsIntersect(formula, small, options) ? 'the TGBA accepts too little' : null;
    } catch (error) {
      if (!(error instanceof LimitExceeded) || !acceptsAllByParts(formula, automata.tgba, options)) throw error;
      tally.byParts++;
      return null;
    }
  },
};

const tally = { formulas: 0, words: 0, right: {}, wrong: 0, unanswered: 0, over60: 0, byParts: 0 };

/** Where the negation needs very many states, its tableau is taken as it comes. */
function negatedAutomata(id, negation) {
  const normal = nnf(simplify(negation));
  try {
    tableau(normal, { limits: { states: WORTH_REDUCING } });
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    const negated = tableau(normal, { limits: { states: 1_000_000 } });
    console.log(`${id}: the tableau of the negation has ${negated.stateCount} states and is not reduced`);
    return { negated, negatedBa: null };
  }
  return { negated: translate(negation), negatedBa: translate(negation, { to: 'ba' }) };
}

function examine({ id, formula: text }) {
  const formula = parseLtl(text);
  const negation = formula.store.not(formula);
  const automata = { tgba: translate(formula), ba: translate(formula, { to: 'ba' }) };
  const subject = { formula, negation, automata, ...negatedAutomata(id, negation) };
  tally.formulas++;
  if (automata.ba.stateCount > 60) tally.over60++;
  for (const name of options.checks.split(',')) {
    try {
      const wrong = checks[name](subject);
      if (wrong === null) tally.right[name] = (tally.right[name] ?? 0) + 1;
      else {
        tally.wrong++;
        console.log(`WRONG ${id} ${name}: ${wrong}: ${text}`);
      }
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      tally.unanswered++;
      console.log(`no answer ${id} ${name}: ${error.message}: ${text}`);
    }
  }
}

const start = performance.now();
for (const row of selected(readFormulas(), options)) examine(row);
const right = Object.entries(tally.right).map(([name, count]) => `${name} ${count}`);
console.log(
  `${tally.formulas} formulas (${tally.over60} BA of more than 60 states), ${tally.words} words; right: ${right.join(', ')} (${tally.byParts} by parts); ` +
    `${tally.wrong} wrong, ${tally.unanswered} without answer; ${((performance.now() - start) / 1000).toFixed(0)} s`,
);
process.exitCode = tally.wrong > 0 ? 1 : 0;
