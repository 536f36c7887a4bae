import { describe, expect, it } from 'vitest';
import { simplifyUnder } from '../../../src/automata/semantics/under-facts.ts';
import { Random } from '../../../src/base/random.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { satisfies } from '../../../src/formula/lasso.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { randomWord, showWord } from '../../helpers/words.ts';

function under(facts: string, formula: string): string {
  const store = new FormulaStore();
  const smaller = simplifyUnder(parseLtl(formula, { store }), parseLtl(facts, { store }), new Stopwatch());
  return printFormula(smaller);
}

describe('simplifyUnder', () => {
  it.each([
    ['G(a -> G a)', 'F G a | G F !a', 'true'],
    ['G(a -> G a)', 'G F a & F !a & F(a & F !a)', 'false'],
    ['a & X a', 'X a | b U c', 'true'],
    ['!b & X !b & X X c', 'F c & G(a -> F a)', 'true'],
    ['G(a -> G a)', 'G F a', 'F a'],
    ['G(a -> G a)', 'F(a & X a)', 'F a'],
    ['G !(a & b)', 'G(c -> F(a & b)) | G F d', 'F c -> G F d'],
    ['G a', 'G b', 'Gb'],
  ])('given %s makes of %s: %s', (facts, formula, expected) => {
    expect(under(facts, formula)).toBe(printFormula(parseLtl(expected)));
  });

  it('leaves a formula alone where nothing is known', () => {
    expect(under('1', 'F(a & X a)')).toBe(printFormula(parseLtl('F(a & X a)')));
  });

  it('agrees with the formula on every word that the facts allow', () => {
    const store = new FormulaStore();
    const names = ['a', 'b', 'c'];
    const random = new Random(11);
    const options = { propositions: names, seed: 5, size: { min: 2, max: 9 } } as const;
    const [formulas, facts] = [randomFormulas(store, options), randomFormulas(store, { ...options, seed: 6 })];
    let [changed, words] = [0, 0];
    for (let turn = 0; turn < 150; turn++) {
      const [formula, fact] = [formulas.next().value!, facts.next().value!];
      const smaller = simplifyUnder(formula, fact, new Stopwatch());
      if (smaller === formula) continue;
      changed++;
      for (let i = 0; i < 40; i++) {
        const word = randomWord(random, names);
        if (!satisfies(word, fact)) continue;
        words++;
        const context = `${printFormula(formula)} became ${printFormula(smaller)} under ${printFormula(fact)}: ${showWord(word)}`;
        expect(satisfies(word, smaller), context).toBe(satisfies(word, formula));
      }
    }
    expect(changed).toBeGreaterThan(30);
    expect(words).toBeGreaterThan(500);
  });
});
