import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { StateSpace } from '../../../src/explicit/kernel/store/state-space.ts';
import { exploreStatesSync } from '../../../src/explicit/search/explore-states.ts';
import { explore } from '../../../src/models/explore.ts';
import { kanban } from '../../../src/models/library/kanban.ts';
import { peterson } from '../../../src/models/library/peterson.ts';
import { philosophers } from '../../../src/models/library/philosophers.ts';
import { slottedRing } from '../../../src/models/library/slotted-ring.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { crowdedCounter, runToEnd } from '../../helpers/kernel.ts';

const MEMORY = 3 << 17;
const kanban3 = netModel(kanban(3));

describe('states in several memories', () => {
  it.each(['breadth-first', 'depth-first'] as const)('keep their order and their ids: %s', (order) => {
    const plain = explore(kanban3, { order });
    const space = new StateSpace(kanban3, { order, memoryBytes: 1 << 24, largestMemory: MEMORY });
    expect(runToEnd(space)).toBe('done');
    expect(space.memories).toBeGreaterThan(2);
    expect([space.states, space.transitions, space.deadlocks]).toEqual([plain.states, plain.transitions, 0]);
    for (let id = 0; id < plain.states; id += 7) expect(space.read(id)).toEqual(plain.table.get(id));
    expect(space.firings()).toEqual(plain.firings);
  });

  it('are found by their successors', () => {
    const space = new StateSpace(kanban3, { memoryBytes: 1 << 24, largestMemory: MEMORY });
    runToEnd(space);
    const random = new Random(1);
    const target = new Int32Array(kanban3.variables.length);
    for (let i = 0; i < 200; i++) {
      const id = random.below(space.states);
      const expected: Int32Array[] = [];
      kanban3.successors(space.read(id), (next) => expected.push(next.slice()));
      const found = [...space.successors(id)].map((successor) => {
        space.kernel.read(successor, target);
        return target.slice();
      });
      expect(found).toEqual(expected);
    }
  });

  it('take over from states without ids', () => {
    const result = exploreStatesSync(kanban3, { limits: { memoryBytes: 1 << 24 }, largestMemory: MEMORY });
    expect(result).toMatchObject({ states: 58_400, transitions: 446_400, complete: true });
    expect(result.kernel?.memories).toBeGreaterThan(1);
  });

  it('can still be packed anew', () => {
    const model = crowdedCounter(70_000);
    const space = new StateSpace(model, { order: 'depth-first', memoryBytes: 1 << 23, largestMemory: 1 << 18 });
    expect(runToEnd(space)).toBe('done');
    expect([space.states, space.transitions, space.deadlocks]).toEqual([140_002, 280_002, 0]);
    expect(space.repackings).toBeGreaterThan(0);
    expect(space.memories).toBeGreaterThan(1);
  });
});

describe('folded states', () => {
  it.each([
    ['slotted ring', netModel(slottedRing(4))],
    ['peterson', netModel(peterson(2))],
  ])('are the same states: %s', (_, model) => {
    const plain = explore(model);
    const space = new StateSpace(model, { fold: 'always', memoryBytes: 1 << 26 });
    expect(runToEnd(space)).toBe('done');
    expect([space.states, space.transitions, space.deadlocks]).toEqual([
      plain.states,
      plain.transitions,
      plain.deadlocks,
    ]);
    for (let id = 0; id < plain.states; id++) expect(space.read(id)).toEqual(plain.table.get(id));
  });

  it('come by themselves when memory runs short, and let more states fit', () => {
    const model = netModel(philosophers(30));
    const limits = { memoryBytes: 3 << 20 };
    const unfolded = exploreStatesSync(model, { fold: 'never', order: 'breadth-first', limits });
    const folded = exploreStatesSync(model, { order: 'breadth-first', limits });
    expect([unfolded.limit, folded.limit]).toEqual(['memory', 'memory']);
    expect(folded.states).toBeGreaterThan(1.3 * unfolded.states);
  });
});
