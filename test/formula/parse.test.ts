import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/diagnostics/diagnostic.ts';
import { LimitExceeded } from '../../src/diagnostics/limit.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { type FormulaSyntax, parseFormula, parseLtl } from '../../src/formula/parse.ts';

const store = new FormulaStore();
const p = (name: string) => store.proposition(name);
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(p);
const parse = (text: string, syntax: FormulaSyntax = 'spot') => parseLtl(text, { store, syntax });

describe('infix formulas', () => {
  it.each([
    ['!a', '~a', '¬a', 'not a'],
    ['a & b', 'a && b', 'a /\\ b', 'a ∧ b', 'a*b', 'b&a'],
    ['a | b', 'a || b', 'a \\/ b', 'a ∨ b', 'a+b'],
    ['a -> b', 'a => b', 'a --> b', 'a → b', 'a⇒b'],
    ['a <-> b', 'a <=> b', 'a <--> b', 'a ↔ b', 'b<->a'],
    ['a xor b', 'a ^ b', 'a ⊕ b'],
    ['X a', '()a', '○a', 'Xa'],
    ['F a', '<>a', '◇a', 'Fa'],
    ['G a', '[]a', '□a', 'Ga', 'G"a"'],
    ['a R b', 'a V b'],
    ['G F a', 'GFa', '[]<>a', 'G<>a', '□◇a', 'G(F(a))'],
    ['1 U a', 'true U a', 'TRUE U a', '⊤ U a', 'True U a'],
    ['0 W a', 'false W a', '⊥ W a', 'a', 'FALSE W a', 'False W a'],
  ])('spells %s in many ways', (first, ...others) => {
    for (const other of others) expect(parse(other)).toBe(parse(first));
  });

  it('splits glued prefix letters but not numbered propositions', () => {
    expect(parse('GP1M1')).toBe(store.globally(p('P1M1')));
    expect(parse('F1')).toBe(p('F1'));
    expect(parse('GF1')).toBe(store.globally(p('F1')));
    expect(parse('XXp')).toBe(store.next(store.next(p('p'))));
    expect(parse('FGX2a')).toBe(store.finally(store.globally(p('X2a'))));
    expect(parse('Reader U Writer.x')).toBe(store.until(p('Reader'), p('Writer.x')));
  });

  it('splits binary letters from what follows where an operand cannot stand', () => {
    expect(parse('a Ub')).toBe(store.until(a, b));
    expect(parse('(a)UFXb')).toBe(store.until(a, store.finally(store.next(b))));
    expect(parse('aUb')).toBe(p('aUb'));
    expect(parse('a U Ub')).toBe(store.until(a, p('Ub')));
  });

  it('binds as Spot does', () => {
    expect(parse('a U b U c')).toBe(store.until(a, store.until(b, c)));
    expect(parse('a -> b -> c')).toBe(store.implies(a, store.implies(b, c)));
    expect(parse('a <-> b -> c')).toBe(store.equivalent(a, store.implies(b, c)));
    expect(parse('a & b | c & d')).toBe(store.or(store.and(a, b), store.and(c, d)));
    expect(parse('a U b & c')).toBe(store.and(store.until(a, b), c));
    expect(parse('!a U X b W c')).toBe(store.until(store.not(a), store.weakUntil(store.next(b), c)));
    expect(parse('a | b -> c')).toBe(store.implies(store.or(a, b), c));
    expect(parse('a | b xor c & d')).toBe(store.or(a, store.xor(b, store.and(c, d))));
    expect(parse('G a & b')).toBe(store.and(store.globally(a), b));
  });

  it('binds as SPIN does when asked', () => {
    expect(parse('a U b U c', 'spin')).toBe(store.until(store.until(a, b), c));
    expect(parse('a || b && c', 'spin')).toBe(store.and(store.or(a, b), c));
    expect(parse('a -> b -> c', 'spin')).toBe(store.implies(store.implies(a, b), c));
  });

  it('binds as LTSmin does when asked', () => {
    expect(parse('a -> b U c', 'ltsmin')).toBe(store.until(store.implies(a, b), c));
    expect(parse('[] a && b R c', 'ltsmin')).toBe(store.release(store.and(store.globally(a), b), c));
  });

  it('reads comparisons as propositions when asked for LTSmin', () => {
    const expected = store.globally(store.implies(p('Person_0=in elevator'), store.finally(p('x[1]>=-2'))));
    expect(parse('[](Person_0 == "in elevator" -> <> x[1] >= -2)', 'ltsmin')).toBe(expected);
    expect(parse('a <-> b', 'ltsmin')).toBe(store.equivalent(a, b));
    expect(parse('a <=> b => c', 'ltsmin')).toBe(parse('a <-> b -> c'));
  });

  it('writes bounded operators out', () => {
    expect(parse('X[3] a')).toBe(parse('XXX a'));
    expect(parse('X[0] a')).toBe(a);
    expect(parse('X[!] a')).toBe(parse('X a'));
    expect(parse('F[2:4] a')).toBe(parse('XX(a | X(a | Xa))'));
    expect(parse('G[1:2] a')).toBe(parse('X(a & Xa)'));
    expect(parse('F[:1] a')).toBe(parse('a | Xa'));
    expect(parse('G[2:] a')).toBe(parse('XXG a'));
    expect(parse('G[2:inf] a')).toBe(parse('G[2..$] a'));
    expect(parse('F[3] a')).toBe(parse('XXX a'));
    expect(parse('F[2..3] a')).toBe(parse('F [2,3] a'));
    expect(parse('<>[1:2] a')).toBe(parse('F[1:2] a'));
    expect(parse('F[] a')).toBe(parse('FG a'));
  });

  it('reads quoted names with escapes', () => {
    expect(parse('"a"')).toBe(a);
    expect(parse('"x >= 2" U "say \\"hi\\" \\\\"')).toBe(store.until(p('x >= 2'), p('say "hi" \\')));
    expect(parse('"U"')).toBe(p('U'));
    expect(parse('"two\\nlines"')).toBe(p('two\nlines'));
  });

  it('reads letters of any script in names', () => {
    expect(parse('été U 条件')).toBe(store.until(p('été'), p('条件')));
  });
});

describe('LBT formulas', () => {
  it('reads prefix notation', () => {
    const expected = store.globally(store.implies(p('p0'), store.release(p('p1'), store.not(p('p2')))));
    expect(parse('G i p0 V p1 ! p2', 'lbt')).toBe(expected);
    expect(parse('G i p0 V p1!p2', 'lbt')).toBe(expected);
    expect(parse('U Gp0 request', 'lbt')).toBe(store.until(p('Gp0'), p('request')));
    expect(parse('^ "a" e t "b"', 'lbt')).toBe(store.xor(a, b));
  });

  it.each([
    ['& p0', 'LTL002', 0],
    ['p0 p1', 'LTL003', 3],
    ['', 'LTL002', 0],
    ['G "x', 'LTL005', 2],
    ['G $', 'LTL007', 2],
  ])('complains about %j', (text, code, start) => {
    const { value, diagnostics } = parseFormula(text, { syntax: 'lbt' });
    expect(value).toBeNull();
    expect(diagnostics[0]).toMatchObject({ code, span: { start } });
  });
});

describe('mistakes', () => {
  it.each([
    ['a U & b', 'LTL002', 2, 'missing right operand for `U`', 'must follow `U`'],
    ['a U', 'LTL002', 2, 'missing right operand for `U`', 'must follow `U`'],
    ['!', 'LTL002', 0, 'missing operand for `!`', 'must follow `!`'],
    ['-> a', 'LTL002', 0, 'missing left operand for `->`', 'before `->`'],
    ['', 'LTL002', 0, 'there is no formula', 'propositions are names'],
    ['a & ( )', 'LTL002', 6, 'in these parentheses', 'propositions are names'],
    ['(a & (b', 'LTL004', 5, 'and 1 before it are never closed', 'add 2'],
    ['(a', 'LTL004', 0, 'never closed', 'add a `)`'],
    ['a)', 'LTL004', 1, 'closes nothing', 'remove it'],
    [')', 'LTL004', 0, 'closes nothing', 'remove it'],
    ['a b', 'LTL003', 2, 'expected an operator', 'quote a name'],
    ['a and b', 'LTL003', 2, 'found `and`', 'write `&`'],
    ['x = 3', 'LTL001', 2, 'compares', '"x = 3"'],
    ['a != b', 'LTL001', 2, 'compares', '"a != b"'],
    ['G(a ->> b)', 'LTL001', 4, '`->>` is not an operator', 'implication is `->`'],
    ['a <=>> b', 'LTL001', 2, '`<=>>` is not an operator', 'equivalence is `<->`'],
    ['a == b', 'LTL001', 2, 'compares', '"a == b"'],
    ['12 & a', 'LTL001', 0, 'neither a constant nor a proposition', '"12"'],
    ['"abc', 'LTL005', 0, 'not closed', '\\"'],
    ['""', 'LTL005', 0, 'needs a name', 'between the quotes'],
    ["'a b'", 'LTL007', 0, 'no meaning', 'double quotes'],
    ['a @ b', 'LTL007', 2, '`@` has no meaning', 'quoted'],
    ['[2:3] a', 'LTL007', 0, '`[` has no meaning', 'follows X, F or G'],
    ['F[5:2] a', 'LTL006', 1, 'range is empty', '[2:5]'],
    ['F[x] a', 'LTL006', 1, 'cannot be read', 'F[2:5]'],
    ['X[2:3] a', 'LTL006', 1, 'not a range', 'X[3]'],
    ['F[0:99999999] a', 'LTL006', 1, 'written out', 'smaller'],
    ['X[123456789012345] a', 'LTL006', 1, 'too large', 'smaller'],
  ])('in %j are pointed at, with a way out', (text, code, start, message, hint) => {
    const { value, diagnostics } = parseFormula(text);
    expect(value).toBeNull();
    expect(diagnostics[0]).toMatchObject({ code, span: { start } });
    expect(diagnostics[0].message).toContain(message);
    expect(diagnostics[0].hint).toContain(hint);
  });

  it.each(['a and b or c', 'x = 3', ')', '"a', 'a @ b', '@', 'a & @', "'a'"])(
    'in %j are not followed by complaints about their consequences',
    (text) => {
      expect(parseFormula(text).diagnostics.length).toBe(text.split(/and|or/).length - (/and|or/.test(text) ? 1 : 0));
    },
  );

  it('are all reported, each with its place', () => {
    const { diagnostics } = parseFormula('a U & (b | ) -> x = 3', { sourceName: 'file.ltl', firstLine: 7 });
    expect(diagnostics.map(({ code, span }) => [code, span?.start])).toEqual([
      ['LTL002', 2],
      ['LTL002', 9],
      ['LTL001', 18],
    ]);
    expect(diagnostics[0].source).toMatchObject({ name: 'file.ltl', firstLine: 7 });
  });

  it('in bounds that are too much only together are found', () => {
    const { diagnostics } = parseFormula(Array.from({ length: 9 }, (_, i) => `F[0:99999] p${i}`).join(' & '));
    expect(diagnostics[0]).toMatchObject({ code: 'LTL006', span: { start: 49 } });
  });

  it('are thrown by parseLtl as one InputError', () => {
    expect(() => parseLtl('a U')).toThrow(InputError);
  });
});

describe('large formulas', () => {
  const n = 100_000;
  it('may be nested deeply', () => {
    expect(parse(`${'('.repeat(n)}a${')'.repeat(n)}`)).toBe(a);
    expect(parse(`${'X'.repeat(n)}a`).depth).toBe(n + 1);
    expect(parse(`${'!(a U '.repeat(n)}b${')'.repeat(n)}`).depth).toBe(2 * n + 1);
    expect(parse(`${'X '.repeat(n)}p0`, 'lbt').depth).toBe(n + 1);
    expect(parse(Array.from({ length: n }, () => 'a').join(' U b U ')).depth).toBe(2 * n - 1);
  });

  it('may have many operands, however they are grouped', () => {
    const names = Array.from({ length: n }, (_, i) => `p${i}`);
    const flat = parse(names.join(' & '));
    expect(flat.children.length).toBe(n);
    expect(parse(names.join(' & (') + ')'.repeat(n - 1))).toBe(flat);
    expect(parse(`${'('.repeat(n - 1)}${names.join(') & ')}`)).toBe(flat);
    expect(parse(`${'& '.repeat(n - 1)}${names.join(' ')}`, 'lbt')).toBe(flat);
  });
});

it('keeps d apart from its neighbours', () => {
  expect(parse('a & (b | (c & d))')).toBe(store.and(a, store.or(b, store.and(c, d))));
});

describe('a stopwatch', () => {
  const stopped = (): Stopwatch => new Stopwatch({ isCancelled: () => true });

  it.each([
    ['many operands', `${'a U '.repeat(1000)}b`, 'spot'],
    ['parentheses', '('.repeat(1000), 'spin'],
    ['a large bound', 'F[0:1000] a', 'spot'],
    ['a late bound', 'X[1000] a', 'spot'],
    ['prefix operators', `${'X '.repeat(1000)}p0`, 'lbt'],
  ] as const)('ends the reading of %s', (_, text, syntax) => {
    expect(() => parseFormula(text, { syntax, stopwatch: stopped() })).toThrow(LimitExceeded);
  });

  it('is looked at while operators are applied too, after the last token', () => {
    const text = `${'a U ('.repeat(300)}b${')'.repeat(300)}`;
    let looks = 0;
    const isCancelled = (): boolean => {
      looks++;
      return false;
    };
    parseFormula(text, { stopwatch: new Stopwatch({ isCancelled }) });
    // one look in 256 steps: so many tokens (300 operands, operators and parentheses, twice), and so many operators
    expect(looks).toBe(Math.floor((4 * 300 + 1 + 300) / 256));
  });

  it('does not end the reading of a short text', () => {
    expect(parseFormula('a U b', { store, stopwatch: stopped() }).value).toBe(store.until(a, b));
  });
});
