// `tegata paths`: test sequences that cover a model.
import { type Command, Option } from 'commander';
import { LimitExceeded, Stopwatch, UsageError, visibleLine } from '../../diagnostics/index.ts';
import { parseLtl } from '../../formula/index.ts';
import { type Coverage, type TestPath, testPaths } from '../../graph/index.ts';
import { type Model, type ModelFormat, modelFormats } from '../../models/index.ts';
import { MODEL_HELP } from '../input/model-help.ts';
import { readModelOrModule } from '../input/model-input.ts';
import { positiveNumber, wholeNumber } from '../input/values.ts';
import { EXIT } from '../output/exit-codes.ts';
import { writeError, writeLine } from '../output/terminal.ts';

const HELP = `
${MODEL_HELP}

Each path begins in an initial state. Those for transitions take every step of the model at least once, those for states reach every state by a
shortest path; --formula gives one execution that satisfies the formula, with the cycle that it repeats once.

Examples:
  tegata paths protocol.ts                       a line for each path, its steps in order
  tegata paths protocol.ts --cover states --json one JSON object per path, with the states
  tegata paths model.dve --formula 'F G "P = done"'`;

interface Options {
  readonly cover?: 'transitions' | 'states';
  readonly formula?: string;
  readonly maxStates?: number;
  readonly timeout?: number;
  readonly format?: ModelFormat;
  readonly json?: true;
}

export function define(command: Command): void {
  command
    .argument('<model>', 'the model')
    .addOption(
      new Option('--cover <what>', 'what the paths cover (default: transitions)').choices(['transitions', 'states']),
    )
    .option('--formula <formula>', 'one execution that satisfies the formula')
    .option('--max-states <count>', 'give up beyond this many states (default: 10000)', wholeNumber)
    .option('--timeout <seconds>', 'give up after this time', positiveNumber)
    .addOption(new Option('--format <format>', 'the format of the model').choices(modelFormats))
    .option('--json', 'one JSON object per path')
    .addHelpText('after', HELP)
    .action((model: string) => run(model, command.opts<Options>()));
}

async function run(argument: string, options: Options): Promise<void> {
  const { formula, cover, timeout, maxStates, format, json } = options;
  if (formula !== undefined && cover !== undefined)
    throw new UsageError('--formula and --cover both say what is covered');
  try {
    const limits = new Stopwatch({ seconds: timeout, states: maxStates });
    const model = await readModelOrModule(argument, { format, sums: 'skip', stopwatch: limits });
    const what: Coverage | undefined =
      formula === undefined ? cover : { formula: parseLtl(formula, { stopwatch: limits }) };
    let count = 0;
    for (const path of testPaths<Model>(model, { cover: what, limits })) {
      count++;
      writeLine(json ? JSON.stringify(path) : textOf(path));
    }
    if (count === 0)
      writeError(formula === undefined ? 'the model has no initial state' : 'no execution satisfies the formula');
    if (count === 0) process.exitCode = EXIT.violated;
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    writeError(`unknown: ${error.message}; --max-states allows more`);
    process.exitCode = EXIT.unknown;
  }
}

function textOf({ steps }: TestPath<unknown>): string {
  return steps.length === 0 ? '(no step)' : steps.map(({ action }) => visibleLine(action)).join(', ');
}
