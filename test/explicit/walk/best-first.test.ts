// Best-first searches against the naive oracle: what they tell of is a run of the net that violates the formula, by replay and judge; nothing is told where
// the formula holds; and on small nets they find what there is to find.
import { describe, expect, it } from 'vitest';
import { translate } from '../../../src/automata/translate/translate.ts';
import { Random } from '../../../src/base/random.ts';
import { validateCounterexample } from '../../../src/check/confirm.ts';
import { FormulaQuestion } from '../../../src/check/question.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { BestFirst } from '../../../src/explicit/walk/best-first.ts';
import { FAR, TokenDistance } from '../../../src/explicit/walk/token-distance.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { substitute } from '../../../src/formula/relabel.ts';
import { evaluate } from '../../../src/models/expression/expression.ts';
import { observe } from '../../../src/models/observation.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { naiveKripke, naivelyAccepts } from '../../helpers/naive-check.ts';
import { randomReducibleNet } from '../../helpers/random-reducible-net.ts';
import { roundsOf, seedFrom } from '../../helpers/shared.ts';
import { randomProposition } from '../../reductions/agreement.ts';

const ROUNDS = roundsOf({ usual: 400, long: 20_000 });

describe('best-first searches', () => {
  it(`tell of violations alone, and of nearly all, on ${ROUNDS} random nets`, () => {
    const random = new Random(seedFrom(73));
    const store = new FormulaStore();
    const options = { propositions: ['p', 'q'], seed: seedFrom(73), size: { min: 2, max: 9 } };
    const formulas = randomFormulas(store, { ...options, operators: 'ltl', repetition: 'allowed' });
    const counts = { path: 0, deadlock: 0, lasso: 0, missed: 0, holds: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const net = randomReducibleNet(random);
      const model = netModel(net);
      const formula = substitute(
        formulas.next().value!,
        new Map(['p', 'q'].map((name) => [name, store.proposition(randomProposition(random, net, 3))])),
      );
      const deadlock = random.chance(0.7) ? 'stutter' : 'drop';
      const observation = observe(model, formula);
      const kripke = naiveKripke(model, { names: observation.names, deadlock, maxStates: 500 });
      if (kripke === null) continue;
      const isViolated = naivelyAccepts(kripke, translate(store.not(formula)));
      const context = `${printFormula(formula)} on ${JSON.stringify(net)}`;
      const question = new FormulaQuestion(formula, observation);
      const stopwatch = new Stopwatch();
      const found = new BestFirst(model, stopwatch).search(
        { automaton: translate(store.not(formula), { to: 'ba' }), ...observation },
        {
          deadlock: deadlock === 'stutter' ? 'repeats' : 'ends',
          stopwatch,
          isEnough: ({ prefix, cycle }) => {
            const letters = prefix.map(
              (state) => new Set(observation.names.filter((_, i) => evaluate(observation.predicates[i], state) !== 0)),
            );
            return cycle.length > 0 || (deadlock === 'stutter' && question.lostAfter(letters) !== null);
          },
        },
      );
      if (found === null) counts[isViolated ? 'missed' : 'holds']++;
      else {
        expect(isViolated, context).toBe(true);
        if (found.cycle.length === 0) counts.path++;
        else {
          counts[found.groups!.at(-1) === null ? 'deadlock' : 'lasso']++;
          const judged = { observation, deadlock } as const;
          expect(() => validateCounterexample(model, formula, found, judged), context).not.toThrow();
        }
      }
    }
    expect(Math.min(counts.path, counts.deadlock, counts.lasso, counts.holds)).toBeGreaterThan(ROUNDS / 80);
    expect(counts.missed).toBeLessThan((counts.path + counts.deadlock + counts.lasso) / 20);
  });
});

describe('the distance of tokens', () => {
  const builder = new NetBuilder();
  for (const [id, initial] of Object.entries({ a: 1, b: 0, c: 0, d: 0, e: 0 })) builder.place(id, { initial });
  builder.move('t', ['a'], ['b']);
  builder.move('u', ['b'], ['c']);
  builder.move('v', ['b', 'c'], ['d']);
  const net = builder.build('chain');

  it('adds up what has to be made, and knows what never comes', () => {
    const tokens = new TokenDistance(netModel(net), new Stopwatch());
    tokens.measure(Int32Array.from([1, 0, 0, 0, 0]));
    expect([...tokens.gain]).toEqual([FAR, 1, 2, 4, FAR]);
    expect(tokens.loss(0)).toBe(1);
    tokens.measure(Int32Array.from([0, 1, 1, 0, 0]));
    expect([...tokens.gain]).toEqual([FAR, FAR, 1, 1, FAR]);
    expect(tokens.loss(1)).toBe(1);
    expect(tokens.loss(4)).toBe(FAR);
  });
});
