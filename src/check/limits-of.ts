// A stopwatch as limits, for what still starts a clock of its own.
import type { Limits } from '../diagnostics/limit.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';

export function limitsOf(stopwatch: Stopwatch): Limits {
  const { limits, secondsLeft } = stopwatch;
  return {
    ...limits,
    ...(Number.isFinite(secondsLeft) ? { seconds: secondsLeft } : { seconds: undefined }),
    isCancelled: () => stopwatch.isCancelled,
  };
}
