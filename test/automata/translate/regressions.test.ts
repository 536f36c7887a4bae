// Formulas whose automata were once wrong. Each is judged on random lassos and on words read off the automaton itself.
import { describe, expect, it } from 'vitest';
import { accepts } from '../../../src/automata/accepts.ts';
import { translate } from '../../../src/automata/translate/translate.ts';
import { Random } from '../../../src/base/random.ts';
import { satisfies } from '../../../src/formula/lasso.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { propositionsOf } from '../../../src/formula/traverse.ts';
import { randomWord } from '../../../src/formula/word-enumeration.ts';
import { printWord } from '../../../src/formula/word-syntax.ts';

const formulas = [
  // a simulation in which an edge demands fewer marks than it offers is not transitive, and its quotient was wrong
  '(GFa1 | FGb1) & (GFa2 | FGb2) & (GFa3 | FGb3)',
  '(FGa3 & GFb3) | ((FGa2 | GFb2) & ((FGa1 & GFb1) | FGa0 | GFb0))',
];

describe.each(formulas)('the automata of %s', (text) => {
  it.each(['tgba', 'ba'] as const)('(%s) accept exactly the words that satisfy it', (to) => {
    const formula = parseLtl(text);
    const automaton = translate(formula, { to });
    const bounds = { propositions: propositionsOf(formula), longestPrefix: 2, longestCycle: 3 };
    const random = new Random(1);
    for (let round = 0; round < 400; round++) {
      const word = randomWord(random, bounds);
      expect(accepts(automaton, word), printWord(word)).toBe(satisfies(word, formula));
    }
  });
});
