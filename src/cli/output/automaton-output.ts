// Automata to the terminal or to files, for the commands that make some: the formats and what can be said about them.
import { type Command, Option } from 'commander';
import {
  type Automaton,
  type AutomatonFormat,
  automatonToJson,
  type PictureForm,
  type PrintAutomatonOptions,
  pictureForms,
  printAutomaton,
  type StateNaming,
  statisticsOf,
} from '../../automata/index.ts';
import { fittingSvg } from './fitting-svg.ts';
import { writeLine } from './terminal.ts';
import { FileWriter, writeFile } from './write-file.ts';

/** The options as Commander gives them. */
export interface OutputOptions {
  readonly format: AutomatonFormat | 'stats';
  readonly output?: string;
  readonly name?: string;
  readonly oneLine?: true;
  readonly implicitLabels?: true;
  readonly edgeMarks?: true;
  readonly stateNames?: StateNaming;
  readonly components?: true;
  readonly picture?: PictureForm;
  readonly ascii?: true;
}

/** Explains the formats, for the help of commands. */
export const FORMAT_HELP = `Formats: hoa (Hanoi omega-automata), dot (Graphviz), svg (a picture), never (for SPIN), lbtt, json, stats (sizes as JSON).
In the name of the output file, %d is the number of the automaton: each gets a file of its own.`;

const FORMATS: readonly OutputOptions['format'][] = ['hoa', 'dot', 'svg', 'never', 'lbtt', 'json', 'stats'];

/** Adds the options to the command. */
export function defineOutput(command: Command): void {
  command
    .addOption(new Option('--format <format>', 'what to print').choices(FORMATS).default('hoa'))
    .option('-o, --output <file>', 'write to a file; %d in its name is the number of the automaton')
    .option('--name <name>', 'the name of the automaton')
    .option('--one-line', 'HOA on one line')
    .option('--implicit-labels', 'HOA without labels, where every state has one edge for each letter')
    .option('--edge-marks', 'marks on edges even where they could stand on states')
    .addOption(
      new Option('--state-names <which>', 'what is written beside states').choices(['names', 'formulas', 'none']),
    )
    .option('--components', 'frame strongly connected components in pictures')
    .addOption(
      new Option('--picture <form>', 'svg: how it is drawn; auto is a table where a drawing could not be read').choices(
        pictureForms,
      ),
    )
    .option('--ascii', 'pictures with !a & b instead of ¬a ∧ b');
}

/** The same record with its numbers as text: counts outgrow numbers. */
export function countsAsText(record: object): object {
  const asText = (value: unknown): unknown => (typeof value === 'number' ? String(BigInt(value)) : value);
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, asText(value)]));
}

/** Writes automata one after another as the options say. */
export class AutomatonOutput {
  private readonly options: OutputOptions;
  /** The file that gets all automata. */
  private file: FileWriter | null = null;
  private count = 0;

  constructor(options: OutputOptions) {
    this.options = options;
  }

  /** Writes one automaton; `facts` go into the record of its statistics, before and after the sizes, and `always` into its JSON too. */
  async write(automaton: Automaton, facts: { before?: object; after?: object; always?: object } = {}): Promise<void> {
    const { format, name, stateNames } = this.options;
    const named = name === undefined ? automaton : automaton.with({ name });
    if (format === 'json') this.put(JSON.stringify({ ...automatonToJson(named, stateNames), ...facts.always }));
    else if (format !== 'stats') {
      const printed = await printAutomaton(named, format, this.printOptions());
      this.put(format === 'svg' ? fittingSvg(printed) : printed);
    } else {
      const { states, edges, transitions, acceptanceSets, deterministic, complete } = statisticsOf(named);
      const counts = { states, edges, transitions, acceptanceSets, deterministic, complete };
      this.put(JSON.stringify({ ...facts.before, ...countsAsText(counts), ...facts.after, ...facts.always }));
    }
  }

  /** Puts the file in its place. */
  finish(): void {
    this.file?.finish();
    this.file = null;
  }

  /** Forgets the file, unless it is finished. */
  abandon(): void {
    this.file?.abandon();
  }

  private printOptions(): PrintAutomatonOptions {
    const { oneLine, implicitLabels, edgeMarks, stateNames, components, picture, ascii } = this.options;
    return {
      ...(oneLine ? { layout: 'one-line' as const } : {}),
      ...(implicitLabels ? { labels: 'implicit' as const } : {}),
      ...(edgeMarks ? { marks: 'edges' as const } : {}),
      ...(stateNames ? { stateNames } : {}),
      ...(components ? { components: 'framed' as const } : {}),
      ...(picture ? { form: picture } : {}),
      ...(ascii ? { symbols: 'ascii' as const } : {}),
    };
  }

  /** Writes a text that stands for one automaton. */
  put(text: string): void {
    const { output } = this.options;
    this.count++;
    if (output === undefined || output === '-') writeLine(text);
    else if (output.includes('%d')) writeFile(output.replaceAll('%d', String(this.count)), `${text}\n`);
    else {
      this.file ??= new FileWriter(output);
      this.file.write(`${text}\n`);
    }
  }
}

/** Does the work that writes automata; a file that gets all of them is there, whole, once it has ended. */
export async function withAutomatonOutput(
  options: OutputOptions,
  work: (output: AutomatonOutput) => Promise<void>,
): Promise<void> {
  const output = new AutomatonOutput(options);
  try {
    await work(output);
    output.finish();
  } finally {
    output.abandon();
  }
}
