// What a user's compiler says: models, formulas and fairness that are right and wrong, against the declarations of the built package. Errors
// have at most three lines. TEGATA_TYPESCRIPT lists the folders of further compilers (from 5.4 on), separated by colons; an alias of one
// among our own dependencies would put its `tsc` in the place of ours.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const COMPILERS = ['node_modules/typescript', ...(process.env.TEGATA_TYPESCRIPT?.split(':') ?? [])];

const PREAMBLE = `
import { check, defineModel, ltl, step } from 'tegata';
import { crashing, defineProcess, defineSystem, replicate } from 'tegata/modelling';
interface S { light: 'off' | 'on'; n: number }
type U = { kind: 'idle' } | { kind: 'busy'; job: number };
const s0: S = { light: 'off', n: 0 };
declare function wrongs(s: S): { light: string; n: number }[];
const lamp = defineModel({
  initial: s0,
  next: { press: (s) => [{ ...s, light: 'on' }], wait: (s) => [s] },
  propositions: { lit: (s) => s.light === 'on', 'half lit': () => false },
});
const client = { initial: 'idle', actions: { ask: (self: string) => self === 'idle' && { self: 'waits' }, get: () => null } };
const system = defineSystem({ processes: { anna: client, bert: defineProcess<string>(client) }, propositions: { waits: ({ anna }) => anna === 'waits' } });
const locked = defineProcess<'idle' | 'busy', { lock: boolean }>({ initial: 'idle', actions: { go: (self, { lock }) => !lock && { self: 'busy', shared: { lock: true } } } });
export { check, client, crashing, defineModel, defineProcess, defineSystem, lamp, locked, ltl, replicate, s0, step, system, wrongs, type S, type U };
`;

const MACHINE = `
import { fromMachine } from 'tegata/xstate';
import { check } from 'tegata';
import { createMachine, setup } from 'xstate';
const machine = setup({ types: { events: {} as { type: 'pay'; sum: number } | { type: 'stop' } } }).createMachine({
  id: 'shop', initial: 'open',
  states: { open: { on: { pay: 'busy' } }, busy: { initial: 'asking', states: { asking: {}, 'in progress': {} } }, shut: { type: 'final' } },
});
const shop = fromMachine(machine, { propositions: { rich: ({ status }) => status === 'active' } });
const light = fromMachine(createMachine({ initial: 'green', states: { green: { on: { TIMER: 'red' } }, red: {} } }));
export { check, light, shop };
`;

const RUNNER = `
import 'tegata/vitest';
import { expect } from 'vitest';
export { expect };
`;

/** Code that must compile. */
const RIGHT: Readonly<Record<string, string>> = {
  'a state that is asserted, and changed by a literal': `
    const m = defineModel({ initial: { light: 'off', n: 0 } as S, next: (s) => [{ ...s, light: 'on' }], propositions: { lit: (s) => s.light === 'on' } });
    check(m, 'G lit');
    const state: S = m.stateOf([]);
    export { state };`,
  'a state that is a string': `
    const m = defineModel({ initial: 'off', next: (s) => [s === 'off' ? 'on' : 'off'], propositions: { lit: (s) => s === 'on' } });
    check(m, 'G lit');
    defineModel({ initial: 'off' as 'off' | 'on', next: { press: (s) => [s === 'off' ? 'on' : 'off'], wait: (s) => [s] } });
    defineModel({ initial: () => ['a', 'b'] as const, next: (s) => [s === 'a' ? 'b' : 'a'] });
    defineModel({ initial: null as null | 'x', next: (s) => [s === null ? 'x' : null] });`,
  'a state whose type is inferred': `
    const m = defineModel({ initial: { light: 'off', n: 0 }, next: (s) => [{ ...s, light: 'on', n: s.n + 1 }, { light: 'off', n: 1 }] });
    const n: number = m.stateOf([]).n;
    defineModel({ initial: () => [{ n: 0 }, { n: 1 }], next: ({ n }) => [{ n: (n + 1) % 3 }] });
    defineModel({ initial: true, next: (b) => [!b] });
    defineModel({ initial: { pc: ['idle'], queue: [] as string[] }, next: (s) => [{ ...s, queue: [...s.queue, 'job'] }, { ...s, pc: s.pc.map(() => 'busy') }] });
    export { n };`,
  'a state whose type the functions tell': `
    const next = (s: S): S[] => [{ ...s, light: 'on' }];
    const lit = (s: S): boolean => s.light === 'on';
    defineModel({ initial: { light: 'off', n: 0 }, next });
    defineModel({ initial: { light: 'off', n: 0 }, next, propositions: { lit } });`,
  'a state that is a union': `
    const next = (s: U): U[] => (s.kind === 'idle' ? [{ kind: 'busy', job: 1 }] : [{ kind: 'idle' }]);
    defineModel({ initial: { kind: 'idle' } as U, next });
    defineModel({ initial: { kind: 'idle' } as U, next: (s) => (s.kind === 'idle' ? [{ kind: 'busy', job: 1 }] : [{ kind: 'idle' }]) });`,
  'successors from generators and named steps': `
    defineModel({ initial: s0, *next(s) { if (s.light === 'off') yield step('press', { ...s, light: 'on' }); yield { light: 'off', n: 0 }; } });
    defineModel({ initial: s0, next: (s) => [step('press', { ...s, light: 'on' }), { ...s, light: 'off' }] });
    defineModel({ initial: s0, next: (s) => new Set([s]) });`,
  'the type of states alone': `
    const m = defineModel<S>({ initial: { light: 'off', n: 0 }, next: (s) => [{ ...s, light: 'on' }], propositions: { lit: (s) => s.light === 'on' } });
    check(m, 'G lit');
    check(m, ltl\`G \${m.propositions.lit}\`);
    defineModel<U>({ initial: { kind: 'idle' }, next: { go: (s) => (s.kind === 'idle' ? [{ kind: 'busy', job: 1 }] : []), stop: () => [{ kind: 'idle' }] } });`,
  'the type of states alone, and names that are inferred': `
    const m = defineModel<S>()({ initial: { light: 'off', n: 0 }, next: { press: (s) => [{ ...s, light: 'on' }], wait: (s) => [s] }, propositions: { lit: (s) => s.light === 'on' } });
    check(m, 'G lit', { fairness: { weak: ['press'] } });
    const state: S = m.stateOf([]);
    defineModel<U>()({ initial: () => [{ kind: 'idle' }], next: (s) => (s.kind === 'idle' ? [{ kind: 'busy', job: 1 }] : []) });
    export { state };`,
  'the type of states with every kind of successors': `
    const next = (s: S): S[] => [s];
    defineModel<S>({ initial: () => [s0, { light: 'on', n: 1 }], next });
    defineModel<S>({ initial: () => new Set([s0]), next: { next, *again(s) { yield s; yield step('on', { ...s, light: 'on' }); } } });
    defineModel<S>({ *initial() { yield { light: 'off', n: 0 }; }, next: () => [] });
    defineModel<'off' | 'on'>({ initial: 'off', next: (s) => { if (s === 'off') return ['on']; return []; } });`,
  'models made by generic functions': `
    function cycle<T>(states: readonly T[], next: (state: T) => T[]) { return defineModel({ initial: () => states, next }); }
    const state: number = cycle([1, 2], (n) => [n]).stateOf([]);
    export { state };`,
  'formulas over what the model has': `
    check(lamp, 'G(lit -> F !lit) & "half lit" & !dead & "light = off" & "n >= 3"');
    check(lamp, ('G lit' as string));
    lamp.ltl('G lit');
    lamp.ltl\`G \${'lit'}\`;`,
  'processes and what their steps change': `
    const worker = defineProcess<'idle' | 'busy', { jobs: number }>({
      initial: 'idle',
      actions: {
        start: (self, { jobs }) => self === 'idle' && jobs > 0 && { self: 'busy', shared: { jobs: jobs - 1 } },
        *end(self) { if (self === 'busy') yield { self: 'idle' }; },
        either: (self) => (self === 'busy' ? [{ self: 'idle' }, { shared: { jobs: 1 } }] : null),
      },
    });
    const pair = defineProcess<{ at: 'a' | 'b'; n: number }>({ initial: { at: 'a', n: 0 }, actions: { go: ({ at }) => at === 'a' && { self: { at: 'b' } } } });
    const m = defineSystem({
      shared: { jobs: 3 },
      processes: { ...replicate(['one', 'two'], () => worker), pair, inline: { initial: 0, actions: { up: () => ({ self: 1, shared: { jobs: 1 } }) } } },
      propositions: { busy: ({ one, jobs, pair }) => one === 'busy' && jobs > 0 && pair.at === 'b' },
    });
    check(m, 'F busy', { fairness: { weak: ['one', 'pair.go', 'inline.up'] } });`,
  'fairness of what the model has': `
    check(lamp, 'F lit', { fairness: { weak: ['press'], strong: 'transitions' } });
    check(lamp, 'F lit', { fairness: { weak: ['press'] as string[] } });
    const names: readonly string[] = ['press'];
    check(lamp, 'F lit', { fairness: { strong: names } });
    check(system, 'F waits', { fairness: { weak: ['anna', 'bert', 'anna.ask', 'bert.anything'] } });
    const one = replicate(['a', 'b'], () => client2);
    const client2 = defineProcess({ initial: 0, actions: { up: (n) => n < 2 && { self: n + 1 } } });
    check(defineSystem({ processes: one }), 'G !dead', { fairness: { weak: ['a.up', 'b'] } });`,
};

/** Code of XState that must compile. */
const RIGHT_MACHINES: Readonly<Record<string, string>> = {
  'states and events of machines': `
    check(shop, 'G(open -> F busy.asking) & "busy.in progress" & rich & done');
    check(shop, 'F done', { fairness: { weak: ['stop', 'pay {"sum":1}', 'after 100 in busy', 'done fetch'] } });
    check(light, 'G(green -> F red)', { fairness: { weak: ['TIMER'] } });`,
};

/** Code of vitest that must compile. */
const RIGHT_TESTS: Readonly<Record<string, string>> = {
  'matchers on models': `
    expect(lamp).toSatisfy('F lit', { fairness: { weak: ['press'] }, vacuity: 'error' });
    expect(lamp).not.toViolate('F lit');
    expect(3).toSatisfy((n: number) => n > 2, 'large');`,
};

/** Statements with one error each, and what it says. */
const WRONG: readonly (readonly [string, RegExp])[] = [
  [`defineModel({ initial: s0, next: (s) => [{ ...s, light: 'onn' }] });`, /NotAState<\{.*light: "onn";.*\}, S>/],
  [`defineModel({ initial: s0, next: (s) => { return [{ ...s, light: 'onn' }]; } });`, /NotAState<.*"onn".*, S>/],
  [`defineModel({ initial: s0, next: (s) => [step('a', { ...s, light: 'onn' })] });`, /NotAState<Step<.*"onn".*>, S>/],
  [`defineModel({ initial: s0, *next(s) { yield { ...s, light: 'onn' }; } });`, /NotAState<.*"onn".*, S>/],
  [`defineModel({ initial: { x: 0 }, next: () => [{ x: 'one' }] });`, /NotAState<\{ x: string; \}, \{ x: number; \}>/],
  [`defineModel({ initial: { x: 0 }, next: (s) => [{ y: s.x }] });`, /NotAState<\{ y: number; \}, \{ x: number; \}>/],
  [`defineModel({ initial: { x: 0 }, next: { down: (s) => [{ x: String(s.x) }] } });`, /NotAState<\{ x: string; \}/],
  [`defineModel({ initial: { x: 0 }, next: (s) => s.x });`, /NotSuccessors<number>/],
  [`defineModel({ initial: { x: 0 }, next: (s) => ({ x: s.x + 1 }) });`, /NotSuccessors<\{ x: number; \}>/],
  [`defineModel({ initial: { x: 0 }, next: { up: (s) => s.x < 3 && [s] } });`, /NotSuccessors<false \| /],
  [`defineModel({ initial: s0, next: async (s) => [s] });`, /NotSuccessors<Promise<S\[\]>>/],
  [`defineModel({ initial: s0, next: 3 });`, /number/],
  [`defineModel({ initial: s0 });`, /Property 'next' is missing/],
  [`defineModel({ next: () => [] });`, /Property 'initial' is missing/],
  [
    `defineModel({ initial: s0, next: (s) => [s], propositions: { lit: (s) => s.ligth === 'on' } });`,
    /'ligth'.*'light'/,
  ],
  [`defineModel({ initial: s0, next: (s) => [s], propositions: { lit: (s) => s.n } });`, /'number'.*'boolean'/],
  [`defineModel<S>({ initial: { light: 'onn', n: 0 }, next: (s) => [s] });`, /"onn"/],
  [`defineModel<S>({ initial: s0, next: { up: (s) => [{ ...s, light: 'onn' }] } });`, /"onn".*RuleTo<S>/],
  // Nothing is inferred here: one function of a union is named that the user's should be.
  ...[
    `next: (s) => [{ ...s, light: 'onn' }]`,
    `next: (s) => { return [{ ...s, light: 'onn' }]; }`,
    `next: (s) => [step('a', { ...s, light: 'onn' })]`,
    `*next(s) { yield { ...s, light: 'onn' }; }`,
    `next: (s) => [{ n: s.n }]`,
    `next: (s) => [null]`,
    `next: (s) => new Set([1])`,
    `next: { a: (s: S): S => s, b: (s) => [s] }`,
    `next: (s: S): { light: string }[] => [s]`,
    `next: (s) => s.n`,
    `next: (s) => ({ ...s })`,
    `next: async (s) => [s]`,
    `next: (s) => { if (s.n > 3) return [s]; }`,
    `next: (s: number) => [{ light: 'off', n: s }]`,
    `next: { up: (s) => [{ ...s, light: 'onn' }] }`,
    `next: { up: (s) => { return [{ ...s, light: 'onn' }]; } }`,
    `next: { up: (s) => s.n < 3 && [s] }`,
    `next: { *up(s) { yield s.n; } }`,
    `next: { up: (s) => s0.n > 3 ? [s] : wrongs(s) }`,
  ].map((next) => [`defineModel<S>({ initial: s0, ${next} });`, /type '.*RuleTo<S>'/] as const),
  [`defineModel<S>({ initial: () => [{ light: 'onn', n: 0 }], next: (s) => [s] });`, /"onn".*'InitialStatesOf<S>'/],
  [`defineModel<S>({ initial: () => s0, next: (s) => [s] });`, /'\(\) => S'.*'InitialStatesOf<S>'/],
  [`defineModel({ initial: () => 3, next: (s: number) => [s] });`, /'\(\) => number'.*'InitialStatesOf<number>'/],
  [`defineModel({ initial: () => [3], next: (s: string) => [s] });`, /'\(\) => number\[\]'.*'InitialStatesOf<string>'/],
  [`defineModel<S>({ initial: { n: 0 }, next: (s) => [s] });`, /Property 'light' is missing/],
  [
    `defineModel<S>({ initial: s0, next: (s) => [s], propositions: { lit: (s) => s.ligth === 'on' } });`,
    /'ligth'.*'light'/,
  ],
  [`defineModel<S>({ initial: s0, next: (s) => [s], nam: 'lamp' });`, /'nam'.*'name'/],
  [`defineModel<S>()({ initial: s0, next: (s) => [{ ...s, light: 'onn' }] });`, /NotAState<.*"onn".*, S>/],
  [`defineModel<S>()({ initial: s0, next: { up: (s) => s.n } });`, /NotSuccessors<number>/],
  [
    `check(defineModel<S>()({ initial: s0, next: (s) => [s], propositions: { lit: () => true } }), 'G litt');`,
    /"litt"/,
  ],
  [`defineProcess<'idle' | 'busy'>({ initial: 'idel', actions: { go: () => null } });`, /"idel".*"(idle|busy)" \| "/],
  [
    `defineProcess<'idle' | 'busy'>({ initial: 'idle', actions: { go: (s) => s === 'idle' && { self: 'bussy' } } });`,
    /"bussy".*OutcomeOf<"(idle|busy)" \| "/s,
  ],
  [
    `defineProcess<'idle' | 'busy'>({ initial: 'idle', actions: { go: () => ({ self: 'bussy' }) } });`,
    /"bussy".*"busy"/,
  ],
  [
    `defineProcess<{ light: S['light'] }>({ initial: { light: 'on' }, actions: { go: (s) => s.light === 'on' && { self: { light: 'of' } } } });`,
    /light: "of".*OutcomeOf</s,
  ],
  [
    `defineProcess<'a', S>({ initial: 'a', actions: { go: (_, { n }) => ({ shared: { m: n } }) } });`,
    /'m' does not exist/,
  ],
  [
    `defineProcess<'a', S>({ initial: 'a', actions: { go: (_, { n }) => ({ shared: { n: String(n) } }) } });`,
    /'string'.*'number'/,
  ],
  [
    `defineProcess<'a', S>({ initial: 'a', actions: { go: (_, { ligth }) => ligth === 'on' && { self: 'a' } } });`,
    /'ligth'/,
  ],
  [`defineProcess<'a', S>({ initial: 'a', actions: { go: () => 'a' } });`, /'string'.*Outcomes<"a"/],
  [`defineProcess<'a', S>({ initial: 'a', actions: { go: () => [{ self: 'b' }] } });`, /"b".*"a"/],
  [
    `defineProcess<'a', S>({ initial: 'a', actions: { *go() { yield { self: 'b' }; } } });`,
    /self: (string|"b").*ActionOf<"a", S>/s,
  ],
  [`defineProcess<'a', S>({ initial: 'a', actions: { go: async () => null } });`, /Promise<null>/],
  [`defineProcess<'a', S>({ initial: 'a' });`, /Property 'actions' is missing/],
  [
    `defineSystem({ shared: s0, processes: { a: { initial: 'idle', actions: { go: (_, { ligth }) => ligth === 'on' && { self: 'busy' } } } } });`,
    /'ligth'/,
  ],
  [
    `defineSystem({ shared: s0, processes: { a: { initial: 'idle', actions: { go: () => ({ shared: { n: 'one' } }) } } } });`,
    /'string'.*'number/,
  ],
  [
    `defineSystem({ shared: s0, processes: { a: { initial: 'idle', actions: { go: () => ({ shared: { m: 1 } }) } } } });`,
    /'m' does not exist/,
  ],
  [
    `defineSystem({ shared: s0, processes: { a: { initial: 'idle', actions: { go: () => ({ self: 3 }) } } } });`,
    /'number'.*'string'/,
  ],
  [
    `defineSystem({ shared: s0, processes: { a: { initial: { x: 0 }, actions: { go: () => ({ self: { x: 'one' } }) } } } });`,
    /'string'.*'number/,
  ],
  [
    `defineSystem({ processes: { a: { initial: 0, actions: { go: () => ({ slef: 1 }) } } } });`,
    /slef: number.*Outcomes<number/,
  ],
  [
    `defineSystem({ processes: { a: { initial: 0, actions: { go: () => null } } }, propositions: { p: ({ b }) => b === 0 } });`,
    /'b' does not exist/,
  ],
  [
    `defineSystem({ processes: { a: { initial: 0, actions: { go: () => null } } }, propositions: { p: ({ a }) => a } });`,
    /'number'.*'boolean'/,
  ],
  [`defineSystem({ processes: { a: { initial: 0 } } });`, /missing.*actions/],
  [`defineSystem({ shared: s0 });`, /Property 'processes' is missing/],
  [
    `defineSystem({ shared: { n: 0 }, processes: { a: defineProcess<'a', { lock: boolean }>({ initial: 'a', actions: { go: () => null } }) } });`,
    /lock: boolean.*ProcessOf<"a", .*n: number/s,
  ],
  [`defineModel<S>({ initial: [s0], next: (s) => [s] });`, /'S\[\]'.*'Initial<S>'/],
  [`defineSystem({ shared: s0, processes: [client] });`, /ProcessOf<unknown, /],
  [`defineSystem({ shared: s0, processes: client });`, /ProcessesOver<S, /],
  [`crashing(client, { keep: 3 });`, /'number'/],
  [`check(lamp, 'G lit', { engin: 'explicit' });`, /'engin'.*'engine'/],
  // Processes that `replicate` makes: each where it is written, and all together where they do not fit the variables.
  ...[
    `() => ({ initial: 'idle', actions: { go: (self: string) => self === 'idle' && { slef: 'busy' } } })`,
    `() => ({ initial: 0, actions: { go: (self: number) => ({ self: String(self) }) } })`,
    `() => ({ initial: 0, actions: { go: (self: number) => 'x' } })`,
    `() => ({ initial: 0, actions: { *go(self: number) { yield { self: 'x' }; } } })`,
  ].map((make) => [`replicate(['a', 'b'], ${make});`, /type '.*ActionOf<(string|number), unknown>'/] as const),
  [`replicate(['a', 'b'], () => ({ initial: 'idle' }));`, /Property 'actions' is missing/],
  [`replicate(['a', 'b'], (i) => i);`, /'number'.*ProcessDefinition</],
  [`replicate(['a', 'b'], () => { client; });`, /'void'.*ProcessDefinition</s],
  [`replicate('ab', () => client);`, /'string'.*'readonly string\[\]'/],
  [
    `replicate(['a', 'b'], () => defineProcess<'a', S>({ initial: 'a', actions: { go: (_, { n }) => n > 3 && { self: 'b' } } }));`,
    /"b".*OutcomeOf<"a", /s,
  ],
  ...[`replicate(['a', 'b'], () => locked)`, `{ ...replicate(['a', 'b'], () => locked) }`].flatMap((processes) => [
    [
      `defineSystem({ shared: { n: 0 }, processes: ${processes} });`,
      /lock: boolean.*ProcessesOver<\{ n: number/s,
    ] as const,
    [
      `defineSystem({ shared: { lock: 0 }, processes: ${processes} });`,
      /lock: boolean.*ProcessesOver<\{ lock: number/s,
    ] as const,
    [`defineSystem({ processes: ${processes} });`, /lock: boolean.*ProcessesOver<\{\}/s] as const,
  ]),
  [
    `defineSystem({ shared: { lock: 0 }, processes: { ...replicate(['a', 'b'], () => locked), c: locked } });`,
    /lock: boolean.*lock: number/s,
  ],
  [
    `defineSystem({ shared: { lock: true }, processes: replicate(['a', 'b'], () => locked), propositions: { p: ({ c }) => c === 'idle' } });`,
    /'c' does not exist/,
  ],
  [`defineModel({ initial: s0, next: (s) => (s.m > 3 ? [] : [s]) });`, /'m' does not exist on type 'S'/],
  [`defineModel({ initial: s0, next: { up: (s) => [{ light: s.light }] } });`, /NotAState<.*light.*, S>/],
  [`check(lamp, 'G(litt -> F lit)');`, /UnknownProposition<"litt", .*"half lit"/],
  [`check(lamp, 'G "half lid"');`, /UnknownProposition<"half lid", /],
  [`lamp.ltl('G litt');`, /UnknownProposition<"litt", /],
  [`check(lamp, 'F lit', { fairness: { weak: ['pres'] } });`, /"pres".*"press"/],
  [`check(system, 'F waits', { fairness: { strong: ['anna.aks'] } });`, /"anna\.aks".*"anna\.ask"/],
  [`check(system, 'F waits', { fairness: { strong: ['ana.ask', 'bert'] } });`, /"ana\.ask"/],
];

const WRONG_MACHINES: readonly (readonly [string, RegExp])[] = [
  [`check(shop, 'G(open -> F busy.waiting)');`, /UnknownProposition<"busy.waiting", .*"busy\.asking"/],
  [`check(shop, 'G ritch');`, /UnknownProposition<"ritch"/],
  [`check(shop, 'F "busy.in progres"');`, /UnknownProposition<"busy.in progres"/],
  [`check(shop, 'F done', { fairness: { weak: ['paid'] } });`, /"paid".*"pay"/],
];

const WRONG_TESTS: readonly (readonly [string, RegExp])[] = [
  [`expect(lamp).toSatisfy('G litt');`, /UnknownProposition<"litt", .*"half lit"/],
  [`expect(lamp).toViolate('G litt');`, /UnknownProposition<"litt", .*"half lit"/],
  [`expect(lamp).toSatisfy('F lit', { fairness: { weak: ['pres'] } });`, /"pres".*"press"/],
];

const USES_MODELS = `import { check, client, crashing, defineModel, defineProcess, defineSystem, lamp, locked, ltl, replicate, s0, step, system, wrongs, type S, type U } from './models.js';
export const used = [check, client, crashing, defineModel, defineProcess, defineSystem, lamp, locked, ltl, replicate, s0, step, system, wrongs] satisfies unknown[] as (S | U | unknown)[];`;
const USES_MACHINES = `import { check, light, shop } from './machines.js'; export const used = [check, light, shop];`;
const USES_TESTS = `import { expect } from './runner.js'; import { lamp } from './models.js'; export const used = [expect, lamp];`;

let project = '';
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'tegata-types-'));
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(resolve('.'), join(project, 'node_modules', 'tegata'));
  for (const name of ['xstate', 'vitest', 'expect'])
    symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'types', private: true, type: 'module' }));
  writeFileSync(join(project, 'models.ts'), PREAMBLE);
  writeFileSync(join(project, 'machines.ts'), MACHINE);
  writeFileSync(join(project, 'runner.ts'), RUNNER);
  const write = (kind: string, head: string, codes: readonly string[]): void => {
    for (const [i, code] of codes.entries()) writeFileSync(join(project, `${kind}-${i}.ts`), `${head}\n${code}\n`);
  };
  write('right-model', USES_MODELS, Object.values(RIGHT));
  write('right-machine', USES_MACHINES, Object.values(RIGHT_MACHINES));
  write('right-test', USES_TESTS, Object.values(RIGHT_TESTS));
  write(
    'wrong-model',
    USES_MODELS,
    WRONG.map(([code]) => code),
  );
  write(
    'wrong-machine',
    USES_MACHINES,
    WRONG_MACHINES.map(([code]) => code),
  );
  write(
    'wrong-test',
    USES_TESTS,
    WRONG_TESTS.map(([code]) => code),
  );
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** The errors of each file, each as its lines. */
function compiled(compiler: string, options: object = {}, files?: readonly string[]): Map<string, string[][]> {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'ES2022', module: 'NodeNext', skipLibCheck: true, types: [], ...options },
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, ...(files && { files }) }));
  const { stdout } = spawnSync(process.execPath, [resolve(compiler, 'bin/tsc'), '-p', '.', '--pretty', 'false'], {
    cwd: project,
    encoding: 'utf8',
  });
  const found = new Map<string, string[][]>();
  let last: string[] = [];
  for (const line of stdout.split('\n').filter((text) => text !== '')) {
    const file = /^([^\s(]+?)(?:\.ts)?\(\d+,\d+\): /.exec(line)?.[1];
    if (file === undefined && line.startsWith(' ')) last.push(line);
    else {
      last = [line];
      found.set(file ?? '', [...(found.get(file ?? '') ?? []), last]);
    }
  }
  return found;
}

describe.each(COMPILERS)('the types of the package, read by %s', (compiler) => {
  let errors: Map<string, string[][]>;
  beforeAll(() => {
    errors = compiled(compiler);
  });

  it('have no errors of their own', () => {
    expect([...errors.keys()].filter((file) => !file.startsWith('wrong-'))).toEqual([]);
  });

  const titled = (cases: Readonly<Record<string, string>>): { title: string; i: number }[] =>
    Object.keys(cases).map((title, i) => ({ title, i }));
  it.each(titled(RIGHT))('accept $title', ({ i }) => expect(errors.get(`right-model-${i}`)).toBeUndefined());
  it.each(titled(RIGHT_MACHINES))('accept $title', ({ i }) => expect(errors.get(`right-machine-${i}`)).toBeUndefined());
  it.each(titled(RIGHT_TESTS))('accept $title', ({ i }) => expect(errors.get(`right-test-${i}`)).toBeUndefined());

  it.each([
    ...WRONG.map(([code, says], i) => ({ code, says, file: `wrong-model-${i}` })),
    ...WRONG_MACHINES.map(([code, says], i) => ({ code, says, file: `wrong-machine-${i}` })),
    ...WRONG_TESTS.map(([code, says], i) => ({ code, says, file: `wrong-test-${i}` })),
  ])('refuse $code', ({ says, file }) => {
    const found = errors.get(file) ?? [];
    expect(found).toHaveLength(1);
    expect(found[0].join('\n')).toMatch(says);
    expect(found[0].length).toBeLessThanOrEqual(3);
  });
});

it.each([['/vitest'], ['/jest']])(
  'the declarations pass the strictest compiler, which reads them too, with tegata%s',
  (runner) => {
    const rooms = [
      '',
      '/formula',
      '/automata',
      '/models',
      '/check',
      '/diagnostics',
      '/explicit',
      '/symbolic',
      '/reductions',
    ];
    const names = [...rooms, '/report', '/graph', '/worker', '/modelling', runner].map((room) => `tegata${room}`);
    const lines = names.map((name, i) => `export * as room${i} from '${name}';`);
    writeFileSync(join(project, 'rooms.ts'), lines.join('\n'));
    const strict = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false };
    expect(compiled(COMPILERS[0], strict, ['rooms.ts'])).toEqual(new Map());
  },
);

describe('an editor', () => {
  /** What it offers inside the string that ends where the text does. */
  function offered(text: string): string[] {
    const file = join(project, 'unfinished.ts');
    const options: ts.CompilerOptions = {
      strict: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
    };
    const service = ts.createLanguageService({
      getCompilationSettings: () => ({ ...options, types: [], skipLibCheck: true }),
      getScriptFileNames: () => [file],
      getScriptVersion: () => '1',
      getScriptSnapshot: (name) => {
        const content =
          name === file ? `import { check, lamp, system } from './models.js';\n${text}` : ts.sys.readFile(name);
        return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
      },
      getCurrentDirectory: () => project,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (name) => name === file || ts.sys.fileExists(name),
      readFile: ts.sys.readFile,
      realpath: ts.sys.realpath,
      directoryExists: ts.sys.directoryExists,
    });
    const end = service.getProgram()!.getSourceFile(file)!.text.length;
    const found = service.getCompletionsAtPosition(file, end, {})?.entries ?? [];
    return found.map(({ name }) => name);
  }

  it('completes the propositions of formulas, and the names in fairness', () => {
    expect(offered("check(lamp, 'G(li")).toContain('G(lit');
    expect(offered("check(lamp, 'G(lit -> F !")).toContain('G(lit -> F !lit');
    expect(offered("check(system, 'F waits', { fairness: { weak: ['")).toEqual(
      expect.arrayContaining(['anna', 'bert', 'anna.ask']),
    );
  });
});
