// One watch for a run and its parts: which limit ends it, and in which order.
import { describe, expect, it } from 'vitest';
import { LimitExceeded, type LimitKind, type Limits } from '../../src/diagnostics/limit.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';

function limitOf(work: () => void): LimitKind | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof LimitExceeded) return error.limit;
    throw error;
  }
}

const cases: readonly (readonly [string, Limits, LimitKind | null])[] = [
  ['nothing', {}, null],
  ['time that is left', { seconds: 1000 }, null],
  ['no time at all', { seconds: -1 }, 'time'],
  ['a signal', { signal: AbortSignal.abort() }, 'cancelled'],
  ['somebody who says so', { isCancelled: () => true }, 'cancelled'],
  ['memory', { memoryBytes: 10, memoryUsed: () => 11 }, 'memory'],
  ['memory that nobody measures', { memoryBytes: 10 }, null],
];

describe('a limit', () => {
  it.each([
    [{ limit: 'time', value: 3 }, 'no answer in 3 s'],
    [{ limit: 'states', value: 10 }, 'more than 10 states'],
    [{ limit: 'states', value: 10, what: 'the product' }, 'the product needs more than 10 states'],
    [{ limit: 'memory', value: 3 * 2 ** 20 }, 'more than 3 MB of memory in use'],
    [{ limit: 'memory' }, 'out of memory'],
    [{ limit: 'memory', what: 'no memory is left for events' }, 'no memory is left for events'],
    [{ limit: 'cancelled', consequence: 'nobody knows' }, 'interrupted: nobody knows'],
  ] as const)('is data that is put into words: %j', (reached, text) => {
    expect(LimitExceeded.of(reached)).toMatchObject({ reached, message: text });
  });

  it('that was met in a part is told with the bound of the whole', () => {
    const whole = new Stopwatch({ seconds: 60, memoryBytes: 10 });
    const part = whole.part({ memoryBytes: 6 });
    expect([part.bound('time'), part.bound('memory'), whole.bound('memory'), part.bound('states')]).toEqual([
      60,
      6,
      10,
      undefined,
    ]);
  });

  it('of time counts from the beginning of the run, which may have been before there was a watch', () => {
    const late = new Stopwatch({ seconds: 1000 }, null, 1001);
    expect(limitOf(() => late.look())).toBe('time');
    expect(late.secondsLeft).toBeLessThan(0);
  });
});

describe('a stopwatch', () => {
  it.each(cases)('ends a run: %s', (_, limits, expected) => {
    expect(limitOf(() => new Stopwatch(limits).look())).toBe(expected);
    expect(limitOf(() => new Stopwatch().part(limits).look())).toBe(expected);
    expect(limitOf(() => new Stopwatch(limits).part({}).look())).toBe(expected);
  });

  it('of time counts by the clock that was given, here and in all parts', () => {
    let now = 5000;
    const watch = new Stopwatch({ seconds: 10, clock: () => now });
    const part = watch.part({ seconds: 4 });
    now = 8000;
    expect([watch.seconds, part.secondsLeft]).toEqual([3, 1]);
    expect(limitOf(() => part.look())).toBeNull();
    now = 9001;
    expect(limitOf(() => part.look())).toBe('time');
    expect(limitOf(() => watch.look())).toBeNull();
  });

  it('looks once in many ticks, and not never', () => {
    let looks = 0;
    const watch = new Stopwatch({ isCancelled: () => ++looks > 2 });
    let ticks = 0;
    expect(
      limitOf(() => {
        for (; ; ticks++) watch.tick();
      }),
    ).toBe('cancelled');
    expect(looks).toBe(3);
    expect(ticks).toBeGreaterThan(100);
  });

  it('bounds states by its own limit only', () => {
    const whole = new Stopwatch({ states: 5 });
    expect(limitOf(() => whole.countStates(6))).toBe('states');
    expect(limitOf(() => whole.countStates(5))).toBeNull();
    expect(limitOf(() => whole.part({}).countStates(6))).toBeNull();
    expect(limitOf(() => whole.part({ states: 9 }).countStates(10))).toBe('states');
  });

  it('has no more time left than what it is a part of', () => {
    expect(new Stopwatch().secondsLeft).toBe(Number.POSITIVE_INFINITY);
    expect(new Stopwatch({ seconds: 3 }).part({ seconds: 1000 }).secondsLeft).toBeLessThanOrEqual(3);
    expect(new Stopwatch({ seconds: 1000 }).part({ seconds: 3 }).secondsLeft).toBeLessThanOrEqual(3);
  });

  it('has no more memory than what it is a part of, and knows how it is measured', () => {
    expect(new Stopwatch().memoryBytes).toBeUndefined();
    expect(new Stopwatch().part({ memoryBytes: 5 }).memoryBytes).toBe(5);
    expect(new Stopwatch({ memoryBytes: 3 }).part({ memoryBytes: 5 }).memoryBytes).toBe(3);
    expect(new Stopwatch({ memoryBytes: 3 }).part({}).memoryBytes).toBe(3);
    const whole = new Stopwatch({ memoryBytes: 100, memoryUsed: () => 50 });
    expect(limitOf(() => whole.look())).toBeNull();
    expect(limitOf(() => whole.part({ memoryBytes: 40 }).look())).toBe('memory');
  });

  it('counts the ticks of its parts as its own', () => {
    let looks = 0;
    const watch = new Stopwatch({ isCancelled: () => ++looks < 0 });
    for (let i = 0; i < 10_000; i++) watch.part({}).tick();
    expect(looks).toBeGreaterThan(10);
  });

  it('attempts what may be too large, and goes on without it', () => {
    const whole = new Stopwatch({ states: 5 });
    expect(whole.attempt({ states: 3 }, (part) => part.countStates(4))).toBeNull();
    expect(whole.attempt({ states: 3 }, () => 'small')).toBe('small');
    expect(() => whole.attempt({}, () => JSON.parse('{'))).toThrow(SyntaxError);
  });

  it('does not go on after an attempt that ended with the run itself', () => {
    let cancelled = false;
    const watch = new Stopwatch({ isCancelled: () => cancelled });
    const attempt = (): unknown =>
      watch.attempt({}, (part) => {
        cancelled = true;
        part.look();
      });
    expect(limitOf(attempt)).toBe('cancelled');
  });

  it('is not started again where it runs already', () => {
    const running = new Stopwatch({ seconds: 3 });
    expect(Stopwatch.over(running)).toBe(running);
    expect(Stopwatch.over({ states: 3 }).limits).toEqual({ states: 3 });
  });
});
