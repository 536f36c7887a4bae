import { describe, expect, it } from 'vitest';
import { generalizedBuchi } from '../../../src/automata/acceptance.ts';
import { accepts } from '../../../src/automata/accepts.ts';
import { randomAutomaton } from '../../../src/automata/random.ts';
import { testingAccepts } from '../../../src/automata/testing/accepts.ts';
import { toSinglePass } from '../../../src/automata/testing/single-pass.ts';
import type { TestingAutomaton } from '../../../src/automata/testing/testing-automaton.ts';
import { tgbaToTgta } from '../../../src/automata/testing/tgba-to-tgta.ts';
import { baToTa, tgbaToGta } from '../../../src/automata/testing/to-ta.ts';
import { translate } from '../../../src/automata/translate/translate.ts';
import { Random } from '../../../src/base/random.ts';
import type { Formula } from '../../../src/formula/formula.ts';
import { satisfies } from '../../../src/formula/lasso.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { NEXT_FREE } from '../../../src/formula/traits.ts';
import { propositionsOf } from '../../../src/formula/traverse.ts';
import type { Word } from '../../../src/formula/word.ts';
import { enumerateWords } from '../../../src/formula/word-enumeration.ts';
import { printWord } from '../../../src/formula/word-syntax.ts';

function wordsFor(formula: Formula): Word[] {
  const propositions = propositionsOf(formula);
  const longest = propositions.length <= 1 ? 3 : propositions.length === 2 ? 2 : 1;
  return [...enumerateWords({ propositions, longestPrefix: longest, longestCycle: longest })];
}

function expectLanguage(automaton: TestingAutomaton, formula: Formula, text: string): void {
  for (const word of wordsFor(formula)) {
    const expected = satisfies(word, formula);
    if (testingAccepts(automaton, word) !== expected) {
      expect.fail(`${automaton.kind} of ${text}: should ${expected ? '' : 'not '}accept ${printWord(word)}`);
    }
  }
}

const stutterInvariant = [
  'a',
  '1',
  '0',
  'G a',
  'F a',
  'a U b',
  'a U G b',
  'GFa & GFb',
  'FG a',
  'GFa -> GFb',
  'a W b',
  'a R b',
  'a M b',
  'G(a -> F b)',
  'G(a -> (b U c))',
  'F(a & F(b & F c))',
  '(GFa & GFb) -> G(c -> F a)',
  '!(a U b) | G c',
  'FGa | GFb',
  'F(Ga & (c R b))',
  '(a U b) U c',
  'a U (b U c)',
  'G(a U b)',
  'F(a W b)',
  'a <-> G b',
  'a xor F b',
];

describe.each(stutterInvariant)('the testing automata of %s', (text) => {
  const formula = parseLtl(text);
  it('accept exactly the short lassos that satisfy it', () => {
    const tgba = translate(formula);
    const ta = baToTa(translate(formula, { to: 'ba' }));
    const gta = tgbaToGta(tgba);
    for (const automaton of [ta, gta, toSinglePass(ta), toSinglePass(gta), tgbaToTgta(tgba)]) {
      expectLanguage(automaton, formula, text);
    }
  });
});

const anyFormulas = [
  ...stutterInvariant,
  'X a',
  'X p & FG p',
  'F(a & X b)',
  'G(a -> X b)',
  'G(a <-> X !a)',
  'a U X b',
  'X(a U b)',
  'FG(a | X b)',
  'GF(a & X a)',
  'G(a | X(b U c))',
  'XX a | G b',
  'F(a & X !a)',
  'G(a -> X(!a U b))',
  '(X a) U (X b)',
  'GFX a',
  'a W X(b & X c)',
];

describe.each(anyFormulas)('the TGTA for any LTL of %s', (text) => {
  it('accepts exactly the short lassos that satisfy it', () => {
    const formula = parseLtl(text);
    const tgba = translate(formula);
    const isStutterInvariant = (state: number): boolean => !!tgba.stateFormulas?.[state]?.has(NEXT_FREE);
    expectLanguage(tgbaToTgta(tgba, { isStutterInvariant }), formula, text);
  });
});

describe('a TGTA without any simplification of stuttering', () => {
  it('keeps the language of random TGBA, stutter-invariant or not', () => {
    const random = new Random(7);
    const words = [...enumerateWords({ propositions: ['a', 'b'], longestPrefix: 1, longestCycle: 2 })];
    for (let round = 0; round < 60; round++) {
      const acceptance = generalizedBuchi(round % 3);
      const tgba = randomAutomaton(random, { states: random.between(1, 4), propositions: ['a', 'b'], acceptance });
      const tgta = tgbaToTgta(tgba, { isStutterInvariant: () => false });
      for (const word of words) expect(testingAccepts(tgta, word), printWord(word)).toBe(accepts(tgba, word));
    }
  });
});
