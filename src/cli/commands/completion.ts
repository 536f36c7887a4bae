// `tegata completion`: shell completion, made from the definitions of all commands.
import { Argument, type Command } from 'commander';
import { writeLine } from '../output/terminal.ts';
import { completedCommands } from '../start/completion-model.ts';
import { completionScript, type Shell, shells } from '../start/completion-scripts.ts';

const HELP = `
Examples:
  source <(tegata completion bash)          in ~/.bashrc
  source <(tegata completion zsh)           in ~/.zshrc, after compinit
  tegata completion fish | source           in ~/.config/fish/config.fish`;

export function define(command: Command): void {
  command
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', HELP)
    .action(async (shell: Shell) => {
      writeLine(completionScript(shell, await completedCommands()).trimEnd());
    });
}
