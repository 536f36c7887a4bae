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

describe('a stopwatch', () => {
  it.each(cases)('ends a run: %s', (_, limits, expected) => {
    expect(limitOf(() => new Stopwatch(limits).look())).toBe(expected);
    expect(limitOf(() => new Stopwatch().part(limits).look())).toBe(expected);
    expect(limitOf(() => new Stopwatch(limits).part({}).look())).toBe(expected);
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
