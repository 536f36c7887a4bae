import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { Simulation } from '../../src/models/simulation.ts';
import { replayTrace, traceToJson } from '../../src/models/trace.ts';
import { defineModel } from '../../src/models/typescript/define.ts';
import { step } from '../../src/models/typescript/definition.ts';
import { dve } from './formats/dve/graph.ts';

const counting = `byte x; int y = 5; process P { state a, b; init a;
  trans a -> b { effect x = x + 1; }, a -> a { guard x < 3; effect x = x + 2, y = -1; }, b -> a {}; } system async;`;

function walked(model: Model, seed: number, steps: number): Simulation {
  const simulation = new Simulation(model);
  const random = new Random(seed);
  for (let i = 0; i < steps; i++) simulation.takeRandom(random);
  return simulation;
}

describe('a simulation', () => {
  it('lists what is enabled, takes steps, says what changed, and takes them back', () => {
    const simulation = new Simulation(dve(counting));
    expect(simulation.choices().map(({ name }) => name)).toEqual(['P.a->b', 'P.a->a']);
    simulation.take(simulation.choices()[1]);
    expect(simulation.changes()).toEqual([
      { name: 'x', before: '0', after: '2' },
      { name: 'y', before: '5', after: '-1' },
    ]);
    simulation.take(simulation.choices()[0]);
    expect(simulation.changes()).toEqual([
      { name: 'x', before: '2', after: '3' },
      { name: 'P', before: 'a', after: 'b' },
    ]);
    expect(simulation.undo(5)).toBe(2);
    expect([simulation.length, simulation.undo()]).toEqual([0, 0]);
    expect(simulation.choices()).toHaveLength(2);
  });

  it('begins with the choice of an initial state where there are several', () => {
    const model = unwrap(loadModel('k.kripke', ['initial a b\na -> a\nb']));
    const simulation = new Simulation(model);
    expect(simulation.state).toBeNull();
    expect(simulation.choices().map(({ name }) => name)).toEqual(['start 1', 'start 2']);
    simulation.take(simulation.choices()[1]);
    expect(simulation.choices()).toEqual([]);
    expect(simulation.takeRandom(new Random(1))).toBe(false);
    expect(simulation.undo()).toBe(1);
    expect(simulation.state).toBeNull();
  });

  it('walks the same way for the same seed', () => {
    const names = (seed: number): string[] => walked(dve(counting), seed, 30).steps.map(({ name }) => name);
    expect(names(3)).toEqual(names(3));
    expect(names(3)).not.toEqual(names(4));
  });

  it('shows parts of values that come and go', () => {
    const model = defineModel<{ queue: number[] }>({
      initial: { queue: [] },
      next: ({ queue }) =>
        queue.length < 2 ? [step('put', { queue: [...queue, 7] })] : [step('clear', { queue: [] })],
    });
    const simulation = walked(model, 1, 1);
    expect(simulation.changes()).toEqual([
      { name: 'queue[0]', before: 'none', after: '7' },
      { name: 'queue', before: '[]', after: 'none' },
    ]);
  });
});

describe('traces', () => {
  const model = dve(counting);
  const json = (value: object): { name: string; text: string } => ({ name: 'trace', text: JSON.stringify(value) });

  it.each(['json', 'itf'] as const)('are written as %s and followed again', (format) => {
    for (let seed = 0; seed < 20; seed++) {
      const simulation = walked(model, seed, 15);
      const again = unwrap(replayTrace(model, json(traceToJson(simulation, format))));
      expect(again.steps.map(({ name, state }) => `${name} ${state.join()}`)).toEqual(
        simulation.steps.map(({ name, state }) => `${name} ${state.join()}`),
      );
    }
  });

  it.each(['json', 'itf'] as const)('keep variables whose names begin like the notes of ITF: %s', (format) => {
    const builder = new NetBuilder();
    for (const name of ['#meta', '##meta', '#x', 'meta']) builder.place(name, { initial: 1 });
    builder.move('#go', ['#x'], ['#meta']);
    builder.move('#back', ['#meta'], ['##meta', 'meta']);
    const net = netModel(builder.build('notes'));
    const simulation = walked(net, 3, 3);
    const written = traceToJson(simulation, format);
    const again = unwrap(replayTrace(net, json(written)));
    expect(again.steps.map(({ name, state }) => `${name} ${state.join()}`)).toEqual(
      simulation.steps.map(({ name, state }) => `${name} ${state.join()}`),
    );
    const wrong = JSON.stringify(written).replace('"#x":1', '"#x":2');
    expect(replayTrace(net, { name: 'trace', text: wrong }).value).toBeNull();
  });

  it('may have notes of other tools in ITF', () => {
    const written = traceToJson(new Simulation(model), 'itf') as { states: object[] };
    const noted = { ...written, states: written.states.map((state) => ({ ...state, '#tool': { by: 'me' }, '#n': 1 })) };
    expect(replayTrace(model, json(noted)).diagnostics).toEqual([]);
  });

  it('have the shape that other programs read', () => {
    const simulation = new Simulation(model);
    simulation.take(simulation.choices()[0]);
    expect(traceToJson(simulation, 'json')).toEqual({
      model: 'test.dve',
      trace: [{ state: { x: 0, y: 5, P: 'a' } }, { step: 'P.a->b', state: { x: 1, y: 5, P: 'b' } }],
    });
    expect(traceToJson(simulation, 'short')).toMatchObject({ trace: [{ state: { y: 5, P: 'a' } }, {}] });
    expect(traceToJson({ ...simulation, model, steps: simulation.steps, loop: 0 }, 'itf')).toEqual({
      '#meta': { format: 'ITF', description: 'a run of test.dve', source: 'test.dve' },
      vars: ['x', 'y', 'P'],
      states: [
        { '#meta': { index: 0 }, x: 0, y: 5, P: 'a' },
        { '#meta': { index: 1, step: 'P.a->b' }, x: 1, y: 5, P: 'b' },
      ],
      loop: 0,
    });
  });

  it('of a TypeScript model are followed by another instance of it', () => {
    const make = (): Model =>
      defineModel({
        initial: { n: 0, s: 'a b' },
        next: ({ n, s }) => [step('up', { n: n + 1, s }), { n: 0, s: `${s}x` }],
      });
    const simulation = walked(make(), 5, 10);
    const again = unwrap(replayTrace(make(), json(traceToJson(simulation, 'json'))));
    expect(again.steps.map(({ name }) => name)).toEqual(simulation.steps.map(({ name }) => name));
  });

  it.each([
    ['{}', 'expected an array `trace` (or `states`, in ITF)'],
    ['{"trace": [{"state": {"y": 6, "P": "a"}}]}', 'this is not the initial state of the model'],
    [
      '{"trace": [{"state": {"y": 5, "P": "a"}}, {"step": "P.b->a", "state": {}}]}',
      'step 1, `P.b->a`, cannot be taken here; `P.a->b`, `P.a->a` can',
    ],
    [
      '{"trace": [{"state": {"y": 5, "P": "a"}}, {"step": "P.a->b", "state": {"y": 5, "P": "b"}}]}',
      'step 1 does not lead to this state',
    ],
    ['{"trace": [{"state": {"y": 5, "P": "a", "z": 1}}]}', 'this is not the initial state of the model'],
    ['{"trace": [', 'expected a value, not the end of the text'],
  ])('that do not fit are refused: %s', (text, message) => {
    const { value, diagnostics } = replayTrace(model, { name: 'trace', text });
    expect(value).toBeNull();
    expect(diagnostics.map((diagnostic) => [diagnostic.code, diagnostic.message])).toEqual([['SIM901', message]]);
  });
});
