// Translators outside the house: shell commands in which %f stands for the formula in Spot's syntax, %s in SPIN's, %l in
// LBT's, and %O for the file that gets the automaton (Hanoi format or never claim); without %O it is read from stdout.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Automaton, readAutomata } from '../../automata/index.ts';
import { InputError, LimitExceeded } from '../../diagnostics/index.ts';
import { type Formula, printFormula, spinNameProblems } from '../../formula/index.ts';
import { outputError } from '../output/output-errors.ts';
import { readText } from './read-file.ts';
import { AUTOMATON_LIMIT } from './size-limits.ts';

/** The command gave no automaton; the message says why. */
export class ToolFailed extends Error {
  override name = 'ToolFailed';
}

/** Runs the command on the formula and reads what it made. */
export function runTool(command: string, formula: Formula, seconds: number): Automaton {
  const folder = makeScratchFolder();
  try {
    const file = join(folder, 'automaton');
    const { status, signal, error, stdout, stderr } = spawnSync(fill(command, formula, file), {
      shell: true,
      encoding: 'utf8',
      timeout: seconds * 1000,
      maxBuffer: 1 << 28,
    });
    if (signal !== null) throw new LimitExceeded('time', `more than ${seconds} s`);
    if (error !== undefined) throw new ToolFailed(error.message);
    if (status !== 0)
      throw new ToolFailed(`exit status ${status}${stderr === '' ? '' : `: ${stderr.trim().split('\n')[0]}`}`);
    return readOne(command.includes('%O') ? readMade(file) : stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readMade(file: string): string {
  try {
    return readText(file, AUTOMATON_LIMIT);
  } catch (error) {
    throw error instanceof InputError ? new ToolFailed(error.message) : error;
  }
}

function makeScratchFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'tegata-cross-'));
  } catch (error) {
    throw outputError(tmpdir(), error);
  }
}

function fill(command: string, formula: Formula, file: string): string {
  const quoted = (syntax: 'spot' | 'spin' | 'lbt'): string => shellQuoted(printFormula(formula, { syntax }));
  const quotedForSpin = (): string => {
    const [problem] = spinNameProblems(formula);
    if (problem !== undefined) throw new ToolFailed(problem.message);
    return quoted('spin');
  };
  return command.replace(/%[fslO%]/g, (key) => {
    if (key === '%f') return quoted('spot');
    if (key === '%s') return quotedForSpin();
    if (key === '%l') return quoted('lbt');
    return key === '%O' ? shellQuoted(file) : '%';
  });
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function readOne(text: string): Automaton {
  const found = [...readAutomata(text, { claims: 'ignore' })];
  if (found.length !== 1) throw new ToolFailed(`${found.length} automata instead of one`);
  const { value, diagnostics } = found[0];
  if (value === null) throw new ToolFailed(diagnostics[0].message);
  return value;
}
