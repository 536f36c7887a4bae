import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { clusterings } from '../../src/dd/mdd/index.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { explore } from '../../src/models/explore.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { orderNames } from '../../src/symbolic/order/orders.ts';
import { type ExploreOptions, exploreSymbolically } from '../../src/symbolic/race.ts';
import { countStates } from '../../src/symbolic/states.ts';
import { graphModel, randomGraph } from '../helpers/graph-model.ts';
import { randomNet } from '../helpers/random-net.ts';
import { SMALL_MODELS } from './small-models.ts';

/** Compares everything that is counted with the plain explorer. */
function compare(model: Model, options: ExploreOptions, context: string): void {
  const found = explore(model);
  const counted = countStates(model, options);
  expect(counted.states, context).toBe(BigInt(found.states));
  expect(counted.transitions, context).toBe(BigInt(found.transitions));
  expect(counted.deadlocks, context).toBe(BigInt(found.deadlocks));
  if (counted.maxTokensInPlace === null) return;
  expect(counted.maxTokensInPlace, context).toBe(Math.max(0, ...found.maxima));
  expect(counted.maxTokensPerMarking, context).toBe(found.maxSum);
}

const orders = orderNames.filter((name) => name !== 'user');
const strategies = ['saturation', 'chaining', 'breadth-first'] as const;

describe('symbolic counting', () => {
  it('gives the counts of the plain explorer on random nets, under every order and strategy', () => {
    const random = new Random(2);
    for (let round = 0; round < 100; round++) {
      const model = netModel(randomNet(random));
      const [order, strategy, clusters] = [random.pick(orders), random.pick(strategies), random.pick(clusterings)];
      compare(model, { order, strategy, clusters }, `${round} ${order} ${strategy} ${clusters}`);
    }
  });

  it('gives them on programs, tables, Kripke structures and functions', () => {
    for (const [name, text] of Object.entries(SMALL_MODELS)) {
      const model = analyse(loadModel(name, [text]).value!);
      for (const order of orders) compare(model, { order, strategy: 'saturation' }, `${name} ${order}`);
      compare(model, {}, `${name} race`);
    }
    const random = new Random(3);
    for (let round = 0; round < 20; round++) {
      const graph = randomGraph(random, { states: 12, propositions: ['a'], degree: 1.5, deadlocks: true });
      compare(graphModel(graph), {}, `graph ${round}`);
    }
  });

  it('reports faults of a program as the model does, but only those that are reached', () => {
    const text = (limit: number): string =>
      `byte x = 0; byte y = 3;
       process P { state s; init s; trans s -> s { guard y > ${limit}; effect x = 6 / y, y = y - 1; }; }
       system async;`;
    expect(() => countStates(analyse(loadModel('m.dve', [text(-1)]).value!))).toThrow('division by zero');
    compare(analyse(loadModel('m.dve', [text(0)]).value!), {}, 'no fault');
  });
});

describe('symbolic exploration', () => {
  it('learns a large table, and counts each of its rows once', () => {
    const text = `int x = 0; int y = 0; byte w = 0;
      process P { state s; init s; trans s -> s { guard x < 150 && w < 100; effect y = x * x, x = x + 1; }; }
      process Q { state t; init t; trans t -> t { guard w < 50; effect w = w + 1; }; }
      system async;`;
    const model = analyse(loadModel('rounds.dve', [text]).value!);
    const { space } = exploreSymbolically(model, { order: 'given' });
    const table = space.transitions.groups[0];
    expect(table.kind === 'learned' && table.rows.length).toBeGreaterThan(2000);
    expect(space.relationsOf(0)).toHaveLength(1);
    compare(model, { order: 'given' }, 'saturation');
    compare(model, { order: 'given', strategy: 'chaining' }, 'chaining');
  });

  it('learns ahead from single states where each round would teach one row', () => {
    const text = `int x = 0; int y = 0; int z = 7;
      process P { state s; init s; trans s -> s { guard x < 3000; effect x = x + 1, y = x * 2; }; }
      process Q { state t; init t; trans t -> t { guard y > 5990; effect z = y - z; }; }
      system async;`;
    const model = analyse(loadModel('chain.dve', [text]).value!);
    const { space } = exploreSymbolically(model, { order: 'given' });
    expect(space.rounds).toBeLessThan(300);
    const { states, deadlocks } = explore(model);
    expect(countStates(model)).toMatchObject({ states: BigInt(states), deadlocks: BigInt(deadlocks) });
  });

  it('needs no learning where the guards leave few of very many combinations', () => {
    // 8 × 8 × 8 × 8 × 4 × 4 × 4 combinations of values, of which a guard leaves 4096 at most
    const text = `byte a[4]; byte i; byte j; byte n;
      process P { state p, q, r, s; init p; trans
        p -> q { guard i < 3; effect a[i] = (a[i] + 1) % 8, i = i + 1; },
        q -> p { guard i > 0 and j == 0 and a[i - 1] > 2; effect i = 0, j = (j + 1) % 4; },
        q -> r { guard j == 1 and n == 0; effect n = (n + 1) % 4, a[3] = a[0]; },
        r -> s { guard a[n] < 8; effect n = 0; }, s -> p { effect i = 0, j = 0; }; }
      system async;`;
    const model = analyse(loadModel('m.dve', [text]).value!);
    expect(exploreSymbolically(model, { order: 'given' }).space.rounds).toBe(1);
    compare(model, {}, 'guards');
  });

  it('learns a wide group that changes nothing: the only infinite run stays in it', () => {
    const counter = (name: string): string =>
      `process ${name.toUpperCase()} { state s; init s; trans s -> s { guard ${name} < 31; effect ${name} = ${name} + 1; }; }`;
    const text = `byte a; byte b; byte c; ${['a', 'b', 'c'].map(counter).join('\n')}
      process L { state s; init s; trans s -> s { guard a + b + c == 93; }; }
      system async;`;
    const model = analyse(loadModel('m.dve', [text]).value!);
    expect(countStates(model, { order: 'given' })).toMatchObject({
      states: 32_768n,
      transitions: 95_233n,
      deadlocks: 0n,
    });
  });

  it('reports a fault that only a long run meets', () => {
    const text = `int x = 0; int y = 0;
      process P { state s; init s; trans s -> s { guard x < 3000; effect x = x + 1, y = 6 / (2000 - x); }; }
      system async;`;
    expect(() => countStates(analyse(loadModel('m.dve', [text]).value!))).toThrow('division by zero');
  });

  it('finds exactly the states of the plain explorer on random nets, under every order and strategy', () => {
    const random = new Random(1);
    for (let round = 0; round < 60; round++) {
      const model = netModel(randomNet(random));
      const found = explore(model);
      const order = random.pick(orderNames.filter((name) => name !== 'user'));
      const strategy = random.pick(['saturation', 'chaining', 'breadth-first'] as const);
      const { space } = exploreSymbolically(model, { order, strategy });
      expect(space.mdd.count(space.states), `${round} ${order} ${strategy}`).toBe(BigInt(found.states));
      for (let id = 0; id < found.states; id++) {
        expect(space.mdd.contains(space.states, space.vectorOf(found.table.get(id)))).toBe(true);
      }
    }
  });
});
