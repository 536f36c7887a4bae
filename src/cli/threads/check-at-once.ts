// A check on the thread of the command line, for the moment that most checks of small models take: starting another thread takes longer.
// What has not ended by then is stopped, wherever it is, and forgotten; the checking thread does it from the beginning. Ctrl-C ends
// the process before anything was written.
import { LimitExceeded } from '../../diagnostics/index.ts';
import { CheckRun, loadOptionsOf } from '../commands/check-run.ts';
import { readModel } from '../input/model-input.ts';
import { HeldOutput } from '../output/check-output.ts';
import type { ExitCode } from '../output/exit-codes.ts';
import { budgetOf } from './budget.ts';
import { type CheckJob, newSignals, type Unstarted } from './check-job.ts';
import { interruptible } from './interruptible.ts';

/** The most milliseconds of an attempt, however busy the machine is. */
const LONGEST = 1000;

/** Milliseconds of the attempt: twice what the process took to get here, about 200, which measures how fast the machine is just now. */
function moment(): number {
  return Math.min(LONGEST, Math.ceil(2 * performance.now()));
}

/** Does the job if that takes no longer than a moment, else null and nothing was written. Throws what goes wrong in it. */
export function checkAtOnce(unstarted: Unstarted<CheckJob>): ExitCode | null {
  const output = new HeldOutput();
  let isStopped = false;
  const work = (): ExitCode => {
    const job = { ...unstarted, columns: 0, signals: newSignals() }; // nobody can ask while it runs
    const stopwatch = budgetOf(job, { seconds: job.options.limits.seconds });
    const model = readModel(job.model, { ...loadOptionsOf(job), stopwatch });
    return new CheckRun(model, job, { output, stopwatch }).runFormulas();
  };
  try {
    return interruptible(work, { milliseconds: moment() });
  } catch (error) {
    isStopped = error instanceof LimitExceeded && error.limit === 'time';
    if (isStopped) return null;
    throw error;
  } finally {
    if (!isStopped) output.release();
  }
}
