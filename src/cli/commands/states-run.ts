// The work of `tegata states`: reads the model and counts, one by one or in decision diagrams.
import { countStates } from '../../check/index.ts';
import { LimitExceeded, type Stopwatch } from '../../diagnostics/index.ts';
import type { StatesProgress } from '../../explicit/index.ts';
import { isNetModel } from '../../models/index.ts';
import { readModelOrModule } from '../input/model-input.ts';
import { writeNoStateSpace, writeStateSpace } from '../output/contest-output.ts';
import { countsToJson, writeCounts, writeNothingCounted } from '../output/counts-output.ts';
import { EXIT, type ExitCode } from '../output/exit-codes.ts';
import { amount, grouped, ProgressLine } from '../output/progress.ts';
import { writeError, writeLine } from '../output/terminal.ts';
import { budgetOf } from '../threads/budget.ts';
import type { StatesJob } from '../threads/check-job.ts';
import { nodeThreads } from '../threads/helper-threads.ts';
import type { Place } from '../threads/run-job.ts';

/** Does the job; gives the exit code. */
export async function runStatesJob(job: StatesJob, place: Place): Promise<ExitCode> {
  const { settings } = job;
  const stopwatch = budgetOf(job, { seconds: settings.timeout, states: settings.maxStates });
  const line = new ProgressLine(job.columns);
  try {
    if (settings.engine !== 'symbolic') return await countOneByOne(job, stopwatch, line);
    const { countSymbolically } = await import('./symbolic-states.ts'); // most runs do without it
    return await countSymbolically(job, stopwatch, { line, place });
  } catch (error) {
    line.end();
    if (error instanceof LimitExceeded) return writeNothingCounted(error, settings);
    throw error;
  } finally {
    line.end();
  }
}

async function countOneByOne(
  { model: argument, settings }: StatesJob,
  stopwatch: Stopwatch,
  line: ProgressLine,
): Promise<ExitCode> {
  const model = await readModelOrModule(argument, { format: settings.format, stopwatch: stopwatch.part({}) });
  const result = await countStates(model, {
    engine: {
      kind: settings.engine === 'plain' ? 'plain' : 'explicit',
      order: settings.dfs ? 'depth-first' : 'breadth-first',
      fold: settings.compress,
      threads: nodeThreads(settings.threads),
    },
    limits: stopwatch,
    tokens: settings.mcc && isNetModel(model) ? 'measured' : undefined,
    onProgress: (progress) => line.update(() => progressText(progress)),
  });
  line.end();
  if (result.kind !== 'explicit') return EXIT.ok; // it was not asked for
  if (result.notice !== null) writeError(`note: ${result.notice}`);
  if (settings.mcc && result.complete) writeStateSpace(result, 'EXPLICIT');
  else if (settings.mcc) writeNoStateSpace();
  else if (settings.json) writeLine(JSON.stringify(countsToJson(result)));
  else writeCounts(result);
  return result.complete ? EXIT.ok : EXIT.unknown;
}

function progressText({ states, transitions, depth, bytes, seconds }: StatesProgress): string {
  const rate = grouped(states / Math.max(seconds, 0.001));
  return `${grouped(states)} states, ${grouped(transitions)} transitions, ${rate} states/s, depth ${grouped(depth)}, ${amount(bytes)}`;
}
