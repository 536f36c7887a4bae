// The dialogue of `tegata simulate`: one command per line, from a terminal or a pipe.
import { createInterface, type Interface } from 'node:readline';
import { didYouMean, formatDiagnostic, InputError, inMessage, UsageError, visible } from '../../diagnostics/index.ts';
import {
  type Choice,
  Random,
  type Simulation,
  type TraceFormat,
  type Watch,
  watchExpressions,
} from '../../models/index.ts';
import { EXIT } from '../output/exit-codes.ts';
import { requireOtherFiles } from '../output/other-files.ts';
import { OutputFailed } from '../output/output-errors.ts';
import { showChoices, showState, showStep, showTrace, showWatched } from '../output/simulation-view.ts';
import { decoration, flush, stdoutColours, writeLine } from '../output/terminal.ts';
import { formatOfFile, watchedTrace, writeTrace } from '../output/write-trace.ts';

const HELP = `  NUMBER or NAME        take that step (a part of the name is enough if only one fits)
  random [N]            take N steps at random (1 unless given); an empty line takes one
  undo [N]              take back N steps
  list [all]            what is enabled
  state [all]           the whole state; all: with what is 0 or empty
  trace                 the steps so far
  watch EXPRESSION      show its value from now on after each step; without one, none any more
  export FILE [json|itf]  write the run to a file
  restart               back to the beginning
  quit                  (also Ctrl-D)`;

const COMMANDS = ['random', 'undo', 'list', 'state', 'trace', 'watch', 'export', 'restart', 'help', 'quit'] as const;

interface ShellOptions {
  readonly seed: number;
  readonly watches: readonly Watch[];
}

export class SimulationShell {
  private readonly simulation: Simulation;
  private readonly modelFile: string;
  private readonly random: Random;
  private watches: readonly Watch[];
  private readonly isTerminal = process.stdin.isTTY === true;

  constructor(simulation: Simulation, modelFile: string, { seed, watches }: ShellOptions) {
    this.simulation = simulation;
    this.modelFile = modelFile;
    this.random = new Random(seed);
    this.watches = watches;
  }

  /** Reads commands until `quit`, the end of the input, or an interrupt. */
  async run(): Promise<void> {
    const lines = createInterface({
      input: process.stdin,
      ...(this.isTerminal && { output: process.stdout, completer: (line: string) => this.complete(line) }),
      prompt: stdoutColours.bold('> '),
    });
    lines.on('SIGINT', () => lines.close());
    this.safely(() => showChoices(this.simulation));
    this.prompt(lines);
    for await (const line of lines) {
      if (!this.isTerminal) writeLine(`> ${visible(line)}`);
      if (!this.execute(line.trim())) break;
      this.prompt(lines);
    }
    lines.close();
    if (this.isTerminal) writeLine();
  }

  private prompt(lines: Interface): void {
    flush();
    if (this.isTerminal) lines.prompt();
  }

  /** Completes commands and the names of steps. */
  private complete(line: string): [string[], string] {
    const words = [...COMMANDS, ...this.simulation.choices().map(({ name }) => name)];
    return [words.filter((word) => word.startsWith(line)), line];
  }

  /** Runs one command; false to end the dialogue. */
  private execute(line: string): boolean {
    const [word, ...rest] = line.split(/\s+/);
    const count = rest.length === 0 ? 1 : Number(rest[0]);
    const isCommand = (name: (typeof COMMANDS)[number]): boolean =>
      word === name || (word === name[0] && rest.length < 2);
    if (isCommand('quit')) return false;
    this.safely(() => {
      if (line === '' || (isCommand('random') && count >= 0)) this.walk(count);
      else if (isCommand('undo') && count >= 0) this.undo(count);
      else if (isCommand('list')) showChoices(this.simulation, rest[0] === 'all' ? 'all' : 'short');
      else if (isCommand('state')) showState(this.simulation, rest[0] === 'all' ? 'all' : 'short');
      else if (isCommand('trace')) showTrace(this.simulation);
      else if (word === 'watch') this.watch(line.slice(word.length).trim());
      else if (word === 'help' || word === '?' || word === 'h') writeLine(HELP);
      else if (word === 'restart') this.undo(Number.POSITIVE_INFINITY);
      else if (isCommand('export') && rest.length > 0) this.export(rest);
      else this.choose(line);
    });
    return true;
  }

  /** A fault of the model is shown, and the dialogue goes on: the step before it can be taken back. */
  private safely(action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      for (const diagnostic of error.diagnostics) writeLine(formatDiagnostic(diagnostic, decoration));
    }
  }

  private choose(text: string): void {
    const choices = this.simulation.choices();
    const found = /^\d+$/.test(text) ? choices.slice(Number(text) - 1, Number(text)) : named(choices, text);
    if (Number(text) === 0 || found.length === 0) {
      const hint = didYouMean(text, [...choices.map(({ name }) => name), ...COMMANDS]);
      writeLine(
        `No such step: ${inMessage(text)}${hint ? ` (${inMessage(hint)})` : ''}. \`list\` shows what is enabled, \`help\` the commands.`,
      );
    } else if (found.length > 1) {
      const numbers = found.map((choice) => choices.indexOf(choice) + 1).join(', ');
      writeLine(`${found.length} steps fit: ${numbers}. Choose by number.`);
    } else {
      this.simulation.take(found[0]);
      showStep(this.simulation);
      showWatched(this.simulation, this.watches);
      showChoices(this.simulation);
    }
  }

  private watch(text: string): void {
    this.watches = text === '' ? [] : [...this.watches, ...watchExpressions(this.simulation.model, [text])];
    showWatched(this.simulation, this.watches);
  }

  private walk(count: number): void {
    for (let i = 0; i < count; i++) {
      if (!this.simulation.takeRandom(this.random)) break;
      showStep(this.simulation);
      showWatched(this.simulation, this.watches);
    }
    showChoices(this.simulation);
  }

  private undo(count: number): void {
    const taken = this.simulation.undo(count);
    writeLine(taken === 0 ? 'Nothing to take back.' : `Took back ${taken} ${taken === 1 ? 'step' : 'steps'}.`);
    showChoices(this.simulation);
  }

  private export([file, format = formatOfFile(file)]: readonly string[]): void {
    if (format !== 'json' && format !== 'itf') {
      writeLine(`Unknown format ${inMessage(format)}: json or itf.`);
      return;
    }
    try {
      requireOtherFiles('export', [file], [this.modelFile]);
      writeTrace(watchedTrace(this.simulation, this.watches), file, format satisfies TraceFormat);
    } catch (error) {
      if (!(error instanceof OutputFailed) && !(error instanceof UsageError)) throw error;
      writeLine(`error: ${inMessage(error.message)}`);
      if (error instanceof OutputFailed) process.exitCode = EXIT.output;
      return;
    }
    writeLine(`Wrote ${this.simulation.length} steps to ${inMessage(file)}.`);
  }
}

/** The choices with this name; else those whose name contains it, capitals or not. */
function named(choices: readonly Choice[], text: string): readonly Choice[] {
  const exact = choices.filter(({ name }) => name === text);
  if (exact.length > 0) return exact;
  const folded = text.toLowerCase();
  return choices.filter(({ name }) => name.toLowerCase().includes(folded));
}
