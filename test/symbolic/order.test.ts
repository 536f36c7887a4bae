import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateNet } from '../../src/models/library/index.ts';
import { type NetModel, netModel } from '../../src/models/petri/net-model.ts';
import { forceOrder } from '../../src/symbolic/order/force.ts';
import { greedyOrder } from '../../src/symbolic/order/greedy.ts';
import { cutCost, hypergraph } from '../../src/symbolic/order/hypergraph.ts';
import { OrderMaker, orderFromNames, orderNames } from '../../src/symbolic/order/orders.ts';

function net(name: string, parameter: number): NetModel {
  return netModel(generateNet(name, parameter).value!);
}

const edges = fc.array(fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 6 }), { maxLength: 20 });

/** The cut by its definition: edges with a vertex on either side. */
function naiveCost(supports: readonly (readonly number[])[], order: readonly number[]): number {
  const distinct = [...new Map(supports.map((support) => [support.join(), support])).values()];
  return order.reduce((cost, _, i) => {
    const before = new Set(order.slice(0, i + 1));
    const open = distinct.filter((edge) => edge.some((v) => before.has(v)) && edge.some((v) => !before.has(v)));
    return cost + open.length ** 2;
  }, 0);
}

describe('static variable orders', () => {
  it('list every variable of a net once, whatever the heuristic and the direction', () => {
    for (const model of [net('kanban', 3), net('philosophers', 4), net('peterson', 2)]) {
      const maker = new OrderMaker(model);
      for (const name of orderNames) {
        if (name === 'user') continue;
        const { variables } = maker.order(name);
        expect([...variables].sort((a, b) => a - b)).toEqual(model.variables.map((_, i) => i));
      }
      const [forwards, backwards] = [maker.order('greedy'), maker.order('greedy-reverse')];
      expect([...backwards.variables]).toEqual([...forwards.variables].reverse());
    }
  });

  it('measure the open edges as their definition says', () => {
    fc.assert(
      fc.property(edges, (supports) => {
        const sorted = supports.map((support) => [...support].sort((a, b) => a - b));
        const graph = hypergraph(12, sorted);
        const order = [...greedyOrder(graph)];
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i));
        expect(cutCost(graph, Int32Array.from(order))).toBe(naiveCost(sorted, order));
      }),
    );
  });

  it('put a shuffled chain back into a line', () => {
    const size = 60;
    const name = (i: number): number => (i * 37) % size;
    const chain = Array.from({ length: size - 1 }, (_, i) => [name(i), name(i + 1)].sort((a, b) => a - b));
    const graph = hypergraph(size, chain);
    expect(cutCost(graph, greedyOrder(graph))).toBe(size - 1);
    const given = Int32Array.from({ length: size }, (_, i) => i);
    expect(cutCost(graph, forceOrder(graph, given, { restarts: 'several' }))).toBeLessThan(cutCost(graph, given) / 4);
  });

  it('come from a list of names, the rest following, and complain of what the model has not', () => {
    const model = net('kanban', 2);
    const [first, second, third] = model.variables.map(({ name }) => name);
    const order = orderFromNames(model, `# comment\n${third}\n\n${first}\n`, 'order.txt');
    expect(Array.from(order.variables.slice(0, 3))).toEqual([2, 0, 1]);
    expect(order.variables).toHaveLength(model.variables.length);
    expect(() => orderFromNames(model, 'nothing', 'order.txt')).toThrow('no variable `nothing`');
    expect(() => orderFromNames(model, `${second}\n${second}`, 'order.txt')).toThrow('listed twice');
  });
});
