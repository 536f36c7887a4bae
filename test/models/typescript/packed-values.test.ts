// States as packed words: the same states, by the same numbers, as sequences of codes give.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { ValueStore } from '../../../src/models/typescript/value-store.ts';
import { WholeValues } from '../../../src/models/typescript/whole-values.ts';

type State = Record<string, unknown>;

/** A value of a few kinds; seldom one of many, so that numbers outgrow their bits. */
function part(random: Random, depth: number): unknown {
  const kinds: (() => unknown)[] = [
    () => random.below(4),
    () => random.below(40_000) - 100,
    () => ['idle', 'busy', '0'][random.below(3)],
    () => [true, false, null, undefined, 1e9, Number.NaN, 0.5, 3n][random.below(8)],
    () => Array.from({ length: random.below(4) }, () => part(random, depth - 1)),
    () => ({ at: part(random, depth - 1), to: random.below(3) }),
    () => ({ to: random.below(3), at: part(random, depth - 1) }),
    () => new Set([random.below(3)]),
  ];
  return kinds[random.below(depth > 0 ? kinds.length : 4)]();
}

function successor(random: Random, state: State): State {
  const keys = Object.keys(state);
  const next = { ...state };
  for (let i = random.below(3); i >= 0; i--) next[keys[random.below(keys.length)]] = part(random, 3);
  return next;
}

describe('packed states', () => {
  it.each([1, 2, 3, 4])('have the numbers and values that sequences give (seed %i)', (seed) => {
    const random = new Random(seed);
    const store = new ValueStore('made');
    const whole = new WholeValues();
    const keys = Array.from({ length: 1 + random.below(9) }, (_, i) => `k${i}`);
    const initial = Object.fromEntries(keys.map((key) => [key, part(random, 2)]));
    expect(store.number(initial)).toBe(whole.number(initial));
    for (let round = 0; round < 3000; round++) {
      const from = random.below(store.size);
      const value = store.value(from) as State;
      expect(whole.value(from)).toEqual(value);
      const next = successor(random, value);
      const number = store.number(next);
      expect(whole.number(next)).toBe(number);
      expect(store.isValueOf(next, number)).toBe(true);
      expect(store.value(number)).toEqual(next);
      expect(Object.keys(store.value(number) as State)).toEqual(keys);
    }
    // one of other keys, at last
    const other = { ...initial, more: 1 };
    expect(store.number(other)).toBe(whole.number(other));
    for (let state = 0; state < store.size; state++) expect(store.value(state)).toEqual(whole.value(state));
  });

  it('tell a changed value from that of the state', () => {
    const store = new ValueStore('made');
    store.number({ list: [1], at: 'a' });
    expect(store.isValueOf({ list: [1], at: 'a' }, 0)).toBe(true);
    expect(store.isValueOf({ list: [2], at: 'a' }, 0)).toBe(false);
    expect(store.isValueOf({ list: [1], at: 'a', more: undefined }, 0)).toBe(false);
    expect(store.number({ list: [1], at: 'a', more: undefined })).toBe(1);
    expect(store.number({ list: [1], at: 'a' })).toBe(0);
    const zeros = new ValueStore('made');
    expect([zeros.number({ n: 0 }), zeros.number({ n: -0 })]).toEqual([0, 0]);
  });

  it('are given as they were where they are held', () => {
    const store = new ValueStore('made');
    const [initial, other] = [{ at: 0 }, { at: 1 }];
    store.number(initial);
    store.number(other);
    store.hold(0, initial);
    expect(store.value(0)).toBe(initial);
    expect(store.value(1)).not.toBe(other);
    expect(store.keepAll()).toBe(true);
    expect(store.value(1)).toBe(other);
  });
});
