import { describe, expect, it } from 'vitest';
import { tableau } from '../../../src/automata/translate/tableau.ts';
import { Random } from '../../../src/base/random.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { nnf } from '../../../src/formula/nnf.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { expectLanguage } from '../../helpers/agreement.ts';
import { allWords, randomWord } from '../../helpers/words.ts';

describe('the tableau', () => {
  it('accepts exactly the short words that satisfy small formulas', () => {
    const words = allWords(['a', 'b'], 1, 2);
    const texts = [
      'a',
      '!a & b',
      'X a',
      'F a',
      'G a',
      'a U b',
      'a R b',
      'a W b',
      'a M b',
      'GF a',
      'FG a',
      'G(a -> F b)',
    ];
    texts.push('GFa & GFb', 'G(a U b)', 'G(a M b)', 'G(a | F b)', 'F(a & G b)', 'a U (b U a)', 'X(a U X b)', '0', '1');
    texts.push('G(F a & (a M b) & X b)', 'GFa -> GFb', 'GFa <-> GFb', '(a xor X a) U b', 'G(a W b) | FG !a');
    for (const text of texts) {
      for (const splitting of ['primes', 'letters'] as const) {
        const formula = parseLtl(text);
        expectLanguage(tableau(nnf(formula), { splitting }), formula, words, `${text} by ${splitting}`);
      }
    }
  });

  it('accepts exactly the words that satisfy random formulas', () => {
    const random = new Random(11);
    const store = new FormulaStore();
    const propositions = ['p0', 'p1', 'p2'];
    let count = 0;
    for (const formula of randomFormulas(store, { propositions, size: { min: 3, max: 12 }, seed: 5 })) {
      const words = Array.from({ length: 20 }, () => randomWord(random, propositions));
      for (const splitting of ['primes', 'letters'] as const) {
        expectLanguage(tableau(nnf(formula), { splitting }), formula, words, `formula ${count} by ${splitting}`);
      }
      if (++count === 150) break;
    }
  });

  it('makes one state of formulas with the same present', () => {
    expect(tableau(nnf(parseLtl('GFa & GFb'))).stateCount).toBe(1);
    expect(tableau(nnf(parseLtl('a U b'))).stateCount).toBe(2);
  });

  it('does not enumerate the letters of many propositions', () => {
    const names = [...Array(20).keys()].map((i) => `p${i}`);
    const formula = parseLtl(
      names
        .map((name) => `G(${name} -> X ${name})`)
        .slice(0, 1)
        .concat(`GF(${names.join(' & ')})`, `F(${names.join(' | ')})`)
        .join(' & '),
    );
    const automaton = tableau(nnf(formula));
    expect(automaton.stateCount).toBeLessThan(10);
    expect(automaton.bdd.nodeCount).toBeLessThan(2000);
  });
});
