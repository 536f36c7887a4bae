// `tegata repl`: a dialogue about formulas and small models, one line after another, from a terminal or a pipe.
import { createInterface, type Interface } from 'node:readline';
import type { Command } from 'commander';
import { formatDiagnostic, InputError, LimitExceeded, limitOf, visible } from '../../diagnostics/index.ts';
import type { Model } from '../../models/index.ts';
import { loadModule } from '../input/load-module.ts';
import { MODEL_HELP } from '../input/model-help.ts';
import { readModel } from '../input/model-input.ts';
import { isModuleName } from '../input/module-name.ts';
import { positiveNumber } from '../input/values.ts';
import { EXIT } from '../output/exit-codes.ts';
import { readHistory, writeHistory } from '../output/history-file.ts';
import { decoration, flush, stdoutColours, writeLine } from '../output/terminal.ts';
import { interruptible } from '../threads/interruptible.ts';
import { REPL_HELP, type ReplAnswer, ReplSession } from './repl-session.ts';

const HELP = `
${MODEL_HELP}

A line is a formula or a command:
${REPL_HELP}

Empty lines, and lines that begin with #, are passed over. On a terminal the tabulator completes commands and what the model can name, the
arrows bring back lines of this and earlier dialogues (kept in ~/.local/state/tegata/repl-history; TEGATA_HISTORY=FILE names another file, off
none), and Ctrl-C stops the question under way. From a pipe the lines are a script; exit status 65 if one of them was wrong.

Examples:
  tegata repl
  tegata repl protocol.ts --timeout 5
  printf 'G(a -> F b)\\n.translate ba F G a\\n' | tegata repl
  tegata repl kanban:3 < questions.txt`;

interface Options {
  readonly timeout: number;
  readonly json?: true;
}

export function define(command: Command): void {
  command
    .argument('[model]', 'a model to begin with')
    .option('--timeout <seconds>', 'give up a question after this time', positiveNumber, 10)
    .option('--json', 'one JSON object per answer')
    .addHelpText('after', HELP)
    .action((model: string | undefined) => new Dialogue(command.opts<Options>()).run(model));
}

/** Of a question in a script: seconds beyond its time after which it is ended wherever it is. */
const GRACE = 2;

class Dialogue {
  private readonly options: Options;
  private readonly session: ReplSession;
  private readonly isTerminal = process.stdin.isTTY === true;

  constructor(options: Options) {
    this.options = options;
    let version = 0;
    const read = async (name: string): Promise<Model> =>
      isModuleName(name) ? (await loadModule(name, ++version)).model : readModel(name);
    this.session = new ReplSession(read, options.timeout);
  }

  async run(model: string | undefined): Promise<void> {
    if (model !== undefined) this.tell(await this.session.load(model));
    if (this.isTerminal) writeLine(stdoutColours.dim('.help lists the commands, .quit ends'));
    const lines = createInterface({
      input: process.stdin,
      prompt: stdoutColours.bold('> '),
      ...(this.isTerminal && {
        output: process.stdout,
        completer: (line: string) => this.session.complete(line),
        history: readHistory(),
        removeHistoryDuplicates: true,
      }),
    });
    lines.on('SIGINT', () => lines.close());
    lines.on('history', writeHistory);
    this.prompt(lines);
    for await (const line of lines) {
      const text = line.trim();
      if (!this.isTerminal && !this.options.json) writeLine(`> ${visible(text)}`);
      if (text === '.quit' || text === '.exit') break;
      if (text !== '' && !text.startsWith('#')) await this.answer(text);
      this.prompt(lines);
    }
    lines.close();
    if (this.isTerminal) writeLine();
  }

  private prompt(lines: Interface): void {
    flush();
    if (this.isTerminal) lines.prompt();
  }

  /** Answers a line; what is wrong with it does not end the dialogue. */
  private async answer(text: string): Promise<void> {
    try {
      const model = /^\.model\s+(.+)$/.exec(text)?.[1];
      if (model === 'none') this.tell(this.session.forget());
      else if (model !== undefined) this.tell(await this.session.load(model));
      else this.tell(await this.stoppable(() => this.session.answer(text)));
    } catch (error) {
      this.complain(text, error);
    }
  }

  /** On a terminal Ctrl-C stops the work; in a script the time does, also where the code of a model does not look at it. */
  private async stoppable<T>(work: () => T): Promise<T> {
    try {
      if (this.isTerminal) return interruptible(work, 'Ctrl-C');
      return interruptible(work, { milliseconds: Math.ceil((this.session.timeout + GRACE) * 1000) });
    } catch (error) {
      if (error instanceof LimitExceeded) await this.session.recover();
      throw error;
    }
  }

  private tell({ lines, json }: ReplAnswer): void {
    if (this.options.json) writeLine(JSON.stringify(json));
    else for (const line of lines) writeLine(visible(line));
  }

  private complain(text: string, error: unknown): void {
    const limit = limitOf(error);
    if (limit === null && !(error instanceof InputError)) throw error;
    const { json } = this.options;
    if (error instanceof InputError) {
      if (!this.isTerminal) process.exitCode = EXIT.input;
      const messages = error.diagnostics.map(({ code, message, hint }) => ({ code, message, ...(hint && { hint }) }));
      if (json) writeLine(JSON.stringify({ line: text, errors: messages }));
      else for (const diagnostic of error.diagnostics) writeLine(formatDiagnostic(diagnostic, decoration));
    } else if (json) writeLine(JSON.stringify({ line: text, unknown: limit!.message }));
    else writeLine(`unknown: ${limit!.message}`);
  }
}
