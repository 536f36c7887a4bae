import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { validateCounterexample } from '../../src/check/counterexample.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { generateNet } from '../../src/models/library/index.ts';
import { observe } from '../../src/models/observation.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { checkSymbolically } from '../../src/symbolic/check.ts';
import { ExploredModel } from '../../src/symbolic/explored-model.ts';
import { fairLasso, type PairGraph } from '../../src/symbolic/look/pair-graph.ts';

function graphOf(edges: readonly (readonly [from: number, to: number, marks: number])[], allMarks: number): PairGraph {
  const stateCount = 1 + Math.max(...edges.map(([from, to]) => Math.max(from, to)));
  const sorted = [...edges].sort((a, b) => a[0] - b[0]);
  const edgeStart = new Int32Array(stateCount + 1);
  for (const [from] of sorted) edgeStart[from + 1]++;
  for (let i = 0; i < stateCount; i++) edgeStart[i + 1] += edgeStart[i];
  return {
    stateCount,
    edgeStart,
    edgeTarget: Int32Array.from(sorted, ([, to]) => to),
    edgeMarks: Int32Array.from(sorted, ([, , marks]) => marks),
    initialCount: 1,
    allMarks,
  };
}

describe('a look at the first pairs', () => {
  it('finds a cycle with all marks behind the shortest prefix', () => {
    const found = fairLasso(
      graphOf(
        [
          [0, 1, 0],
          [1, 0, 1],
          [1, 2, 0],
          [2, 3, 1],
          [3, 4, 0],
          [4, 2, 2],
        ],
        3,
      ),
    );
    expect(found?.prefix).toEqual([0, 1]);
    expect(found?.cycle).toEqual([2, 3, 4]);
  });

  it('takes no cycle that misses a mark, and no component without a step', () => {
    expect(
      fairLasso(
        graphOf(
          [
            [0, 1, 3],
            [1, 1, 1],
          ],
          3,
        ),
      ),
    ).toBeNull();
    expect(fairLasso(graphOf([[0, 1, 0]], 0))).toBeNull();
    expect(
      fairLasso(
        graphOf(
          [
            [0, 1, 0],
            [1, 1, 0],
          ],
          0,
        ),
      )?.cycle,
    ).toEqual([1]);
  });

  it('ends a check of a model whose states are far too many, before any diagram is made', () => {
    const model = netModel(generateNet('kanban', 100).value!);
    const formula = parseLtl('G("Pm1 >= 1" -> F "Pout1 >= 1")');
    const observation = observe(model, formula);
    const { lasso, diagrams } = checkSymbolically(new ExploredModel(model), formula, observation, {
      look: 'first-pairs',
    });
    expect(diagrams).toBeNull();
    validateCounterexample(model, formula, lasso!, { observation, deadlock: 'stutter' });
  });

  it('is left out where every deadlock has to be found', () => {
    const model = netModel(generateNet('philosophers', 3).value!);
    const formula = parseLtl('false');
    const refuse = (): unknown =>
      checkSymbolically(new ExploredModel(model), formula, observe(model, formula), {
        look: 'first-pairs',
        deadlock: 'error',
      });
    expect(refuse).toThrow('the model has a deadlock');
  });

  it('is left out where the letters are too wide for it, and so are the diagrams', () => {
    const model = netModel(generateNet('philosophers', 7).value!);
    const places = ['HasLeft', 'HasRight', 'Idle', 'IsEating', 'WaitLeft'];
    const all = places.flatMap((name) => Array.from({ length: 7 }, (_, i) => `${name}${i}`)).join(' & ');
    // it holds, but not where the propositions 0 and 32 are taken for one
    const formula = parseLtl(`G(!(Idle0 & HasLeft0) | (${all}))`);
    const { verdict } = check(model, formula, { engine: 'symbolic', automaton: 'tgba' });
    expect(verdict).toMatchObject({ outcome: 'unknown', reason: 'the symbolic engine takes at most 30 propositions' });
  });
});
