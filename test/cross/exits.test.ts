// Automata that begin by waiting, in two stages: the states are counted, by one thread or by several, and the product is searched from the exits. Verdicts are those of the
// oracle and of the search of the whole product; no short lasso of what holds is a violation to the judge.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { searchExplicitly } from '../../src/check/explicit-engine.ts';
import { completeExplicit } from '../../src/check/options.ts';
import { FormulaQuestion } from '../../src/check/question.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { ModelGraph } from '../../src/explicit/product/model-graph.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { propositionsOf } from '../../src/formula/traverse.ts';
import type { Expression } from '../../src/models/expression/expression.ts';
import type { Model } from '../../src/models/model.ts';
import { isNetModel } from '../../src/models/petri/net-model.ts';
import { complaintOnSample } from '../certificates/sample.ts';
import { negationOf } from '../helpers/explicit-check.ts';
import { KERNEL_MODELS } from '../helpers/kernel-models.ts';
import { naivelyAccepts, shortestViolation } from '../helpers/naive-check.ts';
import { observed } from '../helpers/observed-model.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';
import { AT_ONCE, ThreadPool } from '../helpers/threads.ts';

const MODELS = roundsOf({ usual: 5, long: 400 });
const RANDOM_FORMULAS = 3;
const MOST_STATES = 400;
const LONGEST = 4;
const NAMES = ['a', 'b', 'c'];

const WAITING = [
  'GF a | FG b',
  'G(a -> F b)',
  'FG a',
  'GF a -> GF b',
  'G(a -> X(b U c))',
  'G(a -> X F b) | GF c',
  '!F(a & X G(b | F c))',
  'GF a & GF b & GF c',
  'G(a -> (b U (c | G b)))',
];

let two: ThreadPool;
beforeAll(() => {
  two = new ThreadPool(2);
});
afterAll(() => two.end());

function formulasFor(random: Random): Formula[] {
  const options = { propositions: NAMES, seed: random.below(1 << 30), size: { min: 3, max: 10 } } as const;
  const found = [1, 2, 3].map(() => parseLtl(random.pick(WAITING)));
  for (const formula of randomFormulas(new FormulaStore(), options)) {
    if (found.push(formula) === 3 + RANDOM_FORMULAS) break;
  }
  return found;
}

type Way = 'whole product' | 'one thread' | 'two threads';

function searched(model: Model, formula: Formula, conditions: readonly Expression[], way: Way) {
  const names = propositionsOf(formula);
  return searchExplicitly({
    graph: new ModelGraph(model, { deadlock: 'stutter', source: 'compiled' }),
    deadlock: 'stutter',
    question: new FormulaQuestion(formula, {
      names,
      predicates: names.map((name) => conditions[NAMES.indexOf(name)]),
    }),
    engine: completeExplicit({ partialOrder: 'none' }),
    stopwatch: new Stopwatch(),
    countFrom: way === 'whole product' ? Number.POSITIVE_INFINITY : 0,
    // the second thread would be called for many more states only
    threads: two,
    ...(way === 'two threads' && { helpers: AT_ONCE }),
  });
}

describe('an automaton that begins by waiting', () => {
  it.each(Object.entries(KERNEL_MODELS))('is decided in two stages as ever: %s', (_, make) => {
    const seen = { holds: 0, violated: 0, inStages: 0 };
    for (let seed = 1; seed <= MODELS; seed++) {
      const random = new Random(seedFrom(seed));
      const model = make(random);
      const known = observed(random, model, { names: NAMES, maxStates: MOST_STATES });
      if (known === null) continue;
      const { kripke, conditions } = known;
      for (const [i, formula] of formulasFor(random).entries()) {
        const said = `${printFormula(formula)}, seed ${seed}`;
        const automaton = negationOf(formula, 'tgba');
        if ('edgeChange' in automaton) throw new Error('a TGBA was asked for');
        const expected = naivelyAccepts(kripke, automaton) ? 'violated' : 'holds';
        if (expected === 'holds') expect(shortestViolation(kripke, formula, LONGEST), said).toBeNull();
        const stages = searched(model, formula, conditions, (i + seed) % 2 === 0 ? 'one thread' : 'two threads');
        expect(stages.found.outcome, said).toBe(expected);
        seen[expected]++;
        if (expected === 'holds' && seen.holds % 4 === 0 && isNetModel(model)) {
          const meanings = new Map(NAMES.map((name, k) => [name, conditions[k]]));
          expect(complaintOnSample({ model, formula, conditions: meanings }), said).toBeNull();
        }
        if (stages.statistics.counting?.exits === undefined) continue;
        seen.inStages++;
        const { statistics } = searched(model, formula, conditions, 'whole product');
        expect(stages.statistics.modelStates, said).toBe(statistics.modelStates);
      }
    }
    expect(seen.holds).toBeGreaterThan(0);
    expect(seen.violated).toBeGreaterThan(0);
    expect(seen.inStages).toBeGreaterThan(0);
  });
});
