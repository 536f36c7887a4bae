// `tegata graph`: the state space of a small model, or its product with a formula, as a picture or as data.
import { type Command, Option } from 'commander';
import { printHoa } from '../../automata/index.ts';
import { LimitExceeded, Stopwatch, UsageError } from '../../diagnostics/index.ts';
import { parseLtl } from '../../formula/index.ts';
import {
  drawGraph,
  graphToJson,
  kripkeToBa,
  type ProductGraph,
  type ProductKind,
  printGraph,
  productGraph,
  productToJson,
  type StateGraph,
  stateGraph,
} from '../../graph/index.ts';
import { type ModelFormat, modelFormats } from '../../models/index.ts';
import { MODEL_HELP } from '../input/model-help.ts';
import { readModelOrModule } from '../input/model-input.ts';
import { positiveNumber, wholeNumber } from '../input/values.ts';
import { EXIT } from '../output/exit-codes.ts';
import { fittingSvg } from '../output/fitting-svg.ts';
import { requireOtherFiles } from '../output/other-files.ts';
import { writeError, writeLine } from '../output/terminal.ts';
import { FileWriter } from '../output/write-file.ts';

const HELP = `
${MODEL_HELP}

States show what is not zero or empty in them. Those where a proposition holds are coloured; those without successors have two lines around
them. --to hoa gives the Büchi automaton of the words that the propositions show along the paths, where a state without successors repeats
for ever. With --formula the product with the automaton of the negated formula is shown: a path that repeats all its marks for ever violates it.

Examples:
  tegata graph model.kripke --to svg -o graph.svg
  tegata graph protocol.ts --proposition busy --proposition idle --to svg -o graph.svg
  tegata graph philosophers:2 --to dot
  tegata graph model.dve --formula 'G F done' --automaton tgta --to svg -o product.svg
  tegata graph net.pnml --to json --max-states 1000
  tegata graph model.kripke --proposition p --to hoa | tegata automaton --accepts 'cycle{p}'`;

interface Options {
  readonly to?: 'svg' | 'dot' | 'json' | 'hoa';
  readonly proposition: readonly string[];
  readonly formula?: string;
  readonly automaton?: ProductKind;
  readonly maxStates?: number;
  readonly timeout?: number;
  readonly output?: string;
  readonly format?: ModelFormat;
  readonly json?: true;
}

export function define(command: Command): void {
  const gather = (text: string, before: readonly string[]): readonly string[] => [...before, text];
  command
    .argument('<model>', 'the model')
    .addOption(
      new Option('--to <format>', 'a picture, DOT for Graphviz, data, or a Büchi automaton (default: dot)').choices([
        'svg',
        'dot',
        'json',
        'hoa',
      ]),
    )
    .option('--proposition <condition>', 'colour the states where this holds (repeatable)', gather, [])
    .option('--formula <formula>', 'the product with the automaton of its negation')
    .addOption(
      new Option('--automaton <kind>', 'the automaton of the product (default: tgba)').choices(['tgba', 'ba', 'tgta']),
    )
    .option('--max-states <count>', 'give up beyond this many states (default: 10000)', wholeNumber)
    .option('--timeout <seconds>', 'give up after this time', positiveNumber)
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .addOption(new Option('--format <format>', 'the format of the model').choices(modelFormats))
    .addOption(new Option('--json', 'the same as --to json').conflicts('to'))
    .addHelpText('after', HELP)
    .action((model: string) => run(model, command.opts<Options>()));
}

async function run(argument: string, options: Options): Promise<void> {
  if (options.automaton !== undefined && options.formula === undefined) {
    throw new UsageError('--automaton is for the product: it means nothing without --formula');
  }
  if (options.formula !== undefined && options.proposition.length > 0) {
    throw new UsageError('--proposition is for state graphs: with --formula its own propositions are shown');
  }
  if (options.to === 'hoa' && options.formula !== undefined) {
    throw new UsageError('--to hoa is for state graphs: a product is no automaton over letters');
  }
  if (options.output !== undefined) requireOtherFiles('--output', [options.output], [argument]);
  try {
    const graph = await graphOf(argument, options);
    await write(await textOf(graph, options.json ? 'json' : (options.to ?? 'dot')), options.output);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    writeError(`unknown: ${error.message}; --max-states allows more, and tegata states counts them`);
    process.exitCode = EXIT.unknown;
  }
}

async function graphOf(argument: string, options: Options): Promise<StateGraph | ProductGraph> {
  const { formula, automaton, proposition, timeout, maxStates, format } = options;
  const limits = new Stopwatch({ seconds: timeout, states: maxStates });
  const model = await readModelOrModule(argument, { format, sums: 'skip', stopwatch: limits });
  if (formula === undefined) return stateGraph(model, { propositions: proposition, limits });
  return productGraph(model, parseLtl(formula, { stopwatch: limits }), { kind: automaton, limits });
}

async function textOf(graph: StateGraph | ProductGraph, to: 'svg' | 'dot' | 'json' | 'hoa'): Promise<string> {
  if (to === 'svg') return fittingSvg(await drawGraph(graph));
  if (to === 'dot') return printGraph(graph);
  if (to === 'hoa' && 'steps' in graph) return printHoa(kripkeToBa(graph)).trimEnd();
  return JSON.stringify('steps' in graph ? graphToJson(graph) : productToJson(graph));
}

async function write(text: string, output?: string): Promise<void> {
  if (output === undefined || output === '-') {
    writeLine(text);
    return;
  }
  const file = new FileWriter(output);
  file.write(`${text}\n`);
  file.finish();
}
