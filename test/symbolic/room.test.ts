// Managers with little room: what does not fit is done anew in a whole one, with the same answers.
import { describe, expect, it } from 'vitest';
import { Mdd } from '../../src/dd/mdd/index.ts';
import { LimitExceeded } from '../../src/diagnostics/limit.ts';
import { generateNet } from '../../src/models/library/index.ts';
import { type NetModel, netModel } from '../../src/models/petri/net-model.ts';
import { ExploredModel } from '../../src/symbolic/explored-model.ts';
import { exploreIn } from '../../src/symbolic/race.ts';
import { countStates } from '../../src/symbolic/states.ts';

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
    const { space: first } = explored.states();
    const rooms: string[] = [];
    const count = explored.search({}, ({ space }) => {
      rooms.push(space.mdd.room);
      if (space.mdd.room === 'small') fill(space.mdd);
      expect(space.order).toEqual(first.order);
      return space.mdd.count(space.states);
    });
    expect(rooms).toEqual(['small', 'whole']);
    expect(count).toBe(4600n);
    expect(explored.search({}, ({ space }) => space.mdd.room)).toBe('whole');
  });

  it('is left in the race where an order needs more', () => {
    const model = library('fms', 7);
    const { space } = exploreIn('small', model, { order: 'given-reverse' }); // a bad order
    expect(space.mdd.room).toBe('whole');
    expect(space.mdd.count(space.states)).toBe(countStates(model, { order: 'greedy' }).states);
  });

  it('serves counts', () => {
    expect(countStates(library('kanban', 3)).states).toBe(58_400n);
  });
});
