// What there is to complete: the commands and their options, taken from the definitions themselves.
import { Command, type Option } from 'commander';
import { commands } from './registry.ts';

export interface CompletedOption {
  /** The spellings, such as `-f` and `--formula`. */
  readonly flags: readonly string[];
  readonly description: string;
  /** What its value may be, when it takes one of a fixed set. */
  readonly choices: readonly string[];
  /** Whether a word must follow the option. */
  readonly takesValue: boolean;
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** What the first argument may be, when it is one of a fixed set. */
  readonly choices: readonly string[];
}

/** Every command of the registry, with its options. */
export async function completedCommands(): Promise<CompletedCommand[]> {
  return Promise.all(
    commands.map(async (entry) => {
      const command = new Command(entry.name);
      (await entry.load()).define(command);
      return {
        name: entry.name,
        summary: entry.summary,
        options: [...command.options.map(completed), HELP],
        choices: command.registeredArguments[0]?.argChoices ?? [],
      };
    }),
  );
}

const HELP: CompletedOption = {
  flags: ['-h', '--help'],
  description: 'display help for command',
  choices: [],
  takesValue: false,
};

function completed(option: Option): CompletedOption {
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    description: option.description,
    choices: option.argChoices ?? [],
    takesValue: option.required,
  };
}
