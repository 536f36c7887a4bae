// States that are made again from their structure: what `next` is given is what it gave, however many states there are.
import { describe, expect, it } from 'vitest';
import { exploreStatesSync } from '../../../src/explicit/search/explore-states.ts';
import { defineModel } from '../../../src/models/typescript/define.ts';

/** Enough that most states are not kept as they were given. */
const MANY = 2000;

/** The values of all states of a model that goes from 0 to MANY - 1, as `next` is given them. */
function given<S>(stateOf: (n: number) => S, numberOf: (state: S) => number): S[] {
  const found: S[] = [];
  const model = defineModel<S>({
    initial: stateOf(0),
    next: (state) => {
      found.push(state);
      return numberOf(state) + 1 < MANY ? [stateOf(numberOf(state) + 1)] : [];
    },
    guard: 'never',
  });
  expect(exploreStatesSync(model).states).toBe(MANY);
  return found;
}

describe('states that are made again', () => {
  it('have all that they had, in the same order', () => {
    const stateOf = (n: number): Record<string, unknown> => {
      const shared = { list: [n % 7, 'text', null, undefined, true], deep: { m: new Map([[n % 3, { x: n }]]) } };
      const numbers = {
        half: n / 2,
        big: BigInt(n),
        none: Number.NaN,
        far: -1e12,
        text: `n${n % 5}`,
        'odd key': false,
      };
      const first = { n, ...shared, ...numbers };
      return n % 2 === 0 ? first : { ...numbers, __proto__: null, ...shared, n };
    };
    const found = given(stateOf, (state) => state.n as number);
    for (const [n, state] of found.entries()) {
      expect(state).toEqual(stateOf(n));
      expect(Object.keys(state)).toEqual(Object.keys(stateOf(n)));
      expect(Object.getPrototypeOf(state)).toBe(Object.getPrototypeOf(stateOf(n)));
    }
  });

  it('may be arrays, texts, numbers, sets, or have a key that is called __proto__', () => {
    const numbered = (n: number): unknown[] => [n, [n % 2], 'a'];
    expect(given(numbered, ([n]) => n as number)).toEqual(Array.from({ length: MANY }, (_, n) => numbered(n)));
    expect(given(String, Number)[MANY - 1]).toBe(String(MANY - 1));
    expect(
      given(
        (n) => n / 4,
        (n) => 4 * n,
      )[MANY - 1],
    ).toBe((MANY - 1) / 4);
    const set = (n: number): Set<number> => new Set([n]);
    expect(given(set, (state) => [...state][0])[MANY - 1]).toEqual(set(MANY - 1));
    const proto = (n: number): { n: number } => JSON.parse(`{"n": ${n}, "__proto__": ${n % 2}}`) as { n: number };
    expect(Object.entries(given(proto, ({ n }) => n)[MANY - 1])).toEqual(Object.entries(proto(MANY - 1)));
  });

  it('keep the class of an array', () => {
    class Board extends Array<number> {
      sum(): number {
        return this.reduce((a, b) => a + b, 0);
      }
    }
    const found = given(
      (n) => Board.of(n, 0) as Board,
      (board) => board.sum(),
    );
    expect(found[MANY - 1].sum()).toBe(MANY - 1);
  });
});

describe('functions that compare states as objects', () => {
  it('are given the very objects that they gave', () => {
    const start = { at: -1 };
    const end = { at: -2 };
    const model = defineModel({
      initial: start,
      next: (state) => {
        if (state === start) return [{ at: 0 }, end];
        if (state === end) return [];
        return state.at < MANY ? [{ at: state.at + 1 }] : [end];
      },
    });
    const { states, deadlocks } = exploreStatesSync(model);
    expect([states, deadlocks]).toEqual([MANY + 3, 1]);
  });

  it('or remember more of them than they hold', () => {
    const steps = new WeakMap<object, number>();
    const from = (n: number): { n: number } => {
      const state = { n };
      steps.set(state, n);
      return state;
    };
    const next = (state: { n: number }): { n: number }[] => {
      const n = steps.get(state);
      if (n === undefined) throw new Error('never seen');
      return n < MANY - 1 ? [from(n + 1)] : [];
    };
    expect(exploreStatesSync(defineModel({ initial: from(0), next })).states).toBe(MANY);
  });
});
