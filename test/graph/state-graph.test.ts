import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { graphToJson, printGraph, productGraph, productToJson, stateGraph } from '../../src/graph/index.ts';
import { explore } from '../../src/models/explore.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { defineModel, step } from '../../src/models/index.ts';
import { generateNet } from '../../src/models/library/index.ts';
import { netModel } from '../../src/models/petri/net-model.ts';

const kripke = (text: string) => unwrap(loadModel('graph.kripke', [text]));
const light = defineModel({
  name: 'light',
  initial: 'red',
  next: (colour) => [step('switch', colour === 'red' ? 'green' : 'red'), step('wait', colour)],
  propositions: { green: (colour) => colour === 'green' },
});

describe('the graph of a model', () => {
  it('has the states and steps of the model, with the names of the steps', () => {
    expect(graphToJson(stateGraph(light, { propositions: ['green'] }))).toEqual({
      model: 'light',
      initial: [0],
      states: [
        { state: 'red', holds: [] },
        { state: 'green', holds: ['green'] },
      ],
      edges: [
        { source: 0, target: 1, action: 'switch' },
        { source: 0, target: 0, action: 'wait' },
        { source: 1, target: 0, action: 'switch' },
        { source: 1, target: 1, action: 'wait' },
      ],
    });
  });

  it('has as many of both as an exploration counts', () => {
    const model = netModel(generateNet('philosophers', 3).value!);
    const { states, steps } = stateGraph(model);
    const counted = explore(model);
    expect([states.length, steps.length]).toEqual([counted.states, counted.transitions]);
  });

  it('knows where a state is dead', () => {
    const { states } = stateGraph(kripke('initial a\na -> b\nb : p\n'), { propositions: ['dead', 'p'] });
    expect(states.map(({ holds }) => holds)).toEqual([[], ['dead', 'p']]);
  });

  it('is given up where there are too many states', () => {
    const model = netModel(generateNet('kanban', 2).value!);
    expect(() => stateGraph(model, { limits: { states: 100 } })).toThrow('more than 100 states');
  });

  it('is drawn with a colour where a proposition holds, and names that are text', () => {
    const dot = printGraph(stateGraph(light, { propositions: ['green'] }));
    expect(dot.match(/fillcolor="#cfe8ff"/g)).toHaveLength(1);
    const odd = defineModel({ initial: '"><script>', next: (s) => [step('a\\"b', s)], propositions: {} });
    expect(printGraph(stateGraph(odd))).toContain('label="a\\\\\\"b"');
  });
});

describe('the graph of a product', () => {
  it('has the pairs with the automaton of the negation, and the marks of the edges', () => {
    const product = productGraph(light, parseLtl('G F green'));
    const json = productToJson(product);
    expect(json).toMatchObject({ formula: 'GF green', automaton: 'tgba', acceptanceSets: 1 });
    // red for ever is a cycle with the mark, green never is
    const marked = product.edges.filter(({ marks }) => marks.length > 0);
    expect(marked.length).toBeGreaterThan(0);
    for (const { source } of marked) expect(product.states[source].holds).toEqual([]);
  });
});
