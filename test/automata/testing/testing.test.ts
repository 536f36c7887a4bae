// Every kind of testing automaton, made in every way, has the language of its formula.
import { describe, expect, it } from 'vitest';
import { generalizedBuchi } from '../../../src/automata/acceptance.ts';
import { accepts } from '../../../src/automata/accepts.ts';
import { randomAutomaton } from '../../../src/automata/random.ts';
import { testingAccepts } from '../../../src/automata/testing/accepts.ts';
import { type TestingAutomatonOptions, testingAutomatonFor } from '../../../src/automata/testing/for-formula.ts';
import { LazyTgta } from '../../../src/automata/testing/lazy-tgta.ts';
import { stateDecision } from '../../../src/automata/testing/stutter-decision.ts';
import type { TestingKind } from '../../../src/automata/testing/testing-automaton.ts';
import { tgbaToTgta } from '../../../src/automata/testing/tgba-to-tgta.ts';
import { translate } from '../../../src/automata/translate/translate.ts';
import { Random } from '../../../src/base/random.ts';
import { type Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { NEXT_FREE } from '../../../src/formula/traits.ts';
import { propositionsOf } from '../../../src/formula/traverse.ts';
import { enumerateWords } from '../../../src/formula/word-enumeration.ts';
import { printWord } from '../../../src/formula/word-syntax.ts';
import { LEFT_OUT, longMode, seedFrom, sharedFolder } from '../../helpers/shared.ts';
import { readSharedFormulas } from '../../helpers/shared-formulas.ts';
import {
  expectLanguage,
  expectSameWords,
  expectShape,
  lazyAccepts,
  wordsFor,
} from '../../helpers/testing-languages.ts';

const kinds: readonly TestingKind[] = ['ta', 'gta', 'sta', 'sgta', 'tgta'];
const ways: readonly TestingAutomatonOptions[] = [
  { method: 'two-step', letters: 'next' },
  { method: 'two-step', letters: 'read' },
  { method: 'direct' },
];

/** All kinds in all ways; for formulas that are not stutter-invariant only TGTA. */
function expectEverywhere(formula: Formula, of: readonly TestingKind[]): void {
  const words = wordsFor(formula);
  for (const kind of of) {
    for (const way of ways) {
      const automaton = testingAutomatonFor(formula, kind, way);
      expectLanguage(automaton, formula, words);
      expectShape(automaton, kind, formula.has(NEXT_FREE) ? 'stutter-invariant' : 'any');
    }
  }
  const tgba = translate(formula);
  const { propositions } = tgba;
  const holds = (letter: number, variable: number): boolean => ((letter >> variable) & 1) === 1;
  const lazy = new LazyTgta(tgba, { holds, isStutterInvariant: stateDecision(formula, tgba) });
  expectSameWords((word) => lazyAccepts(lazy, word, propositions), formula, 'on-the-fly TGTA', words);
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
  it('accept exactly the short lassos that satisfy it', () => expectEverywhere(parseLtl(text), kinds));
});

/**
 * Several goals that are put off in turns, so that one of them always is, and each is met again and again: they must not be taken for one. Words
 * with a cycle of four letters tell.
 */
const goalsInTurns = [
  'G(a -> F !a) & G(!a -> F a)',
  'G(a -> F b) & G(b -> F !b)',
  'G(a -> (a U b)) & G(b -> (1 U !b))',
  'G(a -> (b M 1)) & G(b -> (!b M 1))',
  'G((a & b) -> F(!a & b)) & G(!a -> F(a & !b))',
  'G(a -> (!a M (a | b))) & G(b -> (!b M (a | b)))',
];

describe.each(goalsInTurns)('the TGTA of %s', (text) => {
  it('know its goals apart', () => {
    const formula = parseLtl(text);
    const propositions = propositionsOf(formula);
    const words = [...enumerateWords({ propositions, longestPrefix: 1, longestCycle: 4 })];
    for (const way of ways) expectLanguage(testingAutomatonFor(formula, 'tgta', way), formula, words);
  });
});

const anyFormulas = [
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

describe.each(anyFormulas)('the TGTA of %s', (text) => {
  it('accept exactly the short lassos that satisfy it', () => expectEverywhere(parseLtl(text), ['tgta']));
});

describe('the testing automata of random formulas', () => {
  const rounds = longMode ? 1500 : 20;
  it.each([
    { operators: 'next-free', of: kinds, seed: 11 },
    { operators: 'ltl', of: ['tgta'], seed: 12 },
  ] as const)('accept exactly the short lassos that satisfy them ($operators)', ({ operators, of, seed }) => {
    const options = { propositions: ['a', 'b'], seed: seedFrom(seed), size: { min: 3, max: 11 }, operators };
    let round = 0;
    for (const formula of randomFormulas(new FormulaStore(), options)) {
      if (round++ === rounds) break;
      expectEverywhere(formula, of);
    }
  });
});

describe(`the testing automata of the collected formulas${sharedFolder ? '' : `: ${LEFT_OUT}`}`, () => {
  it.skipIf(!sharedFolder).each(['formulas.csv', 'random-500.csv'])(
    'accept exactly the lassos that satisfy them: %s',
    (file) => {
      const rows = readSharedFormulas(file).filter(({ propositions }) => propositions <= 4);
      for (const [i, { text, stutterInvariant: invariant }] of rows.entries()) {
        if (longMode || i % 15 === 3) expectEverywhere(parseLtl(text), invariant ? kinds : ['tgta']);
      }
    },
  );
});

describe('a TGTA without any simplification of stuttering', () => {
  it('keeps the language of random TGBA, stutter-invariant or not', () => {
    const random = new Random(seedFrom(7));
    const words = [...enumerateWords({ propositions: ['a', 'b'], longestPrefix: 1, longestCycle: 2 })];
    for (let round = 0; round < 60; round++) {
      const acceptance = generalizedBuchi(round % 3);
      const tgba = randomAutomaton(random, { states: random.between(1, 4), propositions: ['a', 'b'], acceptance });
      const tgta = tgbaToTgta(tgba, { isStutterInvariant: () => false });
      for (const word of words) expect(testingAccepts(tgta, word), printWord(word)).toBe(accepts(tgba, word));
    }
  });
});
