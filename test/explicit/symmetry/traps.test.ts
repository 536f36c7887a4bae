// Where a search up to symmetry could go wrong, one small model each.
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import type { CheckResult } from '../../../src/check/result.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import type { Model } from '../../../src/models/model.ts';
import { type Net, NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { defineModel } from '../../../src/models/typescript/define.ts';

function asked(model: Model, formula: string, reductions: 'auto' | 'none' = 'none'): CheckResult {
  return check(model, parseLtl(formula), {
    engine: { kind: 'explicit', symmetry: 'always', search: 'interpreted' },
    reductions,
    trace: 'lasso',
  });
}

function setsOf({ statistics: { symmetry } }: CheckResult): readonly number[] | string {
  return symmetry === undefined ? 'nothing was tried' : 'unused' in symmetry ? symmetry.unused : symmetry.sets;
}

/** Clients that idle, wait and work; one of them works at a time. */
function clients(count: number, prepare: (builder: NetBuilder) => void = () => undefined): Net {
  const builder = new NetBuilder();
  builder.place('free', { initial: 1 });
  for (let i = 0; i < count; i++) {
    builder.place(`idle${i}`, { initial: 1 });
    builder.place(`wait${i}`);
    builder.place(`work${i}`);
    builder.move(`ask${i}`, [`idle${i}`], [`wait${i}`]);
    builder.move(`begin${i}`, [`wait${i}`, 'free'], [`work${i}`]);
    builder.move(`end${i}`, [`work${i}`], [`idle${i}`, 'free']);
  }
  prepare(builder);
  return builder.build('clients');
}

describe('parts of nets that change places', () => {
  it('are found, whatever the order of places; the states are those of multisets', () => {
    const result = asked(netModel(clients(6)), 'G "free <= 1"');
    expect(setsOf(result)).toEqual([6]);
    // Of six clients at most one works: (6 + 1) ways without, 6 ways with one that does.
    expect(result.statistics.modelStates).toBe(13);
    const { represented } = result.statistics.symmetry as { represented: number };
    expect(represented).toBe(2 ** 6 + 6 * 2 ** 5);
  });

  it('are not those that the formula tells apart', () => {
    const model = netModel(clients(5));
    const one = asked(model, 'G("wait3 = 1" -> F "work3 = 1")');
    expect(one.verdict.outcome).toBe('violated');
    expect(setsOf(one)).toEqual([4]);
    const two = asked(model, 'G!("work3 = 1" & "work1 = 1")');
    expect(two.verdict.outcome).toBe('holds');
    // Either of the two may take the place of the other, because the formula says the same of both.
    expect(setsOf(two)).toEqual([3, 2]);
    expect(setsOf(asked(netModel(clients(2)), 'G !"work1 = 1"'))).toContain('tells apart');
  });

  it('may be all of them where the formula names all of them alike', () => {
    const some = [0, 1, 2, 3].map((i) => `"work${i} = 1"`).join(' | ');
    expect(setsOf(asked(netModel(clients(4)), `GF(${some})`))).toEqual([4]);
    expect(setsOf(asked(netModel(clients(4)), `(${some}) U "free = 0"`))).toEqual([4]);
    expect(setsOf(asked(netModel(clients(4)), 'G "tokens(work0, work1, work2, work3) <= 1"'))).toEqual([4]);
  });

  it('need not be marked alike', () => {
    const builder = new NetBuilder();
    for (let i = 0; i < 4; i++) {
      builder.place(`a${i}`, { initial: i === 2 ? 1 : 0 });
      builder.place(`b${i}`, { initial: i === 2 ? 0 : 1 });
      builder.move(`t${i}`, [`a${i}`], [`b${i}`]);
    }
    const model = netModel(builder.build('uneven'));
    const symmetric = asked(model, 'G "a0 + a1 + a2 + a3 >= 1"');
    expect(setsOf(symmetric)).toEqual([4]);
    expect(symmetric.verdict.outcome).toBe('violated');
    // The one that is marked differently is told apart by a formula alone.
    expect(asked(model, '"a2 = 1"').verdict.outcome).toBe('holds');
    expect(asked(model, '"a1 = 1"').verdict.outcome).toBe('violated');
    expect(asked(model, 'F "b2 = 1"').verdict.outcome).toBe('holds');
  });

  it('are not those with another arc, weight, capacity or inhibitor', () => {
    const others: Readonly<Record<string, (builder: NetBuilder) => void>> = {
      arc: (builder) => builder.move('extra', ['wait2'], ['idle2']),
      weight: (builder) => {
        const place = builder.placeNumber('wait2');
        builder.transition('extra', { inputs: [{ place, weight: 2 }] });
      },
      inhibitor: (builder) => {
        const place = builder.placeNumber('work2');
        builder.transition('extra', { inhibitors: [{ place, below: 1 }] });
      },
    };
    for (const [what, prepare] of Object.entries(others)) {
      expect(setsOf(asked(netModel(clients(4, prepare)), 'G "free <= 1"')), what).toEqual([3]);
    }
  });

  it('are not the philosophers round a table, who cannot change places one with another', () => {
    const builder = new NetBuilder();
    for (let i = 0; i < 5; i++) builder.place(`fork${i}`, { initial: 1 });
    for (let i = 0; i < 5; i++) {
      builder.place(`eat${i}`);
      builder.move(`take${i}`, [`fork${i}`, `fork${(i + 1) % 5}`], [`eat${i}`]);
      builder.move(`give${i}`, [`eat${i}`], [`fork${i}`, `fork${(i + 1) % 5}`]);
    }
    expect(setsOf(asked(netModel(builder.build('table')), 'G "fork0 <= 1"'))).toContain('no parts of the net');
  });

  it('may have places for each two of them', () => {
    const builder = new NetBuilder();
    const count = 4;
    for (let i = 0; i < count; i++) builder.place(`at${i}`, { initial: 1 });
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) {
        if (i === j) continue;
        builder.place(`mail${i}_${j}`);
        builder.move(`send${i}_${j}`, [`at${i}`], [`mail${i}_${j}`]);
        builder.move(`receive${i}_${j}`, [`mail${i}_${j}`, `at${j}`], [`at${i}`, `at${j}`]);
      }
    }
    const model = netModel(builder.build('mail'));
    const at = Array.from({ length: count }, (_, i) => `at${i}`).join(', ');
    const result = asked(model, `G "tokens(${at}) >= 1"`);
    expect(setsOf(result)).toEqual([4]);
    expect(result.verdict.outcome).toBe('violated');
    expect(asked(model, `GF "tokens(${at}) >= 1"`).verdict.outcome).toBe('violated');
    const holds = asked(model, `G "tokens(${at}) <= ${count}"`);
    expect(holds.verdict.outcome).toBe('holds');
    expect(holds.statistics.modelStates).toBeLessThan(40); // 256 states
  });

  it('may have places for each two of different kinds, in any order', () => {
    const builder = new NetBuilder();
    const [tasks, jobs] = [3, 4];
    for (let i = 0; i < tasks; i++) builder.place(`idle${i}`, { initial: 1 });
    for (let j = 0; j < jobs; j++) builder.place(`ready${j}`, { initial: 1 });
    for (let i = 0; i < tasks; i++) {
      for (let k = 0; k < jobs; k++) {
        const j = (k * (i === 1 ? 3 : 1) + i) % jobs; // each task has its places in another order
        builder.place(`work${i}_${j}`);
        builder.move(`begin${i}_${j}`, [`idle${i}`, `ready${j}`], [`work${i}_${j}`]);
        builder.move(`end${i}_${j}`, [`work${i}_${j}`], [`idle${i}`, `ready${j}`]);
      }
    }
    const model = netModel(builder.build('tasks and jobs'));
    const idle = Array.from({ length: tasks }, (_, i) => `idle${i}`).join(', ');
    const result = asked(model, `G "tokens(${idle}) <= ${tasks}"`);
    expect(result.verdict.outcome).toBe('holds');
    expect(setsOf(result)).toEqual([tasks, jobs]);
    expect(result.statistics.modelStates).toBe(4); // none, one, two or three work: 73 states
    expect(asked(model, `GF "tokens(${idle}) >= 2"`).verdict.outcome).toBe('violated');
  });
});

describe('cycles of normal forms', () => {
  // A token goes round: in normal form each step is a loop, in the net it closes after as many steps as there are places.
  const names = ['a', 'b', 'c'];

  it('are gone round until the members are back', () => {
    const builder = new NetBuilder();
    for (const name of names) builder.place(name, { initial: name === 'a' ? 1 : 0 });
    for (const from of names) for (const to of names) if (from !== to) builder.move(`${from}${to}`, [from], [to]);
    const model = netModel(builder.build('round'));
    const result = asked(model, 'F "tokens(a, b, c) = 0"');
    expect(setsOf(result)).toEqual([3]);
    expect(result.statistics.modelStates).toBe(1);
    if (result.verdict.outcome !== 'violated') expect.fail('it holds');
    const { prefix, cycle } = result.verdict.counterexample;
    expect(cycle.length).toBeGreaterThan(1);
    expect(prefix.length + cycle.length).toBeLessThanOrEqual(3);
  });

  it('and of models in code', () => {
    const model = defineModel({
      initial: { at: ['x', 'x', 'x', 'x'], holder: 0 },
      next: ({ at, holder }) => [...at.keys()].filter((i) => i !== holder).map((i) => ({ at, holder: i })),
      propositions: { nobody: ({ holder }) => holder < 0 },
      symmetric: [{ fields: ['at'], references: ['holder'] }],
    });
    const result = asked(model, 'F nobody');
    expect(result.statistics.modelStates).toBe(1);
    if (result.verdict.outcome !== 'violated') expect.fail('it holds');
    const { cycle } = result.verdict.counterexample;
    expect(cycle.length).toBeGreaterThan(1);
    expect(new Set(cycle.map(({ state }) => model.stateOf(state).holder)).size).toBe(cycle.length);
  });
});

describe('members of models in code', () => {
  const mutex = (count: number): Model =>
    defineModel({
      initial: { at: Array.from({ length: count }, () => 'idle'), holder: null as number | null },
      next: {
        *ask({ at, holder }) {
          for (const i of at.keys()) if (at[i] === 'idle') yield { at: at.with(i, 'waiting'), holder };
        },
        *enter({ at, holder }) {
          for (const i of at.keys()) {
            if (at[i] === 'waiting' && holder === null) yield { at: at.with(i, 'critical'), holder: i };
          }
        },
        *leave({ at, holder }) {
          if (holder !== null) yield { at: at.with(holder, 'idle'), holder: null };
        },
      },
      propositions: {
        safe: ({ at }) => at.filter((place) => place === 'critical').length <= 1,
        busy: ({ holder }) => holder !== null,
        'first is in': ({ at }) => at[0] === 'critical',
        'first waits': ({ at }) => at[0] === 'waiting',
      },
      symmetric: [{ fields: ['at'], references: ['holder'] }],
    });

  it('are counted as multisets, references included', () => {
    const result = asked(mutex(6), 'G safe');
    expect(result.verdict.outcome).toBe('holds');
    expect(setsOf(result)).toEqual([6]);
    expect(result.statistics.modelStates).toBe(13);
    expect(result.statistics.symmetry).toMatchObject({ basis: 'declared', represented: 2 ** 6 + 6 * 2 ** 5 });
  });

  it('are not permuted where a proposition tells them apart, and the answer is right', () => {
    const result = asked(mutex(4), 'G("first waits" -> F "first is in")');
    expect(result.verdict.outcome).toBe('violated');
    expect(setsOf(result)).toContain('tells apart');
    expect(asked(mutex(4), 'G !"first is in"').verdict.outcome).toBe('violated');
    expect(asked(mutex(4), 'G "at[0] = idle"').verdict.outcome).toBe('violated');
  });

  it('are not permuted where few of very many permutations show that they are told apart', () => {
    const many = defineModel({
      initial: { at: Array.from({ length: 40 }, () => 0) },
      *next({ at }) {
        if (at.includes(1)) yield { at: at.map(() => 0) };
        else for (const i of at.keys()) yield { at: at.map((_, k) => (k === i ? 1 : 0)) };
      },
      propositions: { 'first is on': ({ at }) => at[0] === 1 },
      symmetric: ['at'],
    });
    expect(asked(many, 'G !"first is on"').verdict.outcome).toBe('violated');
  });

  it('are refused where they cannot change places', () => {
    const ring = defineModel({
      initial: { at: [true, false, false] },
      next: ({ at }) => [{ at: at.map((_, i) => at[(i + 2) % 3]) }, { at: at.with(0, false) }],
      propositions: { some: ({ at }) => at.some(Boolean) },
      symmetric: ['at'],
    });
    expect(() => asked(ring, 'G some')).toThrow(/symmetric set `at` cannot change places/);
  });

  it('are refused where a reference is not declared', () => {
    const lock = defineModel({
      initial: { at: [0, 0, 0], holder: -1 },
      *next({ at, holder }) {
        for (const i of at.keys()) if (at[i] === 0 && holder < 0) yield { at: at.with(i, 1), holder: i };
        if (holder >= 0) yield { at: at.with(holder, 0), holder: -1 };
      },
      propositions: { free: ({ holder }) => holder < 0 },
      symmetric: ['at'],
    });
    expect(() => asked(lock, 'GF free')).toThrow(/cannot change places/);
  });

  it('are refused where an array does not have an entry for each', () => {
    const growing = defineModel({
      initial: { at: [0, 0] },
      *next({ at }) {
        if (at.length < 4) yield { at: [...at, 1] };
      },
      propositions: { some: ({ at }) => at.length > 0 },
      symmetric: ['at'],
    });
    expect(() => asked(growing, 'G some')).toThrow(/3 entries where the set has 2 members/);
  });
});
