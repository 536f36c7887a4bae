// Completion scripts for the common shells, made from the definitions of the commands.
import { assertNever } from '../../base/index.ts';
import type { CompletedCommand, CompletedOption } from './completion-model.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** The script that teaches a shell to complete `tegata`. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(commands);
    case 'zsh':
      return zshScript(commands);
    case 'fish':
      return fishScript(commands);
    default:
      return assertNever(shell);
  }
}

const names = (commands: readonly CompletedCommand[]): string => commands.map(({ name }) => name).join(' ');

function bashScript(commands: readonly CompletedCommand[]): string {
  return `# bash completion for tegata; load it with: source <(tegata completion bash)
_tegata() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names(commands)} help --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${commands.flatMap((command) => command.options.flatMap((option) => bashValues(command, option))).join('\n')}
  esac
  local options="" values=""
  case "\${COMP_WORDS[1]}" in
${commands.map(bashCommand).join('\n')}
    help) values="${names(commands)}" ;;
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$values" -- "$current") $(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _tegata tegata
`;
}

function bashValues(command: CompletedCommand, option: CompletedOption): string[] {
  if (!option.takesValue || option.choices.length === 0) return [];
  const pattern = option.flags.map((flag) => `"${command.name} ${flag}"`).join('|');
  return [`    ${pattern}) COMPREPLY=($(compgen -W "${option.choices.join(' ')}" -- "$current")); return ;;`];
}

function bashCommand({ name, options, choices }: CompletedCommand): string {
  const flags = options.flatMap((option) => option.flags).join(' ');
  return `    ${name}) options="${flags}"; values="${choices.join(' ')}" ;;`;
}

function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef tegata
# zsh completion for tegata; load it with: source <(tegata completion zsh)
_tegata() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, summary }) => `      ${zshQuoted(`${name}:${summary}`)}`).join('\n')}
    )
    _describe command commands
    return
  fi
  case "$words[2]" in
${commands.map(zshCommand).join('\n')}
  esac
}
compdef _tegata tegata
`;
}

function zshCommand({ name, options, choices }: CompletedCommand): string {
  const rest = choices.length > 0 ? `*:value:(${choices.join(' ')})` : '*:file:_files';
  const lines = [...options.flatMap(zshOption), rest].map((line) => `        ${zshQuoted(line)}`);
  return `    ${name})
      (( CURRENT-- )); shift words
      _arguments \\
${lines.join(' \\\n')} ;;`;
}

function zshOption({ flags, description, choices, takesValue }: CompletedOption): string[] {
  const shown = description.replace(/[[\]\\:]/g, '\\$&');
  const value = choices.length > 0 ? `:value:(${choices.join(' ')})` : ':value:_files';
  return flags.map((flag) => `*${flag}[${shown}]${takesValue ? value : ''}`);
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = ['# fish completion for tegata; load it with: tegata completion fish | source'];
  for (const { name, summary, options, choices } of commands) {
    lines.push(`complete -c tegata -f -n __fish_use_subcommand -a ${name} -d ${fishQuoted(summary)}`);
    const condition = `-n '__fish_seen_subcommand_from ${name}'`;
    for (const option of options) lines.push(`complete -c tegata ${condition} ${fishOption(option)}`);
    if (choices.length > 0) lines.push(`complete -c tegata -f ${condition} -a '${choices.join(' ')}'`);
  }
  return `${lines.join('\n')}\n`;
}

function fishOption({ flags, description, choices, takesValue }: CompletedOption): string {
  const spelt = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = !takesValue ? '' : choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : ' -r';
  return `${spelt.join(' ')}${value} -d ${fishQuoted(description)}`;
}

function fishQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
