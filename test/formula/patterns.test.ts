import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError, unwrap } from '../../src/diagnostics/diagnostic.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { parseFormula } from '../../src/formula/parse.ts';
import { findPatternFamily, nestedRecurrence, patternFamilies } from '../../src/formula/patterns/index.ts';
import { subformulas } from '../../src/formula/traverse.ts';
import type { Word } from '../../src/formula/word.ts';
import { LEFT_OUT, sharedFolder } from '../helpers/shared.ts';

function generate(store: FormulaStore, name: string, n: number): Formula {
  return findPatternFamily(name)!.formula(store, n);
}

/** Letters as words of propositions: `'b m'` is the letter {b, m}. */
function word(prefix: readonly string[], cycle: readonly string[]): Word {
  const letters = (texts: readonly string[]): Set<string>[] =>
    texts.map((text) => new Set(text.split(' ').filter((name) => name !== '')));
  return { prefix: letters(prefix), cycle: letters(cycle) };
}

/** Written down from the definitions, at a small n. */
const known: readonly [string, number, string][] = [
  ['gh-c1', 2, 'G F p1 | G F p2'],
  ['gh-c2', 2, 'G F p1 & G F p2'],
  ['gh-e', 3, 'F p1 & F p2 & F p3'],
  ['gh-q', 2, '(F p1 | G p2) & (F p2 | G p3)'],
  ['gh-r', 2, '(G F p1 | F G p2) & (G F p2 | F G p3)'],
  ['gh-s', 3, 'G p1 | G p2 | G p3'],
  ['gh-u', 3, '(p1 U p2) U p3'],
  ['gh-u2', 3, 'p1 U (p2 U p3)'],
  ['go-theta', 2, '!((G F p1 & G F p2) -> G(q -> F r))'],
  ['go-phi', 3, 'p1 U (p2 U p3)'],
  ['ccj-alpha', 2, 'F(p1 & F p2) & F(q1 & F q2)'],
  ['ccj-beta', 3, 'F(p & X(p & X p)) & F(q & X(q & X q))'],
  ['ccj-beta-prime', 3, 'F(p & X p & X X p) & F(q & X q & X X q)'],
  ['r-left', 3, '(p1 R p2) R p3'],
  ['r-right', 3, 'p1 R (p2 R p3)'],
  [
    'rv-counter',
    1,
    `m & G(m -> X m) & !b & G((m & !b) -> (X b & X((!m & (b <-> X b)) U m)))
     & G((m & b) -> (X !b & X((b & !m & X !b) U (m | (!m & !b & X b & X((!m & (b <-> X b)) U m))))))`,
  ],
  [
    'rv-counter-carry',
    1,
    `m & G(m -> X m) & !b & G((m & !b) -> (!c & X b)) & G((m & b) -> (c & X !b))
     & G((!c & X !m) -> (X !c & (X b <-> X X b))) & G(c -> ((X !b -> (X !c & X X b)) & (X b -> (X c & X X !b))))`,
  ],
  [
    'rv-counter-linear',
    2,
    `m & G(m -> X(!m & X m)) & !b & X !b & G((m & !b) -> X(X b & ((!m & (b <-> X X b)) U m)))
     & G((m & b) -> X(X !b & ((b & !m & X X !b) U (m | (!m & !b & X(X b & ((!m & (b <-> X X b)) U m)))))))`,
  ],
  [
    'rv-counter-carry-linear',
    2,
    `m & G(m -> X(!m & X m)) & !b & X !b & G((m & !b) -> (!c & X X b)) & G((m & b) -> (c & X X !b))
     & G((!c & X !m) -> X(!c & (b <-> X X b))) & G(c -> X((!b -> (!c & X X b)) & (b -> (c & X X !b))))`,
  ],
  [
    'kr-n',
    1,
    `c & X(a1 | b1 | d) & G((a1 | b1) -> X(c & X(a1 | b1 | d | G c))) & (!d U (d & X((a1 | b1) & X G c)))
     & F(c & X(!c & (((a1 & F(d & F a1)) | (b1 & F(d & F b1))) U c)))
     & G((c | d) -> !(a1 | b1)) & G(c -> !d) & G(a1 -> !b1)`,
  ],
  [
    'kr-nlogn',
    1,
    `c & X(y | d) & G(y -> X((a | b) & X(c & X(y | d | G c)))) & (!d U (d & X(y & X X G c)))
     & F(c & X(!c & ((y -> X((a & F(d & F(y & X a))) | (b & F(d & F(y & X b))))) U c)))
     & G(!(a & b) & !(a & c) & !(a & d) & !(a & y) & !(b & c) & !(b & d) & !(b & y) & !(c & d) & !(c & y) & !(d & y))`,
  ],
  [
    'kv-psi',
    1,
    `(!d U (d & X((a | b) & X G c))) & F(c & ((X a & G(d -> X a)) | (X b & G(d -> X b))) & X X c)
     & G(!(a & b) & !(a & c) & !(a & d) & !(b & c) & !(b & d) & !(c & d))`,
  ],
  ['tv-f1', 3, 'G(p -> (q | X q | X X q))'],
  ['tv-f2', 3, 'G(p -> (q | X(q | X q)))'],
  ['tv-g1', 3, 'G(p -> (q & X q & X X q))'],
  ['tv-g2', 3, 'G(p -> (q & X(q & X q)))'],
  ['tv-uu', 2, 'G(p1 -> (p1 U (p2 & (p2 U p3))))'],
  ['sejk-j', 2, '(G F a1 & G F a2) -> (G F b1 & G F b2)'],
  ['sejk-k', 2, '(G F a1 | F G b1) & (G F a2 | F G b2)'],
  ['sejk-f', 0, '(G F a0) U b'],
  ['sejk-f', 1, '(G F a1) U G((G F a0) U X b)'],
  ['ms-phi-h', 2, 'F G(a | b) | F G(!a | X b) | F G(a | X X b)'],
  ['ms-phi-r', 2, '(F G a2 & G F b2) | ((F G a1 | G F b1) & (F G a0 & G F b0))'],
  ['ms-phi-s', 2, '(F G a2 | G F b2) & ((F G a1 & G F b1) | (F G a0 | G F b0))'],
  ['and-fg', 2, 'F G p1 & F G p2'],
  ['or-fg', 2, 'F G p1 | F G p2'],
  ['fxg-or', 2, 'F(p0 | X G(p1 | X G p2))'],
  ['gxf-and', 2, 'G(p0 & X F(p1 & X F p2))'],
  ['gf-equiv', 2, '(G F a1 & G F a2) <-> G F z'],
  ['gf-implies', 2, '(G F a1 & G F a2) -> G F z'],
  ['gf-equiv-xn', 2, 'G F(a <-> X X a)'],
  ['gf-implies-xn', 2, 'G F(a -> X X a)'],
];

describe('pattern families', () => {
  it.each(known)('%s at n = %d is what its definition says', (name, n, text) => {
    const store = new FormulaStore();
    const expected = unwrap(parseFormula(text, { store }));
    expect(generate(store, name, n) === expected).toBe(true);
  });

  it('that grow have each been written down by hand', () => {
    const grow = patternFamilies.filter((family) => family.parametric).map((family) => family.name);
    expect([...new Set(known.map(([name]) => name))].sort()).toEqual(grow.sort());
  });

  it('have names of their own, a title and a reference', () => {
    expect(new Set(patternFamilies.map((family) => family.name)).size).toBe(patternFamilies.length);
    for (const family of patternFamilies) {
      expect(family.title).not.toBe('');
      expect(family.reference).not.toBe('');
    }
  });

  it('that are lists have as many formulas as were published, and all of them can be read', () => {
    const store = new FormulaStore();
    const lengths: Record<string, number> = {};
    for (const { name, parametric, first, last, formula } of patternFamilies) {
      if (parametric) continue;
      lengths[name] = last - first + 1;
      for (let n = first; n <= last; n++) expect(formula(store, n).store).toBe(store);
    }
    expect(lengths).toEqual({ dac: 55, eh: 12, sb: 27, p: 20, hkrss: 55, sejk: 3 });
  });

  it('refuse numbers outside their range', () => {
    const store = new FormulaStore();
    for (const n of [0, 56, 1.5, Number.NaN]) {
      expect(() => generate(store, 'dac', n)).toThrow(UsageError);
      expect(() => generate(store, 'dac', n)).toThrow('numbered from 1 to 55');
    }
    expect(() => generate(store, 'gh-r', 0)).toThrow(UsageError);
  });

  it('grow without a limit of the stack', () => {
    const store = new FormulaStore();
    for (const name of ['gh-u', 'gh-u2', 'r-left', 'ccj-beta', 'gf-equiv-xn', 'ms-phi-r', 'sejk-f', 'fxg-or']) {
      expect(generate(store, name, 10_000).depth).toBeGreaterThanOrEqual(10_000);
    }
  });

  it('of linear writing have linearly many subformulas', () => {
    const count = (name: string, n: number): number => subformulas(generate(new FormulaStore(), name, n)).length;
    for (const { name, parametric } of patternFamilies) {
      if (!parametric || name === 'kr-nlogn') continue;
      expect(count(name, 80), name).toBeLessThanOrEqual(2.2 * count(name, 40));
    }
  });

  it('that are lists are also found with -patterns behind their name', () => {
    expect(findPatternFamily('dac-patterns')?.name).toBe('dac');
    expect(findPatternFamily('gh-r-patterns')).toBeUndefined();
    expect(findPatternFamily('toString')).toBeUndefined();
  });

  it('have f(i, j) of Sickert et al. for i ≠ j too', () => {
    const store = new FormulaStore();
    const expected = unwrap(parseFormula('(G F a1) U G((G F a0) U X X X b)', { store }));
    expect(nestedRecurrence(store, 1, 3) === expected).toBe(true);
  });
});

describe('the counters of Rozier and Vardi', () => {
  /** All numbers of n bits in turn, least significant bit first; the carry runs through the ones at the start. */
  function counting(n: number): string[] {
    const letters: string[] = [];
    for (let number = 0; number < 2 ** n; number++) {
      for (let i = 0, carry = true; i < n; i++) {
        const bit = ((number >> i) & 1) === 1;
        carry &&= bit;
        letters.push([bit ? 'b' : '', i === 0 ? 'm' : '', carry ? 'c' : ''].join(' ').trim());
      }
    }
    return letters;
  }

  it.each(['rv-counter', 'rv-counter-carry', 'rv-counter-linear', 'rv-counter-carry-linear'])(
    '%s holds of the word that counts, and of no word that differs from it in one bit or mark',
    (name) => {
      for (const n of [1, 2, 3]) {
        const store = new FormulaStore();
        const formula = generate(store, name, n);
        const right = counting(n);
        expect(satisfies(word([], right), formula)).toBe(true);
        for (let i = 0; i < right.length; i++) {
          for (const proposition of ['b', 'm']) {
            const letter = new Set(right[i].split(' '));
            if (!letter.delete(proposition)) letter.add(proposition);
            const wrong = [...right];
            wrong[i] = [...letter].join(' ');
            expect(satisfies(word(wrong, right), formula), `n = ${n}, ${proposition} at ${i}`).toBe(false);
          }
        }
      }
    },
  );
});

describe('the block formulas of Kupferman, Rosenberg and Vardi', () => {
  /** #w₁#w₂#$w₃ and # for ever, a block of n letters spelt by `write`. */
  function blocks(texts: readonly [string, string, string], write: (letter: string, i: number) => string[]): Word {
    const [first, second, last] = texts.map((text) => [...text].flatMap((letter, i) => write(letter, i)));
    return word(['c', ...first, 'c', ...second, 'c', 'd', ...last], ['c']);
  }

  const writings: Record<string, (n: number) => (letter: string, i: number) => string[]> = {
    'kv-psi': () => (letter) => [letter],
    'kr-n': () => (letter, i) => [`${letter}${i + 1}`],
    'kr-nlogn': (n) => (letter, i) => {
      const code = i.toString(2).padStart(n === 1 ? 1 : (n - 1).toString(2).length, '0');
      return [...[...code].reverse().map((bit) => (bit === '0' ? 'y' : 'z')), letter];
    },
  };

  it.each(Object.keys(writings))('%s holds when the last block is one of the others, and only then', (name) => {
    for (const texts of [
      ['a', 'b'],
      ['ab', 'ba', 'aa', 'bb'],
      ['aab', 'bab', 'bbb'],
      ['abab', 'abbb', 'babb'],
      ['ababa', 'bbbba'],
    ]) {
      const n = texts[0].length;
      const formula = generate(new FormulaStore(), name, n);
      for (const first of texts) {
        for (const second of texts) {
          for (const last of texts) {
            const holds = satisfies(blocks([first, second, last], writings[name](n)), formula);
            expect(holds, `${first} ${second} $ ${last}`).toBe(last === first || last === second);
          }
        }
      }
    }
  });
});

describe(`pattern families against the conformance data${sharedFolder === null ? ` (${LEFT_OUT})` : ''}`, () => {
  const folder = join(sharedFolder ?? '', 'ltl', 'patterns');

  it.skipIf(sharedFolder === null)('give the same formulas, one file a family', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
    expect(files.length).toBeGreaterThan(40);
    const different: string[] = [];
    for (const file of files) {
      const name = file.replace(/\.txt$/, '');
      const store = new FormulaStore();
      const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n');
      lines.forEach((line, i) => {
        if (generate(store, name, i + 1) !== unwrap(parseFormula(line, { store }))) different.push(`${name} ${i + 1}`);
      });
    }
    expect(different).toEqual([]);
  });
});
