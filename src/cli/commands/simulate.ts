// `tegata simulate`: steps through a model by hand, at random, or along a recorded trace.
import { type Command, Option } from 'commander';
import { UsageError, unwrap } from '../../diagnostics/index.ts';
import {
  type ModelFormat,
  modelFormats,
  Random,
  replayTrace,
  Simulation,
  stateToJson,
  type TraceFormat,
  type Watch,
  watchExpressions,
  watchedIn,
} from '../../models/index.ts';
import { extractTrace } from '../../report/index.ts';
import { MODEL_HELP } from '../input/model-help.ts';
import { readModelOrModule } from '../input/model-input.ts';
import { readText } from '../input/read-file.ts';
import { seedNumber, wholeNumber } from '../input/values.ts';
import { requireOtherFiles } from '../output/other-files.ts';
import { showState, showStep, showWatched } from '../output/simulation-view.ts';
import { stdoutColours, writeLine } from '../output/terminal.ts';
import { formatOfFile, watchedTrace, writeTrace } from '../output/write-trace.ts';
import { SimulationShell } from './simulation-shell.ts';

const HELP = `
${MODEL_HELP}

Without --random and --trace, commands are read from the terminal or a pipe: \`help\` there lists them.

Examples:
  tegata simulate peterson.dve                          step by step
  tegata simulate kanban:5 --random --steps 20 --seed 7 a random walk that can be repeated
  tegata simulate net.pnml --random -o run.json         write it down
  tegata simulate net.pnml --trace run.json             follow it again
  tegata simulate kanban:5 --random --watch 'P1 + P2'   with the value of an expression after each step
  printf '1\\n1\\nstate\\n' | tegata simulate model.dve    commands from a pipe`;

interface Options {
  readonly random?: true;
  readonly steps: number;
  readonly seed?: number;
  readonly trace?: string;
  readonly output?: string;
  readonly to?: TraceFormat;
  readonly format?: ModelFormat;
  readonly interactive?: true;
  readonly watch: readonly string[];
  readonly json?: true;
}

export function define(command: Command): void {
  const gather = (text: string, before: readonly string[]): readonly string[] => [...before, text];
  command
    .argument('<model>', 'the model')
    .option('--random', 'walk at random')
    .option('--steps <n>', 'length of the random walk', wholeNumber, 10)
    .option('--seed <seed>', 'seed of the random choices', seedNumber)
    .option('--trace <file>', 'follow a trace (JSON, ITF, or a page or picture of tegata check)')
    .option('-o, --output <file>', 'write the run to a file, - for standard output')
    .addOption(new Option('--to <format>', 'format of the run').choices(['json', 'itf']))
    .option('--watch <expression>', 'show its value after each step (repeatable)', gather, [])
    .option('-i, --interactive', 'go on by hand after the walk or trace')
    .addOption(new Option('--format <format>', 'the format of the model').choices(modelFormats))
    .option('--json', 'one JSON object per step instead of text')
    .addHelpText('after', HELP)
    .action((argument: string) => run(argument, command.opts<Options>()));
}

async function run(argument: string, options: Options): Promise<void> {
  const byHand = options.interactive === true || (options.random === undefined && options.trace === undefined);
  if (byHand && argument === '-') throw new UsageError('commands and the model cannot both come from standard input');
  if (options.output !== undefined) requireOtherFiles('--output', [options.output], [argument]);
  if (byHand && options.json) throw new UsageError('--json needs --random or --trace');
  const model = await readModelOrModule(argument, { format: options.format });
  const watches = watchExpressions(model, options.watch);
  const view: View = { ...options, watches };
  const seed = options.seed ?? Math.floor(Math.random() * 0x8000_0000);
  const simulation =
    options.trace === undefined ? new Simulation(model) : unwrap(replayTrace(model, readTraceFile(options.trace)));
  const toStandardOutput = options.output === '-';
  if (options.trace !== undefined && !toStandardOutput) showWhole(simulation, view);
  else if (!options.random && !toStandardOutput) showBeginning(simulation, view);
  if (options.random) walk(simulation, seed, view);
  if (byHand) await new SimulationShell(simulation, argument, { seed, watches }).run();
  if (options.output !== undefined) {
    const format = options.to ?? formatOfFile(options.output);
    writeTrace(watchedTrace(simulation, watches), options.output, format);
  }
}

/** How the run is shown. */
interface View extends Options {
  readonly watches: readonly Watch[];
}

function walk(simulation: Simulation, seed: number, options: View): void {
  const random = new Random(seed);
  const quiet = options.output === '-';
  if (simulation.state === null) simulation.takeRandom(random);
  if (!quiet) {
    if (!options.json) writeLine(stdoutColours.dim(`seed ${seed}`));
    if (options.trace === undefined) showBeginning(simulation, options);
  }
  for (let i = 0; i < options.steps; i++) {
    if (!simulation.takeRandom(random)) {
      if (!quiet && !options.json) writeLine(stdoutColours.yellow('Nothing is enabled: a deadlock.'));
      return;
    }
    if (!quiet) showLast(simulation, options);
  }
}

function showBeginning(simulation: Simulation, options: View): void {
  if (options.json) showLast(simulation, options);
  else {
    showState(simulation, 'short');
    showWatched(simulation, options.watches);
  }
}

function showLast(simulation: Simulation, { json, watches }: View): void {
  const last = simulation.steps.at(-1);
  if (last === undefined) return;
  if (!json) {
    showStep(simulation);
    showWatched(simulation, watches);
  } else {
    const step = simulation.length > 0 ? { step: last.name } : {};
    const watched = watches.length > 0 && { watched: watchedIn(watches, last.state) };
    writeLine(JSON.stringify({ ...step, state: stateToJson(simulation.model.describe(last.state)), ...watched }));
  }
}

/** Shows a run from its beginning. */
function showWhole(simulation: Simulation, options: View): void {
  const again = new Simulation(simulation.model);
  for (const [i, step] of simulation.steps.entries()) {
    if (i > 0 || again.state === null) again.take(step);
    if (i === 0) showBeginning(again, options);
    else showLast(again, options);
  }
}

function readTraceFile(path: string): { name: string; text: string } {
  return { name: path, text: extractTrace(readText(path)) };
}
