// Fields that prove too narrow: states are packed anew, not too often, and limits bind while they are.
import { describe, expect, it } from 'vitest';
import { Int32List } from '../../../src/base/growable.ts';
import { searchExplicitly } from '../../../src/check/explicit-engine.ts';
import { completeExplicit } from '../../../src/check/options.ts';
import { FormulaQuestion } from '../../../src/check/question.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { ModelGraph } from '../../../src/explicit/product/model-graph.ts';
import { CompiledSource } from '../../../src/explicit/product/state-source.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { generateNet } from '../../../src/models/library/index.ts';
import { observe } from '../../../src/models/observation.ts';
import { type Arc, NetBuilder } from '../../../src/models/petri/net.ts';
import { type NetModel, netModel } from '../../../src/models/petri/net-model.ts';

/**
 * Places of three tokens that lose and regain them at first, and get a fourth one much later, one after the other: a first look sees the
 * numbers up to three.
 */
function lateCounters(count: number, delay: number): NetModel {
  const builder = new NetBuilder();
  const counters = Array.from({ length: count }, (_, i) => builder.place(`c${i}`, { initial: 3 }));
  let at = builder.place('at', { initial: 1 });
  let steps = 0;
  const step = (taken: readonly Arc[], put: readonly Arc[]): void => {
    const next = builder.place(`at${steps}`);
    const [inputs, outputs] = [
      [{ place: at, weight: 1 }, ...taken],
      [{ place: next, weight: 1 }, ...put],
    ];
    builder.transition(`t${steps++}`, { inputs, outputs });
    at = next;
  };
  for (const place of counters) {
    step([{ place, weight: 3 }], []);
    step([], [{ place, weight: 3 }]);
  }
  for (const place of counters) {
    for (let i = 1; i < delay; i++) step([], []);
    step([], [{ place, weight: 1 }]);
  }
  return netModel(builder.build('counters'));
}

/** The successors of all states, in the order in which they are found. */
function allSuccessors(source: CompiledSource, watch?: Stopwatch): number[] {
  const targets = new Int32List();
  for (let state = 0; state < source.size; state++) source.successors(state, targets, watch);
  return [...targets.data.subarray(0, targets.length)];
}

describe('wider fields', () => {
  it('are given to all places that are alike after some of them needed one', () => {
    const source = new CompiledSource(lateCounters(20, 200));
    expect(allSuccessors(source)).toHaveLength(4040);
    expect(source.size).toBe(4041);
    expect(source.space.repackings).toBeGreaterThan(0);
    expect(source.space.repackings).toBeLessThan(10);
  });

  it('are not made when the time is up, and later all the same', () => {
    const model = lateCounters(20, 200);
    const over = new Stopwatch({ seconds: -1 });
    const source = new CompiledSource(model);
    const targets = new Int32List();
    let interrupted = 0;
    for (let state = 0; state < source.size; state++) {
      try {
        source.successors(state, targets, over);
      } catch (error) {
        expect(error).toBeInstanceOf(LimitExceeded);
        interrupted++;
        source.successors(state, targets);
      }
    }
    expect(interrupted).toBeGreaterThan(0);
    expect(source.size).toBe(4041);
    const last = new Int32Array(model.variables.length);
    source.read(4040, last);
    expect(new Set(last.slice(0, 20))).toEqual(new Set([4]));
  });
});

describe('limits bind', () => {
  const model = netModel(generateNet('kanban', 2).value!);

  it('while states have very many successors', () => {
    let looks = 0;
    const watch = new Stopwatch({ isCancelled: () => ++looks < 0 });
    const found = allSuccessors(new CompiledSource(model), watch);
    expect(looks).toBeGreaterThanOrEqual(Math.floor(found.length / 5000));
    expect(looks).toBeGreaterThan(3);
  });

  it('while states that are known get their letters', () => {
    const graph = new ModelGraph(netModel(generateNet('kanban', 3).value!), { deadlock: 'stutter' });
    const store = new FormulaStore();
    const ask = (proposition: string, stopwatch: Stopwatch): ReturnType<typeof searchExplicitly> => {
      const formula = store.globally(store.proposition(proposition));
      const question = new FormulaQuestion(formula, observe(graph.model, formula));
      const engine = completeExplicit({ search: 'compiled', partialOrder: 'none' });
      return searchExplicitly({ graph, deadlock: 'stutter', question, engine, stopwatch });
    };
    const first = ask('P1 <= 3', new Stopwatch());
    expect(first.found.outcome).toBe('holds');
    expect(first.statistics.modelStates).toBeGreaterThan(20_000);
    let looks = 0;
    const { found, statistics } = ask('P2 <= 3', new Stopwatch({ isCancelled: () => ++looks > 4 }));
    expect(found).toMatchObject({ outcome: 'unknown', limit: 'cancelled' });
    expect(statistics.productStates).toBe(0);
  });
});
