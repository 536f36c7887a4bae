import { describe, expect, expectTypeOf, it } from 'vitest';
import { InputError, UsageError, unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { explore } from '../../../src/models/explore.ts';
import type { Model } from '../../../src/models/model.ts';
import { defineModel } from '../../../src/models/typescript/define.ts';
import { type ModelDefinition, step } from '../../../src/models/typescript/definition.ts';

/** `code message | hint` of the error that exploring gives. */
function problemOf<S>(definition: ModelDefinition<S>): string {
  try {
    explore(defineModel(definition), { limits: { states: 1000 } });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const [{ code, message, hint }] = error.diagnostics;
    return `${code} ${message} | ${hint}`;
  }
  return 'none';
}

function stepNames(model: Model): string[] {
  const [initial] = model.initialStates();
  const names: string[] = [];
  model.successors(initial, (target, group) => names.push(model.stepName?.(group, initial, target.slice()) ?? ''));
  return names;
}

const counter = defineModel({
  initial: { x: 0, y: 0 },
  next: ({ x, y }) => [
    ...(x < 3 ? [{ x: x + 1, y }] : []),
    ...(y < 3 ? [{ y: y + 1, x }] : []), // another order of properties, the same states
  ],
  propositions: { equal: ({ x, y }) => x === y, high: ({ x }) => x >= 2 },
});

describe('defineModel', () => {
  it('infers the type of states', () => {
    expectTypeOf(counter.stateOf).returns.toEqualTypeOf<{ x: number; y: number }>();
    defineModel({
      initial: { x: 0 },
      // @ts-expect-error a successor of another type
      next: () => [{ x: 'one' }],
    });
  });

  it('explores by structure', () => {
    const predicates = ['equal', 'high', 'dead'].map((name) => unwrap(counter.predicate(name)));
    const { states, transitions, deadlocks, labels } = explore(counter, { predicates });
    expect([states, transitions, deadlocks]).toEqual([16, 24, 1]);
    expect([...labels].filter((label) => label & 1)).toHaveLength(4);
    expect([...labels].filter((label) => label & 2)).toHaveLength(8);
    expect([...labels].filter((label) => label & 4)).toEqual([7]);
  });

  it('gives the value and the words of a state back', () => {
    const { table, states } = explore(counter);
    const last = table.get(states - 1);
    expect(counter.stateOf(last)).toEqual({ x: 3, y: 3 });
    expect(counter.describe(last)).toEqual([
      { name: 'x', value: '3', plain: false },
      { name: 'y', value: '3', plain: false },
    ]);
  });

  it('names steps: by `step`, or by rules', () => {
    const byStep = defineModel({ initial: 0, next: (n) => [step('up', n + 1), step('down', n - 1), n] });
    expect(stepNames(byStep)).toEqual(['up', 'down', 'next']);
    const byRule = defineModel({
      initial: 0,
      next: { up: (n) => [n + 1], never: () => [], twice: (n) => [n + 2, n + 4] },
    });
    expect(stepNames(byRule)).toEqual(['up', 'twice', 'twice']);
  });

  it('takes several initial states from a function, and generators as next', () => {
    const model = defineModel({
      initial: () => [1, 2, 2],
      *next(n) {
        if (n < 3) yield n + 2;
      },
    });
    expect(explore(model).states).toBe(4);
  });

  it('tells values apart by structure', () => {
    const groups: readonly (readonly unknown[])[] = [
      [0, -0],
      [1],
      [1n],
      ['1'],
      [true],
      [null],
      [undefined],
      [Number.NaN, 0 / 0],
      [0.5],
      [2 ** 40],
      [2 ** 28],
      [-(2 ** 28)],
      [[], []],
      [{}],
      [new Map()],
      [new Set()],
      [[1, 2]],
      [[2, 1]],
      [[[1], 2]],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [{ a: 1 }],
      [{ a: 1, b: undefined }],
      [new Set([1, 2]), new Set([2, 1])],
      [new Set([1, 3])],
      [
        new Map([
          [1, 'a'],
          [2, 'b'],
        ]),
        new Map([
          [2, 'b'],
          [1, 'a'],
        ]),
      ],
      [
        new Map([
          [1, 'b'],
          [2, 'a'],
        ]),
      ],
      ['a"b'],
      [{ 'a","b': 1 }],
      [new Set([{ a: 1, b: 2 }, { a: 2 }]), new Set([{ a: 2 }, { b: 2, a: 1 }])],
    ];
    const model = defineModel<unknown>({ initial: () => groups.flat(), next: () => [] });
    const ids = model.initialStates().map(([id]) => id);
    const expected = groups.flatMap((group, i) => group.map(() => i));
    expect(ids).toEqual(expected);
  });

  it('tells objects of few shapes apart, whatever shape came before', () => {
    const values = [{}, { x: 1, y: 2 }, {}, { y: 2, x: 1 }, { y: 1, x: 2 }, { x: 'a', y: [] }, {}, { y: [], x: 'a' }];
    const model = defineModel<object>({ initial: () => values, next: () => [] });
    expect(model.initialStates().map(([id]) => id)).toEqual([0, 1, 0, 1, 2, 3, 0, 3]);
  });

  it('describes nested values by path', () => {
    const value = {
      pc: ['idle', 'in use'],
      m: new Map([['k', 1]]),
      s: new Set([1, 2]),
      none: null,
      deep: { 'a b': [] },
    };
    const model = defineModel<unknown>({ initial: value, next: () => [] });
    expect(
      model
        .describe(model.initialStates()[0])
        .map(({ name, value, plain }) => `${name} = ${value}${plain ? ' *' : ''}`),
    ).toEqual(['pc[0] = idle', 'pc[1] = "in use"', 'm[k] = 1', 's = {1, 2}', 'none = null *', 'deep["a b"] = [] *']);
  });
});

describe('what goes wrong in a TypeScript model', () => {
  it('throwing callbacks are reported with the state', () => {
    const next = (n: number): number[] => {
      if (n === 3) throw new RangeError('too much');
      return [n + 1];
    };
    expect(problemOf({ initial: { n: 0 }, next: ({ n }) => next(n).map((m) => ({ n: m })) })).toBe(
      'TSM801 `next` threw RangeError: too much | in the state n = 3',
    );
    const halves = { half: (n: number) => next(n).length > 0 };
    expect(problemOf({ initial: 2, next: (n) => [n + 1], propositions: halves })).toBe(
      'TSM801 the proposition `half` threw RangeError: too much | in the state state = 3',
    );
    const broken = defineModel({ initial: 3, next });
    try {
      explore(broken);
    } catch (error) {
      expect((error as Error).cause).toBeInstanceOf(RangeError);
    }
    expect(problemOf({ initial: () => next(3), next: () => [] })).toContain('TSM801 `initial` threw RangeError');
  });

  it('a next that is not deterministic is found', () => {
    let turn = 0;
    expect(problemOf({ initial: { n: 0 }, next: ({ n }) => [{ n: (n + turn++) % 7 }] })).toBe(
      'TSM804 `next` is not deterministic | called twice with the state n = 0, it gave different successors',
    );
  });

  it('a next that changes its argument is found', () => {
    const next = (state: { n: number[] }): { n: number[] }[] => {
      state.n.push(1);
      return [state];
    };
    expect(problemOf({ initial: { n: [5] }, next })).toBe(
      'TSM805 `next` changes its argument | after the call the state is n[0] = 5, n[1] = 1; make a copy instead, as in { ...state, x: 1 }',
    );
    const late = {
      up: (n: { v: number }) => (n.v < 200 ? [{ v: n.v + 1 }] : []),
      bad: (n: { v: number }) => (n.v > 100 ? [Object.assign(n, { v: 0 })] : []),
    };
    expect(problemOf({ initial: { v: 0 }, next: late })).toContain('TSM805 the rule `bad` changes its argument');
    expect(problemOf({ initial: { v: 0 }, next: late, guard: 'never' })).toBe('none');
  });

  it('states must be plain, results iterable', () => {
    expect(problemOf<unknown>({ initial: { f: () => 1 }, next: () => [] })).toMatch(
      /^TSM803 .*a function is not a plain value/,
    );
    expect(problemOf<unknown>({ initial: 1, next: () => [new Date(0)] })).toMatch(/^TSM803 .*class Date/);
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    expect(problemOf<unknown>({ initial: 1, next: () => [cyclic] })).toMatch(/^TSM803 .*cyclic/);
    expect(problemOf<unknown>({ initial: 1, next: (() => Promise.resolve([])) as never })).toMatch(
      /^TSM802 .*not a promise/,
    );
    expect(problemOf<unknown>({ initial: 1, next: (() => undefined) as never })).toMatch(/^TSM802 .*not nothing/);
    const endless = function* (): Generator<number> {
      for (;;) yield 1;
    };
    expect(problemOf({ initial: 1, next: endless })).toMatch(/^TSM802 .*more than 1000000 successors/);
    expect(() => defineModel({ initial: 1, next: 3 as never })).toThrow(UsageError);
  });
});
