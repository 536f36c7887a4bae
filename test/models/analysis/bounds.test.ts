import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { explore } from '../../../src/models/explore.ts';
import { generateNet } from '../../../src/models/library/index.ts';
import { type Net, NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { randomNet } from '../../helpers/random-net.ts';

const bounds = (net: Net): (number | null)[] => analyse(netModel(net)).variables.map(({ upper }) => upper);

describe('bounds from invariants', () => {
  it.each([
    ['kanban', 3, 3],
    ['philosophers', 4, 1],
    ['slotted-ring', 4, 1],
    ['round-robin', 6, 1],
    ['peterson', 3, 1],
    ['mapk', 4, 4],
  ])('%s(%i) is bounded by %i everywhere', (name, parameter, expected) => {
    const found = bounds(unwrap(generateNet(name, parameter)));
    expect(found).not.toContain(null);
    expect(Math.max(...(found as number[]))).toBe(expected);
  });

  it('are reached exactly in the flexible manufacturing system', () => {
    const net = unwrap(generateNet('fms', 2));
    const { maxima } = explore(netModel(net));
    expect(bounds(net)).toEqual([...maxima]);
  });

  it('are none beyond what a place can hold, where the model has a fault', () => {
    const builder = new NetBuilder();
    builder.place('p', { initial: 2 ** 31 - 8 });
    builder.place('q', { initial: 9 });
    const inputs = [{ place: 1, weight: 1 }];
    builder.transition('t', { inputs, outputs: [{ place: 0, weight: 2 }] });
    expect(bounds(builder.build('large'))).toEqual([null, 9]);
  });

  it('use what no transition increases, not only what all keep', () => {
    const builder = new NetBuilder();
    builder.place('p', { initial: 6 });
    builder.place('q');
    builder.place('free');
    builder.transition('t', { inputs: [{ place: 0, weight: 3 }], outputs: [{ place: 1, weight: 2 }] });
    builder.transition('lose', { inputs: [{ place: 1, weight: 1 }] });
    builder.transition('make', { outputs: [{ place: 2, weight: 1 }] });
    expect(bounds(builder.build('losing'))).toEqual([6, 4, null]);
  });

  it('are never passed by a reachable marking', () => {
    const random = new Random(11);
    let found = 0;
    for (let i = 0; i < 300; i++) {
      const net = randomNet(random);
      const open = { ...net, places: net.places.map((place) => ({ ...place, capacity: null })) };
      const { maxima } = explore(netModel(open), { limits: { states: 2000 } });
      bounds(open).forEach((bound, place) => {
        if (bound === null) return;
        found++;
        expect(maxima[place]).toBeLessThanOrEqual(bound);
      });
    }
    expect(found).toBeGreaterThan(200);
  });

  it('become the ranges of the variables', () => {
    const { variables } = analyse(netModel(unwrap(generateNet('kanban', 2))));
    expect(variables.every(({ lower, upper }) => lower === 0 && upper === 2)).toBe(true);
  });

  it('survive tiny budgets', () => {
    const net = unwrap(generateNet('kanban', 2));
    expect(analyse(netModel(net), { budget: { rows: 3, work: 100 } }).variables).toHaveLength(16);
  });
});
