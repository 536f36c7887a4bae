// A check is answered: at once on the thread of the command line, where that takes no longer than a moment, or in the checking thread.
import { LimitExceeded } from '../../diagnostics/index.ts';
import type { Formula } from '../../formula/index.ts';
import type { ExitCode } from '../output/exit-codes.ts';
import type { CheckJob, Unstarted } from './check-job.ts';
import type { CheckThread } from './check-thread.ts';

/** Does the job in the thread. A limit that ends all of it leaves formulas without an answer: that is one too. */
export async function answered(
  thread: CheckThread,
  job: Unstarted<CheckJob>,
  read: readonly { readonly formula: Formula }[],
): Promise<ExitCode> {
  try {
    return await thread.run(job);
  } catch (error) {
    if (!(error instanceof LimitExceeded) || error.limit === 'cancelled') throw error;
    await thread.end(); // it writes nothing any more
    const { tellUnanswered } = await import('../output/unanswered.ts');
    const { answered, isViolated } = thread.told;
    const left = read.slice(answered).map(({ formula }) => formula);
    return tellUnanswered(job, error, { left, isViolated });
  }
}
