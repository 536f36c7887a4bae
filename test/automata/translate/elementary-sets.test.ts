import { describe, expect, it } from 'vitest';
import { elementarySetsAutomaton } from '../../../src/automata/translate/elementary-sets.ts';
import { translate } from '../../../src/automata/translate/translate.ts';
import { Random } from '../../../src/base/random.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { expectLanguage, expectSameLanguage } from '../../helpers/agreement.ts';
import { longMode, seedFrom } from '../../helpers/shared.ts';
import { allWords, randomWord } from '../../helpers/words.ts';

describe('the automaton of elementary sets', () => {
  it('accepts exactly the short words that satisfy a formula', () => {
    const words = allWords(['p', 'q'], 1, 2);
    for (const text of [
      'p',
      'X p',
      'p U q',
      '!(p U q)',
      'G F p',
      'F G p',
      'p R q',
      'p W q',
      'p M q',
      '(p U q) | (!p U q)',
      '0',
      '1',
    ]) {
      const formula = parseLtl(text);
      expectLanguage(elementarySetsAutomaton(formula), formula, words, text);
    }
  });

  it('has the start and the five consistent sets of p U q', () => {
    // {q, pUq}, {p, q, pUq}, {p, pUq}, {p}, {}
    expect(elementarySetsAutomaton(parseLtl('p U q')).stateCount).toBe(6);
  });

  it('agrees with the tableau on random formulas', () => {
    const random = new Random(seedFrom(41));
    const propositions = ['p0', 'p1'];
    let left = longMode ? 1000 : 60;
    for (const formula of randomFormulas(new FormulaStore(), {
      propositions,
      size: { min: 3, max: 8 },
      seed: seedFrom(9),
    })) {
      const words = Array.from({ length: 15 }, () => randomWord(random, propositions, 3));
      expectSameLanguage(elementarySetsAutomaton(formula), translate(formula), words, `random formula, ${left} left`);
      if (--left === 0) break;
    }
  });

  it('known limit: refuses formulas with a large basis', () => {
    const text = [...Array(15).keys()].map((i) => `X p${i}`).join(' & ');
    expect(() => elementarySetsAutomaton(parseLtl(text))).toThrow(LimitExceeded);
  });
});
