import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { ModelGraph, type ModelGraphOptions } from '../../../src/explicit/product/model-graph.ts';
import { CompiledSource } from '../../../src/explicit/product/state-source.ts';
import { firstDeadlock } from '../../../src/explicit/search/first-deadlock.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { generateNet } from '../../../src/models/library/index.ts';
import type { Model } from '../../../src/models/model.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { checkOnGraph } from '../../helpers/explicit-check.ts';
import { crowdedCounter } from '../../helpers/kernel.ts';

const net = (name: string, size: number): Model => netModel(generateNet(name, size).value!);

function graphOf(model: Model, options: Partial<ModelGraphOptions> = {}): ModelGraph {
  return new ModelGraph(model, { deadlock: 'stutter', ...options });
}

/** The successors of a state, by the model itself. */
function degreeOf(model: Model, graph: ModelGraph, state: number): number {
  const vector = new Int32Array(model.variables.length);
  graph.states.read(state, vector);
  let degree = 0;
  model.successors(vector, () => degree++);
  return degree;
}

describe.each(['plain', 'compiled'] as const)('the first deadlock of a graph, %s', (source) => {
  it('is a reachable state without successors', () => {
    const model = net('philosophers', 4);
    const graph = graphOf(model, { source });
    const state = firstDeadlock(graph);
    expect(state).not.toBeNull();
    expect(degreeOf(model, graph, state!)).toBe(0);
    expect(firstDeadlock(graph)).toBe(state);
  });

  it('is null where there is none, once all states were seen', () => {
    const graph = graphOf(net('kanban', 2), { source });
    expect(firstDeadlock(graph)).toBeNull();
    expect(graph.states.size).toBe(4600);
    expect(firstDeadlock(graph)).toBeNull();
  });

  it('is not known where a limit comes first', () => {
    const graph = graphOf(net('kanban', 2), { source, maxStates: 1000 });
    expect(() => firstDeadlock(graph)).toThrow(
      'more than 1000 states: it is not known whether the model has a deadlock',
    );
    expect(graph.states.size).toBeGreaterThan(1000);
    expect(graph.states.size).toBeLessThan(1030);
    expect(firstDeadlock(graphOf(net('kanban', 2), { source, maxStates: 4600 }))).toBeNull();
    const cancelled = { limits: { isCancelled: () => true } };
    expect(() => firstDeadlock(graphOf(net('kanban', 4), { source }), cancelled)).toThrow(LimitExceeded);
  });

  it('is looked for behind what an earlier search has seen', () => {
    const model = net('philosophers', 4);
    const graph = graphOf(model, { source });
    checkOnGraph(graph, parseLtl('GF dead | G !dead'));
    checkOnGraph(graph, parseLtl('G !Idle0'));
    expect(degreeOf(model, graph, firstDeadlock(graph)!)).toBe(0);
  });
});

describe('the kernel', () => {
  it('finds the deadlock behind states that were packed anew', () => {
    const model = crowdedCounter(70_000);
    const source = new CompiledSource(model, { memoryBytes: 1 << 27 });
    expect(firstDeadlock(graphOf(model, { source }))).toBe(firstDeadlock(graphOf(model, { source: 'plain' })));
    expect(source.space.repackings).toBeGreaterThan(0);
  });

  it.each([
    { memoryBytes: 1 << 24, largestMemory: 1 << 18 },
    { memoryBytes: 1 << 24, largestMemory: 1 << 20 },
    { memoryBytes: 3 << 20 },
  ])('goes on in further memories, and so does the search after it: %o', (memory) => {
    const model = net('kanban', 3);
    for (const text of ['GF "P1 <= 2" | FG "P1 >= 3"', 'G("Pm1 >= 1" -> F "Pout1 >= 1")', 'G "P1 <= 3"']) {
      const source = new CompiledSource(model, memory);
      const { found } = checkOnGraph(graphOf(model, { source }), parseLtl(text), { deadlock: 'error' });
      expect(source.size, text).toBe(58_400);
      expect(found.outcome, text).toBe(check(model, parseLtl(text)).verdict.outcome);
    }
  });
});
