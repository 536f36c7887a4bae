// Managers with little room: what does not fit is done anew in a whole one, with the same answers.
import { describe, expect, it } from 'vitest';
import { Mdd } from '../../src/dd/mdd/index.ts';
import { LimitExceeded } from '../../src/diagnostics/limit.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { generateNet } from '../../src/models/library/index.ts';
import { type NetModel, netModel } from '../../src/models/petri/net-model.ts';
import { ExploredModel } from '../../src/symbolic/explored-model.ts';
import type { VariableOrder } from '../../src/symbolic/order/orders.ts';
import { exploreIn } from '../../src/symbolic/race.ts';
import { countStates } from '../../src/symbolic/states.ts';
import { SMALL_MODELS } from './small-models.ts';

function library(name: string, size: number): NetModel {
  return netModel(generateNet(name, size).value!);
}

/** Makes sets that nobody holds until the manager says that it is full. */
function fill(mdd: Mdd): void {
  for (let i = 0; i < 1e6; i++) {
    mdd.scope(() => {
      mdd.singleton(Array.from({ length: mdd.levels }, (_, level) => (i * 31 + level * 17) % 60_000));
      return 0;
    });
  }
}

describe('a small manager', () => {
  it('is full where a whole one would collect', () => {
    const mdd = new Mdd({ levels: 60, room: 'small' });
    expect(() => fill(mdd)).toThrow(LimitExceeded);
    expect(mdd.statistics().bytes).toBeLessThan(2 ** 25);
  });

  it('is left for a whole one under the same order, and the search begins anew', () => {
    const explored = new ExploredModel(library('kanban', 2));
    const seen: { readonly room: string; readonly order: VariableOrder }[] = [];
    const count = explored.search({}, ({ space }) => {
      seen.push({ room: space.mdd.room, order: space.order });
      if (space.mdd.room === 'small') fill(space.mdd);
      return space.mdd.count(space.states);
    });
    expect(seen.map(({ room }) => room)).toEqual(['small', 'whole']);
    expect(seen[1].order).toEqual(seen[0].order);
    expect(count).toBe(4600n);
    expect(explored.search({}, ({ space }) => space.mdd.room)).toBe('whole');
  });

  it('is not what others than searches are given', () => {
    const explored = new ExploredModel(library('kanban', 2));
    expect(explored.search({}, ({ space }) => space.mdd.room)).toBe('small');
    const { space } = explored.states();
    expect(space.mdd.room).toBe('whole');
    expect(explored.search({}, ({ space: same }) => same === space)).toBe(true);
  });

  it('is left in the race where an order needs more', () => {
    const model = library('fms', 7);
    const { space } = exploreIn('small', model, { order: 'given-reverse' }); // a bad order
    expect(space.mdd.room).toBe('whole');
    expect(space.mdd.count(space.states)).toBe(countStates(model, { order: 'greedy' }).states);
  });

  it('is enough for a small program, whose orders have large budgets', () => {
    const model = analyse(loadModel('mutex.dve', [SMALL_MODELS['mutex.dve']]).value!);
    const { space } = exploreIn('small', model, {});
    expect(space.mdd.room).toBe('small');
    const whole = exploreIn('whole', model, {}).space;
    expect(space.mdd.count(space.states)).toBe(whole.mdd.count(whole.states));
  });

  it('serves counts', () => {
    expect(countStates(library('kanban', 3)).states).toBe(58_400n);
  });
});
