import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { satisfies } from '../../../src/formula/lasso.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import type { Letter, Word } from '../../../src/formula/word.ts';
import { type KnownLetter, rewriteAtStart } from '../../../src/reductions/knowledge/first-letters.ts';
import { randomWord, showWord } from '../../helpers/words.ts';

const NAMES = ['a', 'b', 'c'];
const FORMULAS = 3000;

function letterAt({ prefix, cycle }: Word, moment: number): Letter {
  return moment < prefix.length ? prefix[moment] : cycle[(moment - prefix.length) % cycle.length];
}

function known(...letters: Readonly<Record<string, boolean>>[]): KnownLetter[] {
  return letters.map((letter) => new Map(Object.entries(letter)));
}

describe('what the first letters decide', () => {
  it.each([
    ['a', known({ a: true }), '1'],
    ['a & b', known({ a: true }), 'b'],
    ['F a', known({ a: true }), '1'],
    ['F a', known({ a: false }), 'F a'],
    ['F a', known({}, { a: true }), '1'],
    ['G a', known({ a: false }), '0'],
    ['G a', known({ a: true }, { a: false }), '0'],
    ['G a', known({ a: true }, { a: true }), 'G a'],
    ['X a', known({ a: true }), 'X a'],
    ['X a', known({}, { a: true }), '1'],
    ['X X !a', known({}, {}, { a: true }), '0'],
    ['X(a & b)', known({}, { a: true }), 'X b'],
    ['a U b', known({ a: false, b: false }), '0'],
    ['a U b', known({ b: true }), '1'],
    ['a U b', known({ a: true }, { b: true }), '1'],
    ['a W b', known({ a: false, b: false }), '0'],
    ['a R b', known({ b: false }), '0'],
    ['a R b', known({ a: true, b: true }), '1'],
    ['a M b', known({ a: true, b: true }), '1'],
    ['a M b', known({ b: true }, { b: false }), 'a M b'],
    ['G(a -> F b)', known({ a: true, b: false }), 'G(a -> F b)'],
  ])('%s with %j', (text, letters, expected) => {
    const formula = parseLtl(text);
    expect(printFormula(rewriteAtStart(formula, letters))).toBe(printFormula(parseLtl(expected)));
  });

  it('nothing where nothing is known', () => {
    const formula = parseLtl('a U X b');
    expect(rewriteAtStart(formula, [])).toBe(formula);
    expect(rewriteAtStart(formula, known({}, {}))).toBe(formula);
  });

  it(`keeps the value of ${FORMULAS} random formulas on words that begin as known`, () => {
    const random = new Random(7);
    const store = new FormulaStore();
    const formulas = randomFormulas(store, {
      propositions: NAMES,
      seed: 7,
      size: { min: 2, max: 14 },
      operators: 'ltl',
    });
    let changed = 0;
    for (let i = 0; i < FORMULAS; i++) {
      const formula = formulas.next().value!;
      const word = randomWord(random, NAMES);
      const letters = Array.from({ length: random.below(4) }, (_, moment) => {
        const letter = letterAt(word, moment);
        return new Map(NAMES.filter(() => random.chance(0.6)).map((name) => [name, letter.has(name)]));
      });
      const rewritten = rewriteAtStart(formula, letters);
      if (rewritten !== formula) changed++;
      const context = `${printFormula(formula)} became ${printFormula(rewritten)} on ${showWord(word)}`;
      expect(satisfies(word, rewritten), context).toBe(satisfies(word, formula));
    }
    expect(changed).toBeGreaterThan(FORMULAS / 5);
  });

  it('does not recurse over the depth of a formula', () => {
    const store = new FormulaStore();
    let formula = store.proposition('a');
    for (let i = 0; i < 100_000; i++) formula = i % 2 === 0 ? store.next(formula) : store.not(formula);
    expect(rewriteAtStart(formula, known({}, { a: true }))).toBeDefined();
  });
});
