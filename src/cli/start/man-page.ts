// The manual page of `tegata`, made from the definitions of the commands: what `--help` says is what it says. The build writes it to
// `dist/man/tegata.1` (`scripts/build.mjs`), which `package.json` names.
import { Command } from 'commander';
import { commands } from './registry.ts';

/** The page in the language of `man`. */
export async function manPage(): Promise<string> {
  const sections = await Promise.all(
    commands.map(async ({ name, summary, load }) => section(name, summary, await load())),
  );
  return `${[HEAD, ...sections.flat(), TAIL].join('\n')}\n`;
}

const HEAD = `.\\" Made from the help of the command: do not edit.
.TH TEGATA 1 "" "tegata" "User Commands"
.SH NAME
tegata \\- LTL model checking with B\\[:u]chi, generalized B\\[:u]chi and testing automata
.SH SYNOPSIS
.B tegata
.I COMMAND
[options] [arguments]
.SH DESCRIPTION
Each command has a section of its own below, with what
.B tegata
.I COMMAND
.B \\-\\-help
shows.`;

const TAIL = `.SH EXIT STATUS
.TP
.B 0
done, or the property holds
.TP
.B 10
a property is violated, or nothing matches
.TP
.B 20
unknown: a limit was reached
.TP
.B 64
wrong use of the command line
.TP
.B 65
bad input
.TP
.B 70
an error in tegata itself
.TP
.B 74
output could not be written
.SH ENVIRONMENT
.TP
.B NO_COLOR, FORCE_COLOR
no colours, or colours also where standard output is no terminal
.TP
.B TEGATA_HISTORY
where tegata repl keeps its lines; off for nowhere
.TP
.B TEGATA_COMPILE_CACHE
where compiled code is kept; off for nowhere
.SH FILES
.TP
.I tegata.config.ts, .mts, .mjs, .js, .json
the configuration of a project, read by tegata check and tegata watch without a model`;

interface Definition {
  readonly define: (command: Command) => void;
}

function section(name: string, summary: string, { define }: Definition): string[] {
  const command = new Command('tegata').command(name).description(summary);
  define(command);
  const help = command.createHelp();
  const terms = (shown: readonly { term: string; description: string }[]): string[] =>
    shown.flatMap(({ term, description }) => ['.TP', `.B ${escaped(term)}`, escaped(description)]);
  const args = help.visibleArguments(command).map((one) => ({
    term: help.argumentTerm(one),
    description: help.argumentDescription(one),
  }));
  const options = help.visibleOptions(command).map((one) => ({
    term: help.optionTerm(one),
    description: help.optionDescription(one),
  }));
  return [
    `.SH TEGATA ${name.toUpperCase()}`,
    escaped(summary),
    '.PP',
    `.B ${escaped(help.commandUsage(command))}`,
    ...terms(args),
    ...terms(options),
    ...preformatted(textAfter(command)),
  ];
}

/** What the help of a command says below its options. */
function textAfter(command: Command): string {
  let shown = '';
  command.configureOutput({ writeOut: (text) => (shown += text) });
  command.outputHelp();
  return shown.slice(command.helpInformation().length).trim();
}

function preformatted(text: string): string[] {
  return text === '' ? [] : ['.PP', '.nf', ...text.split('\n').map(escaped), '.fi'];
}

/** A line that `man` shows as it is. */
function escaped(line: string): string {
  const safe = line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replace(
      /[\u0080-\u{10ffff}]/gu,
      (letter) => `\\[u${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  return /^[.\s]/.test(safe) ? `\\&${safe}` : safe;
}
