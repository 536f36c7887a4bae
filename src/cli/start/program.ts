// The program behind the `tegata` command: finds the subcommand, loads it, runs it, and turns whatever goes wrong into a message and an
// exit code. Nothing else in the house writes to the terminal or ends the process.
import { Command } from 'commander';
import { inMessage } from '../../diagnostics/index.ts';
import { bindOptionalArguments } from '../input/optional-arguments.ts';
import { reportError } from '../output/error-report.ts';
import { flush, writeError, writeLine } from '../output/terminal.ts';
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
    process.exitCode = reportError(error);
  }
}
