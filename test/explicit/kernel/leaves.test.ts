import { describe, expect, it } from 'vitest';
import { unpack } from '../../../src/explicit/kernel/packing/packing.ts';
import type { StateSpaceOptions } from '../../../src/explicit/kernel/store/space-options.ts';
import { StateSpace } from '../../../src/explicit/kernel/store/state-space.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { explore } from '../../../src/models/explore.ts';
import { kanban } from '../../../src/models/library/kanban.ts';
import { philosophers } from '../../../src/models/library/philosophers.ts';
import type { Model } from '../../../src/models/model.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { crowdedCounter, runToEnd } from '../../helpers/kernel.ts';

const kanban4 = analyse(netModel(kanban(4)));
const kanban3 = analyse(netModel(kanban(3)));
const philosophers5 = analyse(netModel(philosophers(5)));
const inTable: StateSpaceOptions = { states: 'counted', leaves: 'always', memoryBytes: 1 << 24 };
/** So few and small parts that each fills again and again. */
const parts = { bits: 2, room: 5, from: 2 };

/** The states as texts, whatever way they are kept in. */
function statesOf({ model, kernel }: StateSpace): Set<string> {
  const found = new Set<string>();
  const state = new Int32Array(model.variables.length);
  const { packing, words } = kernel;
  kernel.store.forEachBatch(128, (address, n) => {
    for (let i = 0; i < n; i++) {
      unpack(packing, words, address / 4 + i * packing.words * 2, state);
      found.add(state.join(' '));
    }
  });
  return found;
}

function plainStates(model: Model): Set<string> {
  const { table } = explore(model);
  return new Set(Array.from({ length: table.size }, (_, id) => table.get(id).join(' ')));
}

describe('states that share entries of the table', () => {
  it.each([
    ['kanban, looked up at once', kanban3, inTable],
    ['kanban, spread', kanban3, { ...inTable, parts }],
    ['philosophers, looked up at once', philosophers5, inTable],
    ['philosophers, spread', philosophers5, { ...inTable, parts }],
  ] as const)('are the states of the plain explorer, on the same levels: %s', (_, model, options) => {
    const space = new StateSpace(model, options);
    expect(runToEnd(space)).toBe('done');
    expect(space.kernel.store.kind).toBe('inline');
    const numbered = new StateSpace(model, { memoryBytes: 1 << 24 });
    runToEnd(numbered);
    expect([space.states, space.transitions, space.deadlocks, space.depth]).toEqual([
      numbered.states,
      numbered.transitions,
      numbered.deadlocks,
      numbered.depth,
    ]);
    expect(statesOf(space)).toEqual(plainStates(model));
    expect(space.firings()).toEqual(numbered.firings());
  });

  it('need a fraction of the memory', () => {
    const shared = new StateSpace(kanban4, { states: 'counted' });
    const alone = new StateSpace(kanban4, { states: 'counted', leaves: 'never' });
    for (const space of [shared, alone]) runToEnd(space);
    expect([shared.states, shared.transitions, shared.depth]).toEqual([454_475, 3_979_850, alone.depth]);
    expect(shared.bytes).toBeLessThan(alone.bytes / 2);
  });

  it.each([undefined, parts])('move to a store with ids when the memory ends, and keep their levels: %o', (spread) => {
    const space = new StateSpace(kanban3, { ...inTable, parts: spread, largestMemory: 1 << 17 });
    expect(runToEnd(space)).toBe('done');
    expect(space.kernel.store.kind).toBe('arena');
    const numbered = new StateSpace(kanban3, { memoryBytes: 1 << 24 });
    runToEnd(numbered);
    expect([space.states, space.transitions, space.depth]).toEqual([58_400, 446_400, numbered.depth]);
    expect(space.firings()).toEqual(numbered.firings());
  });

  it.each([undefined, { ...parts, from: 1, bits: 0 }])('are packed anew when a field is too narrow: %o', (spread) => {
    const space = new StateSpace(crowdedCounter(70_000), { ...inTable, parts: spread });
    expect(space.kernel.store.kind).toBe('inline');
    expect(runToEnd(space)).toBe('done');
    expect([space.states, space.transitions, space.deadlocks]).toEqual([140_002, 280_002, 0]);
    expect(space.repackings).toBeGreaterThan(0);
  });

  it('are not chosen where hardly any would share an entry', () => {
    const space = new StateSpace(crowdedCounter(70_000), { states: 'counted' });
    expect(space.kernel.store.kind).toBe('arena');
  });
});
