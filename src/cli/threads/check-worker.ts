// The thread that checks: takes one job, writes the results, and says how it ended.
import { parentPort } from 'node:worker_threads';
import { invariant } from '../../base/index.ts';
import { runCheckJob } from '../commands/check-run.ts';
import { runMccJob } from '../commands/mcc-run.ts';
import { flush } from '../output/terminal.ts';
import { type CheckEnd, type Job, toFailure } from './check-job.ts';

const port = parentPort;
invariant(port !== null, 'this module runs in a worker thread');

port.once('message', (job: Job) => {
  void answer(job).then((end) => {
    port.postMessage(end);
    port.close();
  });
});

async function answer(job: Job): Promise<CheckEnd> {
  try {
    const exitCode = await (job.kind === 'mcc' ? runMccJob(job) : runCheckJob(job));
    flush();
    return { exitCode };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}
