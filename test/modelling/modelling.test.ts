import { describe, expect, expectTypeOf, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { channel, unreliable } from '../../src/modelling/channel.ts';
import { type Crashable, crashing } from '../../src/modelling/crash.ts';
import { defineProcess, defineSystem, replicate } from '../../src/modelling/system.ts';
import { type Timer, timer } from '../../src/modelling/timer.ts';
import { explore } from '../../src/models/explore.ts';

describe('systems of processes', () => {
  const locks = defineSystem({
    shared: { free: true },
    processes: {
      reader: {
        initial: 'idle',
        actions: {
          enter: (self, { free }) => self === 'idle' && free && { self: 'in', shared: { free: false } },
          leave: (self) => self === 'in' && { self: 'idle', shared: { free: true } },
        },
      },
      writer: {
        initial: { at: 'idle', writes: 0 },
        actions: {
          enter: (self, { free }) => self.at === 'idle' && free && { self: { at: 'in' }, shared: { free: false } },
          *write({ at, writes }) {
            if (at !== 'in') return;
            for (const more of [1, 2]) if (writes + more < 4) yield { self: { writes: writes + more } };
          },
          leave: ({ at }) => at === 'in' && { self: { at: 'idle' }, shared: { free: true } },
        },
      },
    },
    propositions: {
      both: ({ reader, writer }) => reader === 'in' && writer.at === 'in',
      full: ({ writer }) => writer.writes === 3,
      reading: ({ reader }) => reader === 'in',
      free: ({ free }) => free,
    },
  });

  it('interleave: one action of one process at a time', () => {
    // idle or in with the lock free or held, times four counts of writes: 3 × 4
    expect(explore(locks).states).toBe(12);
    expect(locks.groups.map(({ name }) => name)).toEqual([
      'reader.enter',
      'reader.leave',
      'writer.enter',
      'writer.write',
      'writer.leave',
    ]);
    expect(check(locks, 'G !both').verdict.outcome).toBe('holds');
    expect(check(locks, 'G(full -> G full)').verdict.outcome).toBe('holds');
    expect(check(locks, 'GF reading').verdict.outcome).toBe('violated');
  });

  it('have types: of local states, shared variables and propositions', () => {
    expectTypeOf(locks.stateOf).returns.toExtend<{
      free: boolean;
      reader: string;
      writer: { at: string; writes: number };
    }>();
    // @ts-expect-error: no such proposition
    expect(() => locks.ltl('G bath')).toThrow(/bath/);
  });

  it('take fairness by process or by action', () => {
    const enters = 'GF reading';
    expect(check(locks, enters, { fairness: { weak: ['reader', 'writer'] } }).verdict.outcome).toBe('violated');
    expect(check(locks, enters, { fairness: { strong: ['reader.enter'] } }).verdict.outcome).toBe('holds');
  });

  it('refuse a name that is both a process and a shared variable', () => {
    expect(() => defineSystem({ shared: { p: 0 }, processes: { p: { initial: 0, actions: {} } } })).toThrow(/`p`/);
  });

  it('may be made of copies', () => {
    const ring = defineSystem({
      shared: { token: 0 },
      processes: replicate(['node0', 'node1', 'node2'], (i) =>
        defineProcess<null, { token: number }>({
          initial: null,
          actions: { pass: (_, { token }) => token === i && { shared: { token: (i + 1) % 3 } } },
        }),
      ),
      propositions: { first: ({ token }) => token === 0 },
    });
    expect(explore(ring).states).toBe(3);
    expect(check(ring, 'GF first').verdict.outcome).toBe('holds');
  });
});

it('replicate gives each process its number and name', () => {
  const made = replicate(['anna', 'bert'], (index, name) =>
    defineProcess({ initial: `${index} ${name}`, actions: {} }),
  );
  expect([made.anna.initial, made.bert.initial]).toEqual(['0 anna', '1 bert']);
});

describe('channels', () => {
  const fifo = channel<string>({ capacity: 2 });
  const bag = channel<{ n: number }>({ capacity: 3, order: 'any' });

  it('keep the order, or not', () => {
    const two = fifo.send(fifo.send(fifo.empty, 'a')!, 'b')!;
    expect(fifo.receive(two)).toEqual([{ message: 'a', rest: ['b'] }]);
    const some = bag.send(bag.send(bag.send(bag.empty, { n: 2 })!, { n: 1 })!, { n: 2 })!;
    expect(some).toEqual([{ n: 1 }, { n: 2 }, { n: 2 }]);
    expect(bag.receive(some)).toEqual([
      { message: { n: 1 }, rest: [{ n: 2 }, { n: 2 }] },
      { message: { n: 2 }, rest: [{ n: 1 }, { n: 2 }] },
    ]);
  });

  it('make the sender wait when they are full', () => {
    expect(fifo.isFull(['a', 'b'])).toBe(true);
    expect(fifo.send(['a', 'b'], 'c')).toBeNull();
    expect(fifo.duplicate(['a', 'b'])).toEqual([]);
    expect(() => channel({ capacity: 0 })).toThrow(/capacity/);
  });

  it('lose and double any message', () => {
    expect(fifo.lose(['a', 'b'])).toEqual([['b'], ['a']]);
    expect(fifo.lose(['a', 'a'])).toEqual([['a']]);
    expect(channel<string>({ capacity: 3 }).duplicate(['a', 'b'])).toEqual([
      ['a', 'a', 'b'],
      ['a', 'b', 'b'],
    ]);
  });

  it.each([
    { faults: [] as const, arrives: 'holds' },
    { faults: ['loss'] as const, arrives: 'violated' },
  ])('with the faults $faults: a message that was sent arrives: $arrives', ({ faults, arrives }) => {
    const model = defineSystem({
      shared: { wire: fifo.empty },
      processes: {
        sender: {
          initial: 'ready',
          actions: {
            send: (self, { wire }) => {
              const sent = self === 'ready' && fifo.send(wire, 'hello');
              return sent && { self: 'done', shared: { wire: sent } };
            },
          },
        },
        receiver: {
          initial: '',
          actions: {
            receive: (_, { wire }) =>
              fifo.receive(wire).map(({ message, rest }) => ({ self: message, shared: { wire: rest } })),
          },
        },
        wireFaults: unreliable('wire', fifo, faults),
      },
      propositions: { arrived: ({ receiver }) => receiver === 'hello' },
    });
    expect(check(model, 'F arrived').verdict.outcome).toBe(arrives);
  });
});

describe('timers', () => {
  const model = defineSystem({
    shared: { timeout: 'off' as Timer, answered: false },
    processes: {
      client: defineProcess<string, { timeout: Timer; answered: boolean }>({
        initial: 'idle',
        actions: {
          ask: (self) => self === 'idle' && { self: 'waiting', shared: { timeout: 'running' } },
          answer: (self, { answered }) =>
            self === 'waiting' && answered && { self: 'done', shared: { timeout: 'off' } },
          giveUp: (self, { timeout }) => self === 'waiting' && timeout === 'expired' && { self: 'failed' },
        },
      }),
      server: {
        initial: null,
        actions: {
          answer: (_, { timeout, answered }) => timeout !== 'off' && !answered && { shared: { answered: true } },
        },
      },
      clock: timer('timeout'),
    },
    propositions: { done: ({ client }) => client === 'done', failed: ({ client }) => client === 'failed' },
  });

  it('expire early, late or never', () => {
    expect(check(model, 'F(done | failed)').verdict.outcome).toBe('holds');
    expect(check(model, 'F done').verdict.outcome).toBe('violated');
    expect(check(model, 'F failed').verdict.outcome).toBe('violated');
  });
});

describe('crashes', () => {
  const worker = defineProcess({
    initial: { disk: 0, memory: 0 },
    actions: {
      work: ({ memory }) => memory < 2 && { self: { memory: memory + 1 } },
      save: ({ disk, memory }) => memory > disk && { self: { disk: memory } },
    },
  });

  it('lose what was not kept, and stay within their limit', () => {
    const model = defineSystem({
      processes: { worker: crashing(worker, { keep: ({ disk }) => ({ disk, memory: disk }), limit: 1 }) },
      propositions: {
        lost: ({ worker: { is, crashes } }) => crashes > 0 && is.memory < is.disk,
        saved: ({ worker: { is } }) => is.disk === 2,
        down: ({ worker: { up } }) => !up,
      },
    });
    expectTypeOf(model.stateOf).returns.toExtend<{ worker: Crashable<{ disk: number; memory: number }> }>();
    expect(check(model, 'G !lost').verdict.outcome).toBe('holds');
    expect(check(model, 'F saved').verdict.outcome).toBe('holds');
    expect(check(model, 'GF down').verdict.outcome).toBe('violated');
  });

  it('may be for ever', () => {
    const processes = { worker: crashing(worker, { restart: 'never' }) };
    const model = defineSystem({ processes, propositions: { down: ({ worker: { up } }) => !up } });
    expect(check(model, 'G(down -> G down)').verdict.outcome).toBe('holds');
    expect(check(model, 'F down').verdict.outcome).toBe('holds');
  });
});
