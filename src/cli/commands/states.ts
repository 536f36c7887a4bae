// `tegata states`: counts the states of a model, its transitions and its deadlocks.
import { totalmem } from 'node:os';
import { type Command, Option } from 'commander';
import { countStates } from '../../check/index.ts';
import { type Limits, Stopwatch } from '../../diagnostics/index.ts';
import type { StatesProgress, StatesResult } from '../../explicit/index.ts';
import { isNetModel, type ModelFormat, modelFormats } from '../../models/index.ts';
import { clusterings } from '../../symbolic/index.ts';
import { MODEL_HELP } from '../input/model-help.ts';
import { readModelOrModule } from '../input/model-input.ts';
import { type SymbolicSettings, strategyNames } from '../input/symbolic-settings.ts';
import { memoryAmount, positiveNumber, wholeNumber } from '../input/values.ts';
import { writeNoStateSpace, writeStateSpace } from '../output/contest-output.ts';
import { EXIT } from '../output/exit-codes.ts';
import { amount, grouped, ProgressLine } from '../output/progress.ts';
import { writeError, writeLine } from '../output/terminal.ts';
import { peakMemoryBytes } from '../threads/memory.ts';

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

interface Options {
  readonly engine: 'explicit' | 'symbolic' | 'plain';
  readonly variables?: string;
  readonly strategy?: SymbolicSettings['strategy'];
  readonly clusters?: SymbolicSettings['clusters'];
  readonly saturation: boolean;
  readonly bfs?: true;
  readonly dfs?: true;
  readonly maxStates?: number;
  readonly timeout?: number;
  readonly memory?: number;
  readonly compress: 'always' | 'never' | 'when-short';
  readonly format?: ModelFormat;
  readonly json?: true;
  readonly mcc?: true;
}

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
    .option('--memory <amount>', 'stop at this much memory for states, such as 4G', memoryAmount)
    .addOption(
      new Option('--compress <when>', 'tree compression of states')
        .choices(['when-short', 'always', 'never'])
        .default('when-short'),
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
    .action(async (argument: string) => {
      const options = command.opts<Options>();
      if (options.engine !== 'symbolic') return run(argument, options);
      const { runSymbolicStates } = await import('./symbolic-states.ts'); // most runs do without it
      return runSymbolicStates(argument, options);
    });
}

async function run(argument: string, options: Options): Promise<void> {
  const stopwatch = new Stopwatch({ seconds: options.timeout });
  const model = await readModelOrModule(argument, { format: options.format, stopwatch });
  const line = new ProgressLine();
  const abort = new AbortController();
  const interrupt = (): void => abort.abort();
  process.once('SIGINT', interrupt);
  const limits: Limits = {
    states: options.maxStates,
    seconds: options.timeout,
    memoryBytes: options.memory ?? Math.floor(totalmem() * 0.8),
    signal: abort.signal,
  };
  try {
    const result = await countStates(model, {
      engine: {
        kind: options.engine === 'plain' ? 'plain' : 'explicit',
        order: options.dfs ? 'depth-first' : 'breadth-first',
        fold: options.compress,
      },
      limits,
      tokens: options.mcc && isNetModel(model) ? 'measured' : undefined,
      onProgress: (progress) => line.update(() => progressText(progress)),
    });
    line.end();
    if (result.kind !== 'explicit') return; // it was not asked for
    if (result.notice !== null) writeError(`note: ${result.notice}`);
    if (options.mcc && result.complete) writeStateSpace(result, 'EXPLICIT');
    else if (options.mcc) writeNoStateSpace();
    else if (options.json) writeLine(JSON.stringify(asJson(result)));
    else writeText(result);
    if (!result.complete) process.exitCode = EXIT.unknown;
  } finally {
    line.end();
    process.removeListener('SIGINT', interrupt);
  }
}

function progressText({ states, transitions, depth, bytes, seconds }: StatesProgress): string {
  const rate = grouped(states / Math.max(seconds, 0.001));
  return `${grouped(states)} states, ${grouped(transitions)} transitions, ${rate} states/s, depth ${grouped(depth)}, ${amount(bytes)}`;
}

function asJson(result: StatesResult): Record<string, unknown> {
  const { states, transitions, deadlocks, engine, seconds, complete, limit, depth, bytes, kernel } = result;
  return {
    states: String(states),
    transitions: String(transitions),
    deadlocks: String(deadlocks),
    engine,
    seconds: Number(seconds.toFixed(3)),
    peakMemoryBytes: peakMemoryBytes(),
    complete,
    ...(limit === null ? {} : { reason: limit }),
    depth,
    bytesPerState: Number((bytes / Math.max(1, states)).toFixed(2)),
    ...(kernel === null ? {} : kernel),
  };
}

const REASONS = {
  states: 'the limit on states was reached',
  time: 'the time is up',
  memory: 'the memory is used up',
  cancelled: 'interrupted',
} as const;

function writeText(result: StatesResult): void {
  const { states, transitions, deadlocks, seconds, limit, bytes } = result;
  writeLine(`${grouped(states)} states, ${grouped(transitions)} transitions, ${grouped(deadlocks)} deadlocks`);
  const rate = grouped(states / Math.max(seconds, 0.001));
  const perState = (bytes / Math.max(1, states)).toFixed(1);
  writeLine(`${seconds.toFixed(2)} s, ${rate} states/s, ${amount(bytes)} (${perState} bytes per state)`);
  if (limit !== null) writeLine(`incomplete: ${REASONS[limit]}`);
}
