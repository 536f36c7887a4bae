import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { type Expression, evaluate } from '../../../src/models/expression/expression.ts';
import { parsePredicate } from '../../../src/models/expression/predicate.ts';
import type { Model, Names } from '../../../src/models/model.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';

/** A program with process P_0 (locations NCS, CS) having a local, variable x and array a of three. */
const VARIABLES = ['P_0', 'P_0.local', 'x', 'a[0]', 'a[1]', 'a[2]', 'a-b', 'größe'];
const LOCATIONS = ['NCS', 'CS'];
const variable = (name: string): Expression | null => {
  const index = VARIABLES.indexOf(name);
  return index === -1 ? null : { kind: 'variable', variable: index };
};
const program: Names = {
  value: variable,
  truth: (reference) => {
    const location = LOCATIONS.findIndex((name) => reference === `P_0.${name}`);
    if (location === -1) return null;
    const left: Expression = { kind: 'variable', variable: 0 };
    return { kind: 'binary', operator: '==', left, right: { kind: 'constant', value: location } };
  },
  valueNamed: (reference, value) =>
    reference === 'P_0' && LOCATIONS.includes(value) ? LOCATIONS.indexOf(value) : null,
  fireable: () => null,
  references: () => VARIABLES,
  transitions: () => [],
};

const STATE = [1, 2, 3, 10, -1, 12, 7, 5];
const holds = (text: string, state: readonly number[] = STATE): boolean =>
  evaluate(unwrap(parsePredicate(text, program)), state) !== 0;
const complaint = (text: string, names: Names = program): Diagnostic => {
  const { value, diagnostics } = parsePredicate(text, names);
  expect(value).toBeNull();
  return diagnostics[0];
};
const marked = (text: string): string => {
  const { span } = complaint(text);
  return text.slice(span?.start, span?.end);
};

describe('propositions over a program', () => {
  it.each([
    'P_0=CS',
    'P_0 == CS',
    'CS = P_0',
    'P_0 != NCS',
    'P_0.CS',
    '!P_0.NCS',
    'x=3',
    'x = 3',
    'a[1]=-1',
    'a[ 1 ] = -1',
    'a[0] + a[1] = 9',
    'x - P_0.local >= 1',
    'x-1=2',
    '3-x=0',
    'a-b = 7',
    'a-b-x = 4',
    'größe ≥ 5',
    "'größe' >= 5",
    "'a[2]' > 'a[0]'",
    'P_0.local >= 2',
    'tokens(x, P_0.local) <= 5',
    '(x >= 3 && P_0=CS) || x = 7',
    '!(x < 3) && !(P_0 = NCS)',
    '-x = -3',
    '(x) = (3)',
    'true',
    '!false',
  ])('%s holds', (text) => {
    expect(holds(text)).toBe(true);
  });

  it.each(['P_0=NCS', 'x < 3', 'a[1] >= 0', 'tokens(x) > 3', 'x = 3 && x = 4', 'P_0.NCS', 'x = 4 || x = 5'])(
    '%s does not hold',
    (text) => {
      expect(holds(text)).toBe(false);
    },
  );

  it('give `&&` precedence over `||`', () => {
    expect(holds('x = 3 || x = 4 && x = 5')).toBe(true);
    expect(holds('(x = 3 || x = 4) && x = 5')).toBe(false);
  });

  it('point at unknown names and offer the nearest', () => {
    expect(complaint('P_0.locla >= 2')).toMatchObject({ code: 'MOD602', hint: 'did you mean `P_0.local`?' });
    expect(marked('x = 1 && P_0.locla >= 2')).toBe('P_0.locla');
    expect(marked('P_0 = CSS')).toBe('CSS');
    expect(marked('P_1.CS')).toBe('P_1.CS');
  });

  it('tell numbers from truth values', () => {
    expect(complaint('x')).toMatchObject({ code: 'MOD604', hint: expect.stringContaining('= 1') as string });
    expect(complaint('x + 1')).toMatchObject({ code: 'MOD604' });
    expect(complaint('P_0.CS >= 1')).toMatchObject({ code: 'MOD602' });
    expect(complaint('(x = 3) >= 1')).toMatchObject({ code: 'MOD604' });
    expect(complaint('x && P_0.CS')).toMatchObject({ code: 'MOD604' });
  });

  it.each([
    ['', 'MOD601'],
    ['   ', 'MOD601'],
    ['x >=', 'MOD601'],
    ['x = 3)', 'MOD601'],
    ['(x = 3', 'MOD601'],
    ['x = 3 x', 'MOD601'],
    ['1 <= x <= 3', 'MOD601'],
    ['tokens()', 'MOD601'],
    ['tokens(x,)', 'MOD601'],
    ['tokens(x', 'MOD601'],
    ["'x = 3", 'MOD601'],
    ['x = 2147483648', 'MOD603'],
    ['fireable(t)', 'MOD602'],
    [`${'('.repeat(100_000)}x = 1${')'.repeat(100_000)}`, 'MOD605'],
    [`${'!'.repeat(100_000)}P_0.CS`, 'MOD605'],
  ])('%s is refused', (text, code) => {
    expect(complaint(text)).toMatchObject({ code, span: expect.anything() as unknown });
  });

  it('read long conjunctions without nesting', () => {
    expect(holds(Array.from({ length: 50_000 }, () => 'x = 3').join(' && '))).toBe(true);
  });

  it('never throw, whatever the text', () => {
    const word = fc.constantFrom(
      'x',
      'P_0',
      'CS',
      'tokens',
      '(',
      ')',
      ',',
      '&&',
      '!',
      '>=',
      '=',
      '-',
      '3',
      "'",
      ' ',
      'dead',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 12 }).map((words) => words.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { value, diagnostics } = parsePredicate(text, program);
        expect(value === null).toBe(diagnostics.length > 0);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('agree with a direct evaluation of random comparisons of sums', () => {
    const term = fc.constantFrom(...VARIABLES.keys());
    const side = fc.array(fc.record({ term, minus: fc.boolean() }), { minLength: 1, maxLength: 4 });
    const operator = fc.constantFrom('=', '!=', '<', '<=', '>', '>=');
    const text = (items: readonly { term: number; minus: boolean }[]): string =>
      items.map(({ term: t, minus }, i) => `${minus ? '-' : i > 0 ? '+' : ''} ${VARIABLES[t]}`).join(' ');
    fc.assert(
      fc.property(side, operator, side, (left, op, right) => {
        const value = (items: typeof left): number =>
          items.reduce((sum, item) => sum + (item.minus ? -1 : 1) * STATE[item.term], 0);
        const [a, b] = [value(left), value(right)];
        const expected = { '=': a === b, '!=': a !== b, '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b }[op];
        expect(holds(`${text(left)} ${op} ${text(right)}`)).toBe(expected);
      }),
      { seed: 2 },
    );
  });
});

describe('propositions over a net', () => {
  const builder = new NetBuilder();
  builder.place('p1', { initial: 2 });
  builder.place('p2', { name: 'second place' });
  builder.place('p.3-x', { initial: 1, name: 'twin' });
  builder.place('p4', { name: 'twin' });
  builder.transition('t1', { inputs: [{ place: 0, weight: 3 }] });
  builder.transition('t2', { inputs: [{ place: 0, weight: 2 }], inhibitors: [{ place: 1, below: 1 }] });
  const model = netModel(builder.build('net'));
  const inNet = (text: string): boolean => evaluate(unwrap(model.predicate(text)), [2, 0, 1, 0]) !== 0;

  it.each([
    'p1',
    'p1 >= 2',
    'p.3-x',
    'p.3-x - p1 < 0',
    '!p2',
    'tokens(p1, p.3-x) = 3',
    'fireable(t1, t2)',
    '!fireable(t1)',
  ])('%s holds', (text) => {
    expect(inNet(text)).toBe(true);
  });

  it('may use the name of a place when it is not shared', () => {
    expect(inNet('second place')).toBe(false);
    expect(inNet("'second place' = 0")).toBe(true);
    expect(complaint('twin', model.names)).toMatchObject({ code: 'MOD602' });
  });

  it('offer near transitions', () => {
    expect(complaint('fireable(t3)', model.names).hint).toBe('did you mean `t1` or `t2`?');
  });

  it('know dead, unless a place is called so too', () => {
    const dead = unwrap(model.predicate('dead'));
    expect(evaluate(dead, [0, 0, 0, 0], () => true)).toBe(1);
    const other = new NetBuilder();
    other.place('dead', { initial: 1 });
    const { names } = netModel(other.build('other'));
    expect(complaint('dead', names)).toMatchObject({ code: 'MOD604' });
    expect(evaluate(unwrap(parsePredicate("'dead'", names)), [1])).toBe(1);
    expect(evaluate(unwrap(parsePredicate('dead()', names)), [1], () => false)).toBe(0);
  });
});

describe('an unknown name', () => {
  it('is complained of, though something is called `undefined`', () => {
    const { value, diagnostics } = parsePredicate('nothing', { ...program, references: () => ['undefined.a', 'x'] });
    expect({ value, codes: diagnostics.map(({ code }) => code) }).toEqual({ value: null, codes: ['MOD602'] });
    expect(diagnostics[0].hint).toContain('`x`');
  });
});

describe('a name that looks like a condition', () => {
  const model = (...places: string[]): Model => {
    const net = new NetBuilder();
    for (const place of places) net.place(place, { initial: 1 });
    net.transition('t', { inputs: [], outputs: [], inhibitors: [] });
    return netModel(net.build('odd'));
  };

  it('is the name where it is no condition of the model', () => {
    for (const name of ['p >= 1', 'fireable(u)', 'a & b', '!x', 'x<y&"z"']) {
      expect(model(name).predicate(name).value, name).not.toBeNull();
    }
  });

  it('keeps the blanks around it where they are part of it', () => {
    for (const blank of [' ', '\u00a0', '\u3000', '\ufeff']) {
      const twins = model('p', `${blank}p`, `p${blank}`, blank);
      const texts = ['p', `${blank}p`, `p${blank}`, blank];
      const left = texts.map((text) => twins.predicate(text).value);
      expect(left).toEqual(texts.map((text) => twins.predicate(`'${text}'`).value));
      expect(new Set(left.map((value) => JSON.stringify(value))).size).toBe(texts.length);
      expect(model('p').predicate(`${blank}p${blank}`).value).toEqual(model('p').predicate('p').value);
    }
  });

  it.each(['p >= 1', 'fireable(t)', 'tokens(p) <= 3', 'p && p', '!p'])('is refused where it is both: %s', (name) => {
    const both = model('p', name);
    expect(both.predicate(name).diagnostics).toMatchObject([{ code: 'MOD604' }]);
    expect(both.predicate(`'${name}'`).value).not.toBeNull();
    expect(both.predicate(`(${name})`).value).not.toBeNull();
    expect(both.predicate(`'${name}'`).value).not.toEqual(both.predicate(`(${name})`).value);
  });
});
