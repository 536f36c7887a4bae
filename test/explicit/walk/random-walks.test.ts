// Random walks: what they tell of is a run of the net that violates the formula, by replay and judge; and they find what is easy to find.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { validateCounterexample } from '../../../src/check/confirm.ts';
import { FormulaQuestion } from '../../../src/check/question.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { RandomWalks, type Target } from '../../../src/explicit/walk/random-walks.ts';
import { type Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { substitute } from '../../../src/formula/relabel.ts';
import { evaluate } from '../../../src/models/expression/expression.ts';
import { observe } from '../../../src/models/observation.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { TokenGame } from '../../../src/models/petri/token-game.ts';
import type { StateLasso } from '../../../src/models/state-lasso.ts';
import { randomReducibleNet } from '../../helpers/random-reducible-net.ts';
import { roundsOf, seedFrom } from '../../helpers/shared.ts';
import { randomProposition } from '../../reductions/agreement.ts';

const ROUNDS = roundsOf({ usual: 400, long: 20_000 });
/** Looks at the stopwatch after which a search ends: no clock decides. */
const LOOKS = 40;

describe('the token game', () => {
  it('enables what the model does, forwards and backwards', () => {
    const random = new Random(seedFrom(71));
    for (let round = 0; round < 200; round++) {
      const model = netModel(randomReducibleNet(random));
      const game = new TokenGame(model, new Stopwatch());
      const fired: number[] = [];
      for (let step = 0; step < 30; step++) {
        const enabled: number[] = [];
        const targets = new Map<number, string>();
        model.successors(game.marking, (target, group) => {
          enabled.push(group);
          targets.set(group, target.join());
        });
        expect([...game.enabled.members.subarray(0, game.enabled.count)].sort((a, b) => a - b)).toEqual(enabled);
        if (fired.length > 0 && random.chance(0.3)) game.unfire(fired.pop()!);
        else if (enabled.length > 0) {
          const t = random.pick(enabled);
          expect(game.fire(t)).not.toBe(false);
          expect(game.marking.join()).toBe(targets.get(t));
          fired.push(t);
        }
      }
      game.restart();
      expect(game.marking).toEqual(model.initialStates()[0]);
    }
  });
});

describe('random walks', () => {
  it(`tell of violations alone, on ${ROUNDS} random nets with three formulas each`, () => {
    const random = new Random(seedFrom(72));
    const store = new FormulaStore();
    const options = { propositions: ['p', 'q'], seed: seedFrom(72), size: { min: 2, max: 9 } };
    const formulas = randomFormulas(store, { ...options, operators: 'ltl', repetition: 'allowed' });
    const counts = { lasso: 0, deadlock: 0, path: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const net = randomReducibleNet(random);
      const model = netModel(net);
      const asked = new Map<Target, Formula>();
      const deadlock = random.chance(0.7) ? 'stutter' : 'drop';
      for (let i = 0; i < 3; i++) {
        const meaning = (): Formula => store.proposition(randomProposition(random, net, 3));
        const formula = substitute(formulas.next().value!, new Map(['p', 'q'].map((name) => [name, meaning()])));
        const question = new FormulaQuestion(formula, observe(model, formula));
        const target: Target = {
          ...question.observation,
          isViolation: (word) => question.isViolation(word),
          ...(deadlock === 'stutter' && { lostAfter: (letters) => question.lostAfter(letters) }),
        };
        asked.set(target, formula);
      }
      let looks = 0;
      const stopwatch = new Stopwatch({ isCancelled: () => ++looks > LOOKS });
      const found = (target: Target, lasso: StateLasso): boolean => {
        const formula = asked.get(target)!;
        const observation = observe(model, formula);
        const context = `${printFormula(formula)} on ${JSON.stringify(net)}`;
        if (lasso.cycle.length === 0) {
          counts.path++;
          const letters = lasso.prefix.map((state) => letterOf(observation, state));
          expect(new FormulaQuestion(formula, observation).lostAfter(letters), context).not.toBeNull();
          expect(isPath(model, lasso), context).toBe(true);
          return true;
        }
        counts[lasso.groups!.at(-1) === null ? 'deadlock' : 'lasso']++;
        expect(() => validateCounterexample(model, formula, lasso, { observation, deadlock }), context).not.toThrow();
        return true;
      };
      try {
        const walks = new RandomWalks(model, stopwatch);
        const how = { deadlock: deadlock === 'stutter' ? 'repeats' : 'ends', seed: round, stopwatch } as const;
        walks.search([...asked.keys()], { ...how, onFound: found });
      } catch (error) {
        if (!(error instanceof LimitExceeded)) throw error;
      }
    }
    expect(Math.min(counts.lasso, counts.deadlock, counts.path)).toBeGreaterThan(ROUNDS / 80);
  });

  it('go on looking where what they found is not enough, and show some steps after a formula is lost', () => {
    const builder = new NetBuilder();
    builder.place('a', { initial: 1 });
    builder.place('b');
    builder.move('there', ['a'], ['b']);
    builder.move('back', ['b'], ['a']);
    const model = netModel(builder.build('swing'));
    const paths: number[] = [];
    const target = { names: [], predicates: [], isViolation: () => false, lostAfter: () => 1 };
    new RandomWalks(model, new Stopwatch()).search([target], {
      deadlock: 'repeats',
      seed: 1,
      stopwatch: new Stopwatch(),
      onFound: (_, { prefix }) => paths.push(prefix.length) === 3,
    });
    expect(paths).toHaveLength(3);
    expect(Math.min(...paths)).toBeGreaterThan(3);
  });
});

function letterOf({ names, predicates }: ReturnType<typeof observe>, state: Int32Array): ReadonlySet<string> {
  return new Set(names.filter((_, i) => evaluate(predicates[i], state) !== 0));
}

function isPath(model: ReturnType<typeof netModel>, { prefix }: StateLasso): boolean {
  return prefix.every((state, i) => {
    if (i === 0) return model.initialStates()[0].join() === state.join();
    let isStep = false;
    model.successors(prefix[i - 1], (target) => (isStep ||= target.join() === state.join()));
    return isStep;
  });
}
