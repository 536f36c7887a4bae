// `tegata states`: counts the states of a model, its transitions and its deadlocks.
import { totalmem } from 'node:os';
import { type Command, Option } from 'commander';
import { LimitExceeded, UsageError } from '../../diagnostics/index.ts';
import { modelFormats } from '../../models/index.ts';
import { clusterings } from '../../symbolic/index.ts';
import { MODEL_HELP } from '../input/model-help.ts';
import type { StatesSettings } from '../input/states-settings.ts';
import { strategyNames } from '../input/symbolic-settings.ts';
import { memoryAmount, positiveNumber, threadCount, wholeNumber } from '../input/values.ts';
import { writeNothingCounted } from '../output/counts-output.ts';
import type { ExitCode } from '../output/exit-codes.ts';
import { terminalColumns } from '../output/progress.ts';
import { processStart } from '../threads/budget.ts';
import { newSignals, SIGNALS, type StatesJob, type Unstarted } from '../threads/check-job.ts';
import { CheckThread } from '../threads/check-thread.ts';
import { isSmallJob } from '../threads/small-job.ts';
import { runStatesJob } from './states-run.ts';

const HELP = `
${MODEL_HELP}

A limit (--max-states, --timeout, --memory) or Ctrl-C ends the run with what was found so far and exit status 20.

--engine symbolic counts in decision diagrams. The variable order decides: several orders race unless --variables names one of
greedy, greedy-transitions, greedy-force, force, force-invariants, given, each also with -reverse, or a file of names.

Examples:
  tegata states kanban:5                        2,546,432 states
  tegata states model.pnml --json               machine-readable
  tegata states model.dve --timeout 60          one minute at most
  tegata states kanban:50 --engine symbolic     1.04 × 10^16 states, in decision diagrams
  tegata states DIR --mcc                       the answers of the contest's StateSpace examination`;

export function define(command: Command): void {
  command
    .argument('<model>', 'the model')
    .addOption(
      new Option('--engine <engine>', 'how to explore').choices(['explicit', 'symbolic', 'plain']).default('explicit'),
    )
    .addOption(new Option('--bfs', 'breadth-first order (the default)').conflicts('dfs'))
    .addOption(new Option('--dfs', 'depth-first order, which needs more memory'))
    .option('--max-states <n>', 'stop after this many states', wholeNumber)
    .option('--timeout <seconds>', 'stop after this time', positiveNumber)
    .option(
      '--memory <amount>',
      'stop when the process uses this much memory, such as 4G (default: 80 % of all)',
      memoryAmount,
    )
    .addOption(
      new Option('--compress <when>', 'tree compression of states')
        .choices(['when-short', 'always', 'never'])
        .default('when-short'),
    )
    .addOption(
      new Option(
        '--threads <n>',
        'breadth-first: threads that search together where states are many (default: the processors, at most 4)',
      )
        .argParser(threadCount)
        .conflicts('dfs'),
    )
    .option(
      '--variables <order>',
      'symbolic: a variable order by name, or a file that lists the variables (default: they race)',
    )
    .addOption(new Option('--strategy <strategy>', 'symbolic: how sets are closed').choices(strategyNames))
    .option('--no-saturation', 'symbolic: the same as --strategy chaining')
    .addOption(new Option('--clusters <clusters>', 'symbolic: which events act as one').choices(clusterings))
    .addOption(new Option('--format <format>', 'the format of the model').choices(modelFormats))
    .option('--mcc', "answer in the form of the contest's StateSpace examination")
    .option('--json', 'machine-readable output, one JSON object per line')
    .addHelpText('after', HELP)
    .action((argument: string) => run(argument, command.opts<StatesSettings>()));
}

/** In this thread where all reading is short, and the run hears Ctrl-C by itself; else in one that can be ended. */
async function run(model: string, settings: StatesSettings): Promise<void> {
  if (settings.threads !== undefined && settings.engine !== 'explicit') {
    throw new UsageError(`--threads is for the explicit engine, not for --engine ${settings.engine}`);
  }
  const job: Unstarted<StatesJob> = {
    kind: 'states',
    model,
    settings,
    started: processStart(),
    memoryBytes: settings.memory ?? Math.floor(totalmem() * 0.8),
    columns: terminalColumns(),
  };
  if (settings.engine !== 'plain' && isSmallJob({ model, properties: [], never: [] })) {
    process.exitCode = await runHere(job);
    return;
  }
  const thread = new CheckThread();
  try {
    process.exitCode = await thread.run(job);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    await thread.end(); // it writes nothing any more
    process.exitCode = writeNothingCounted(error, settings);
  } finally {
    await thread.end();
  }
}

async function runHere(unstarted: Unstarted<StatesJob>): Promise<ExitCode> {
  const job: StatesJob = { ...unstarted, signals: newSignals() };
  const interrupt = (): void => {
    Atomics.store(job.signals, SIGNALS.cancelled, 1);
  };
  // a count in diagrams never returns to the event loop: it hears Ctrl-C by itself
  if (job.settings.engine !== 'symbolic') process.once('SIGINT', interrupt);
  try {
    return await runStatesJob(job, 'alone');
  } finally {
    process.removeListener('SIGINT', interrupt);
  }
}
