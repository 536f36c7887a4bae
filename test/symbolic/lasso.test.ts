// Lassos that are read off the diagrams without a breadth-first search: replayed and judged like any other.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { validateCounterexample } from '../../src/check/confirm.ts';
import { FormulaQuestion } from '../../src/check/question.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { observe } from '../../src/models/observation.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { checkSymbolically } from '../../src/symbolic/check.ts';
import { ExploredModel } from '../../src/symbolic/explored-model.ts';
import { randomWalk } from '../helpers/random-walk.ts';

const FORMULAS = [
  'GF s1 -> GF s2',
  '!(GF s0 & GF s1)',
  '!(GF s0 & GF s1 & FG !s2)',
  'G(s1 -> F s2)',
  'F(s1 & X s2)',
  'G !s2',
];

/** The lasso, which is confirmed; null if there is none. */
function lassoOf(model: Model, text: string, kind: 'tgba' | 'tgta', lassoOperations: number | undefined) {
  const formula = parseLtl(text);
  const observation = observe(model, formula);
  const question = new FormulaQuestion(formula, observation);
  const automaton = question.automaton(kind, new Stopwatch());
  const observed = question.observationFor(kind);
  const { lasso } = checkSymbolically(new ExploredModel(model), automaton, observed, { lassoOperations });
  return lasso && validateCounterexample(model, formula, lasso, { observation, deadlock: 'stutter' });
}

describe('lassos by chained sets', () => {
  it.each(['tgba', 'tgta'] as const)('are counterexamples, with a %s', (kind) => {
    const random = new Random(97);
    let found = 0;
    for (let round = 0; round < 30; round++) {
      const model = randomWalk(random, { places: [3, 7], steps: [1, 3] });
      const text = random.pick(FORMULAS);
      const chained = lassoOf(model, text, kind, 0);
      expect(chained === null, `${text}, round ${round}`).toBe(lassoOf(model, text, kind, undefined) === null);
      if (chained !== null) found++;
    }
    expect(found).toBeGreaterThan(5);
  });

  it('lead through many steps', () => {
    const model = netModel(generateNet('philosophers', 12).value!);
    const counterexample = lassoOf(model, 'G("HasLeft0 >= 1" -> F "IsEating0 >= 1")', 'tgta', 0);
    expect(counterexample).not.toBeNull();
  });
});
