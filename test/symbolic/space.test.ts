import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { explore } from '../../src/models/explore.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { orderNames } from '../../src/symbolic/order/orders.ts';
import { exploreSymbolically } from '../../src/symbolic/race.ts';
import { randomNet } from '../helpers/random-net.ts';

describe('symbolic exploration', () => {
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
