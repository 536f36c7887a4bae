import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { type FormulaSyntax, parseLtl } from '../../src/formula/parse.ts';
import { type PrintFormulaOptions, type PrintSyntax, printFormula } from '../../src/formula/print/print.ts';
import { spinNameProblems } from '../../src/formula/print/spin-names.ts';
import { withSpinOperators } from '../../src/formula/print/spin-operators.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { propositionsOf, subformulas } from '../../src/formula/traverse.ts';
import { allFormulas } from '../helpers/all-formulas.ts';

const store = new FormulaStore();
const parse = (text: string, syntax: FormulaSyntax = 'spot') => parseLtl(text, { store, syntax });
const print = (text: string, options: PrintFormulaOptions = {}) => printFormula(parse(text), options);

const hasSpin = spawnSync('spin', ['-V']).status === 0;

/** Every way to print, with every syntax that must read it back. */
const readers: readonly [PrintSyntax, FormulaSyntax][] = [
  ['spot', 'spot'],
  ['spot', 'ltsmin'],
  ['unicode', 'spot'],
  ['unicode', 'ltsmin'],
  ['spin', 'spot'],
  ['spin', 'spin'],
  ['spin', 'ltsmin'],
  ['lbt', 'lbt'],
];

function expectRoundTrips(formula: Formula): void {
  for (const [written, read] of readers) {
    const expected = written === 'spin' ? withSpinOperators(formula) : formula;
    for (const parentheses of ['minimal', 'full'] as const) {
      const text = printFormula(formula, { syntax: written, parentheses });
      if (parse(text, read) !== expected) expect.fail(`${text} (${written}, read as ${read}) is another formula`);
    }
  }
}

describe('printing', () => {
  it.each([
    ['G(a -> F b)', 'G(a -> Fb)', '[](a -> <>b)', '□(a → ◇b)', 'G i "a" F "b"'],
    ['X!a U b', 'X!a U b', 'X !a U b', '○¬a U b', 'U X ! "a" "b"'],
    ['true U p1 R p2', '1 U (p1 R p2)', 'true U (p1 V p2)', '⊤ U (p1 R p2)', 'U t V p1 p2'],
    ['p1 & p2 & p3 | p4', 'p4 | p1 & p2 & p3', 'p4 || (p1 && p2 && p3)', 'p4 ∨ p1 ∧ p2 ∧ p3', '| p4 & & p1 p2 p3'],
    ['p1 xor p2', 'p1 xor p2', '!(p1 <-> p2)', 'p1 ⊕ p2', '^ p1 p2'],
  ])('writes %s in four notations', (text, spot, spin, unicode, lbt) => {
    expect(print(text)).toBe(spot);
    expect(print(text, { syntax: 'spin' })).toBe(spin);
    expect(print(text, { syntax: 'unicode' })).toBe(unicode);
    expect(print(text, { syntax: 'lbt' })).toBe(lbt);
  });

  it('sets U, R, W and M off from each other and from other binary operators', () => {
    expect(print('a U b U c')).toBe('a U (b U c)');
    expect(print('a & b W c')).toBe('a & (b W c)');
    expect(print('(a & b) U c')).toBe('(a & b) U c');
    expect(print('a -> b -> c')).toBe('a -> (b -> c)');
    expect(print('a & b -> c | d')).toBe('a & b -> c | d');
  });

  it('puts a space between a prefix letter and a word', () => {
    expect(print('GF request & X p0 & F a')).toBe('Xp0 & Fa & GF request');
    expect(print('GF request', { syntax: 'unicode' })).toBe('□◇request');
  });

  it('writes full parentheses when asked', () => {
    expect(print('GFa & !b U c', { parentheses: 'full' })).toBe('(G(F(a))) & ((!b) U c)');
  });

  it('quotes the names that would be read as something else', () => {
    const names = [
      'U',
      'true',
      'xor',
      'not',
      'Fork',
      'F1',
      'a.b',
      'x >= 2',
      '',
      'é',
      'p"q',
      'a\\',
      '9',
      '0',
      'a\nb',
      'or',
    ];
    const printed = names.filter((name) => name !== '').map((name) => printFormula(store.proposition(name)));
    expect(printed).toEqual([
      '"U"',
      '"true"',
      '"xor"',
      '"not"',
      '"Fork"',
      'F1',
      'a.b',
      '"x >= 2"',
      '"é"',
      '"p\\"q"',
      '"a\\\\"',
      '"9"',
      '"0"',
      '"a\\nb"',
      '"or"',
    ]);
  });

  it('writes what a terminal would obey as escapes, and reads them again', () => {
    const names = ['a\u001b[31m', 'a\u0000', '\u007f\u009b', '\u202eabc', '\ud800', 'tab\t', 'a\\u001b', '\\\u001b'];
    const printed = names.map((name) => printFormula(store.proposition(name)));
    expect(printed).toEqual([
      '"a\\u001b[31m"',
      '"a\\u0000"',
      '"\\u007f\\u009b"',
      '"\\u202eabc"',
      '"\\ud800"',
      '"tab\\t"',
      '"a\\\\u001b"',
      '"\\\\\\u001b"',
    ]);
    expect(printed.map((text) => propositionsOf(parse(text)))).toEqual(names.map((name) => [name]));
    const lbt = names.map((name) => printFormula(store.proposition(name), { syntax: 'lbt' }));
    expect(lbt.map((text) => propositionsOf(parseLtl(text, { syntax: 'lbt' })))).toEqual(names.map((name) => [name]));
  });

  it('writes LaTeX', () => {
    expect(print('G(p1 -> F "x_1 > 2")', { syntax: 'latex' })).toBe(
      '\\mathsf{G}\\,(p_{1} \\rightarrow \\mathsf{F}\\,\\text{x\\_1 > 2})',
    );
    expect(print('!request U b', { syntax: 'latex' })).toBe('\\lnot \\mathit{request} \\mathbin{\\mathsf{U}} b');
  });

  it('leaves SPIN only the operators it has', () => {
    const formula = withSpinOperators(parse('(a W b) & (c M d) & (a xor X c)'));
    const kinds = new Set(subformulas(formula).map((node) => node.kind));
    for (const kind of ['weakUntil', 'strongRelease', 'xor'] as const) expect(kinds.has(kind)).toBe(false);
  });

  it.each([
    ['G "r"', '[]r'],
    ['"m" U "and"', 'm U and'],
    ['G !A', '[]!(A)'],
    ['P_0.CS U F0', '(P_0.CS) U (F0)'],
    ['G "_pid"', '[](_pid)'],
  ])('writes %s for SPIN without quotes', (text, expected) => {
    expect(print(text, { syntax: 'spin' })).toBe(expected);
    expect(spinNameProblems(parse(text))).toEqual([]);
  });

  it.each(['until', 'always', 'U', 'True', 'skip', 'Grant', 'x = 3', 'a b', 'é', 'a.', 'not', 'xor'])(
    'says that SPIN cannot read a proposition %s, and quotes it',
    (name) => {
      const formula = store.globally(store.proposition(name));
      expect(printFormula(formula, { syntax: 'spin' })).toBe(`[]"${name}"`);
      const [{ message, hint }] = spinNameProblems(formula);
      expect(message).toContain(`"${name}"`);
      expect(hint).toContain('--relabel');
    },
  );

  it.skipIf(!hasSpin)('is understood by SPIN, where it is installed, in every name', () => {
    const names = [
      'a',
      'r',
      'm',
      'u',
      'w',
      'v',
      'and',
      'or',
      'x',
      'A',
      'F0',
      'X1',
      'P_0.CS',
      '_pid',
      'Until',
      'untilx',
      'R2D2',
    ];
    for (const name of names) {
      const p = store.proposition(name);
      const text = printFormula(store.until(store.globally(p), store.not(p)), { syntax: 'spin' });
      const { status, stdout } = spawnSync('spin', ['-f', text], { encoding: 'utf8' });
      expect([status, stdout.startsWith('never')], text).toEqual([0, true]);
    }
  });

  it('keeps nested W and M short for SPIN', () => {
    const n = 1000;
    const names = Array.from({ length: n }, (_, i) => `p${i}`);
    for (const text of [names.join(' W '), `${'('.repeat(n)}${names.join(') M ')})`]) {
      expect(withSpinOperators(parse(text)).size).toBeLessThan(20 * n);
    }
  });
});

describe('what was printed is read back as the same formula', () => {
  it('for every formula up to size 4 over two propositions', () => {
    allFormulas(store, ['a', 'p1'], 4).forEach(expectRoundTrips);
  });

  it('for random formulas', () => {
    const options = { propositions: ['a', 'F2', 'p0', 'U', 'x = 3', 'Go'], size: { min: 5, max: 40 }, seed: 7 };
    let rest = 600;
    for (const formula of randomFormulas(store, options)) {
      expectRoundTrips(formula);
      if (--rest === 0) break;
    }
  });

  it('for every name', () => {
    const names = fc.oneof(fc.string({ minLength: 1 }), fc.string({ unit: 'binary', minLength: 1 }));
    fc.assert(
      fc.property(names, (name) => {
        const p = store.proposition(name);
        expectRoundTrips(store.until(store.globally(p), store.and(store.not(p), store.finally(p))));
        expect(printFormula(p)).not.toContain('\n');
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it('for formulas 100,000 deep or wide', () => {
    const n = 100_000;
    const deep = parse(`${'!(a U '.repeat(n / 2)}b${')'.repeat(n / 2)}`);
    const wide = parse(Array.from({ length: n }, (_, i) => `p${i}`).join(' | '));
    for (const formula of [deep, wide]) {
      expect(parse(printFormula(formula)) === formula).toBe(true);
      expect(parse(printFormula(formula, { syntax: 'spin' }), 'spin') === formula).toBe(true);
      expect(parse(printFormula(formula, { syntax: 'lbt' }), 'lbt') === formula).toBe(true);
    }
  });
});
