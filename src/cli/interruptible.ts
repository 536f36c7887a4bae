// Work on the thread of the command line that can be stopped from outside, wherever it is, by Ctrl-C or after some time. Node does both
// (`vm`), so that no part of the work has to look at a clock for it. What was stopped is left as it was: it must be forgotten.
import { runInNewContext } from 'node:vm';
import { LimitExceeded } from '../diagnostics/limit.ts';

/** What the work returns. Throws `LimitExceeded` when it is stopped, and what it throws itself. */
export function interruptible<T>(work: () => T, options: { readonly milliseconds?: number } = {}): T {
  const { milliseconds: timeout } = options;
  try {
    return runInNewContext('work()', { work }, { breakOnSigint: true, ...(timeout && { timeout }) }) as T;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new LimitExceeded('time', `stopped after ${timeout} ms`);
    if (code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw new LimitExceeded('cancelled', 'interrupted');
    throw error;
  }
}
