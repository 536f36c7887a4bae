// Stubborn sets that are left to the search, tried beside it: whether it waits in the product or while states are counted, whatever they find is
// what the naive oracle says, and counterexamples are runs of the model that violate the formula.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { searchExplicitly } from '../../../src/check/explicit-engine.ts';
import { completeExplicit } from '../../../src/check/options.ts';
import { FormulaQuestion } from '../../../src/check/question.ts';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { ModelGraph } from '../../../src/explicit/product/model-graph.ts';
import { type Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { satisfies } from '../../../src/formula/lasso.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { evaluate } from '../../../src/models/expression/expression.ts';
import { readDve } from '../../../src/models/formats/dve/model.ts';
import type { Model } from '../../../src/models/model.ts';
import { type Observation, observe } from '../../../src/models/observation.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import type { StateLasso } from '../../../src/models/state-lasso.ts';
import { randomConcurrentNet } from '../../helpers/random-concurrent-net.ts';
import { randomDve } from '../../helpers/random-dve.ts';
import { longMode, roundsOf, seedFrom } from '../../helpers/shared.ts';
import { randomProposition } from '../../reductions/agreement.ts';
import { formulasOver, naiveVerdict } from './agreement.ts';

const ROUNDS = roundsOf({ usual: 60, long: 5000 });
const MINUTE = 60_000;

interface Drawn {
  readonly model: Model;
  readonly proposition: () => string;
}

function randomNet(random: Random): Drawn {
  const net = randomConcurrentNet(random);
  return { model: netModel(net), proposition: () => randomProposition(random, net, 8) };
}

function randomProgram(random: Random): Drawn {
  const { text, proposition } = randomDve(random);
  const model = analyse(unwrap(readDve({ name: text, text })));
  return { model, proposition: () => proposition(random) };
}

interface Asked {
  readonly model: Model;
  readonly formula: Formula;
  readonly observation: Observation;
  readonly deadlock: 'stutter' | 'drop';
  readonly countFrom: number;
}

function searched({ model, formula, observation, deadlock, countFrom }: Asked): ReturnType<typeof searchExplicitly> {
  return searchExplicitly({
    graph: new ModelGraph(model, { deadlock, source: 'compiled' }),
    deadlock,
    question: new FormulaQuestion(formula, observation),
    engine: completeExplicit({ partialOrder: 'auto', symmetry: 'none' }),
    stopwatch: new Stopwatch(),
    countFrom,
    lookAfter: 4,
  });
}

/** Whether each state of the lasso follows the one before it, and the formula is false of what the states show. */
function isViolation({ prefix, cycle }: StateLasso, { model, formula, observation }: Asked): boolean {
  const states = [...prefix, ...cycle];
  const isRun = states.every((state, i) => {
    const next = (states[i + 1] ?? cycle[0]).join();
    const targets: string[] = [];
    model.successors(state, (target) => targets.push(target.join()));
    return targets.length === 0 ? next === state.join() : targets.includes(next);
  });
  const letters = (part: readonly Int32Array[]): Set<string>[] =>
    part.map((state) => new Set(observation.names.filter((_, i) => evaluate(observation.predicates[i], state) !== 0)));
  return isRun && !satisfies({ prefix: letters(prefix), cycle: letters(cycle) }, formula);
}

describe('stubborn sets that are tried beside a search', () => {
  it.each([
    { what: 'nets', seed: 221, draw: randomNet },
    { what: 'programs', seed: 222, draw: randomProgram },
  ])(
    'decide as the oracle does, on random $what',
    ({ what, seed, draw }) => {
      const random = new Random(seedFrom(seed));
      const formulaOver = formulasOver(new FormulaStore(), { operators: 'ltl', seed });
      const seen = { holds: 0, violated: 0, used: 0, inVain: 0 };
      for (let round = 0; round < ROUNDS; ) {
        const { model, proposition } = draw(random);
        const formula = formulaOver(proposition);
        const deadlock = random.chance(0.3) ? 'drop' : 'stutter';
        const expected = naiveVerdict({ model, formula, deadlock });
        if (expected === null) continue;
        round++;
        // Where the product is given up at once, states are counted, and the sets are tried meanwhile.
        const countFrom = random.pick([0, 8, Number.POSITIVE_INFINITY]);
        const asked = { model, formula, observation: observe(model, formula), deadlock, countFrom } as const;
        const { found, statistics } = searched(asked);
        const context = `${round}: ${printFormula(formula)}, ${deadlock}, ${countFrom}, ${what}: ${model.name}`;
        expect(found.outcome, context).toBe(expected);
        seen[expected]++;
        if (found.outcome === 'violated') expect(isViolation(found.lasso, asked), context).toBe(true);
        const { partialOrder } = statistics;
        if (partialOrder !== undefined) seen['unused' in partialOrder ? 'inVain' : 'used']++;
      }
      expect(Math.min(seen.holds, seen.violated)).toBeGreaterThan(ROUNDS / 5);
      expect(Math.min(seen.used, seen.inVain)).toBeGreaterThan(0);
    },
    longMode ? 60 * MINUTE : 5 * MINUTE,
  );

  it('are tried while states are counted, and what they have visited is what counts then', () => {
    const components = Array.from(
      { length: 6 },
      (_, i) => `process P${i} { byte n = 0; state q; init q;
      trans q -> q { guard n < 5; effect n = n + 1; }, q -> q { guard n == 5; effect n = 0; }; }`,
    );
    const text = `byte x = 0;\n${components.join('\n')}
      process Q { state q, r; init q; trans q -> r { guard x == 0; effect x = 1; }; }\nsystem async;`;
    const model = analyse(unwrap(readDve({ name: 'counters', text })));
    const store = new FormulaStore();
    const formula = store.globally(store.not(store.proposition('x >= 2')));
    const asked = { model, formula, observation: observe(model, formula), deadlock: 'stutter', countFrom: 0 } as const;
    const { found, statistics } = searched(asked);
    expect(found.outcome).toBe('holds');
    // 93,312 states are there.
    expect(statistics.productStates).toBeLessThan(100);
    expect(statistics.partialOrder).toMatchObject({ enabled: expect.any(Number) as number });
    expect(statistics.counting).toBe(undefined);
  });
});
