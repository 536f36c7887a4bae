// Products with a memory of their own: where one memory does not hold states and product together, the states move to further ones. Verdicts and counts
// are those of a search in one memory and of the naive oracle; counterexamples are replayed and judged by `checkOnGraph`.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { type AutomatonKind, automatonKinds } from '../../../src/check/options.ts';
import { suitableChecks } from '../../../src/explicit/emptiness/checks.ts';
import { searchInKernel } from '../../../src/explicit/emptiness/search-in-kernel.ts';
import { Kripke } from '../../../src/explicit/product/kripke.ts';
import { ModelGraph } from '../../../src/explicit/product/model-graph.ts';
import { SynchronisedProduct } from '../../../src/explicit/product/product.ts';
import { CompiledSource } from '../../../src/explicit/product/state-source.ts';
import { type Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { NEXT_FREE } from '../../../src/formula/traits.ts';
import { propositionsOf } from '../../../src/formula/traverse.ts';
import type { Expression } from '../../../src/models/expression/expression.ts';
import { kanban } from '../../../src/models/library/kanban.ts';
import { slottedRing } from '../../../src/models/library/slotted-ring.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { checkOnGraph, negationOf, propertyOf } from '../../helpers/explicit-check.ts';
import { crowdedCounter } from '../../helpers/kernel.ts';
import { KERNEL_MODELS } from '../../helpers/kernel-models.ts';
import { naivelyAccepts } from '../../helpers/naive-check.ts';
import { observed } from '../../helpers/observed-model.ts';
import { roundsOf, seedFrom } from '../../helpers/shared.ts';

const MODELS = roundsOf({ usual: 3, long: 400 });
const FORMULAS = 3;
const MOST_STATES = 400;
const NAMES = ['a', 'b', 'c'];
const KIB = 1024;
/** Checks that visit every state of the product once when there is no accepting cycle. */
const ONCE = new Set(['couvreur', 'reachability', 'tarjan', 'weak']);
/** The kinds that read any formula; the others want one without X. */
const ANY_FORMULA = new Set<AutomatonKind>(['ba', 'tgba', 'tgta', 'lazy-tgta']);

interface Asked {
  readonly formula: Formula;
  readonly names: readonly string[];
  readonly conditions: readonly Expression[];
}

function productOf(graph: ModelGraph, { formula, names, conditions }: Asked, kind: AutomatonKind): SynchronisedProduct {
  const kripke = new Kripke(graph, conditions);
  return new SynchronisedProduct(kripke, propertyOf(formula, kind, { letters: kripke.letters, names }));
}

function someFormulas(random: Random): Formula[] {
  const options = { propositions: NAMES, seed: random.below(1 << 30), size: { min: 2, max: 9 } } as const;
  const found: Formula[] = [];
  for (const formula of randomFormulas(new FormulaStore(), options)) if (found.push(formula) === FORMULAS) break;
  return found;
}

describe('a product with a memory of its own', () => {
  it.each(Object.entries(KERNEL_MODELS))('agrees with the oracle and with the search outside: %s', (_, make) => {
    const outcomes = { holds: 0, violated: 0 };
    for (let seed = 1; seed <= MODELS; seed++) {
      const random = new Random(seedFrom(seed));
      const model = make(random);
      const seen = observed(random, model, { names: NAMES, maxStates: MOST_STATES });
      if (seen === null) continue;
      for (const formula of someFormulas(random)) {
        const asked = { formula, names: NAMES, conditions: seen.conditions };
        const negation = negationOf(formula, 'tgba');
        if ('edgeChange' in negation) throw new Error('a TGBA was asked for');
        const expected = naivelyAccepts(seen.kripke, negation) ? 'violated' : 'holds';
        const kind = random.pick(automatonKinds.filter((name) => ANY_FORMULA.has(name) || formula.has(NEXT_FREE)));
        const plain = new ModelGraph(model, { deadlock: 'stutter', source: 'plain' });
        for (const emptiness of suitableChecks(productOf(plain, asked, kind), 'stutter')) {
          if (random.chance(0.4)) continue;
          const source = new CompiledSource(model, {
            product: 'apart',
            memoryBytes: 1 << 24,
            largestMemory: random.pick([512, 1024]) * KIB,
            fold: random.pick(['always', 'never'] as const),
          });
          const graph = new ModelGraph(model, { deadlock: 'stutter', source });
          const product = productOf(graph, asked, kind);
          const result = searchInKernel(product, emptiness, { probeStates: random.pick([0, 5, 1000]) });
          if (result === null) continue;
          const said = `${printFormula(formula)} by ${kind}, ${emptiness.name}, seed ${seed}`;
          expect(result.accepting === null ? 'holds' : 'violated', said).toBe(expected);
          expect(source.space.memories, said).toBeGreaterThan(1);
          outcomes[expected]++;
          if (expected === 'violated' || !ONCE.has(emptiness.name)) continue;
          const { exploredStates, exploredEdges } = emptiness.search(productOf(plain, asked, kind)).statistics;
          expect(result.statistics, said).toMatchObject({ exploredStates, exploredEdges });
        }
      }
    }
    expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(0);
  });
});

describe('states that one memory does not hold beside their product', () => {
  const sizes = { kanban: netModel(kanban(3)), ring: netModel(slottedRing(5)), counter: crowdedCounter(12_000, 2) };

  it.each([
    ['kanban', 'tgba', 'GF "P1 <= 2" | FG "P1 >= 3"', 'holds'],
    ['kanban', 'ba', 'G("Pm1 >= 1" -> F "Pout1 >= 1")', 'violated'],
    ['kanban', 'tgba', 'G "P1 <= 3"', 'holds'],
    ['kanban', 'tgta', 'FG "Pout1 <= 0"', 'violated'],
    ['kanban', 'ta', 'GF "Pout1 >= 1" | FG "Pout1 <= 0"', 'holds'],
    ['ring', 'tgba', 'GF "A1 >= 1" | FG "A1 <= 0"', 'holds'],
    ['counter', 'tgba', 'GF "a >= 1" | F "p >= 12001"', 'violated'],
    ['counter', 'ba', 'GF ("a >= 1" | "b >= 1")', 'holds'],
  ] as const)('move to further ones while it is searched: %s, %s, %s', (name, kind, text, outcome) => {
    const model = sizes[name];
    const formula = parseLtl(text);
    const names = propositionsOf(formula);
    const conditions = names.map((proposition) => model.predicate(proposition).value!);
    const usual = new ModelGraph(model, { deadlock: 'stutter', source: new CompiledSource(model) });
    const asked = { formula, names, conditions };
    let moved = 0;
    for (const emptiness of suitableChecks(productOf(usual, asked, kind), 'stutter')) {
      const expected = searchInKernel(productOf(usual, asked, kind), emptiness, { probeStates: 0 });
      if (expected === null) continue;
      for (const [kibibytes, fold] of [
        [1024, 'never'],
        [1536, 'always'],
        [2048, 'never'],
      ] as const) {
        const memory = { memoryBytes: 1 << 26, largestMemory: kibibytes * KIB, fold };
        const source = new CompiledSource(model, memory);
        const graph = new ModelGraph(model, { deadlock: 'stutter', source });
        const result = searchInKernel(productOf(graph, asked, kind), emptiness, { probeStates: 100 });
        const said = `${emptiness.name}, ${kibibytes} KiB, ${fold}`;
        if (result === null) continue;
        expect(result.accepting === null ? 'holds' : 'violated', said).toBe(outcome);
        if (source.space.memories > 1) moved++;
        if (outcome === 'holds' && ONCE.has(emptiness.name)) {
          const { exploredStates, exploredEdges } = expected.statistics;
          expect(result.statistics, said).toMatchObject({ exploredStates, exploredEdges });
        }
        if (outcome === 'violated') {
          const { found } = checkOnGraph(graph, formula, { automaton: kind, emptiness: emptiness.name });
          expect(found.outcome, said).toBe(outcome);
        }
      }
    }
    if (outcome === 'holds') expect(moved).toBeGreaterThan(0);
  });
});
