// The judge of finite beginnings against all short continuations.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { LimitExceeded } from '../../src/diagnostics/limit.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { lostAfter, settledBy } from '../../src/formula/prefix.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import type { Letter } from '../../src/formula/word.ts';
import { enumerateWords } from '../../src/formula/word-enumeration.ts';

const NAMES = ['a', 'b'];
const CONTINUATIONS = [...enumerateWords({ propositions: NAMES, longestPrefix: 2, longestCycle: 2 })];

function randomLetters(random: Random, length: number): Letter[] {
  return Array.from({ length }, () => new Set(NAMES.filter(() => random.chance(0.5))));
}

describe('what a finite beginning settles', () => {
  it('is what all continuations agree on', () => {
    const random = new Random(5);
    const counts = { true: 0, false: 0, null: 0 };
    const formulas = randomFormulas(new FormulaStore(), { propositions: NAMES, seed: 3, size: { min: 2, max: 9 } });
    for (const formula of formulas) {
      if (counts.false >= 60 && counts.true >= 60) break;
      const letters = randomLetters(random, random.between(1, 4));
      const settled = settledBy(letters, formula);
      counts[`${settled}`]++;
      if (settled === null) continue;
      for (const { prefix, cycle } of CONTINUATIONS) {
        const word = { prefix: [...letters, ...prefix], cycle };
        if (satisfies(word, formula) !== settled) expect.fail(`${printFormula(formula)} is not settled`);
      }
    }
    expect(counts.null).toBeGreaterThan(20);
  });

  it('is lost at the first letter that settles it, for each operator', () => {
    const letters = (text: string): Letter[] => text.split(' ').map((names) => new Set(names.replace('-', '')));
    const cases: [formula: string, word: string, length: number | null][] = [
      ['G a', 'a a b ab', 3],
      ['F a', 'b b b', null],
      ['GF a', 'b b b', null],
      ['X X a', 'a a b', 3],
      ['a U b', 'a a - b', 3],
      ['a W b', 'a - ab', 2],
      ['b R a', 'a a - a', 3],
      ['b M a', 'a b ab', 2],
      ['G(a -> X b)', '- a b a a', 5],
      ['G(a -> (a U b))', '- a a - b', 4],
      ['G a | G b', 'a b ab', 2],
      ['G a <-> true', 'a b', 2],
      ['G a xor false', 'a b', 2],
      ['a & F false', 'a', 1],
    ];
    for (const [text, word, length] of cases) expect(lostAfter(letters(word), parseLtl(text)), text).toBe(length);
    expect(lostAfter([], parseLtl('false'))).toBeNull();
  });

  it('is judged under a watch that is asked at every subformula, in each of its rounds', () => {
    const formula = parseLtl(`${'X '.repeat(40)}a`);
    const letters = Array.from({ length: 64 }, (): Letter => new Set());
    let looks = 0;
    expect(lostAfter(letters, formula, { look: () => looks++ })).toBe(41);
    expect(looks).toBeGreaterThan(41 * 5);
    const stops = (): never => {
      throw new LimitExceeded('cancelled');
    };
    expect(() => settledBy(letters, formula, { look: stops })).toThrow(LimitExceeded);
  });
});
