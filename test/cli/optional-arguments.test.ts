import { Command } from 'commander';
import { expect, it } from 'vitest';
import { bindOptionalArguments } from '../../src/cli/input/optional-arguments.ts';

function parse(...argv: string[]) {
  const command = new Command('x')
    .argument('[word...]')
    .option('--level [n]')
    .option('--other [n]')
    .option('-f <text>');
  command.exitOverride().parse(bindOptionalArguments(command, argv), { from: 'user' });
  return { args: command.args, ...command.opts<object>() };
}

it('leaves the word after an option with optional argument alone', () => {
  expect(parse('--level', 'GFa')).toEqual({ args: ['GFa'], level: true });
  expect(parse('--level', '--other', 'a', '-f', 'b')).toEqual({ args: ['a'], level: true, other: true, f: 'b' });
});

it('binds an argument given with =', () => {
  expect(parse('--level=3', 'GFa', '--other')).toEqual({ args: ['GFa'], level: '3', other: true });
});

it('leaves everything after -- alone', () => {
  expect(parse('--level', '--', 'a', '--level')).toEqual({ args: ['a', '--level'], level: true });
});
