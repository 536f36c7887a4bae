// The thread that checks: takes one job, writes the results, and says how it ended.
import { parentPort } from 'node:worker_threads';
import { invariant } from '../../base/index.ts';
import { loadConfig } from '../input/load-config.ts';
import { flush } from '../output/terminal.ts';
import { type CheckEnd, type Job, type SealedEnd, type SealedJob, toFailure } from './check-job.ts';
import { runJob } from './run-job.ts';

const port = parentPort;
invariant(port !== null, 'this module runs in a worker thread');

port.once('message', ({ job, seal }: SealedJob) => {
  void answer(job).then((end) => {
    port.postMessage({ seal, end } satisfies SealedEnd);
    port.close();
  });
});

async function answer(job: Job): Promise<CheckEnd> {
  try {
    if (job.kind === 'config') return { checks: await loadConfig(job.file) };
    const exitCode = await runJob(job, 'beside');
    flush();
    return { exitCode };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}
