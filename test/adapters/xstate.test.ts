import { describe, expect, it } from 'vitest';
import { assign, createMachine, fromPromise, setup } from 'xstate';
import { fromMachine } from '../../src/adapters/xstate.ts';
import { check } from '../../src/check/check.ts';
import { explore } from '../../src/models/explore.ts';

describe('XState machines as models', () => {
  const light = createMachine({
    id: 'light',
    initial: 'green',
    states: { green: { on: { TIMER: 'yellow' } }, yellow: { on: { TIMER: 'red' } }, red: { on: { TIMER: 'green' } } },
  });

  it('take events as open choices and states as propositions', () => {
    const model = fromMachine(light);
    expect(model.name).toBe('light');
    expect(explore(model).states).toBe(3);
    expect(check(model, 'G(green -> X yellow)').verdict.outcome).toBe('holds');
  });

  it('may be left alone for ever, when that is asked for', () => {
    expect(check(fromMachine(light), 'F red').verdict.outcome).toBe('holds');
    const idle = fromMachine(light, { idle: 'possible' });
    expect(check(idle, 'F red').verdict.outcome).toBe('violated');
    expect(check(idle, 'F red', { fairness: { weak: ['TIMER'] } }).verdict.outcome).toBe('holds');
  });

  const counter = setup({
    types: {
      context: {} as { count: number; log: string[] },
      events: {} as { type: 'ADD'; by: number } | { type: 'RESET' },
    },
    guards: { small: ({ context }) => context.count < 5 },
  }).createMachine({
    id: 'counter',
    context: { count: 0, log: [] },
    on: {
      ADD: {
        guard: 'small',
        actions: assign({
          count: ({ context, event }) => context.count + event.by,
          log: ({ context }) => [...context.log, 'added'],
        }),
      },
      RESET: { actions: assign({ count: 0 }) },
    },
  });

  it('run guards and assignments, on payloads that are given, with a context that is bounded', () => {
    const model = fromMachine(counter, {
      events: [{ type: 'ADD', by: 1 }, { type: 'ADD', by: 3 }, { type: 'RESET' }],
      context: (context) => ({ ...context, log: [] }),
      propositions: { five: ({ context }) => context.count === 5, eight: ({ context }) => context.count === 8 },
    });
    expect(explore(model).states).toBe(8); // 0 to 7: the guard lets no one beyond 4 + 3
    expect(check(model, 'G !eight').verdict.outcome).toBe('holds');
    const result = check(model, 'G !five');
    if (result.verdict.outcome !== 'violated') throw new Error('five can be reached');
    const steps = [...result.verdict.counterexample.prefix, ...result.verdict.counterexample.cycle];
    expect(steps.some(({ transition }) => transition === 'ADD {"by":3}' || transition === 'ADD {"by":1}')).toBe(true);
  });

  it('have parallel and nested states, history, eventless and final ones', () => {
    const machine = createMachine({
      id: 'player',
      type: 'parallel',
      states: {
        sound: { initial: 'on', states: { on: { on: { MUTE: 'muted' } }, muted: { on: { MUTE: 'on' } } } },
        play: {
          initial: 'stopped',
          states: {
            stopped: { on: { PLAY: 'track.last' } },
            track: {
              initial: 'first',
              states: {
                first: { on: { NEXT: 'second' } },
                second: { on: { NEXT: 'over' } },
                over: { always: '#player.play.ended' },
                last: { type: 'history' },
              },
              on: { STOP: 'stopped' },
            },
            ended: { type: 'final' },
          },
        },
      },
    });
    const model = fromMachine(machine);
    expect(check(model, 'G(play.track.second -> !play.track.first)').verdict.outcome).toBe('holds');
    expect(check(model, 'G !play.track.over').verdict.outcome).toBe('holds'); // left before anyone can see it
    expect(check(model, 'G(play.ended -> G play.ended)').verdict.outcome).toBe('holds');
    // History: stopped in the second track, the first one never comes back.
    expect(check(model, 'G(play.track.second -> G !play.track.first)').verdict.outcome).toBe('holds');
    expect(check(model, 'GF sound.on').verdict.outcome).toBe('violated');
  });

  it('let delays run out and invoked actors end at any moment', () => {
    const machine = setup({ actors: { fetch: fromPromise(() => Promise.resolve('text')) } }).createMachine({
      id: 'loader',
      initial: 'loading',
      context: { text: '' },
      states: {
        loading: {
          invoke: {
            id: 'fetch',
            src: 'fetch',
            onDone: { target: 'shown', actions: assign({ text: ({ event }) => event.output }) },
            onError: 'failed',
          },
          after: { 5000: 'slow' },
        },
        slow: { on: { RETRY: 'loading' } },
        shown: { type: 'final' },
        failed: { on: { RETRY: 'loading' } },
      },
    });
    const model = fromMachine(machine, {
      actors: { fetch: { outputs: ['a', 'b'] } },
      propositions: { a: ({ context }) => context.text === 'a' },
    });
    expect(explore(model).states).toBe(5);
    expect(check(model, 'F(done | failed | slow)').verdict.outcome).toBe('holds');
    expect(check(model, 'F done').verdict.outcome).toBe('violated');
    expect(check(model, 'G(shown -> a)').verdict.outcome).toBe('violated');
    const fair = { strong: ['done fetch "a"'] };
    expect(check(model, 'F done', { fairness: fair }).verdict.outcome).toBe('holds');
  });
});
