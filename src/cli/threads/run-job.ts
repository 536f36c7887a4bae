// Does a job, in whatever thread it is called.
import { runAskJob } from '../commands/ask-run.ts';
import { runCheckJob } from '../commands/check-run.ts';
import { runMccJob } from '../commands/mcc-run.ts';
import { runStatesJob } from '../commands/states-run.ts';
import type { ExitCode } from '../output/exit-codes.ts';
import type { ConfigJob, Job } from './check-job.ts';

/** Where the job is done: beside the thread of the command line, which hears Ctrl-C meanwhile, or in it. */
export type Place = 'beside' | 'alone';

export async function runJob(job: Exclude<Job, ConfigJob>, place: Place): Promise<ExitCode> {
  switch (job.kind) {
    case 'check':
      return runCheckJob(job, place);
    case 'ask':
      return runAskJob(job, place);
    case 'mcc':
      return runMccJob(job, place);
    case 'states':
      return runStatesJob(job, place);
  }
}
