import { describe, expect, it } from 'vitest';
import { exploreStates, exploreStatesSync } from '../../../src/explicit/search/explore-states.ts';
import { EvaluationFault } from '../../../src/models/expression/expression.ts';
import { kanban } from '../../../src/models/library/kanban.ts';
import { philosophers } from '../../../src/models/library/philosophers.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { defineModel } from '../../../src/models/typescript/define.ts';
import { crowdedCounter } from '../../helpers/kernel.ts';

const kanban3 = netModel(kanban(3));

describe('exploring the states of a model', () => {
  it('counts the Kanban system as published', async () => {
    const result = await exploreStates(kanban3, { tokens: 'measured' });
    expect(result).toMatchObject({ states: 58_400, transitions: 446_400, deadlocks: 0, complete: true, limit: null });
    expect(result).toMatchObject({ maxTokensInPlace: 3, maxTokensPerMarking: 12 });
  });

  it.each(['explicit', 'plain'] as const)('gives the same answers with the %s engine', async (engine) => {
    const result = await exploreStates(netModel(philosophers(3)), { engine, tokens: 'measured' });
    const other = exploreStatesSync(netModel(philosophers(3)), { order: 'breadth-first', tokens: 'measured' });
    for (const key of ['states', 'transitions', 'deadlocks', 'maxTokensInPlace', 'maxTokensPerMarking'] as const) {
      expect(result[key]).toBe(other[key]);
    }
  });

  it.each(['depth-first', 'breadth-first'] as const)('counts the states of TypeScript models, %s', (order) => {
    const keys = ['a', 'b', 'c', 'd'] as const;
    const counters = defineModel({
      initial: { a: 0, b: 0, c: 0, d: 0 },
      next: (state) => keys.filter((key) => state[key] < 7).map((key) => ({ ...state, [key]: state[key] + 1 })),
      propositions: { full: ({ a, b, c, d }) => a + b + c + d === 28 },
    });
    const found = exploreStatesSync(counters, { order });
    expect(found).toMatchObject({ states: 8 ** 4, transitions: 4 * 7 * 8 ** 3, deadlocks: 1 });
  });

  it('ends at a limit on states with what it has', async () => {
    const result = await exploreStates(kanban3, { limits: { states: 1000 } });
    expect(result).toMatchObject({ complete: false, limit: 'states' });
    expect(result.states).toBeGreaterThan(1000);
    expect(result.states).toBeLessThan(20_000);
  });

  it('ends when the time is up', async () => {
    const result = await exploreStates(netModel(kanban(20)), { limits: { seconds: 0.05, memoryBytes: 1 << 28 } });
    expect(result).toMatchObject({ complete: false, limit: 'time' });
  });

  it('ends when the memory is used up', async () => {
    const result = await exploreStates(kanban3, { limits: { memoryBytes: 1 << 18 } });
    expect(result).toMatchObject({ complete: false, limit: 'memory' });
    expect(result.states).toBeGreaterThan(1000);
  });

  it('can be cancelled while it runs', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 100);
    const result = await exploreStates(netModel(kanban(20)), {
      limits: { signal: abort.signal, memoryBytes: 1 << 28, seconds: 60 },
    });
    expect(result).toMatchObject({ complete: false, limit: 'cancelled' });
  });

  it('tells how far it is', async () => {
    const seen: number[] = [];
    await exploreStates(kanban3, { order: 'breadth-first', onProgress: ({ states }) => seen.push(states) });
    expect(seen.length).toBeGreaterThan(1);
    expect([...seen].sort((a, b) => a - b)).toEqual(seen);
    expect(seen.at(-1)).toBe(58_400);
  });

  it('knows the depth of the last state in breadth-first order', async () => {
    const net = new NetBuilder();
    for (let i = 0; i < 8; i++) net.place(`p${i}`, { initial: i === 0 ? 1 : 0 });
    for (let i = 0; i < 7; i++) net.move(`t${i}`, [`p${i}`], [`p${i + 1}`]);
    const result = await exploreStates(netModel(net.build('chain')), { order: 'breadth-first' });
    expect(result).toMatchObject({ states: 8, transitions: 7, deadlocks: 1, depth: 7 });
  });

  it('widens fields as tokens pile up, never wrapping', async () => {
    const result = await exploreStates(crowdedCounter(70_000));
    expect(result).toMatchObject({ states: 140_002, transitions: 280_002, deadlocks: 0, complete: true });
    expect(result.kernel?.repackings).toBeGreaterThan(0);
  });

  it('meets the fault of a model in the model’s words', async () => {
    const net = new NetBuilder();
    net.place('p', { initial: 2 ** 31 - 2 });
    net.transition('grow', { inputs: [], outputs: [{ place: 0, weight: 1 }], inhibitors: [] });
    await expect(exploreStates(netModel(net.build('huge')))).rejects.toThrow(EvaluationFault);
  });
});
