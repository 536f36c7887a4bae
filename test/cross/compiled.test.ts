// The searches inside the compiled kernel against those in TypeScript, on the same products: equal verdicts, and equal counts where
// the formula holds, because then both see everything. A counterexample is replayed and judged inside `check`.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { automatonKinds, type DeadlockReading } from '../../src/check/options.ts';
import { ModelGraph } from '../../src/explicit/model-graph.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { NEXT_FREE } from '../../src/formula/traits.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { randomNet } from '../helpers/random-net.ts';
import { longMode } from '../helpers/shared.ts';

const NETS = longMode ? 300 : 25;
const FORMULAS_PER_NET = 4;

/** Random formulas over predicates of the model's places. */
function formulasFor(model: Model, seed: number, operators: 'ltl' | 'next-free'): Formula[] {
  const random = new Random(seed);
  const propositions = Array.from({ length: 3 }, (_, i) => {
    const { name } = random.pick(model.variables);
    return i === 2 && random.chance(0.5) ? 'dead' : `'${name}' >= ${random.between(1, 2)}`;
  });
  const stream = randomFormulas(new FormulaStore(), {
    propositions: [...new Set(propositions)],
    seed,
    size: { min: 2, max: 10 },
    operators,
  });
  const found: Formula[] = [];
  for (const formula of stream) if (found.push(formula) === FORMULAS_PER_NET) break;
  return found;
}

describe('a search inside the kernel', () => {
  it.each(automatonKinds)('agrees with the one outside on random nets: %s', (automaton) => {
    const random = new Random(automatonKinds.indexOf(automaton));
    const outcomes = { holds: 0, violated: 0 };
    for (let net = 0; net < NETS; net++) {
      const model = netModel(randomNet(random));
      const deadlock: DeadlockReading = net % 3 === 0 ? 'drop' : 'stutter';
      const graph = new ModelGraph(model, { deadlock, source: 'compiled' });
      const operators = net % 2 === 0 ? 'next-free' : 'ltl';
      for (const formula of formulasFor(model, net, operators)) {
        if (!formula.has(NEXT_FREE) && !['ba', 'tgba', 'tgta', 'lazy-tgta'].includes(automaton)) continue;
        const options = { automaton, deadlock, graph } as const;
        const inside = check(model, formula, { ...options, search: 'compiled' });
        const outside = check(model, formula, { ...options, search: 'interpreted' });
        const context = `${printFormula(formula)} on net ${net}`;
        const { outcome } = inside.verdict;
        expect(outcome, context).toBe(outside.verdict.outcome);
        if (outcome === 'holds') {
          const { productStates, productTransitions } = outside.statistics;
          expect(inside.statistics, context).toMatchObject({ productStates, productTransitions });
        }
        if (outcome !== 'unknown') outcomes[outcome]++;
      }
    }
    expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(NETS / 5);
  });
});
