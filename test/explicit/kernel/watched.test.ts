// A search that ends where a condition holds, against the plain explorer: it ends if and only if some state satisfies the condition, however states
// are kept, and its counts are otherwise those of any search.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import type { StateSpaceOptions } from '../../../src/explicit/kernel/store/space-options.ts';
import { StateSpace } from '../../../src/explicit/kernel/store/state-space.ts';
import { exploreStatesSync } from '../../../src/explicit/search/explore-states.ts';
import { type Exploration, explore } from '../../../src/models/explore.ts';
import { EvaluationFault, type Expression, evaluate } from '../../../src/models/expression/expression.ts';
import { philosophers } from '../../../src/models/library/philosophers.ts';
import type { Model } from '../../../src/models/model.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { defineModel } from '../../../src/models/typescript/define.ts';
import { runToEnd } from '../../helpers/kernel.ts';
import { KERNEL_MODELS } from '../../helpers/kernel-models.ts';
import { randomProgram } from '../../helpers/naive-model.ts';
import { longMode, seedFrom } from '../../helpers/shared.ts';
import { AT_ONCE, ThreadPool } from '../../helpers/threads.ts';

const MODELS = longMode ? 400 : 12;
const MOST_STATES = 2000;

let two: ThreadPool;
beforeAll(() => {
  two = new ThreadPool(2);
});
afterAll(() => two.end());

const ways: Record<string, () => StateSpaceOptions> = {
  'states one after another': () => ({}),
  'states in the table': () => ({ leaves: 'always' }),
  'folded states': () => ({ fold: 'always' }),
  'variables that follow from others': () => ({ implied: 'always' }),
  threads: () => ({ leaves: 'always', threads: two, helpers: AT_ONCE }),
  'threads, states with ids': () => ({ leaves: 'never', threads: two, helpers: AT_ONCE }),
};

/** The sum of some variables is, or is at least, what it is in some state, or one more: often met late, or never. */
function randomCondition(random: Random, model: Model, states: readonly Int32Array[]): Expression {
  const chosen = model.variables.map((_, i) => i).filter(() => random.below(2) === 0);
  const state = states[random.below(states.length)];
  const total = chosen.reduce((sum, i) => sum + state[i], 0) + random.below(2);
  const left = chosen.reduce<Expression>(
    (sum, variable) => ({ kind: 'binary', operator: '+', left: sum, right: { kind: 'variable', variable } }),
    { kind: 'constant', value: 0 },
  );
  const right: Expression = { kind: 'constant', value: total };
  return { kind: 'binary', operator: random.below(2) === 0 ? '==' : '>=', left, right };
}

/** All states; null where there are too many, or the model has a fault. */
function statesOf(model: Model): { all: Int32Array[]; plain: Exploration } | null {
  try {
    const plain = explore(model, { limits: { states: MOST_STATES } });
    if (plain.limit !== null) return null;
    return { all: Array.from({ length: plain.states }, (_, id) => plain.table.get(id)), plain };
  } catch (error) {
    if (error instanceof EvaluationFault) return null;
    throw error;
  }
}

describe('a condition that is watched for', () => {
  it.each(Object.entries(KERNEL_MODELS))('is met if and only if a state satisfies it: %s', (_, make) => {
    const outcomes = { done: 0, seen: 0 };
    for (let seed = 1; seed <= MODELS; seed++) {
      const random = new Random(seedFrom(seed));
      const model = make(random);
      const found = statesOf(model);
      if (found === null) continue;
      const { all, plain } = found;
      const watched = randomCondition(random, model, all);
      const expected = all.some((state) => evaluate(watched, state, () => false) !== 0) ? 'seen' : 'done';
      for (const [name, options] of Object.entries(ways)) {
        const space = new StateSpace(model, { states: 'counted', memoryBytes: 1 << 26, watched, ...options() });
        const end = runToEnd(space);
        expect(end, `${name}, seed ${seed}`).toBe(expected);
        if (end === 'done') {
          expect([space.states, space.transitions]).toEqual([plain.states, plain.transitions]);
        }
        space.close();
        outcomes[expected]++;
      }
    }
    expect(outcomes.done).toBeGreaterThan(0);
    expect(outcomes.seen).toBeGreaterThan(0);
  });

  it('is met without a kernel too: by the plain explorer, and in models in code', () => {
    const counter = defineModel({
      initial: { n: 0 },
      next: ({ n }) => [{ n: (n + 1) % 9 }],
      propositions: { top: ({ n }) => n === 8, never: ({ n }) => n > 8 },
    });
    for (const [name, seen] of [
      ['top', true],
      ['never', false],
    ] as const) {
      expect(exploreStatesSync(counter, { watched: counter.predicate(name).value! })).toMatchObject({
        states: 9,
        seen,
      });
    }
    const net = netModel(philosophers(2));
    const marked = (place: number): Expression => ({
      kind: 'binary',
      operator: '>',
      left: { kind: 'variable', variable: place },
      right: { kind: 'constant', value: 0 },
    });
    const engines = ['plain', 'explicit'] as const;
    for (let place = 0; place < net.variables.length; place++) {
      const [plain, compiled] = engines.map(
        (engine) => exploreStatesSync(net, { engine, watched: marked(place) }).seen,
      );
      expect(plain).toBe(compiled);
    }
  });

  it('is met where it has no value', () => {
    const model = randomProgram(new Random(1));
    const watched: Expression = {
      kind: 'binary',
      operator: '/',
      left: { kind: 'constant', value: 1 },
      right: { kind: 'constant', value: 0 },
    };
    expect(() => evaluate(watched, model.initialStates()[0], () => false)).toThrow(EvaluationFault);
    expect(runToEnd(new StateSpace(model, { states: 'counted', memoryBytes: 1 << 26, watched }))).toBe('seen');
  });
});
