// Memory, budgets, deep and wide diagrams, drawings.
import { describe, expect, it } from 'vitest';
import { BudgetExceeded, EMPTY, Mdd, type MddSet } from '../../../src/dd/mdd/index.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { kanban } from '../../../src/models/library/kanban.ts';
import { vectorsOf } from '../../helpers/naive-sets.ts';
import { netEvents } from '../../helpers/net-events.ts';

const net = kanban(20);
const levels = net.places.map((_, i) => net.places.length - 1 - i);
const STATES = 805_422_366_595n;

function attempt(memoryBytes: number, strategy: 'saturation' | 'chaining'): { mdd: Mdd; states: MddSet } {
  const mdd = new Mdd({ levels: levels.length, memoryBytes });
  const { initial, events } = netEvents(mdd, net, levels);
  return { mdd, states: mdd.reach(initial, events, { strategy }) };
}

describe('memory', () => {
  it('is reclaimed in the midst of a closure when it runs short', () => {
    const shares = [
      ['saturation', 0.35],
      ['chaining', 0.5],
    ] as const;
    for (const [strategy, share] of shares) {
      const { mdd: free } = attempt(2 ** 30, strategy);
      expect(free.statistics()).toMatchObject({ collections: 0, freedNodes: 0 });
      const limit = Math.ceil(free.statistics().bytes * share);
      const { mdd, states } = attempt(limit, strategy);
      expect(mdd.count(states)).toBe(STATES);
      const { collections, freedNodes, createdNodes, nodes, peakBytes } = mdd.statistics();
      expect(collections).toBeGreaterThan(0);
      expect(freedNodes).toBeGreaterThan(0);
      expect(freedNodes + nodes).toBe(createdNodes);
      expect(peakBytes).toBeLessThanOrEqual(limit * 1.05);
    }
  });

  it('that does not suffice ends the run, not the manager', () => {
    const mdd = new Mdd({ levels: levels.length, memoryBytes: 2 ** 18 });
    const { initial, events } = netEvents(mdd, kanban(40), levels);
    expect(() => mdd.reach(initial, events)).toThrow(LimitExceeded);
    mdd.collect();
    expect(mdd.count(mdd.union(initial, mdd.image(initial, events)))).toBe(2n);
  });

  it('keeps what scopes give and what is protected, and nothing else', () => {
    const mdd = new Mdd({ levels: 3, memoryBytes: 2 ** 24 });
    const kept = mdd.scope(() => {
      mdd.protect(mdd.cube([[0], [1], [2, 5]]));
      mdd.cube([[7], [7], [7]]);
      return mdd.union(mdd.singleton([1, 2, 3]), mdd.singleton([3, 2, 1]));
    });
    mdd.collect();
    expect(mdd.statistics().nodes).toBe(mdd.nodeCount(kept) + 3);
    expect(vectorsOf(mdd, kept)).toEqual([
      [1, 2, 3],
      [3, 2, 1],
    ]);
    mdd.release(mdd.cube([[0], [1], [2, 5]]));
    mdd.scope(() => EMPTY);
    expect(mdd.contains(kept, [3, 2, 1])).toBe(true);
  });

  it('is clean after a reset, with other levels', () => {
    const mdd = new Mdd({ levels: 2, memoryBytes: 2 ** 24 });
    mdd.reach(mdd.singleton([0, 0]), mdd.events([mdd.event([{ level: 1, max: 4, delta: 1 }])]));
    mdd.reset(levels.length);
    expect(mdd.statistics().nodes).toBe(0);
    const { initial, events } = netEvents(mdd, net, levels);
    expect(mdd.count(mdd.reach(initial, events))).toBe(STATES);
  });
});

describe('budgets', () => {
  it('end a run, which can be repeated without them', () => {
    const mdd = new Mdd({ levels: levels.length });
    const { initial, events } = netEvents(mdd, net, levels);
    mdd.setBudget({ nodes: 500 });
    expect(() => mdd.reach(initial, events)).toThrow(BudgetExceeded);
    expect(mdd.statistics().createdNodes).toBeLessThan(1000);
    mdd.setBudget({ operations: 500 });
    expect(() => mdd.reach(initial, events)).toThrow('operations');
    mdd.setBudget({});
    expect(mdd.count(mdd.reach(initial, events))).toBe(STATES);
  });

  it('ends a run that is cancelled, and only that run', () => {
    const mdd = new Mdd({ levels: levels.length });
    const { initial, events } = netEvents(mdd, net, levels);
    let [looks, told] = [0, 0];
    const stopwatch = new Stopwatch({ isCancelled: () => ++looks === 3 });
    const onProgress = (): number => ++told;
    expect(() => mdd.during({ stopwatch, onProgress }, () => mdd.reach(initial, events))).toThrow('interrupted');
    expect([looks, told]).toEqual([3, 2]);
    expect(mdd.count(mdd.reach(initial, events))).toBe(STATES);
    expect(looks).toBe(3);
  });

  it('looks at the stopwatch also when many operations are short', () => {
    const mdd = new Mdd({ levels: 1 });
    const stopwatch = new Stopwatch({ isCancelled: () => true });
    const count = (): void => {
      for (let i = 0, all: MddSet = EMPTY; i < 10_000; i++) all = mdd.union(all, mdd.singleton([i]));
    };
    expect(() => mdd.during({ stopwatch }, count)).toThrow('interrupted');
    count();
  });
});

describe('deep diagrams', () => {
  it('of 50,000 levels are closed, counted and combined without recursion', () => {
    const depth = 50_000;
    const mdd = new Mdd({ levels: depth });
    const initial = mdd.singleton(new Array<number>(depth).fill(0));
    // Each level may become 1; each pair of neighbours at (1, 1) may become (2, 1).
    const raise = Array.from({ length: depth }, (_, level) => mdd.event([{ level, max: 0, delta: 1 }]));
    const pair = Array.from({ length: depth - 1 }, (_, level) =>
      mdd.event([
        { level, min: 1, max: 1, delta: 1 },
        { level: level + 1, min: 1, max: 1 },
      ]),
    );
    const reached = mdd.reach(initial, mdd.events([...raise, ...pair]));
    // A level is 2 only below a level that is 1 or 2: words over {0,1,2} from the top without 0 2, not starting with 2.
    let [zero, other, two] = [1n, 1n, 0n];
    for (let i = 1; i < 200; i++) [zero, other, two] = [zero + other + two, zero + other + two, other + two];
    const top = mdd.project(
      reached,
      Array.from({ length: 200 }, (_, i) => depth - 200 + i),
    );
    expect(mdd.count(top)).toBe(zero + other + two);
    expect(mdd.count(reached).toString().length).toBeGreaterThan(20_000);
    const ones = mdd.cube(Array.from({ length: depth }, () => [1]));
    expect(mdd.intersect(reached, ones)).toBe(ones);
    expect(mdd.union(mdd.minus(reached, ones), ones)).toBe(reached);
    expect(mdd.contains(mdd.minus(reached, ones), new Array<number>(depth).fill(1))).toBe(false);
    expect(mdd.preimage(ones, mdd.events(raise), reached)).not.toBe(EMPTY);
    expect(mdd.pick(reached)!.length).toBe(depth);
    mdd.collect();
    expect(mdd.contains(reached, new Array<number>(depth).fill(1))).toBe(true);
  });
});

describe('wide nodes', () => {
  it('hold values of more than 16 bits and ranges of more than 65,535 values', () => {
    const mdd = new Mdd({ levels: 2, memoryBytes: 2 ** 28 });
    const far = mdd.union(mdd.singleton([2_000_000_000, 1]), mdd.singleton([2_000_000_003, 1]));
    expect(vectorsOf(mdd, far)).toEqual([
      [2_000_000_000, 1],
      [2_000_000_003, 1],
    ]);
    const more = mdd.events([mdd.event([{ level: 0, max: 99_999, delta: 1 }])]);
    const all = mdd.reach(mdd.singleton([0, 0]), more);
    expect(mdd.count(all)).toBe(100_001n);
    expect(mdd.maxima(all)).toEqual([100_000, 0]);
    const back = mdd.reachBackwards(mdd.singleton([100_000, 0]), more);
    expect(back).toBe(all);
    expect(mdd.count(mdd.minus(all, mdd.filter(all, [{ level: 0, min: 70_000 }])))).toBe(70_000n);
  });

  it('known limit: a range too long for the memory ends the run', () => {
    const mdd = new Mdd({ levels: 1, memoryBytes: 2 ** 24 });
    const low = mdd.singleton([0]);
    const high = mdd.singleton([2_000_000_000]);
    expect(() => mdd.union(low, high)).toThrow(LimitExceeded);
    expect(mdd.union(low, mdd.singleton([1]))).toBe(mdd.cube([[0, 1]]));
  });
});

describe('drawings', () => {
  it('show a row per level and the values on the edges', () => {
    const mdd = new Mdd({ levels: 2 });
    const dot = mdd.toDot(mdd.cube([[0, 1, 2], [4]]), { levelName: (level) => ['x', 'y'][level] });
    expect(dot).toMatch(/^digraph mdd \{/);
    expect(dot.match(/label="x"/g)).toHaveLength(1);
    expect(dot).toMatch(/label="0…2"/);
    expect(dot).toMatch(/label="4"/);
    expect(mdd.toDot(EMPTY)).toContain('∅');
  });
});
