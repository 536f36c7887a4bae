// Several threads on one memory against one thread: the same counts, whatever the threads do meanwhile, and after every kind of mishap.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '../../../src/base/assert.ts';
import { Random } from '../../../src/base/random.ts';
import { CREW_HEADER, MEMBER_BYTES, MEMBER_PRESENCE, PRESENT } from '../../../src/explicit/kernel/protocol.ts';
import type { StateSpaceOptions } from '../../../src/explicit/kernel/store/space-options.ts';
import { StateSpace } from '../../../src/explicit/kernel/store/state-space.ts';
import type { CrewPlace } from '../../../src/explicit/kernel/threads/helper.ts';
import type { HelpersOptions } from '../../../src/explicit/kernel/threads/helpers.ts';
import type { HelperThread } from '../../../src/explicit/kernel/threads/thread-host.ts';
import { exploreStates, exploreStatesSync } from '../../../src/explicit/search/explore-states.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { generateNet } from '../../../src/models/library/index.ts';
import type { Model } from '../../../src/models/model.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { crowdedCounter, expectAgreement, openNet, runToEnd } from '../../helpers/kernel.ts';
import { randomProcesses, randomProgram, randomTables } from '../../helpers/naive-model.ts';
import { randomConservativeNet, randomNet } from '../../helpers/random-net.ts';
import { longMode, seedFrom } from '../../helpers/shared.ts';
import { AT_ONCE, realThread, SMALL, ThreadPool } from '../../helpers/threads.ts';

const RANDOM_MODELS = longMode ? 250 : 6;
const RACES = longMode ? 10_000 : 20;
const MEMORY = 1 << 26;
/** So few and small parts that each fills again and again. */
const PARTS = { bits: 2, room: 5, from: 2 };

/** States with ids, which do not share entries of the table. */
const WITH_IDS = { leaves: 'never' } as const;

let two: ThreadPool;
let three: ThreadPool;
beforeAll(() => {
  two = new ThreadPool(2);
  three = new ThreadPool(3);
});
afterAll(() => {
  two.end();
  three.end();
});

function net(name: string, size: number): Model {
  const { value } = generateNet(name, size);
  invariant(value, 'a net of the library');
  return analyse(netModel(value));
}

function countsOf(space: StateSpace): readonly (number | string)[] {
  const result = runToEnd(space);
  const counts = [space.states, space.transitions, space.deadlocks, space.depth, result];
  space.close();
  return counts;
}

const shared = (threads: ThreadPool, more: StateSpaceOptions = {}): StateSpaceOptions => ({
  states: 'counted',
  leaves: 'always',
  memoryBytes: MEMORY,
  threads,
  helpers: AT_ONCE,
  ...more,
});

const kinds: Record<string, (random: Random) => Model> = {
  nets: (random) => netModel(randomNet(random)),
  'nets whose fields begin narrow': openNet,
  'nets with invariants': (random) => analyse(netModel(randomConservativeNet(random))),
  'guarded assignments': randomProgram,
  processes: randomProcesses,
  tables: randomTables,
};

describe('threads that search together', () => {
  it.each(Object.entries(kinds))('count what the plain explorer counts: %s', (_, make) => {
    let compared = 0;
    for (let seed = 1; seed <= RANDOM_MODELS; seed++) {
      const model = make(new Random(seedFrom(seed)));
      const pool = seed % 3 === 0 ? three : two;
      const parts = seed % 2 === 0 ? PARTS : undefined;
      if (expectAgreement(model, shared(pool, { parts }))) compared++;
      expectAgreement(model, shared(pool, WITH_IDS));
    }
    expect(compared).toBeGreaterThan(RANDOM_MODELS / 3);
  });

  it.each([
    ['kanban', 3],
    ['fms', 3],
    ['philosophers', 6],
    ['slotted-ring', 4],
  ] as const)('count what one thread counts: %s %d', (kind, size) => {
    const model = net(kind, size);
    const expected = countsOf(new StateSpace(model, { states: 'counted', memoryBytes: MEMORY }));
    for (const pool of [two, three]) {
      const space = new StateSpace(model, shared(pool, { parts: PARTS }));
      expect(countsOf(space)).toEqual(expected);
      expect(space.threads).toBe(pool.threads);
      expect(countsOf(new StateSpace(model, shared(pool)))).toEqual(expected);
      const numbered = new StateSpace(model, shared(pool, WITH_IDS));
      expect(countsOf(numbered)).toEqual(expected);
      expect(numbered.threads).toBe(pool.threads);
    }
  });

  it.each([2, 3, 5, 8, 11, 13])('count states of several words: %d pairs of large places', (pairs) => {
    const model = crowdedCounter(Math.max(2, 2 ** (10 - pairs)), pairs);
    const expected = countsOf(new StateSpace(model, { states: 'counted', memoryBytes: MEMORY }));
    const space = new StateSpace(model, shared(pairs % 2 === 0 ? two : three));
    expect(countsOf(space)).toEqual(expected);
    expect(space.kernel.packing.words).toBe(pairs);
    expect(space.threads).toBeGreaterThan(1);
  });

  it('count the same in every race for few states', () => {
    const models = [net('kanban', 1), net('philosophers', 3), crowdedCounter(20)];
    const expected = models.map((model) => countsOf(new StateSpace(model, { states: 'counted', memoryBytes: MEMORY })));
    for (let run = 0; run < RACES; run++) {
      const at = run % models.length;
      const ways = [{ parts: PARTS }, {}, WITH_IDS];
      expect(countsOf(new StateSpace(models[at], shared(two, ways[(run + at) % 3])))).toEqual(expected[at]);
    }
  });

  it('do take part', async () => {
    const model = net('kanban', 4);
    // As a program would: the event loop turns now and then.
    const result = await exploreStates(model, { threads: two, helpers: { ...AT_ONCE, fromStates: 30_000 } });
    expect(result).toMatchObject({ states: 454_475, transitions: 3_979_850, complete: true, depth: 56 });
    expect(result.kernel?.threads).toBe(2);
  });
});

describe('what stops threads that search together', () => {
  it('a field that is too narrow: states are packed anew, and they go on', () => {
    const space = new StateSpace(crowdedCounter(70_000), shared(two, { helpers: { ...AT_ONCE, sharedLevel: 3 } }));
    expect(countsOf(space)).toEqual([140_002, 280_002, 0, 70_001, 'done']);
    expect(space.repackings).toBeGreaterThan(0);
    const helpers = { ...AT_ONCE, sharedLevel: 5 };
    const wide = new StateSpace(crowdedCounter(70_000, 2, 2 ** 24), shared(two, { helpers }));
    expect(countsOf(wide)).toEqual([280_004, 840_008, 0, 70_002, 'done']);
    expect(wide.repackings).toBeGreaterThan(0);
  });

  it.each([{}, WITH_IDS])('a full memory: one thread goes on elsewhere, or says that there is no more: %o', (way) => {
    const model = net('kanban', 4);
    const small = { largestMemory: 1 << 21, parts: PARTS } as const;
    const space = new StateSpace(model, shared(two, { memoryBytes: 1 << 28, ...small, ...way }));
    expect(countsOf(space).slice(0, 3)).toEqual([454_475, 3_979_850, 0]);
    expect(space.memories).toBeGreaterThan(1);
    expect(space.threads).toBe(2);
    const full = new StateSpace(model, shared(two, { memoryBytes: 1 << 21, ...way }));
    expect(runToEnd(full)).toBe('full');
    full.close();
    expect(full.states).toBeLessThan(454_475);
  });

  it('states that were left: after a limit, all that were found are there, and can be measured', () => {
    const model = crowdedCounter(3000, 3);
    const space = new StateSpace(model, shared(two));
    while (space.states < 9000) space.slice(500);
    space.close();
    const { upper } = space.measure();
    expect(upper[0]).toBeGreaterThan(1000);
    expect(upper.subarray(1).every((tokens) => tokens === 2 ** 21)).toBe(true);
    expect(space.firings().reduce((sum, firings) => sum + firings, 0)).toBeGreaterThanOrEqual(space.transitions);
  });

  it('a limit: the counts are those of the part that was explored', async () => {
    const model = net('kanban', 4);
    const options = { threads: two, helpers: { ...AT_ONCE, fromStates: 30_000 } };
    for (const explored of [
      await exploreStates(model, { ...options, limits: { states: 100_000 } }),
      exploreStatesSync(model, { ...options, limits: { states: 100_000 } }),
    ]) {
      expect(explored).toMatchObject({ complete: false, limit: 'states' });
      expect(explored.states).toBeGreaterThan(100_000);
      expect(explored.states).toBeLessThan(454_475);
    }
    let looks = 0;
    const isCancelled = (): boolean => ++looks > 50;
    const cancelled = await exploreStates(model, { ...options, limits: { isCancelled } });
    expect(cancelled).toMatchObject({ complete: false, limit: 'cancelled' });
  });
});

describe('threads that do not pay', () => {
  /** Says so after a few levels, one of which the first thread has done alone. */
  function inVain(after: number): NonNullable<HelpersOptions['trial']> {
    let levels = 0;
    return {
      get verdict() {
        return levels >= after ? 'does not pay' : 'open';
      },
      get isTogether() {
        return levels < after && levels % 2 === 0;
      },
      note() {
        levels++;
      },
    };
  }

  it.each([
    ['kanban', 3],
    ['fms', 3],
    ['slotted-ring', 4],
    ['philosophers', 6],
  ] as const)('are sent away, and one goes on as if none had come: %s %d', (kind, size) => {
    const model = net(kind, size);
    const expected = countsOf(new StateSpace(model, { states: 'counted', memoryBytes: MEMORY }));
    for (const [i, way] of [{ parts: PARTS }, {}, WITH_IDS].entries()) {
      const space = new StateSpace(model, shared(two, { ...way, helpers: { ...AT_ONCE, trial: inVain(3 + i) } }));
      expect(countsOf(space)).toEqual(expected);
      expect(space.threads).toBe(2);
      // An arena stays where it is.
      if (!('leaves' in way)) expect(space.kernel.options.crew).toBeUndefined();
    }
  });

  it.each(Object.entries(kinds))('leave the same counts, and the same fault: %s', (_, make) => {
    const told = (space: StateSpace): unknown => {
      try {
        return countsOf(space);
      } catch (error) {
        space.close();
        return String(error);
      }
    };
    for (let seed = 1; seed <= RANDOM_MODELS * 2; seed++) {
      const model = make(new Random(seedFrom(seed)));
      const one = told(new StateSpace(model, { states: 'counted', leaves: 'always', memoryBytes: MEMORY }));
      for (const way of [{}, { parts: PARTS }, WITH_IDS]) {
        const helpers = { ...AT_ONCE, trial: inVain(1 + (seed % 3)) };
        expect(told(new StateSpace(model, shared(two, { ...way, helpers }))), `seed ${seed}`).toEqual(one);
      }
    }
  });

  it('leave everything in order where fields become wider afterwards', () => {
    const helpers = { ...AT_ONCE, trial: inVain(5) };
    const space = new StateSpace(crowdedCounter(70_000), shared(two, { helpers }));
    expect(countsOf(space)).toEqual([140_002, 280_002, 0, 70_001, 'done']);
  });
});

describe('threads that fail', () => {
  const model = net('kanban', 3);
  const expected = countsOf(new StateSpace(model, { states: 'counted', memoryBytes: MEMORY }));

  it('cannot be started: one thread does it', () => {
    const none = { threads: 3, start: () => null };
    const space = new StateSpace(model, { ...shared(two), helpers: SMALL, threads: none });
    expect(countsOf(space)).toEqual(expected);
    expect(space.threads).toBe(1);
  });

  it('are not up before all is done: one thread does it, and they are ended', () => {
    let ended = 0;
    const slow: HelperThread = { send: () => undefined, isReady: false, isLost: false, end: () => ended++ };
    const threads = { threads: 3, start: () => slow };
    const space = new StateSpace(model, { ...shared(two), helpers: SMALL, threads });
    expect(countsOf(space)).toEqual(expected);
    expect(space.threads).toBe(1);
    expect(space.kernel.options.crew).toBeUndefined();
    expect(ended).toBe(2);
  });

  it('never come: one thread does it', () => {
    const absent: HelperThread = { send: () => undefined, isLost: false, end: () => undefined };
    const space = new StateSpace(model, {
      ...shared(two),
      helpers: SMALL,
      threads: { threads: 2, start: () => absent },
    });
    expect(countsOf(space)).toEqual(expected);
    expect(space.threads).toBe(1);
  });

  it.each([{}, WITH_IDS])('are lost while they work: one thread starts again: %o', (way) => {
    const start = (): HelperThread => {
      let isLost = false;
      return {
        // It comes, takes a call, and is never heard of again.
        send: (place) => {
          const { memory, crew, member } = place as CrewPlace;
          const words = new Int32Array(memory.buffer);
          Atomics.store(words, (crew + CREW_HEADER + member * MEMBER_BYTES + MEMBER_PRESENCE) / 4, PRESENT);
          isLost = true;
        },
        get isLost() {
          return isLost;
        },
        end: () => undefined,
      };
    };
    const space = new StateSpace(model, { ...shared(two, way), helpers: SMALL, threads: { threads: 2, start } });
    expect(countsOf(space)).toEqual(expected);
  });

  it('are ended from outside: the count is right, or said to be incomplete', async () => {
    const thread = realThread();
    let seen = 0;
    const result = await exploreStates(net('kanban', 4), {
      threads: { threads: 2, start: () => thread },
      helpers: { ...SMALL, fromStates: 30_000 },
      onProgress: ({ states }) => {
        if (states > 100_000 && seen++ === 0) void thread.worker.terminate();
      },
    });
    expect(result).toMatchObject({ states: 454_475, transitions: 3_979_850, complete: true });
  });
});
