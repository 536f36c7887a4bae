// A claim of the papers, in our counts: for stutter-invariant formulas that hold, the product with a TGTA has on average no more
// transitions than the one with a TGBA [BDK12, §4.4].
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { ModelGraph } from '../../src/explicit/product/model-graph.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { complaintOn } from '../certificates/certified.ts';
import { checkOnGraph } from '../helpers/explicit-check.ts';
import { quoted } from '../helpers/odd-names.ts';

const MODELS: readonly (readonly [string, number])[] = [
  ['kanban', 1],
  ['fms', 1],
  ['slotted-ring', 2],
  ['peterson', 2],
];
/** Few random formulas hold. */
const FORMULAS = 400;

/** Random formulas over conditions on the model's places; every other under weak fairness, as in the papers. */
function* formulasOf(model: Model, seed: number): Generator<Formula, void> {
  const random = new Random(seed);
  for (let round = 0; round < FORMULAS; round++) {
    const names = [0, 1, 2].map(() => `${quoted(random.pick(model.variables).name)} >= 1`);
    const { value: formula } = randomFormulas(new FormulaStore(), {
      propositions: [...new Set(names)],
      seed: seed * 1000 + round,
      size: { min: 4, max: 9 },
      operators: 'next-free',
      weakFairness: round % 2 === 0 ? undefined : { min: 1, max: 1 },
    }).next();
    if (formula) yield formula;
  }
}

describe('products with TGTA', () => {
  it.each(MODELS)('have no more transitions than those with TGBA where the formula holds: %s %i', (name, size) => {
    const model = netModel(generateNet(name, size).value!);
    const graph = new ModelGraph(model, { deadlock: 'stutter', source: 'plain' });
    const sums = { tgba: 0, tgta: 0 };
    let holding = 0;
    for (const formula of formulasOf(model, 17)) {
      const [tgba, tgta] = (['tgba', 'tgta'] as const).map((automaton) =>
        checkOnGraph(graph, formula, { automaton, emptiness: 'couvreur' }),
      );
      expect(tgta.found.outcome).toBe(tgba.found.outcome);
      if (tgba.found.outcome !== 'holds' || tgba.statistics.productTransitions === 0) continue;
      if (holding++ % 10 === 0) {
        expect(complaintOn(model.net, formula, { engine: { kind: 'explicit', automaton: 'tgta' } })).toBeNull();
      }
      sums.tgba += tgba.statistics.productTransitions;
      sums.tgta += tgta.statistics.productTransitions;
    }
    expect(holding).toBeGreaterThan(5);
    expect(sums.tgta).toBeLessThanOrEqual(sums.tgba);
  });
});
