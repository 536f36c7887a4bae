// What Promela means, on small models. The numbers of states are those that SPIN 6.5.2 stores without reductions and statement merging
// (`spin -a -o1 -o2 -o3`, `-DNOREDUCE`, `pan -A -E`).
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../../src/diagnostics/diagnostic.ts';
import { explore } from '../../../../src/models/explore.ts';
import { loadModel } from '../../../../src/models/formats/load.ts';
import type { Model } from '../../../../src/models/model.ts';
import { programsOf, stepsThatDiffer } from '../../../helpers/same-steps.ts';

const read = (text: string): Model => unwrap(loadModel('model.pml', [text]));

/** What it shows, the model, and its states. */
const COUNTS: readonly (readonly [string, string, number])[] = [
  [
    'a process that blocks in an atomic sequence lets others move',
    'byte x;\nactive proctype P() { atomic { x = 1; (x == 2); x = 3; x = 4 } }\nactive proctype Q() { (x == 1) -> x = 2; x = x }',
    10,
  ],
  [
    'the privilege of an atomic sequence goes to the receiver',
    'byte x;\nchan c = [0] of { byte };\nactive proctype P() { byte y; x = 1; c!5; c!6; x = 7 }\nactive proctype Q() { byte y; atomic { c?y; x = 2; x = 3 }; atomic { x = 9; x = 10; c?y; x = 12 } }',
    9,
  ],
  [
    'variables that are declared behind a statement get their first value by a step',
    'byte x;\nactive proctype P() { x = 1; byte k = x + 3; x = k; do :: x < 20 -> int j = 7; j++; x = x + j :: else -> break od }',
    14,
  ],
  [
    'so do those without one: 0',
    'byte x;\nactive proctype P() { x = 1; byte k, j; { byte i[2]; x = 2 }; byte l = 3 }',
    8,
  ],
  [
    'so do those of inlines, also at the beginning',
    'byte x, y;\ninline inc(v) { v++; tmp = v }\ninline both(a, b) { byte tmp; inc(a); inc(b) }\nactive proctype P() { both(x, y) }',
    7,
  ],
  [
    'a d_step that ends an atomic sequence ends it, too',
    'byte a, y, x;\nactive proctype P() { byte l; a = 1; atomic { x = 1; d_step { a = 2; y = 1 } }; x = 3 }\nactive proctype Q() { y = 3; y = 4 }',
    24,
  ],
  [
    'but not where the process ends with it',
    'byte a, y, x;\nactive proctype P() { byte l; a = 1; atomic { x = 1; d_step { a = 2; y = 1 } } }\nactive proctype Q() { y = 3; y = 4 }',
    17,
  ],
  [
    'a jump that begins a block is a step, also with a way out',
    'byte a, y, x;\nactive proctype P() { byte l; a = 1; { { goto L } unless { y == 2; x = 1 } }; x = 5; L: x = 3 }\nactive proctype Q() { y = 1; y = 2 }',
    23,
  ],
  [
    'a way out that jumps is no step by itself',
    'byte a, y, x;\nactive proctype P() { byte l; a = 1; { x = 2; x = 4 } unless { goto L }; x = 5; L: x = 3 }\nactive proctype Q() { y = 1; y = 2 }',
    13,
  ],
  [
    'a way out by a meeting comes before a meeting inside',
    'byte x;\nchan c = [0] of { byte };\nactive proctype P() { byte l; { c?l; l = 7 } unless { c?x; x = 5 } }\nactive proctype Q() { c!1 }',
    6,
  ],
  [
    'but no other way out does',
    'byte x, y;\nchan c = [0] of { byte };\nactive proctype P() { y = 1; { c?x; x = 7 } unless { y == 1; y = 5 } }\nactive proctype Q() { c!1 }',
    11,
  ],
  ['numbers are cut to the width of their variable', 'byte x = 250;\nactive proctype P() { do :: x++ od }', 256],
];

describe('the states of a model are those of SPIN', () => {
  it.each(COUNTS)('%s', (_, text, states) => expect(explore(read(text)).states).toBe(states));
});

/** Every last value that `x` can have: where nothing can move any more. */
function lastValues(text: string): number[] {
  const model = read(text);
  const x = model.variables.findIndex(({ name }) => name === 'x');
  const found = new Set<number>();
  const seen = new Set<string>();
  const waiting = [...model.initialStates()];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    if (seen.has(state.join())) continue;
    seen.add(state.join());
    let isDead = true;
    model.successors(state, (target) => {
      isDead = false;
      waiting.push(target.slice());
    });
    if (isDead) found.add(state[x]);
  }
  return [...found].sort((a, b) => a - b);
}

/** What it shows, the body of a process (and what stands before it), and the values of `x` at the end. */
const RESULTS: readonly (readonly [string, string, string, readonly number[]])[] = [
  ['short is signed', 'short x;', 'x = 40000', [40000 - 65536]],
  ['int wraps around', 'int x;', 'x = 2147483647; x++', [-2147483648]],
  ['unsigned has its bits', 'unsigned x : 3;', 'x = 13', [5]],
  ['bit keeps the lowest bit', 'bit x;', 'x = 6; x = x + 3', [1]],
  ['division and remainder go towards zero', 'int x;', 'x = -7; x = x / 2 * 10 + x % 2', [-31]],
  ['a choice between values', 'int x;', 'x = (1 -> 5 : 6) * (0 -> 2 : 3)', [15]],
  ['if takes any option that can be executed', 'int x;', 'if :: x = 1 :: x = 2 :: false -> x = 3 fi', [1, 2]],
  ['else waits for the others', 'int x;', 'if :: x == 1 -> x = 2 :: else -> x = 3 fi', [3]],
  ['do goes on until break', 'int x;', 'do :: x < 5 -> x++ :: x == 5 -> break od', [5]],
  ['for includes both bounds', 'int x; int i;', 'for (i : 2 .. 4) { x = x + i }', [9]],
  ['for runs over an array', 'int x; int i; int a[3] = 4;', 'for (i in a) { x = x + a[i] + i }', [15]],
  [
    'for runs over the messages of a channel',
    'int x; int m; chan q = [3] of { int };',
    'q!1; q!2; for (m in q) { x = 10 * x + m }',
    [12],
  ],
  ['select takes any number', 'int x;', 'select (x : 3 .. 5)', [3, 4, 5]],
  ['select with bounds that vary', 'int x; int n = 2;', 'select (x : 1 .. n)', [1, 2]],
  ['goto', 'int x;', 'goto L; x = 1; L: x = x + 2', [2]],
  [
    'd_step takes the first option that can be executed',
    'int x;',
    'd_step { if :: x = 1 :: x = 2 fi; x = x + 10 }',
    [11],
  ],
  ['unless leaves as soon as it can', 'int x;', '{ x = 1; x = 2; x = 3 } unless { x == 2 -> x = 20 }', [20]],
  [
    'the outer escape comes first',
    'int x;',
    '{ { x = 1; x = 2 } unless { x == 1 -> x = 5 } } unless { x == 1 -> x = 6 }',
    [6],
  ],
  ['timeout when nothing else can move', 'int x; chan c = [0] of { int };', 'if :: c?x :: timeout -> x = 9 fi', [9]],
  ['a channel keeps the order', 'int x; int y; chan q = [2] of { int };', 'q!1; q!2; q?x; q?y; x = 10 * x + y', [12]],
  [
    'a sorted send puts a message in its place',
    'int x; int y; chan q = [2] of { int };',
    'q!!7; q!!3; q?x; q?y; x = 10 * x + y',
    [37],
  ],
  [
    'a random receive looks behind the first message',
    'int x; chan q = [2] of { int, int };',
    'q!1, 5; q!2, 6; q??2(x); x = 10 * x + len(q)',
    [61],
  ],
  [
    'a receive in brackets leaves the message',
    'int x; chan q = [2] of { int };',
    'q!4; q?<x>; x = 10 * x + len(q)',
    [41],
  ],
  [
    'a poll looks and takes nothing',
    'int x; chan q = [2] of { int };',
    'q!4; if :: q?[4] -> x = len(q) :: else -> x = 9 fi',
    [1],
  ],
  [
    'eval matches a value',
    'int x; int y = 3; chan q = [2] of { int };',
    'q!4; if :: q?eval(y) -> x = 1 :: y = 4; q?eval(y) -> x = 2 fi',
    [2],
  ],
  ['messages are cut to their fields', 'int x; chan q = [1] of { byte };', 'q!300; q?x', [44]],
  [
    'records travel in messages',
    'typedef T { int a; byte b[2] }; T s; T t; int x; chan q = [1] of { T };',
    's.a = 3; s.b[1] = 4; q!s; q?t; x = 10 * t.a + t.b[1]',
    [34],
  ],
  ['mtype counts from the last name', 'mtype = { one, two, three }; int x;', 'x = 100 * one + 10 * two + three', [321]],
  [
    'named sets of mtype',
    'mtype:color = { red, green }; mtype:color c = green; int x;',
    'if :: c == green -> x = 1 :: else fi',
    [1],
  ],
  [
    'inlines take their arguments as text',
    'int x; inline twice(v, n) { v = v + n; v = v + n }',
    'twice(x, 2 + 1)',
    [6],
  ],
  [
    'macros',
    '#define N 3\n#define SQUARE(v) ((v) * (v))\n#if N > 2 && !defined(M)\nint x = SQUARE(N + 1);\n#else\nint x;\n#endif\n',
    'skip',
    [16],
  ],
  [
    'a variable that is declared in a loop begins anew each time',
    'int x; int y;',
    'do :: y < 3 -> byte j; j++; y++; x = 10 * x + j :: else -> break od',
    [111],
  ],
  [
    'of an array only the first element does, of a record nothing',
    'typedef T { byte f }; int x; int y;',
    'do :: y < 2 -> byte a[2]; T t; a[0]++; a[1]++; t.f++; y++; x = 1000 * x + 100 * a[0] + 10 * a[1] + t.f :: else -> break od',
    [111_122],
  ],
  [
    'blocks have variables of their own',
    'int x;',
    'int y = 1; { int y; y = 5; x = x + y }; { int y; x = 10 * x + y }; x = 10 * x + y',
    [501],
  ],
];

describe('a statement', () => {
  it.each(RESULTS)('%s', (_, before, body, values) =>
    expect(lastValues(`${before}\nactive proctype P() { ${body} }`)).toEqual(values),
  );
});

describe('as programs', () => {
  const texts = [
    ...COUNTS.map(([what, text]) => [what, text] as const),
    ...RESULTS.map(([what, before, body]) => [what, `${before}\nactive proctype P() { ${body} }`] as const),
  ];

  it.each(texts)('%s', (_, text) => {
    const model = read(text);
    expect(stepsThatDiffer(model, programsOf(model)!)).toBeNull();
  });
});

describe('processes', () => {
  it('meet on a channel without buffer, and only if the message is wanted', () => {
    const text =
      'int x; chan c = [0] of { int, int };\nactive proctype P() { c!1, 5 }\nactive proctype Q() { if :: c?2, x :: c?1, x fi }';
    expect(lastValues(text)).toEqual([5]);
  });

  it('are started with arguments, get numbers in order, and end in the opposite order', () => {
    const text =
      'int x;\nproctype Q(int n) { x = x + n }\ninit { int p; p = run Q(10); p = run Q(p * 100); _nr_pr == 1; x = x + _nr_pr }';
    expect(lastValues(text)).toEqual([111]);
  });

  it('have channels of their own, and can hand them on', () => {
    const text = `int x; chan hub = [1] of { chan };
proctype Q() { chan own = [1] of { int }; hub!own; own?x }
init { chan other; run Q(); hub?other; other!8 }`;
    expect(lastValues(text)).toEqual([8]);
  });

  it('wait for their provided clause', () => {
    const text = 'int x; bit on;\nactive proctype P() provided (on) { x = 1 }\nactive proctype Q() { x = 2; on = 1 }';
    expect(lastValues(text)).toEqual([1]);
  });

  it('of higher priority move first', () => {
    const text =
      'int x;\nactive proctype P() priority 1 { x = 10 * x + 1 }\nactive proctype Q() priority 5 { x = 10 * x + 2 }';
    expect(lastValues(text)).toEqual([21]);
  });

  it('are counted before the search, however many a loop starts', () => {
    const text = 'byte n;\nproctype Q() { false }\ninit { do :: n < 200 -> n++; run Q() :: n > 0 -> n = 0; false od }';
    const model = read(text);
    expect(explore(model).states).toBeGreaterThan(400);
  });

  it('cannot be more than 255: a further run waits', () => {
    const text = 'proctype Q() { false }\ninit { do :: run Q() od }';
    expect(explore(read(text)).states).toBe(255);
  });
});

it('a visitor may ask for successors itself', () => {
  const model = read('byte x;\nactive [3] proctype P() { atomic { x++; x = x % 3 } }');
  const groups: number[] = [];
  const [state] = model.initialStates();
  model.successors(state, (target, group) => {
    groups.push(group);
    model.successors(target.slice(), () => {});
  });
  expect(groups.length).toBe(3);
});

describe('a fault', () => {
  it.each([
    ['byte a[2]; byte i = 2;', 'a[i] = 1', 'index 2 is outside of a[0 … 1]'],
    ['byte x;', 'x = 1 / x', 'division by zero'],
    ['chan c;', 'c!1', 'never made'],
    ['byte x;', 'd_step { x = 1; x == 2 }', 'blocked'],
    ['chan c = [1] of { byte, byte };', 'c!1', '2 fields, not 1'],
  ])('%s %s', (before, body, words) => {
    expect(() => explore(read(`${before}\nactive proctype P() { ${body} }`))).toThrow(words);
  });
});

describe('propositions', () => {
  const model = read(`mtype = { on, off }; mtype m = off; byte a[2]; byte x; chan q = [2] of { byte };
active [2] proctype P() { byte l; start: l = 3; cs: q!l; x = (x -> 2 : 1) }`);
  const [state] = model.initialStates();

  it.each([
    ['m == off', 1],
    ['m == on', 0],
    ['x + 1 == 1 && a[1] == 0', 1],
    ['len(q) == 0', 1],
    ['empty(q)', 1],
    ['nfull(q)', 1],
    ['q?[3]', 0],
    ['P[0]@start', 1],
    ['P[1]@cs', 0],
    ['P@start', 1],
    ['P[1]:l == 0', 1],
    ['_nr_pr == 2', 1],
    ['np_', 1],
    ['end_', 0],
    ['accept_', 0],
    ['dead', 0],
  ])('%s', async (proposition, value) => {
    const { evaluate } = await import('../../../../src/models/expression/expression.ts');
    const { value: expression, diagnostics } = model.predicate(proposition);
    expect(diagnostics).toEqual([]);
    expect(evaluate(expression!, state, () => false)).toBe(value);
  });

  it.each([
    ['y == 1', 'unknown name `y`'],
    ['Q@cs', 'unknown process `Q`'],
    ['timeout', 'not a property of a state'],
    ['P:l == 1', 'several such processes'],
    ['_last == 1', '`_last`'],
    ['x ==', 'expected'],
  ])('%s is refused', (proposition, words) => {
    expect(model.predicate(proposition).diagnostics[0].message).toContain(words);
  });
});
