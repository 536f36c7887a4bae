// How often the functions of a user are called: once for a state, whoever asks.
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { exploreStatesSync } from '../../../src/explicit/search/explore-states.ts';
import { defineSystem } from '../../../src/modelling/system.ts';
import { defineModel } from '../../../src/models/typescript/define.ts';

/** Counts the calls of a function by the text of its argument. */
function counted<A, R>(
  of: (argument: A) => R,
): { readonly calls: Map<string, number>; readonly call: (argument: A) => R } {
  const calls = new Map<string, number>();
  const call = (argument: A): R => {
    const key = JSON.stringify(argument);
    calls.set(key, (calls.get(key) ?? 0) + 1);
    return of(argument);
  };
  return { calls, call };
}

describe('the functions of a model', () => {
  const left = counted(({ a, b }: { a: number; b: number[] }) => (a < 4 ? [{ a: a + 1, b }] : []));
  const right = counted(({ a, b }: { a: number; b: number[] }) => (b.length < 4 ? [{ a, b: [...b, a % 2] }] : []));
  const isBad = counted(({ a }: { a: number; b: number[] }) => a > 4);

  it('are called once for each state, by several checks with and without fairness together', () => {
    const model = defineModel({
      initial: { a: 0, b: [] as number[] },
      next: { left: left.call, right: right.call },
      propositions: { bad: isBad.call },
      guard: 'never',
    });
    expect(check(model, 'G !bad').verdict.outcome).toBe('holds');
    expect(check(model, 'G !bad', { fairness: { weak: ['left'], strong: ['right'] } }).verdict.outcome).toBe('holds');
    expect(check(model, 'G (bad -> F bad)').verdict.outcome).toBe('holds');
    const { states } = exploreStatesSync(model);
    for (const { calls } of [left, right, isBad]) {
      expect(calls.size).toBe(states);
      expect(new Set(calls.values())).toEqual(new Set([1]));
    }
  });

  it('are called anew by the judge of a counterexample', () => {
    const next = counted((n: number) => (n < 3 ? [n + 1] : [n]));
    const model = defineModel({ initial: 0, next: next.call, propositions: { three: (n) => n === 3 }, guard: 'never' });
    expect(check(model, 'G !three').verdict.outcome).toBe('violated');
    expect(next.calls.get('0')).toBeGreaterThan(1);
  });

  it('of a system are called once for what they read', () => {
    const acts = counted(({ at, y }: { at: number; y: number }) => [at, y]);
    const writer = { initial: 0, actions: { go: (at: number) => at < 20 && { self: at + 1, shared: { x: at } } } };
    const reader = {
      initial: 0,
      actions: {
        look: (at: number, shared: { x: number; y: number }) => {
          acts.call({ at, y: shared.y });
          return shared.y === at && at < 5 && { self: at + 1, shared: { y: at + 1 } };
        },
      },
    };
    const model = defineSystem({
      shared: { x: 0, y: 0 },
      processes: { writer, reader },
      propositions: { odd: ({ y }) => y % 2 === 1 },
    });
    const { states } = exploreStatesSync(model);
    expect(states).toBe(21 * 6);
    // x is never read, so that 6 states of the reader are all that it can tell apart; the guard calls the first ones twice
    expect(acts.calls.size).toBe(6);
    expect(new Set(acts.calls.values())).toEqual(new Set([2]));
  });

  it('of a system that look at everything are called as before', () => {
    const model = defineSystem({
      shared: { x: 0, y: 0 },
      processes: {
        one: {
          initial: null,
          actions: {
            up: (_: null, shared) => shared.x < 9 && { shared: structuredClone({ ...shared, x: shared.x + 1 }) },
          },
        },
        two: {
          initial: null,
          actions: {
            up: (_: null, shared) => {
              const copy = structuredClone(shared); // refuses proxies
              return copy.y < 9 && { shared: { y: copy.y + 1 } };
            },
          },
        },
      },
    });
    expect(exploreStatesSync(model).states).toBe(100);
  });
});

describe('states whose shape changes', () => {
  it('are told apart by what they are, however they are written', () => {
    const start: Record<string, unknown> = { a: '', b: 0 };
    const model = defineModel<unknown>({
      initial: start,
      next: (state) => {
        if (state === start)
          return [
            { b: 0, a: '' },
            { a: '', b: 0, c: undefined },
            { a: '', b: { c: 1 } },
          ];
        if (typeof state === 'string') return [state === 'end' ? { b: -0, a: '' } : 'end', ['', 0]];
        if (Array.isArray(state)) return [[...(state as unknown[]).slice(0, 1), 0]];
        return ['' as unknown];
      },
    });
    // start, with c, with a nested b, '', 'end', an array
    expect(exploreStatesSync(model).states).toBe(6);
  });

  it('of a system may get a variable that was not declared', () => {
    const model = defineSystem({
      shared: { x: 0 },
      processes: {
        one: {
          initial: 'a',
          actions: {
            go: (self: string, { x }) =>
              x < 2 && { self: `${self}b`, shared: { x: x + 1, ...(x === 1 && { extra: x }) } },
          },
        },
      },
      propositions: { done: ({ x }) => x === 2 },
    });
    expect(check(model, 'F done').verdict.outcome).toBe('holds');
    expect(exploreStatesSync(model).states).toBe(3);
  });
});
