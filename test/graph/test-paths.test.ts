import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { stateGraph, testPaths } from '../../src/graph/index.ts';
import { defineModel, step } from '../../src/models/index.ts';

/** A random graph of `size` states, not all of which can be reached. */
function randomModel(seed: number) {
  const random = new Random(seed);
  const size = random.below(7) + 1;
  const edges = Array.from({ length: size }, () =>
    Array.from({ length: random.below(4) }, () => [random.below(2) === 0 ? 'a' : 'b', random.below(size)] as const),
  );
  return defineModel({
    initial: 0,
    next: (state: number) => edges[state].map(([action, target]) => step(action, target)),
    propositions: { even: (state: number) => state % 2 === 0 },
  });
}
const models = Array.from({ length: 200 }, (_, seed) => randomModel(seed));

/** The steps of a path as `source action target`, each of which must be one of the model. */
function stepsOf(
  model: ReturnType<typeof randomModel>,
  path: { initial: number; steps: readonly { action: string; state: number }[] },
) {
  expect(path.initial).toBe(0);
  const graph = stateGraph(model);
  const known = new Set(
    graph.steps.map(({ source, action, target }) =>
      [model.stateOf(graph.states[source].vector), action, model.stateOf(graph.states[target].vector)].join(' '),
    ),
  );
  let at = path.initial;
  return path.steps.map(({ action, state }) => {
    const name = `${at} ${action} ${state}`;
    expect(known).toContain(name);
    at = state;
    return name;
  });
}

describe('test paths', () => {
  it('take every step of the model', () => {
    for (const model of models) {
      const taken = new Set([...testPaths(model)].flatMap((path) => stepsOf(model, path)));
      expect(taken.size).toBe(stateGraph(model).steps.length);
    }
  });

  it('reach every state, by paths of which none is the beginning of another', () => {
    for (const model of models) {
      const paths = [...testPaths(model, { cover: 'states' })];
      const texts = paths.map((path) => ['', ...stepsOf(model, path), ''].join('|'));
      expect(new Set(paths.flatMap(({ initial, steps }) => [initial, ...steps.map(({ state }) => state)])).size).toBe(
        stateGraph(model).states.length,
      );
      for (const [i, text] of texts.entries())
        expect(texts.some((other, j) => i !== j && other.startsWith(text))).toBe(false);
    }
  });

  it('show an execution that satisfies a formula, where there is one', () => {
    const counter = defineModel({
      initial: 0,
      next: (n: number) => (n < 3 ? [step('up', n + 1), step('stay', n)] : [step('reset', 0)]),
      propositions: { full: (n: number) => n === 3 },
    });
    const [path, ...others] = testPaths(counter, { cover: { formula: parseLtl('F full') } });
    expect(others).toEqual([]);
    expect(path.steps.map(({ state }) => state)).toContain(3);
    const word = { prefix: [], cycle: [new Set<string>()] };
    expect(satisfies(word, parseLtl('F full'))).toBe(false);
    expect([...testPaths(counter, { cover: { formula: parseLtl('full') } })]).toEqual([]);
  });

  it('know nothing else to cover', () => {
    expect(() => [...testPaths(models[0], { cover: 'edges' as 'states' })]).toThrow('not edges');
  });
});
