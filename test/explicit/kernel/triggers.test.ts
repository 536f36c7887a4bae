import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { clusterByTriggers } from '../../../src/explicit/kernel/code/triggers.ts';
import { makePacking } from '../../../src/explicit/kernel/packing/packing.ts';
import { StateSpace } from '../../../src/explicit/kernel/store/state-space.ts';
import { explore } from '../../../src/models/explore.ts';
import { philosophers } from '../../../src/models/library/philosophers.ts';
import type { Net } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { runToEnd } from '../../helpers/kernel.ts';
import { randomNet } from '../../helpers/random-net.ts';

/** The net with every transition `times` over: enough of them for triggers. */
function repeated(net: Net, times: number): Net {
  const copies = Array.from({ length: times }, (_, i) =>
    net.transitions.map((transition) => ({ ...transition, name: `${transition.name}.${i}` })),
  );
  return { ...net, transitions: copies.flat() };
}

describe('triggers', () => {
  it('put every transition in one place, and under a place that it needs', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const model = netModel(randomNet(new Random(seed)));
      const packing = makePacking(model.variables.map(() => ({ lower: 0, upper: 7 })));
      const found: number[] = [];
      for (const { mask, triggers } of clusterByTriggers(model.groups, packing)) {
        for (const trigger of triggers) {
          found.push(...trigger.groups);
          if (mask === null) continue;
          expect(mask & trigger.mask).toBe(trigger.mask);
          const place = packing.fields.findIndex(
            ({ word, shift }) => word === trigger.word && trigger.mask === 7n << BigInt(shift),
          );
          for (const group of trigger.groups) {
            const { behaviour } = model.groups[group];
            if (behaviour.kind !== 'tokens') throw new Error('not a net');
            const needs = behaviour.conditions.filter(({ atLeast }) => atLeast > 0).map(({ variable }) => variable);
            expect(needs).toContain(place);
          }
        }
      }
      expect(found.sort((a, b) => a - b)).toEqual([...model.groups.keys()]);
    }
  });

  it('lose no successor', () => {
    let compared = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const model = netModel(repeated(randomNet(new Random(seed)), 100));
      const plain = explore(model, { limits: { states: 1000 } });
      if (plain.limit !== null || model.groups.length < 200) continue;
      const space = new StateSpace(model, { states: 'counted', memoryBytes: 1 << 24 });
      expect(runToEnd(space)).toBe('done');
      expect([space.states, space.transitions, space.deadlocks]).toEqual([
        plain.states,
        plain.transitions,
        plain.deadlocks,
      ]);
      expect(space.firings()).toEqual(plain.firings);
      compared++;
    }
    expect(compared).toBeGreaterThan(15);
  });

  it('serve nets of several words', () => {
    const model = netModel(philosophers(50));
    const space = new StateSpace(model, { states: 'counted', memoryBytes: 1 << 26 });
    while (space.states < 200) space.slice(1);
    expect(space.kernel.packing.words).toBeGreaterThan(1);
    for (let id = 0; id < 200; id++) {
      const expected = new Set<string>();
      model.successors(space.read(id), (next) => expected.add(next.join(' ')));
      const found = [...space.successors(id)].map((successor) => space.read(successor).join(' '));
      expect(new Set(found)).toEqual(expected);
    }
  });
});
