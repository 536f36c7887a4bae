// The thread that checks: takes one job, writes the results, and says how it ended.
import { parentPort } from 'node:worker_threads';
import { invariant } from '../base/assert.ts';
import { type CheckEnd, type CheckJob, toFailure } from './check-job.ts';
import { runCheckJob } from './check-run.ts';
import { flush } from './terminal.ts';

const port = parentPort;
invariant(port !== null, 'this module runs in a worker thread');

port.once('message', (job: CheckJob) => {
  void answer(job).then((end) => {
    port.postMessage(end);
    port.close();
  });
});

async function answer(job: CheckJob): Promise<CheckEnd> {
  try {
    const exitCode = await runCheckJob(job);
    flush();
    return { exitCode };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}
