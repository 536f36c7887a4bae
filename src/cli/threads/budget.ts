// The one budget of a run: it begins with the process, and everything that the run does looks at it. The watchdog of the command line
// (`watchdog.ts`) is for what does not look in time.
import { type Limits, Stopwatch } from '../../diagnostics/index.ts';
import { type Job, SIGNALS } from './check-job.ts';
import { usedMemoryBytes } from './memory.ts';

/** When the process was started, in milliseconds since 1970; asked for in the thread of the command line. */
export function processStart(): number {
  return performance.timeOrigin;
}

/** The budget of a job: its memory, its signals, and the time that is given, counted from the start of the process. */
export function budgetOf(job: Pick<Job, 'started' | 'memoryBytes' | 'signals'>, limits: Limits): Stopwatch {
  const secondsAgo = Math.max(0, Date.now() - job.started) / 1000;
  return new Stopwatch({ ...boundsOf(job), ...limits }, null, secondsAgo);
}

/** The budget of a question that begins now: that of the process but for the time. */
export function freshBudgetOf(job: Pick<Job, 'memoryBytes' | 'signals'>, limits: Limits): Stopwatch {
  return new Stopwatch({ ...boundsOf(job), ...limits });
}

function boundsOf({ memoryBytes, signals }: Pick<Job, 'memoryBytes' | 'signals'>): Limits {
  const isCancelled = (): boolean => Atomics.load(signals, SIGNALS.cancelled) !== 0;
  return { memoryBytes, memoryUsed: usedMemoryBytes, isCancelled };
}
