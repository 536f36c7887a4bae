// Work on the thread of the command line that can be stopped from outside, wherever it is, by Ctrl-C or after some time. Node does either
// (`vm`), so that no part of the work has to look at a clock for it. What was stopped is left as it was: it must be forgotten.
//
// Either, never both: a Ctrl-C between the end of the time and the end of the work would be told by nobody. While the clock is
// what stops the work, Ctrl-C does what it does to any process: it ends it.
import { runInNewContext } from 'node:vm';
import { LimitExceeded } from '../../diagnostics/index.ts';

/** What may stop the work. */
type Stop = 'Ctrl-C' | { readonly milliseconds: number };

/** What the work returns. Throws `LimitExceeded` when it is stopped, and what it throws itself. */
export function interruptible<T>(work: () => T, stop: Stop): T {
  const options = stop === 'Ctrl-C' ? { breakOnSigint: true } : { timeout: stop.milliseconds };
  try {
    return runInNewContext('work()', { work }, options) as T;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new LimitExceeded('time', `stopped after ${options.timeout} ms`);
    if (code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw new LimitExceeded('cancelled');
    throw error;
  }
}
