// Decision diagrams against plain lists of vectors: random sets, random events of all kinds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterings, EMPTY, IDENTITY, Mdd, type MddSet, TERMINAL } from '../../../src/dd/mdd/index.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import {
  closure,
  image,
  makeEvent,
  makeSet,
  type NaiveEvent,
  type NaiveShift,
  normal,
  preimage,
  type Vector,
  vectorsOf,
} from '../../helpers/naive-sets.ts';

const LEVELS = 4;
const LARGEST = 3;

const value = fc.nat(LARGEST);
const vector: fc.Arbitrary<Vector> = fc.array(value, { minLength: LEVELS, maxLength: LEVELS });
const vectors = fc.array(vector, { maxLength: 12 }).map(normal);
const levels = fc.subarray([0, 1, 2, 3], { minLength: 1 });

const shiftAt = (level: number): fc.Arbitrary<NaiveShift> =>
  fc
    .record({ min: value, width: fc.nat(LARGEST), delta: fc.integer({ min: -2, max: 2 }) })
    .map(({ min, width, delta }) => ({ level, min, max: Math.min(min + width, LARGEST - delta), delta }));
const shifts: fc.Arbitrary<NaiveEvent> = levels
  .chain((list) => fc.tuple(...list.map(shiftAt)))
  .map((list) => ({ kind: 'shifts', shifts: list }));
const pairs: fc.Arbitrary<NaiveEvent> = levels.chain((list) => {
  const short = fc.array(value, { minLength: list.length, maxLength: list.length });
  return fc.array(fc.tuple(short, short), { maxLength: 5 }).map((all) => ({ kind: 'pairs', levels: list, pairs: all }));
});
const below: fc.Arbitrary<NaiveEvent> = fc
  .subarray([0, 1], { minLength: 1 })
  .chain((list) => fc.tuple(...list.map(shiftAt)))
  .map((list) => ({ kind: 'shifts', shifts: list }));
const table: fc.Arbitrary<NaiveEvent> = fc.record({
  kind: fc.constant('table' as const),
  level: fc.integer({ min: 2, max: 3 }),
  rows: fc.array(fc.record({ from: value, to: value, below: fc.option(below) }), { maxLength: 4 }),
});
const events = fc.array(fc.oneof(shifts, pairs, table), { maxLength: 6 });

/** One manager for all cases: results of earlier ones in its caches must not matter. */
const mdd = new Mdd({ levels: LEVELS, memoryBytes: 2 ** 24 });
/** Another one, cleared for each case. */
const fresh = new Mdd({ levels: LEVELS, memoryBytes: 2 ** 24 });
const eventsOf = (list: readonly NaiveEvent[]): number => mdd.events(list.map((event) => makeEvent(mdd, event)));
const all = vectorsOf(mdd, mdd.cube(Array.from({ length: LEVELS }, () => [0, 1, 2, 3])));
const runs = { numRuns: 300 };

describe('sets', () => {
  it('are their vectors', () => {
    fc.assert(
      fc.property(vectors, vector, (a, v) => {
        const set = makeSet(mdd, a);
        expect(vectorsOf(mdd, set)).toEqual(a);
        expect(mdd.count(set)).toBe(BigInt(a.length));
        expect(mdd.contains(set, v)).toBe(a.some((other) => other.join() === v.join()));
        const picked = mdd.pick(set);
        expect(picked === null ? a.length === 0 : mdd.contains(set, picked)).toBe(true);
        expect(makeSet(mdd, [...a].reverse())).toBe(set);
      }),
      runs,
    );
  });

  it('have unions, intersections and differences', () => {
    fc.assert(
      fc.property(vectors, vectors, (a, b) => {
        const inB = new Set(b.map(String));
        const [x, y] = [makeSet(mdd, a), makeSet(mdd, b)];
        expect(vectorsOf(mdd, mdd.union(x, y))).toEqual(normal([...a, ...b]));
        expect(vectorsOf(mdd, mdd.intersect(x, y))).toEqual(a.filter((v) => inB.has(String(v))));
        expect(vectorsOf(mdd, mdd.minus(x, y))).toEqual(a.filter((v) => !inB.has(String(v))));
      }),
      runs,
    );
  });

  it('can be projected, filtered, measured and taken apart', () => {
    fc.assert(
      fc.property(vectors, levels, value, value, (a, kept, min, max) => {
        const set = makeSet(mdd, a);
        expect(vectorsOf(mdd, mdd.project(set, kept))).toEqual(normal(a.map((v) => kept.map((level) => v[level]))));
        const inside = (v: Vector): boolean => kept.every((level) => v[level] >= min && v[level] <= max);
        const conditions = kept.map((level) => ({ level, min, max }));
        expect(vectorsOf(mdd, mdd.filter(set, conditions))).toEqual(a.filter(inside));
        expect(mdd.maxSum(set, kept)).toBe(
          Math.max(-1, ...a.map((v) => kept.reduce((sum, level) => sum + v[level], 0))),
        );
        const maxima = mdd.maxima(set);
        expect(maxima).toEqual(a.length === 0 ? [] : a[0].map((_, i) => Math.max(...a.map((v) => v[i]))));
        const parts = Array.from({ length: (maxima.at(-1) ?? -1) + 1 }, (_, v) => [v, mdd.child(set, v)] as const);
        expect(mdd.branch(parts)).toBe(set);
      }),
      runs,
    );
  });

  it('of vectors of length 0 are empty or the terminal', () => {
    expect(mdd.singleton([])).toBe(TERMINAL);
    expect(mdd.cube([[0], [], [1]])).toBe(EMPTY);
    expect([...mdd.vectors(TERMINAL)]).toEqual([[]]);
    expect([mdd.count(EMPTY), mdd.count(TERMINAL)]).toEqual([0n, 1n]);
  });
});

describe('steps', () => {
  it('forwards are the images of the vectors', () => {
    fc.assert(
      fc.property(vectors, events, vectors, (a, list, w) => {
        const set = makeSet(mdd, a);
        const expected = image(a, list);
        expect(vectorsOf(mdd, mdd.image(set, eventsOf(list)))).toEqual(expected);
        const inW = new Set(w.map(String));
        expect(vectorsOf(mdd, mdd.image(set, eventsOf(list), makeSet(mdd, w)))).toEqual(
          expected.filter((v) => inW.has(String(v))),
        );
      }),
      runs,
    );
  });

  it('are missing for the vectors that are stuck, whatever was asked of the same events before', () => {
    fc.assert(
      fc.property(vectors, events, fc.boolean(), (a, list, askedBefore) => {
        const set = makeSet(mdd, a);
        if (askedBefore) mdd.image(set, eventsOf(list));
        const stuck = a.filter((v) => image([v], list).length === 0);
        expect(vectorsOf(mdd, mdd.stuck(set, eventsOf(list)))).toEqual(stuck);
        expect(vectorsOf(mdd, mdd.image(set, eventsOf(list)))).toEqual(image(a, list));
      }),
      runs,
    );
    expect(mdd.stuck(mdd.singleton([0]), mdd.events([IDENTITY]))).toBe(EMPTY);
  });

  it('backwards are the vectors with a step into the set', () => {
    fc.assert(
      fc.property(vectors, events, (a, list) => {
        const within = makeSet(mdd, all);
        expect(vectorsOf(mdd, mdd.preimage(makeSet(mdd, a), eventsOf(list), within))).toEqual(preimage(a, list, all));
      }),
      { numRuns: 100 },
    );
  });
});

describe('closures', () => {
  it('are the same by every strategy and in every order', () => {
    fc.assert(
      fc.property(vectors, events, (a, list) => {
        const set = makeSet(mdd, a);
        const relation = eventsOf(list);
        const expected = makeSet(mdd, closure(a, list));
        expect(mdd.reach(set, relation)).toBe(expected);
        expect(mdd.reach(set, relation, { strategy: 'chaining' })).toBe(expected);
        expect(mdd.reach(set, relation, { strategy: 'breadth-first' })).toBe(expected);
        fresh.reset();
        const again = fresh.events(list.map((event) => makeEvent(fresh, event)));
        const start = makeSet(fresh, a);
        const order = (['ascending', 'sweep'] as const)[a.length % 2];
        expect(vectorsOf(fresh, fresh.reach(start, again, { order }))).toEqual(vectorsOf(mdd, expected));
      }),
      { numRuns: 200 },
    );
  });

  it('may be confined to a set', () => {
    fc.assert(
      fc.property(vectors, events, fc.array(vector, { maxLength: 120 }), (a, list, w) => {
        const set = makeSet(mdd, a);
        const within = makeSet(mdd, w);
        const inW = new Set(w.map(String));
        const expected = makeSet(
          mdd,
          closure(a, list, (v) => inW.has(String(v))),
        );
        const relation = eventsOf(list);
        expect(mdd.reach(set, relation, { within })).toBe(expected);
        expect(mdd.reach(set, relation, { within, order: 'sweep' })).toBe(expected);
        expect(mdd.reach(set, relation, { within, strategy: 'chaining' })).toBe(expected);
        expect(mdd.reach(set, relation, { within, strategy: 'breadth-first' })).toBe(expected);
      }),
      runs,
    );
  });

  it('are the same whatever events act as one', () => {
    fc.assert(
      fc.property(vectors, events, fc.array(vector, { maxLength: 120 }), (a, list, w) => {
        const set = makeSet(mdd, a);
        const within = makeSet(mdd, [...a, ...w]);
        const relation = eventsOf(list);
        for (const clusters of clusterings) {
          for (const strategy of ['saturation', 'chaining', 'breadth-first'] as const) {
            const how = { clusters, strategy };
            expect(mdd.reach(set, relation, how)).toBe(mdd.reach(set, relation));
            expect(mdd.reach(set, relation, { ...how, within })).toBe(mdd.reach(set, relation, { within }));
            expect(mdd.reachBackwards(set, relation, { ...how, within })).toBe(
              mdd.reachBackwards(set, relation, { within }),
            );
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('event sets', () => {
  it('may be many: results known for one are never taken for another', () => {
    const many = new Mdd({ levels: 2, memoryBytes: 2 ** 24 });
    const start = many.singleton([0, 0]);
    const top = many.event([{ level: 1, max: 0, delta: 1 }]);
    for (let i = 1; i <= 2500; i++) {
      const jump = many.table(0, [{ from: 0, to: i }]);
      const expected = i % 2 === 0 ? [`0 0`, `0 1`, `${i} 0`, `${i} 1`] : [`0 0`, `${i} 0`];
      const reached = many.reach(start, many.events(i % 2 === 0 ? [jump, top] : [jump]));
      expect(vectorsOf(many, reached).map((v) => v.join(' '))).toEqual(expected);
    }
  });

  it('share what they know of the levels on which they agree', () => {
    const product = new Mdd({ levels: 13, memoryBytes: 2 ** 24 });
    const below = Array.from({ length: 11 }, (_, level) =>
      product.event([
        { level, max: 2, delta: 1 },
        { level: level + 1, min: 1, delta: -1 },
      ]),
    );
    const start = product.cube([...Array.from({ length: 12 }, () => [0, 1, 2]), [0, 1]]);
    const stuttering = product.reach(start, product.events(below));
    const { operations } = product.statistics();
    // The level on top, an automaton's state say, is touched by the other event only.
    const moving = product.event([{ level: 12, max: 1, delta: 1 }]);
    const all = product.reach(start, product.events([...below, moving]));
    expect(product.statistics().operations - operations).toBeLessThan(10);
    expect(product.count(all)).toBe((product.count(stuttering) / 2n) * 3n);
  });

  it('that grow, as events are learned, give what the whole gives', () => {
    fc.assert(
      fc.property(vectors, events, (a, list) => {
        let set = makeSet(mdd, a);
        for (let i = 0; i <= list.length; i++) set = mdd.reach(set, eventsOf(list.slice(0, i)));
        expect(mdd.reach(set, eventsOf(list))).toBe(set);
        expect(vectorsOf(mdd, set).length).toBeLessThanOrEqual(closure(a, list).length);
        expect(mdd.minus(mdd.image(set, eventsOf(list)), set)).toBe(EMPTY);
      }),
      { numRuns: 100 },
    );
  });
});

describe('operations in little memory', () => {
  it('give the same while nodes are reclaimed under them, or end with the limit', () => {
    const small = new Mdd({ levels: LEVELS, memoryBytes: 165_900 });
    let collections = 0;
    let tooLittle = 0;
    const check = (work: () => MddSet, expected: readonly Vector[]): void =>
      void small.scope(() => {
        try {
          const set = work();
          expect(vectorsOf(small, set)).toEqual(expected);
        } catch (error) {
          if (!(error instanceof LimitExceeded)) throw error;
          tooLittle++;
        }
        return EMPTY;
      });
    const prepare = (a: readonly Vector[], w: readonly Vector[]): readonly MddSet[] =>
      small.scope(() => [makeSet(small, a), makeSet(small, w)]);
    fc.assert(
      fc.property(vectors, events, fc.array(vector, { maxLength: 30 }), levels, (a, list, w, kept) => {
        small.reset();
        const relation = small.events(list.map((event) => makeEvent(small, event)));
        const [set, within] = prepare(a, w);
        const inW = new Set(w.map(String));
        const inside = (v: Vector): boolean => inW.has(String(v));
        check(() => small.image(set, relation), image(a, list));
        check(() => small.reach(set, relation), closure(a, list));
        check(
          () => small.stuck(set, relation),
          a.filter((v) => image([v], list).length === 0),
        );
        check(() => small.reach(set, relation, { within }), closure(a, list, inside));
        check(() => small.reach(set, relation, { within, strategy: 'chaining' }), closure(a, list, inside));
        check(() => small.project(set, kept), normal(a.map((v) => kept.map((level) => v[level]))));
        check(() => small.intersect(within, set), a.filter(inside));
        collections += small.statistics().collections;
      }),
      runs,
    );
    expect(collections).toBeGreaterThan(10);
    expect(tooLittle).toBeLessThan(100);
  });
});
