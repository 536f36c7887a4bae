// Options whose argument is optional follow GNU's rule: the argument binds with `=` only, so that in `--simplify GFa` the
// word after the option stays a formula. Commander would take it, unless the option comes where nothing follows it.
import type { Command } from 'commander';

/** The arguments with the bare uses of such options moved to the end (before a `--`), where they swallow nothing. */
export function bindOptionalArguments(command: Command, argv: readonly string[]): string[] {
  const flags = new Set(command.options.filter((option) => option.optional).map((option) => option.long));
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  const bare = words.filter((word) => flags.has(word));
  return [...words.filter((word) => !flags.has(word)), ...bare, ...(end === -1 ? [] : argv.slice(end))];
}
