// `tegata model`: describes a model, lists what its propositions can name, converts and draws nets, and generates the
// nets of the papers.
import { type Command, Option } from 'commander';
import { reduceForFormulas } from '../../check/index.ts';
import { InputError, UsageError, unwrap, visibleLine } from '../../diagnostics/index.ts';
import { FormulaStore, parseLtl } from '../../formula/index.ts';
import {
  analyse,
  dotLines,
  generateNet,
  isNetModel,
  library,
  type Model,
  type ModelFormat,
  modelFormats,
  type NamedProposition,
  type Net,
  namedPropositions,
  netModel,
  netTextLines,
  pnmlLines,
  summarize,
} from '../../models/index.ts';
import { FORMATS_HELP, MODEL_HELP } from '../input/model-help.ts';
import { readModelOrModule } from '../input/model-input.ts';
import { wholeNumber } from '../input/values.ts';
import { requireOtherFiles } from '../output/other-files.ts';
import { writeLine } from '../output/terminal.ts';
import { FileWriter } from '../output/write-file.ts';

const WRITERS = { pnml: pnmlLines, net: netTextLines, dot: dotLines } as const;
type Target = keyof typeof WRITERS | 'svg';
const targets: readonly Target[] = ['pnml', 'net', 'dot', 'svg'];
/** Larger nets take minutes to lay out, and nobody can read the picture. */
const MAX_DRAWN_NODES = 500;

const HELP = `
${MODEL_HELP}

Formats, told by the end of the name or the beginning of the text, or named by --format:
${FORMATS_HELP}

Examples:
  tegata model net.pnml                        what it is: places, transitions, bounds
  tegata model net.pnml --propositions         what formulas can name
  tegata model coloured.pnml --to net          unfold a coloured net, write it as text
  tegata model kanban:5 --to svg -o k5.svg     a picture
  tegata model net.pnml --reduce --formula 'GF "p1 >= 1"' -o small.pnml
                                               a smaller net with the same answer
  tegata model generate kanban 5 -o k5.pnml    a net of the papers`;

interface Options {
  readonly propositions?: true;
  readonly to?: Target;
  readonly output?: string;
  readonly format?: ModelFormat;
  readonly json?: true;
  readonly reduce?: true;
  readonly formula: readonly string[];
}

export function define(command: Command): void {
  const gather = (text: string, before: readonly string[]): readonly string[] => [...before, text];
  command
    .argument('<model>', 'the model')
    .option('--propositions', 'list what propositions can name')
    .addOption(new Option('--to <format>', 'write the net in another format').choices(targets))
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .addOption(new Option('--format <format>', 'the format of the model').choices(modelFormats))
    .option('--reduce', 'make the net smaller; with --formula only what the formula sees stays')
    .option('--formula <formula>', 'with --reduce: a formula that must keep its verdict (repeatable)', gather, [])
    .option('--json', 'machine-readable output, one JSON object per line')
    .addHelpText('after', HELP)
    .action((argument: string) => run(argument, command.opts<Options>()));
  command
    .command('generate')
    .description('generate a net of the papers')
    .argument('[net]', 'its name')
    .argument('[parameter]', 'its parameter', wholeNumber)
    .option('--list', 'list the nets that can be generated')
    .addOption(new Option('--to <format>', 'format of the net').choices(targets).default(undefined, 'pnml'))
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .action((name: string | undefined, parameter: number | undefined, options: Options & { list?: true }) =>
      // Options that both commands have are seen by the outer one.
      generate(name, parameter, { ...options, ...command.opts<Options>() }),
    );
}

async function run(argument: string, options: Options): Promise<void> {
  const { propositions, output, format, json, reduce, formula } = options;
  const to = options.to ?? (reduce && output !== undefined ? 'pnml' : undefined);
  if (formula.length > 0 && !reduce) throw new UsageError('--formula is for --reduce');
  if (output !== undefined) requireOtherFiles('--output', [output], [argument]);
  const read = await readModelOrModule(argument, { format, sums: to || reduce ? 'skip' : 'find' });
  const model = reduce ? reduced(read, formula) : read;
  if (to !== undefined) await writeNet(netOf(model), to, output);
  else if (propositions) for (const entry of namedPropositions(model)) writeLine(propositionLine(entry, json));
  else describe(model, json);
}

/** The net as the reductions leave it: a net again, in which the places of the formulas are as they were. */
function reduced(model: Model, texts: readonly string[]): Model {
  const store = new FormulaStore();
  const formulas = texts.map((text) => parseLtl(text, { store }));
  const { net } = reduceForFormulas(model, netOf(model), formulas);
  return analyse(netModel(net, model.format));
}

function netOf(model: Model): Net {
  if (isNetModel(model)) return model.net;
  throw new InputError({
    code: 'MOD613',
    message: `a ${model.format} model is not a net and cannot be written as one`,
    hint: '`tegata graph MODEL --to svg` draws the states of any small model, `--to hoa` writes its words as a Büchi automaton',
  });
}

function describe(model: Model, json?: true): void {
  const summary = summarize(model);
  if (json) {
    writeLine(JSON.stringify(summary));
    return;
  }
  const { name, format, variables, bounded, widestRange, groups, arcs, initialTokens, oneSafe } = summary;
  const isNet = arcs !== undefined;
  writeLine(`${visibleLine(name)} (${format})`);
  writeLine(`  ${isNet ? 'places' : 'variables'}: ${variables}`);
  writeLine(`  ${isNet ? 'transitions' : 'transition groups'}: ${groups}`);
  if (isNet) writeLine(`  arcs: ${arcs}`);
  if (isNet) writeLine(`  initial tokens: ${initialTokens}`);
  else writeLine(`  initial states: ${summary.initialStates}`);
  const range = bounded === 0 ? '' : `, at most ${widestRange} values each`;
  writeLine(`  bounded: ${bounded === variables ? 'all' : `${bounded} of ${variables}`}${range}`);
  if (oneSafe === 'yes') writeLine('  one-safe: yes');
}

function propositionLine({ text, kind }: NamedProposition, json?: true): string {
  if (json) return JSON.stringify({ name: text, kind });
  const shown = visibleLine(text);
  if (kind === 'fireable') return `fireable(${shown})`;
  return kind === 'truth' ? shown : `${shown} = …`;
}

async function generate(
  name: string | undefined,
  parameter: number | undefined,
  options: Options & { list?: true },
): Promise<void> {
  if (options.list) {
    for (const entry of library) {
      const { minimum, maximum, step, summary, parameter: counted } = entry;
      if (options.json)
        writeLine(JSON.stringify({ name: entry.name, summary, parameter: counted, minimum, maximum, step }));
      else writeLine(`${entry.name.padEnd(14)}${summary}; ${counted} from ${minimum}`);
    }
    return;
  }
  if (name === undefined || parameter === undefined) {
    const hint = 'tegata model generate --list shows the nets';
    throw new InputError({ code: 'CMD001', message: 'name a net and its parameter, such as kanban 5', hint });
  }
  await writeNet(unwrap(generateNet(name, parameter)), options.to ?? 'pnml', options.output);
}

/** The net as SVG, drawn by Graphviz compiled to WebAssembly, which is loaded only here. */
async function svgOf(net: Net): Promise<string> {
  if (net.places.length + net.transitions.length > MAX_DRAWN_NODES) {
    const message = `a net of more than ${MAX_DRAWN_NODES} nodes is too large to draw`;
    throw new InputError({ code: 'MOD614', message, hint: '--to dot writes it for a layout program of your choice' });
  }
  const { instance } = await import('@viz-js/viz');
  const viz = await instance();
  return viz.renderString([...dotLines(net)].join('\n'), { format: 'svg' }).trimEnd();
}

async function writeNet(net: Net, to: Target, output?: string): Promise<void> {
  const lines = to === 'svg' ? [await svgOf(net)] : WRITERS[to](net);
  if (output === undefined || output === '-') {
    for (const line of lines) writeLine(line);
    return;
  }
  const file = new FileWriter(output);
  for (const line of lines) file.write(`${line}\n`);
  file.finish();
}
