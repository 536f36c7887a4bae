// Every feature of the language in a small model. States and steps are those that SPIN 6.5.2 reports without reductions and statement merging
// (`spin -a -o1 -o2 -o3`, `-DNOREDUCE`, `pan -A -E -c0`; it counts the way into the first state as a step, too).
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../../src/diagnostics/diagnostic.ts';
import { explore } from '../../../../src/models/explore.ts';
import { loadModel } from '../../../../src/models/formats/load.ts';
import { programsOf, stepsThatDiffer } from '../../../helpers/same-steps.ts';

/** The feature, the model, its states and steps. */
const FEATURES: readonly (readonly [string, string, number, number])[] = [
  [
    'arrays of channels, and channels in messages',
    `byte x; chan q[2] = [1] of { byte }; chan one = [1] of { chan, byte };
active proctype P() { byte i; for (i : 0 .. 1) { q[i]!i + 3 }; one!q[1], 2 }
active proctype Q() { chan c; byte v; one?c, v; c?x; assert(x == 4) }`,
    15,
    14,
  ],
  [
    'printf with every kind of place, printm, inside of a d_step',
    `mtype = { hi, lo }; byte x = 10; short n = -3;
active proctype P() { printf("%d %u %x %o %c %e %%\\n", n, x, x, x, 65, hi); printm(lo); d_step { x = 1; printf("in %d", x); assert(x == 1) } }`,
    5,
    4,
  ],
  [
    'D_proctype',
    `byte x;
active D_proctype P() { x = 1; if :: x = 2 :: x = 3 fi }`,
    6,
    5,
  ],
  [
    'hidden, show, local',
    `hidden byte h; show byte s; local byte g;
active proctype P() { show byte l; g = 1; s = g; l = s; h = l; h = 0; assert(l == 1) }`,
    8,
    7,
  ],
  [
    'inlines that use the names of others',
    `byte x, y;
inline inc(v) { v++ ; tmp = v }
inline both(a, b) { byte tmp; inc(a); inc(b); inc(a) }
active proctype P() { both(x, y); assert(x == 2 && y == 1) }`,
    10,
    9,
  ],
  [
    'inlines with variables, behind labels, in atomic sequences and d_steps',
    `byte x, y;
inline swap(a, b) { byte t = a; a = b; b = t }
active proctype P() { x = 1; swap(x, y);  L: swap(y, x); if :: swap(x, y) :: x == 2 fi; atomic { swap(x, y) }; d_step { swap(x, y) } }`,
    14,
    13,
  ],
  [
    'inlines with labels and jumps',
    `byte x, y;
inline f(a) { do :: a < 2 -> a++; g(a) :: else -> break od }
inline g(b) { if :: b == 1 -> goto out :: else -> skip fi; out: skip }
active proctype P() { f(x) }`,
    12,
    11,
  ],
  [
    'pid, _pid, _nr_pr and the result of run',
    `byte x; pid p;
proctype Q() { x = _pid }
init { p = run Q(); (_nr_pr == 1); assert(p == 1 && x == p) }`,
    7,
    6,
  ],
  [
    'the preprocessor',
    `#define A 1
#undef A
#ifndef A
#define B 2
#elif 1
#define B 3
#endif
#if 0
byte x = 9;
#elif defined(B) && B == 2
byte x = B;
#else
byte x = 7;
#endif
#define STR(s) printf(#s)
active proctype P() { STR(hello); assert(x == 2) }`,
    4,
    3,
  ],
  [
    'provided, with _pid',
    `byte x;
active proctype P() provided (x < 2 && _pid == 0) { x = 1; x = 2; x = 3 }
active proctype Q() { x == 2 -> x = 0 }`,
    8,
    8,
  ],
  [
    'places and variables of other processes',
    `byte x;
active [2] proctype P() { byte l = 2; l = 3 + _pid; cs: x++; l = 0 }
active proctype Q() { (P[0]@cs && P[1]:l == 4) -> x = 10 }`,
    78,
    136,
  ],
  [
    'a place and a variable without the number of the process',
    `byte x;
active proctype P() { byte l; l = 1; l = 2; B: l = 3 }
active proctype Q() { P[0]:l == 2 && P[0]@B -> x = P[0]:l + P:l }`,
    14,
    14,
  ],
  [
    'arguments of all kinds',
    `byte x;
proctype Q(byte n; mtype m; chan c) { c!n }
mtype = { u };
init { chan c = [1] of { byte }; atomic { run Q(3, u, c); run Q(4, u, c) }; c?x; c?x }`,
    22,
    27,
  ],
  [
    'meetings with eval, constants and _',
    `chan c = [0] of { byte, bool }; byte x; bool b;
active [2] proctype S() { c!_pid, true }
active proctype R() { do :: c?eval(0), b -> x = x + 1 :: c?1, _ -> x = x + 4 :: x == 5 -> break od }`,
    12,
    12,
  ],
  [
    'sorted sends, random receives, receives that keep, polls',
    `chan q = [3] of { byte, byte }; byte x, y;
active proctype P() { q!!3,1; q!!1,2; q!!2,3; q??<2, y>; assert(y == 3 && len(q) == 3); q??<_, 1>; if :: q??[9, 9] -> x = 1 :: else -> x = 2 fi; q?x, y; assert(x == 1) ; nempty(q); nfull(q) -> q!4,4; full(q) }`,
    16,
    15,
  ],
  [
    'sorted sends of symbols',
    `chan q = [4] of { mtype, byte }; mtype = { lo, hi }; byte x;
active [2] proctype P() { q!!hi, _pid; q!!lo, 1 - _pid }
active proctype R() { mtype m; byte v; do :: q?m, v -> x = v :: q??hi, v :: q??eval(m), 1 -> x = 9 :: timeout -> break od }`,
    151,
    285,
  ],
  [
    'timeout, and a break out of for',
    `byte x; chan c = [0] of { byte };
active proctype P() { do :: c?x :: timeout -> break od }
active proctype Q() { byte i; for (i : 1 .. 3) { c!i; if :: i == 2 -> break :: else fi } }`,
    12,
    11,
  ],
  [
    'records in records in arrays',
    `typedef In { byte a[2]; bit f }; typedef Out { In i[2]; short s; chan c }; Out o[2];
chan q = [1] of { byte };
active proctype P() { o[1].i[0].a[1] = 5; o[0].c = q; o[0].c!7; byte v; q?v; o[1].i[1].f = 1; o[0].s = 0 - v; assert(o[1].i[0].a[1] + o[0].s == -2) }`,
    10,
    9,
  ],
  [
    'first values and channels of members',
    `typedef T { chan c = [1] of { byte }; byte b = 3; unsigned u : 2 = 2; mtype m }; mtype = { on }; T t[2];
active proctype P() { byte v; t[1].c!4; t[1].c?v; t[0].m = on; assert(v == 4 && t[0].b == 3 && t[1].u == 2) }`,
    6,
    5,
  ],
  [
    'atomic sequences and d_steps on both sides of unless',
    `byte x;
active proctype P() { { atomic { x = 1; x = 2 }; d_step { x = 3; x = 4 }; x = 5 } unless { atomic { x == 4; x = 9 }; x = 8 } }
active proctype Q() { x == 2 -> skip }`,
    18,
    23,
  ],
  [
    'unless in unless',
    `byte x, y;
active proctype P() { do :: { { x = 1; { y = 1; y = 2 } unless { x == 2; y = 3 }; x = 0 } unless { y == 2 -> y = 0 } } unless { (x == 3) -> break } od }
active proctype Q() { x = 2; x = 1; x = 3 }`,
    64,
    102,
  ],
  [
    'meetings on both sides of unless',
    `chan c = [0] of { byte }; chan d = [0] of { byte }; byte x;
active proctype P() { do :: { c?x; x = 2; d?x } unless { d?x; x = 7; break } od }
active proctype Q() { c!1; c!1; d!3 }
active proctype R() { d!4; c!5 }`,
    7,
    7,
  ],
  [
    'xr and xs',
    `chan q = [1] of { byte }; chan r = [0] of { byte };
active proctype P() { xs q; xr r; byte l; q!1; r?l }
active proctype Q() { xr q; xs r; byte l; q?l; r!l }`,
    6,
    5,
  ],
  [
    'arrays of channels of processes',
    `byte x;
active [2] proctype P() { chan c[2] = [1] of { byte }; byte v; c[_pid]!_pid; c[_pid]?v; x = x + v }`,
    21,
    32,
  ],
  [
    'arrays of channels without buffer',
    `chan c[3] = [0] of { byte, byte }; byte x;
active [3] proctype P() { byte v; do :: c[_pid]!_pid, 1 -> break :: c[(_pid + 1) % 3]?v, eval(1) -> x = v :: c[(_pid+2)%3]?eval((_pid+2)%3), v od }`,
    41,
    53,
  ],
  [
    'a jump into an atomic sequence',
    `byte x, y;
active proctype P() { goto in; atomic { x = 1; in: x = 2; x = 3; (y == 1) ; x = 4 }; x = 5 }
active proctype Q() { atomic { y = 2; x == 3; y = 1 } ; y = 0 }`,
    14,
    16,
  ],
  [
    'meetings inside of atomic sequences',
    `chan c = [0] of { byte }; byte x;
active proctype P() { atomic { x = 1; c!1; x = 2; c!2; x = 3 } }
active proctype Q() { byte v; atomic { c?v; x = 10 + v }; c?v; atomic { x = 20 + v; x++ } }
active proctype R() { x == 1; x == 2 }`,
    7,
    6,
  ],
  [
    'for and select with bounds that vary, in atomic sequences and d_steps',
    `byte x; byte n = 2; byte a[3]; 
active proctype P() { int i; for (i : n .. n + 1) { x = x + i; n = 1 }; for (i in a) { a[i] = i }; select(i : 1 .. n); atomic { for (i : 0 .. 2) { a[i]++ } }; d_step { for (i : 0 .. 1) { a[i] = 0 } } }`,
    23,
    22,
  ],
  [
    'arithmetic of all types',
    `int x; short s = 32767; byte b = 255; unsigned u : 5 = 31; bit t; mtype = { A, B, C };
active proctype P() { x = -7 % 3; x = -7 / 2; x = 1 << 31; x = x >> 1; x = ~5; x = 5 ^ 3 | 8 & 12; s++; b++; u = u + 3; t = 7; t = !t; x = (s < 0 -> (b -> 1 : 2) : 3); x = A + B * C; x-- ; b--; x = b > 200 && u < 3 || t }`,
    18,
    17,
  ],
  [
    'records in messages',
    `typedef In { byte a; bit f[2] }; typedef M { In i; short n }; chan q = [2] of { M, mtype }; mtype = { hello, bye };
active proctype P() { M m; m.i.a = 3; m.i.f[1] = 1; m.n = -2; q!m, hello; m.n = 5; q!m, bye }
active proctype Q() { M r; mtype t; do :: q?r, t; if :: t == bye -> break :: else fi od; assert(r.n == 5 && r.i.f[1] == 1) }`,
    18,
    21,
  ],
  [
    'processes that start others, and end in order',
    `byte n; proctype C(byte k) { n = n + k; if :: k < 3 -> run C(k + 1) :: else fi; n = n - k }
init { run C(1); _nr_pr == 1; n = 9; run C(2) }`,
    50,
    74,
  ],
  [
    'several labels, and jumps between them',
    `byte x;
active [2] proctype P() { L1: L2: do :: x < 2 -> M: x++; if :: x == 1 -> goto L1 :: x == 2 -> goto done :: else -> goto M fi :: x >= 2 -> N: goto O od; O: x = 0; done: skip }`,
    3624,
    6206,
  ],
  [
    'else beside polls',
    `chan q = [2] of { byte }; byte x;
active proctype P() { do :: len(q) < 2 -> q!len(q) :: else -> x = 1; break od; do :: q?[0] -> q?x :: q?[1] -> q?_ :: else -> break od }
active proctype Q() { if :: nempty(q) -> q?x :: timeout fi }`,
    74,
    108,
  ],
  [
    'eval of expressions, messages with parentheses',
    `chan q = [2] of { byte, byte }; byte x = 1;
active proctype P() { q!1,2; q!2,3; q?eval(x), eval(x + 1); q?eval(x + 1), x; q!x(4); q?<x, 4>; q?3(4) }`,
    9,
    8,
  ],
  [
    'priority',
    `byte x;
active proctype P() priority 3 { x = 1; x == 5; x = 2 }
active proctype Q() priority 2 { x = 4; x = 5; x = 6 }
active proctype R() { x = 7 }`,
    11,
    10,
  ],
  [
    'loops and jumps in atomic sequences',
    `byte x; 
active proctype P() { atomic { do :: x < 4 -> x++; if :: x == 2 -> break :: x == 3 -> goto L :: else fi :: x > 2 -> x = 0 od }; x = 7; L: atomic { x = 8; if :: x = 1 :: x = 2 :: goto M fi; x = 9 } ; M: x = 3 }`,
    7,
    8,
  ],
  [
    'timeout in an atomic sequence',
    `byte x; chan c = [0] of { byte };
active proctype P() { atomic { x = 1; timeout; x = 2; c!1 } }
active proctype Q() { byte l; x == 1; if :: timeout -> l = 5 :: c?l fi; end: c?l }`,
    9,
    8,
  ],
  [
    'a d_step whose guard receives',
    `chan q = [1] of { byte }; byte x, y;
active proctype P() { do :: d_step { q?x; y = y + x; x = 0 } :: d_step { y >= 2; y = 0 } -> break od }
active proctype Q() { d_step { nfull(q); q!1 }; atomic { q!1; y++ } }`,
    13,
    15,
  ],
  [
    'end, progress and accept labels',
    `byte x;
active proctype P() { end1: do :: x++ -> progress1: x == 9 -> accept1: skip :: x == 3 -> end2: false od }`,
    2,
    1,
  ],
  [
    'choices between values',
    `byte x, y; chan q = [1] of { byte };
active proctype P() { x = (len(q) -> 1 : 2); y = (x == 2 -> (y -> 3 : 4) : 5); q!(y > 3 -> y : 0); q?x }`,
    6,
    5,
  ],
  [
    'breaks that begin options',
    `byte x;
active proctype P() { do :: x = 1; do :: break od; :: x == 1 -> if :: break :: x = 2; break :: goto E fi od; E: if :: if :: x = 3 :: x = 4; fi; :: do :: x = 5; break; :: break; od; x = 6 fi }`,
    15,
    21,
  ],
  [
    'run in a loop',
    `byte a[3]; byte k;
proctype W(byte i) { a[i] = i + 1; k++ }
init { byte i; atomic { do :: i < 3 -> run W(i); i++ :: else -> break od }; k == 3; assert(a[0] + a[1] + a[2] == 6) }`,
    50,
    97,
  ],
  [
    'a channel of a process as an argument',
    `byte x; 
proctype A(chan c) { byte v; c?v; x = v; c!3 }
init { chan k = [1] of { byte }; run A(k); k!2; x == 2; k?x }`,
    13,
    15,
  ],
  [
    'arrays of bool and bit',
    `bool f[3] = true; bit g[2] = 1; 
active proctype P() { byte i; do :: i < 3 -> f[i] = !f[i]; i++ :: i >= 3 -> break od; g[0] = f[0] || g[1]; assert(!f[2] && g[0]) }`,
    14,
    13,
  ],
];

describe('a model with a feature', () => {
  it.each(FEATURES)('%s', (_, text, states, transitions) => {
    const model = unwrap(loadModel('model.pml', [text]));
    expect(explore(model)).toMatchObject({ states, transitions });
    const programs = programsOf(model);
    if (programs !== null) expect(stepsThatDiffer(model, programs)).toBeNull();
  });
});
