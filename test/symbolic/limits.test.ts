import { describe, expect, it } from 'vitest';
import type { Limits } from '../../src/diagnostics/limit.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { countPairs } from '../../src/symbolic/count.ts';
import { OrderMaker, orderHeuristics } from '../../src/symbolic/order/orders.ts';
import { exploreSymbolically } from '../../src/symbolic/race.ts';

const net = (name: string, size: number): Model => netModel(generateNet(name, size).value!);

/** Asks `limits` the first `times` times without an objection. */
function cancelledAfter(times: number): { readonly limits: Limits; asked: number } {
  const counter = {
    asked: 0,
    limits: { isCancelled: (): boolean => ++counter.asked > times },
  };
  return counter;
}

describe('limits of symbolic work outside the kernel', () => {
  it('end every search for an order', () => {
    const model = net('philosophers', 200);
    for (const name of orderHeuristics.filter((heuristic) => heuristic !== 'given')) {
      const late = new Stopwatch({ seconds: -1 });
      expect(() => new OrderMaker(model, late).order(name), name).toThrow('no answer');
    }
  });

  it('end the race when it is cancelled, while an order is made', () => {
    const { limits } = cancelledAfter(0);
    expect(() => exploreSymbolically(net('philosophers', 200), { limits })).toThrow('interrupted');
  });

  it('end the counting of transitions', () => {
    const counter = cancelledAfter(Number.POSITIVE_INFINITY);
    const { space } = exploreSymbolically(net('philosophers', 100), { limits: counter.limits });
    const copy = space.mdd.flatten(space.states, 100_000)!;
    expect(countPairs(space, copy).transitions).not.toBeNull();
    const stopwatch = new Stopwatch({ isCancelled: () => true });
    expect(() => space.mdd.during({ stopwatch }, () => countPairs(space, copy))).toThrow('interrupted');
  });

  it('end the learning of tables', () => {
    const text = `int x = 0; int y = 0;
      process P { state s; init s; trans s -> s { guard x < 20000; effect x = x + 1, y = x * 2; }; }
      system async;`;
    const model = analyse(loadModel('long.dve', [text]).value!);
    const { limits } = cancelledAfter(40);
    expect(() => exploreSymbolically(model, { limits })).toThrow('interrupted');
  });
});
