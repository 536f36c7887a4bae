// The papers' constructions to the letter: a TA without the second optimisation is right; a TGTA by [BS15, Prop. 3] accepts no more than its
// formula allows, and loses words: docs/errata.md.
import { describe, expect, it } from 'vitest';
import { generalizedBuchi } from '../../../src/automata/acceptance.ts';
import { accepts } from '../../../src/automata/accepts.ts';
import { AutomatonBuilder } from '../../../src/automata/automaton.ts';
import { testingAccepts } from '../../../src/automata/testing/accepts.ts';
import { testingAutomatonFor } from '../../../src/automata/testing/for-formula.ts';
import { tgbaToPrintedTgta } from '../../../src/automata/testing/printed-tgta.ts';
import { tgbaToTgta } from '../../../src/automata/testing/tgba-to-tgta.ts';
import { translate } from '../../../src/automata/translate/translate.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { satisfies } from '../../../src/formula/lasso.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { enumerateWords } from '../../../src/formula/word-enumeration.ts';
import { parseWord, printWord } from '../../../src/formula/word-syntax.ts';
import { roundsOf, seedFrom } from '../../helpers/shared.ts';
import { expectLanguage, wordsFor } from '../../helpers/testing-languages.ts';

const ROUNDS = roundsOf({ usual: 40, long: 1000 });
const printed = { construction: 'printed' } as const;

describe('Property 3 of [BS15] as printed', () => {
  const builder = new AutomatonBuilder(['p']);
  const { bdd } = builder;
  builder.addStates(3);
  builder.setInitial(0);
  builder.addEdge(0, bdd.true, 0, 0);
  builder.addEdge(0, bdd.true, 0, 1);
  builder.addEdge(1, bdd.literal(0, false), 0, 2);
  builder.addEdge(2, bdd.literal(0, true), 1, 0);
  const rising = builder.build(generalizedBuchi(1));
  /** The language from 1, `!p; p` and then again and again, is the only one that is not stutter-invariant. */
  const isStutterInvariant = (state: number): boolean => state !== 1;

  it('loses words of a TGBA with three states', () => {
    const automaton = tgbaToPrintedTgta(rising, { isStutterInvariant });
    const [lost, kept] = ['cycle{p; !p; !p}', 'cycle{p; !p}'].map((text) => parseWord(text).value!);
    expect([accepts(rising, lost), accepts(rising, kept)]).toEqual([true, true]);
    expect([testingAccepts(automaton, lost), testingAccepts(automaton, kept)]).toEqual([false, true]);
  });

  it('is not how we do it: with two modes all words of that TGBA are kept', () => {
    const automaton = tgbaToTgta(rising, { isStutterInvariant });
    for (const word of enumerateWords({ propositions: ['p'], longestPrefix: 2, longestCycle: 5 })) {
      expect(testingAccepts(automaton, word), printWord(word, ['p'])).toBe(accepts(rising, word));
    }
  });

  it('loses words of a formula, by the automaton that we translate it to', () => {
    const formula = parseLtl('XFp R !(XXp W p)');
    const word = parseWord('!p; p; cycle{!p}').value!;
    expect(satisfies(word, formula)).toBe(true);
    expect(testingAccepts(testingAutomatonFor(formula, 'tgta', printed), word)).toBe(false);
    expect(testingAccepts(testingAutomatonFor(formula, 'tgta'), word)).toBe(true);
  });

  it('accepts no word that the formula excludes, and is right for stutter-invariant formulas', () => {
    const seen = { exact: 0, invariant: 0 };
    const formulas = randomFormulas(new FormulaStore(), {
      propositions: ['a', 'b'],
      seed: seedFrom(5),
      size: { min: 3, max: 9 },
    });
    for (const formula of formulas) {
      if (seen.exact + seen.invariant >= ROUNDS) break;
      const automaton = testingAutomatonFor(formula, 'tgta', printed);
      const words = wordsFor(formula);
      for (const word of words) {
        if (!testingAccepts(automaton, word)) continue;
        expect(satisfies(word, formula), `${printFormula(formula)} on ${printWord(word, ['a', 'b'])}`).toBe(true);
      }
      const isInvariant = !printFormula(formula).includes('X');
      if (isInvariant) expectLanguage(automaton, formula, words);
      seen[isInvariant ? 'invariant' : 'exact']++;
    }
    expect(Math.min(seen.exact, seen.invariant)).toBeGreaterThan(5);
  });

  it('with its own weaker definition of stutter invariance would add words too', () => {
    const tgba = translate(parseLtl('FG(p <-> X !p)'));
    const word = parseWord('cycle{p; p; !p}').value!;
    expect(accepts(tgba, word)).toBe(false);
    expect(testingAccepts(tgbaToPrintedTgta(tgba, { isStutterInvariant: () => true }), word)).toBe(true);
  });
});

describe('the TA without the second optimisation', () => {
  it('has the language of its formula', () => {
    let larger = 0;
    const formulas = randomFormulas(new FormulaStore(), {
      propositions: ['a', 'b'],
      seed: seedFrom(3),
      size: { min: 3, max: 9 },
      operators: 'next-free',
    });
    let left = ROUNDS;
    for (const formula of formulas) {
      if (left-- <= 0) break;
      const automaton = testingAutomatonFor(formula, 'ta', printed);
      expectLanguage(automaton, formula, wordsFor(formula));
      const optimised = testingAutomatonFor(formula, 'ta', { letters: 'next' });
      expect(automaton.stateCount).toBeGreaterThanOrEqual(optimised.stateCount);
      if (automaton.stateCount > optimised.stateCount) larger++;
    }
    expect(larger).toBeGreaterThan(0);
  });

  it('of a U G b has one state more than that of [BDK11, Fig. 4]', () => {
    const formula = parseLtl('a U G b');
    expect(testingAutomatonFor(formula, 'ta', printed).stateCount).toBe(4);
    expect(testingAutomatonFor(formula, 'ta', { letters: 'next' }).stateCount).toBe(3);
  });

  it('is two-step, with the letters that are read next', () => {
    const formula = parseLtl('a U b');
    expect(() => testingAutomatonFor(formula, 'ta', { ...printed, method: 'direct' })).toThrow(/no direct one/);
    expect(() => testingAutomatonFor(formula, 'ta', { ...printed, letters: 'read' })).toThrow(/read next/);
  });
});
