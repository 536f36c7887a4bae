import type { Command } from 'commander';

export function define(command: Command): void {
  command.argument('[formula...]', 'formulas in infix syntax');
}
