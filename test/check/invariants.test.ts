// Invariants of models that are counted: the same answers as without counting, and what is said of it.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { searchExplicitly } from '../../src/check/explicit-engine.ts';
import { type CompleteExplicit, completeExplicit } from '../../src/check/options.ts';
import { FormulaQuestion } from '../../src/check/question.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { ModelGraph } from '../../src/explicit/product/model-graph.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { propositionsOf } from '../../src/formula/traverse.ts';
import type { Expression } from '../../src/models/expression/expression.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { randomCondition } from '../helpers/random-condition.ts';
import { randomNet } from '../helpers/random-net.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

const NETS = roundsOf({ usual: 20, long: 3000 });

/** The propositions a, b and c are conditions on markings; `dead` is the one without successors. */
function searched(
  model: Model,
  { text, conditions }: { readonly text: string; readonly conditions: readonly Expression[] },
  countFrom: number,
  choices: Partial<CompleteExplicit> = {},
) {
  const formula = parseLtl(text);
  const predicates = new Map<string, Expression>([
    ...conditions.map((condition, i) => ['abc'[i], condition] as const),
    ['dead', { kind: 'dead' }],
  ]);
  const names = propositionsOf(formula);
  return searchExplicitly({
    graph: new ModelGraph(model, { deadlock: 'stutter', source: 'compiled', maxStates: 3000 }),
    deadlock: 'stutter',
    question: new FormulaQuestion(formula, { names, predicates: names.map((name) => predicates.get(name)!) }),
    engine: completeExplicit({ partialOrder: 'none', ...choices }),
    stopwatch: new Stopwatch(),
    isEnough: () => true,
    countFrom,
  });
}

describe('an invariant', () => {
  it('has the same answer whether states are counted or not', () => {
    const seen = { holds: 0, violated: 0, counted: 0 };
    for (let seed = 1; seed <= NETS; seed++) {
      const random = new Random(seedFrom(seed));
      const model = netModel(randomNet(random));
      const conditions = [0, 1, 2].map(() => randomCondition(random, model));
      for (const text of ['G a', '!F(a & !b)', 'G(a | b) & G(a | c)', 'G(a -> (b <-> c))']) {
        const plain = searched(model, { text, conditions }, Number.POSITIVE_INFINITY);
        const counting = searched(model, { text, conditions }, 0);
        expect(counting.found, `${text}, seed ${seed}`).toEqual(plain.found);
        if (counting.found.outcome !== 'unknown') seen[counting.found.outcome]++;
        if (counting.statistics.counting === undefined) continue;
        seen.counted++;
        const { modelStates, productStates, productTransitions } = plain.statistics;
        expect(counting.statistics).toMatchObject({ modelStates, productStates, productTransitions });
      }
    }
    expect(Math.min(seen.holds, seen.violated, seen.counted)).toBeGreaterThan(NETS / 10);
  });

  it('or another safety property has the same answer too, with a monitor beside the model', () => {
    const seen = { holds: 0, violated: 0, counted: 0 };
    for (let seed = 1; seed <= NETS; seed++) {
      const random = new Random(seedFrom(seed));
      const model = netModel(randomNet(random));
      const conditions = [0, 1, 2].map(() => randomCondition(random, model));
      for (const text of ['G(a -> X b)', '!b W a', 'G(a -> (b | X(b | X c)))', 'a | X(b & G c)']) {
        const plain = searched(model, { text, conditions }, Number.POSITIVE_INFINITY);
        const counting = searched(model, { text, conditions }, 0);
        expect(counting.found, `${text}, seed ${seed}`).toEqual(plain.found);
        if (counting.found.outcome !== 'unknown') seen[counting.found.outcome]++;
        if (counting.statistics.counting?.monitorStates !== undefined) seen.counted++;
      }
    }
    expect(Math.min(seen.holds, seen.violated, seen.counted)).toBeGreaterThan(NETS / 10);
  });

  it.each<[string, string, Partial<CompleteExplicit>]>([
    ['the formula is none', 'F a | G b', {}],
    ['it speaks of deadlocks', 'G !(dead & a)', {}],
    ['another check is asked for', 'G a', { emptiness: 'couvreur' }],
    ['another automaton is asked for', 'G a', { automaton: 'tgta' }],
    ['the whole product is counted', 'G a', { fullProduct: 'counted' }],
  ])('states are not counted where %s', (_, text, choices) => {
    const model = netModel(randomNet(new Random(3)));
    const always: Expression = {
      kind: 'binary',
      operator: '>=',
      left: { kind: 'variable', variable: 0 },
      right: { kind: 'constant', value: 0 },
    };
    const conditions = [always, always, always];
    expect(searched(model, { text: 'G a', conditions }, 0).statistics.counting).toEqual({ threads: 1, memories: 1 });
    expect(searched(model, { text, conditions }, 0, choices).statistics.counting).toBeUndefined();
  });
});
