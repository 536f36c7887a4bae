// The program behind the `tegata` command: finds the subcommand, loads it, runs it, and turns whatever goes wrong into a message and an
// exit code. Nothing else in the house writes to the terminal or ends the process.
import { Command, CommanderError } from 'commander';
import { InternalError } from '../../base/index.ts';
import { formatDiagnostic, InputError, inMessage, limitOf, UsageError, visible } from '../../diagnostics/index.ts';
import { bindOptionalArguments } from '../input/optional-arguments.ts';
import { EXIT, type ExitCode } from '../output/exit-codes.ts';
import { OutputClosed, OutputFailed } from '../output/output-errors.ts';
import { decoration, flush, reportLoss, writeError, writeLine } from '../output/terminal.ts';
import { commands } from './registry.ts';
import { version } from './version.ts';

const EXAMPLES = `
Examples:
  tegata formula --describe 'G(request -> F grant)'     show its class, size and propositions
  tegata formula --help                                 all options of one command

Exit status: 0 done or holds, 10 violated or no match, 20 unknown (a limit was reached), 64 wrong use,
65 bad input, 70 internal error, 74 output could not be written.`;

/** The program with the one subcommand that `argv` names filled in; the others stay stubs for the help text. */
async function buildProgram(argv: readonly string[]): Promise<{ program: Command; args: readonly string[] }> {
  const program = new Command('tegata')
    .description('LTL model checking with Büchi, generalized Büchi and testing automata.')
    .version(version, '-V, --version', 'print the version')
    .showHelpAfterError('(tegata --help shows the commands)')
    .addHelpText('after', EXAMPLES)
    .configureOutput({
      writeOut: (text) => writeLine(text.replace(/\n$/, '')),
      writeErr: (text) => writeError(inMessage(text.replace(/\n$/, ''))),
    })
    .exitOverride();
  let args = argv;
  const wanted = argv[0] === 'help' ? argv[1] : argv[0];
  for (const entry of commands) {
    const command = program.command(entry.name).description(entry.summary).exitOverride();
    command.showHelpAfterError(`(tegata ${entry.name} --help shows the options)`);
    if (entry.name !== wanted) continue;
    (await entry.load()).define(command);
    args = bindOptionalArguments(command, argv);
  }
  return { program, args };
}

/** The exit status of an error. */
function statusOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof OutputClosed) return EXIT.ok;
  if (error instanceof OutputFailed) return EXIT.output;
  if (error instanceof InputError) {
    return error.diagnostics.every((diagnostic) => diagnostic.code === 'CMD001') ? EXIT.usage : EXIT.input;
  }
  if (error instanceof UsageError) return EXIT.usage;
  return limitOf(error) === null ? EXIT.internal : EXIT.unknown;
}

/** What there is to say about it. */
function messagesOf(error: unknown): string[] {
  if (error instanceof CommanderError || error instanceof OutputClosed) return []; // the one has printed already
  if (error instanceof InputError) return error.diagnostics.map((one) => formatDiagnostic(one, decoration));
  if (error instanceof UsageError) return [`error: ${inMessage(error.message)}`];
  const limit = limitOf(error);
  if (limit !== null) return [`unknown: ${inMessage(limit.message)}`];
  const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const name = error instanceof InternalError ? 'internal error' : 'unexpected error';
  return [
    `${name}: ${visible(shown)}\nThis is a bug in tegata ${version}. Please report it with the command and its input.`,
  ];
}

/** Tells the user what has ended the run; gives the exit status. */
function report(error: unknown): ExitCode {
  if (error instanceof OutputFailed) return reportLoss(error);
  try {
    for (const message of messagesOf(error)) writeError(message);
    flush();
  } catch (failure) {
    if (failure instanceof OutputFailed) return reportLoss(failure);
  }
  return statusOf(error);
}

/** Runs a command line and sets `process.exitCode`; commands set it themselves when they answer other than 0. It never rejects. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  try {
    const { program, args } = await buildProgram(argv);
    if (argv.length === 0) {
      program.outputHelp();
      return;
    }
    await program.parseAsync(args as string[], { from: 'user' });
    flush();
  } catch (error) {
    process.exitCode = report(error);
  }
}
