// A check is answered in the checking thread.
import { LimitExceeded } from '../../diagnostics/index.ts';
import type { ExitCode } from '../output/exit-codes.ts';
import type { ReportEntry } from '../output/reports.ts';
import type { PlacedFormula } from '../output/unanswered.ts';
import type { CheckJob, Unstarted } from './check-job.ts';
import type { CheckThread } from './check-thread.ts';

/** Does the job in the thread. A limit that ends all of it leaves formulas without an answer: that is one too. */
export async function answered(
  thread: CheckThread,
  job: Unstarted<CheckJob>,
  read: readonly PlacedFormula[],
): Promise<ExitCode> {
  try {
    return await thread.run(job);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    await thread.end(); // it writes nothing any more
    const { reportUnanswered, tellUnanswered } = await import('../output/unanswered.ts');
    const { answered, isViolated, explored } = thread.told;
    const told = { left: read.slice(answered), isViolated, explored, entries: thread.answers<ReportEntry>() };
    if (error.limit !== 'cancelled') return tellUnanswered(job, error, told);
    reportUnanswered(job, error, told);
    throw error;
  }
}
