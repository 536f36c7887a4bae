// Broken Promela texts: each ends in a diagnostic with its code, its line and words that help. Hostile macros end in one too.
import { describe, expect, it } from 'vitest';
import { positionAt } from '../../../../src/diagnostics/source.ts';
import { loadModel } from '../../../../src/models/formats/load.ts';

const P = (body: string): string =>
  `byte x, y;\nbyte a[2];\nchan q = [1] of { byte };\nactive proctype P() {\n${body}\n}\n`;

/** The text, the code and line of the first diagnostic, and a part of its message or hint. */
const BROKEN: readonly (readonly [string, string, number, string])[] = [
  // words
  ['active proctype P() { skip } `', 'PML801', 1, 'no meaning'],
  ['/* never closed', 'PML801', 1, 'never closed'],
  [P('printf("open\n)'), 'PML801', 5, 'not closed on its line'],
  // the preprocessor
  ['#ifdef A\nactive proctype P() { skip }', 'PML802', 1, 'never closed by `#endif`'],
  ['#endif\nactive proctype P() { skip }', 'PML802', 1, 'without an `#if`'],
  ['#else\nactive proctype P() { skip }', 'PML802', 1, 'without an `#if`'],
  ['#if 1 +\n#endif', 'PML802', 1, 'not a condition'],
  ['#if 1 / 0\n#endif', 'PML802', 1, 'not a condition'],
  ['#ifdef 3\n#endif', 'PML802', 1, 'name of a macro'],
  ['#define\n', 'PML802', 1, 'needs a name'],
  ['#define f(3) x\n', 'PML802', 1, 'not a list of names'],
  ['#include "nowhere.h"\n', 'PML802', 1, 'cannot be included'],
  ['#include <stdio.h>\n', 'PML802', 1, 'double quotes'],
  ['#error not here\n', 'PML802', 1, 'not here'],
  ['#frob\n', 'PML802', 1, 'not a directive'],
  ['#define f(a, b) a + b\nint x = f(1);', 'PML802', 2, 'takes 2 arguments, not 1'],
  ['#define f(a) a\nint x = f(1;', 'PML802', 2, 'not closed by `)`'],
  ['#define paste(a) a ## 1\nint paste(x);', 'PML802', 2, '`##`'],
  // macros that stand for too much
  ['#define A A\nint x = A;\nactive proctype P() { skip }', 'PML805', 2, 'unknown name `A`'],
  ['#define A B\n#define B A\nint x = A;\nactive proctype P() { skip }', 'PML805', 3, 'unknown name'],
  [
    `${Array.from({ length: 300 }, (_, i) => `#define M${i} M${i + 1}`).join('\n')}\nint x = M0;`,
    'PML802',
    301,
    'nested more than',
  ],
  [
    `#define M0 1 1\n${Array.from({ length: 40 }, (_, i) => `#define M${i + 1} M${i} M${i}`).join('\n')}\nint x = M40;`,
    'PML802',
    42,
    'words after its macros',
  ],
  [
    `inline i0() { x = 1 }\n${Array.from({ length: 30 }, (_, i) => `inline i${i + 1}() { i${i}(); i${i}() }`).join('\n')}\nbyte x;\nactive proctype P() { i30() }`,
    'PML803',
    // where the last straw was
    4,
    'inlines stand for more than',
  ],
  ['inline f() { f() }\nactive proctype P() { f() }', 'PML803', 1, 'nested more than'],
  // declarations
  ['frob', 'PML803', 1, 'expected a declaration'],
  ['byte', 'PML803', 1, 'name of a variable'],
  ['byte if;', 'PML803', 1, 'a word of the language'],
  ['byte x, x;', 'PML806', 1, 'declared twice'],
  ['byte x[0];\nactive proctype P() { skip }', 'PML808', 1, '0 elements'],
  ['byte x[70000];\nactive proctype P() { skip }', 'PML808', 1, '70000'],
  ['byte n; byte x[n];\nactive proctype P() { skip }', 'PML807', 1, 'known before the run'],
  ['unsigned u : 40;\nactive proctype P() { skip }', 'PML807', 1, '40 bits'],
  ['unsigned u;', 'PML803', 1, 'number of bits'],
  ['chan c = [300] of { byte };\nactive proctype P() { skip }', 'PML808', 1, 'capacity 300'],
  ['chan c = [2] { byte };', 'PML803', 1, '`of`'],
  ['chan c = [2] of { Nothing };\nactive proctype P() { skip }', 'PML805', 1, 'unknown type `Nothing`'],
  ['mtype = { a, a };\nactive proctype P() { skip }', 'PML806', 1, 'declared twice'],
  ['typedef T { byte b };\nT t = 3;\nactive proctype P() { skip }', 'PML807', 2, 'no first value'],
  ['proctype P() { skip }', 'PML809', 1, 'init'],
  ['proctype P() { skip }\nproctype P() { skip }\ninit { run P() }', 'PML806', 2, 'declared twice'],
  ['active [300] proctype P() { skip }', 'PML808', 1, 'more than 255 processes'],
  ['active proctype P(byte a[2]) { skip }', 'PML803', 1, 'parameter'],
  // statements
  [P('x = '), 'PML803', 6, 'expected an expression'],
  [P('x = 99999999999'), 'PML803', 5, 'largest number'],
  [P('z = 1'), 'PML805', 5, 'unknown name `z`'],
  [P('x == 1 y == 2'), 'PML803', 5, 'between statements'],
  [P('x[1] = 2'), 'PML807', 5, 'not an array'],
  [P('x.f = 2'), 'PML805', 5, 'no member `f`'],
  [P('goto nowhere'), 'PML805', 5, 'unknown label `nowhere`'],
  [P('L: x = 1;\nL: x = 2'), 'PML806', 6, 'declared twice'],
  [P('break'), 'PML807', 5, 'outside of a loop'],
  [P('if\nfi'), 'PML803', 6, '`::`'],
  [P('do :: x = 1 fi'), 'PML803', 5, '`od`'],
  [P('if :: else :: else fi'), 'PML807', 5, 'two `else`'],
  [P('run Q()'), 'PML805', 5, 'unknown process `Q`'],
  [P('run P(1)'), 'PML807', 5, 'takes 0 arguments, not 1'],
  [P('x = 1 + run P()'), 'PML804', 5, '`run` inside'],
  [P('d_step { goto L };\nL: skip'), 'PML804', 5, 'out of a d_step'],
  [P('x = _'), 'PML807', 5, 'not read'],
  [P('x = _priority'), 'PML804', 5, '`_priority`'],
  [P('x!1'), 'PML807', 5, 'x'],
  [P(`${'('.repeat(500)}x${')'.repeat(500)}`), 'PML803', 5, 'nested more than'],
  [P(`${'{'.repeat(500)}x = 1${'}'.repeat(500)}`), 'PML803', 5, 'nested more than'],
  // refused by name
  ['c_decl { int x; }', 'PML804', 1, '`c_decl`'],
  ['c_code { x = 1; }', 'PML804', 1, '`c_code`'],
  ['c_state "int x" "Global"', 'PML804', 1, '`c_state`'],
  [P('c_code { now.x = 1; }'), 'PML804', 5, '`c_code`'],
  [P('x = c_expr { now.x }'), 'PML804', 5, '`c_expr`'],
  ['trace { do :: q!1 od }', 'PML804', 1, '`trace`'],
  ['notrace { do :: q!1 od }', 'PML804', 1, '`notrace`'],
  [P('set_priority(0, 2)'), 'PML804', 5, '`set_priority`'],
  [P('enabled(0)'), 'PML804', 5, '`enabled`'],
  [P('pc_value(0) == 1'), 'PML804', 5, '`pc_value`'],
  // formulas
  ['byte x;\nactive proctype P() { skip }\nltl { [] x == 1 }', 'PML803', 3, 'parentheses'],
  ['byte x;\nactive proctype P() { skip }\nltl p { [] (x == 1 }', 'PML803', 3, '`)`'],
  ['byte x;\nactive proctype P() { skip }\nltl p { [] U }', 'PML805', 3, 'unknown name `U`'],
];

describe('a broken Promela text', () => {
  it('comes in sixty and more kinds', () => expect(BROKEN.length).toBeGreaterThanOrEqual(60));

  it.each(BROKEN.map((entry, i) => [`${i}: ${entry[3]}`, entry] as const))('%s', (_, [text, code, line, words]) => {
    const { value, diagnostics } = loadModel('broken.pml', [text]);
    expect(value).toBeNull();
    const [first] = diagnostics;
    expect(`${first.message} ${first.hint ?? ''}`).toContain(words);
    expect(first.code).toBe(code);
    expect(positionAt(first.source!, first.span?.start ?? 0).line).toBe(line);
  });

  it.each([
    ['c_code { x = 1; }', 'check the model with SPIN'],
    ['c_decl { int x; }', 'check the model with SPIN'],
    [P('c_code { now.x = 1; }'), 'check the model with SPIN'],
    [P('x = c_expr { now.x }'), 'write the expression in Promela'],
    ['trace { do :: q!1 od }', 'as an ltl formula'],
    ['notrace { do :: q!1 od }', 'as an ltl formula'],
  ])('that asks for what is not read gets a hint: %s', (text, hint) => {
    expect(loadModel('broken.pml', [text]).diagnostics[0].hint).toContain(hint);
  });

  it('gives no more diagnostics than a person reads', () => {
    const text = Array.from({ length: 500 }, (_, i) => `byte x${i} = unknown${i};`).join('\n');
    const { diagnostics } = loadModel('broken.pml', [`${text}\nactive proctype P() { skip }`]);
    expect(diagnostics.length).toBeGreaterThan(1);
    expect(diagnostics.length).toBeLessThanOrEqual(20);
  });

  it('cut off anywhere ends in a model or in diagnostics', () => {
    const whole = `#define N 2\nmtype = { a, b };\ntypedef T { byte f; bit g[2] };\nT t;\nchan c = [N] of { mtype, byte };
inline put(v) { c!v(1) }\nproctype Q(byte n) provided (t.f == 0) { byte l = n; c?a(l) }
active [2] proctype P() { do :: atomic { t.f < N -> t.f++ } :: d_step { t.g[0] = 1; t.f = 0 } :: put(a) :: else -> break od
  unless { timeout -> goto end_ }; assert(len(c) <= N); end_: run Q(_pid) }\nltl p { [] (t.f <= N -> <> (P[0]@end_)) }\n`;
    for (let length = 1; length < whole.length; length++) {
      const { value, diagnostics } = loadModel('cut.pml', [whole.slice(0, length)]);
      expect(value !== null || diagnostics.length > 0).toBe(true);
    }
  });
});
