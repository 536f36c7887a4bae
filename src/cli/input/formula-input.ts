// Formulas from the command line, for every command that reads some: `-f FORMULA` and `-F FILE`, repeatable and in order,
// then the arguments; `-` is standard input, which is also read when nothing is given and it is not a terminal. Files
// hold one formula per line; `FILE/COLUMN` takes one column of a CSV file, `FILE/-COLUMN` also skips its header.
import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { type Diagnostic, formatDiagnostic, InputError, Stopwatch } from '../../diagnostics/index.ts';
import {
  type Formula,
  FormulaStore,
  FormulaStream,
  type FormulaSyntax,
  type FormulaText,
  formulaSyntaxes,
  parseFormula,
  type UnusableLine,
} from '../../formula/index.ts';
import { decoration, writeError } from '../output/terminal.ts';
import { isFile, nameOf, textStream } from './read-file.ts';
import { LINE_LIMIT, tooLong } from './size-limits.ts';

/** A formula that was read, or what is wrong with it. */
export interface ReadFormula {
  /** Null when the text is not a formula; `diagnostics` then say why. */
  readonly formula: Formula | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The text as it was given. */
  readonly text: string;
  readonly sourceName: string;
  readonly line: number;
}

type Source = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'file'; readonly path: string };

/** How long formulas may take to come in and to be understood. */
interface ReadingLimits {
  /** The most seconds in which nothing comes from a file. */
  readonly silence?: number;
  /** Asked for with each formula. */
  readonly stopwatchFor?: () => Stopwatch;
}

/** The formula options of one command: made by its `define`, read by its action. */
export class FormulaInput {
  private readonly command: Command;
  private readonly sources: Source[] = [];

  /** Adds the options to the command. */
  constructor(command: Command) {
    this.command = command;
    command
      .option('-f, --formula <formula>', 'a formula (repeatable)', (text: string) => {
        this.sources.push({ kind: 'text', text });
      })
      .option(
        '-F, --file <file>',
        'a file of formulas, FILE/COLUMN of a CSV file, or - (repeatable)',
        (path: string) => {
          this.sources.push({ kind: 'file', path });
        },
      )
      .addOption(
        new Option('--syntax <syntax>', 'how the formulas are written').choices(formulaSyntaxes).default('spot'),
      )
      .option('--lbt', 'the formulas are in LBT prefix syntax (same as --syntax lbt)');
  }

  /** Whether no formula was given by an option: without other words, standard input is read. */
  get isEmpty(): boolean {
    return this.sources.length === 0;
  }

  /** A further file, as by `-F`. */
  addFile(path: string): void {
    this.sources.push({ kind: 'file', path });
  }

  /** The files that options name; `-` is standard input. */
  get files(): string[] {
    return this.sources.flatMap((source) => (source.kind === 'file' ? [splitColumn(source.path).file] : []));
  }

  /** Whether formulas may be long in coming: from standard input, a pipe or a device. */
  mayWait(argument: readonly string[] = []): boolean {
    const sources = this.allSources(argument);
    return (
      sources.length === 0 || sources.some((source) => source.kind === 'file' && !isFile(splitColumn(source.path).file))
    );
  }

  /**
   * Reads all formulas, one after another as they come in; `argument` are the words of the command line that are formulas. Each formula gets a
   * store of its own, so that a long stream does not fill the memory. Throws `LimitExceeded` when a file is silent for too long, and
   * when one formula is not read in its limits.
   */
  async *read(
    argument: readonly string[] = [],
    { silence, stopwatchFor = () => new Stopwatch() }: ReadingLimits = {},
  ): AsyncGenerator<ReadFormula, void, void> {
    const { lbt, syntax } = this.command.opts<{ lbt?: true; syntax: FormulaSyntax }>();
    const sources = this.allSources(argument);
    if (sources.length === 0) sources.push(this.standardInput());
    for (const source of sources) {
      const { kind } = source;
      const texts =
        kind === 'text' ? [{ text: source.text, sourceName: '<formula>', line: 1 }] : fileTexts(source.path, silence);
      for await (const item of texts) yield parseItem(item, lbt ? 'lbt' : syntax, stopwatchFor());
    }
  }

  private allSources(argument: readonly string[]): Source[] {
    return [...this.sources, ...argument.map(asSource)];
  }

  private standardInput(): Source {
    if (!process.stdin.isTTY) return { kind: 'file', path: '-' };
    const hint = `give formulas as arguments, with -f or -F, or through a pipe; see tegata ${this.command.name()} --help`;
    throw new InputError({ code: 'CMD001', message: 'no formula was given', hint });
  }
}

/** Tells the user what is wrong with a formula, on stderr. */
export function reportUnreadable({ diagnostics }: ReadFormula): void {
  for (const diagnostic of diagnostics) writeError(formatDiagnostic(diagnostic, decoration));
}

function asSource(text: string): Source {
  return text === '-' ? { kind: 'file', path: '-' } : { kind: 'text', text };
}

function parseItem(item: FormulaText | UnusableLine, syntax: FormulaSyntax, stopwatch: Stopwatch): ReadFormula {
  const { sourceName, line } = item;
  if ('diagnostic' in item) return { formula: null, diagnostics: [item.diagnostic], text: '', sourceName, line };
  const options = { store: new FormulaStore(), syntax, sourceName, firstLine: line, stopwatch };
  const parsed = parseFormula(item.text, options);
  return { formula: parsed.value, diagnostics: parsed.diagnostics, text: item.text, sourceName, line };
}

async function* fileTexts(path: string, silence?: number): AsyncGenerator<FormulaText | UnusableLine, void, void> {
  const { file, column, header } = splitColumn(path);
  const stream = new FormulaStream({ sourceName: nameOf(file), column, header });
  let length = 0; // of the line that is not complete
  for await (const chunk of textStream(file, silence)) {
    const end = chunk.lastIndexOf('\n');
    length = end === -1 ? length + chunk.length : chunk.length - end - 1;
    if (length > LINE_LIMIT.length) throw tooLong(`a line of ${nameOf(file)}`, LINE_LIMIT);
    yield* stream.push(chunk);
  }
  yield* stream.finish();
}

/** The file, and the column if the path ends with one and is not itself the name of a file. */
function splitColumn(path: string): { file: string; column?: number; header: 'none' | 'skip' } {
  const found = /^(.+)\/(-?)([1-9]\d{0,5})$/.exec(path);
  if (found === null || existsSync(path)) return { file: path, header: 'none' };
  return { file: found[1], column: Number(found[3]), header: found[2] === '-' ? 'skip' : 'none' };
}
