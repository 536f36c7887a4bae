import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { parseFormula } from '../../src/formula/parse.ts';
import { linesOf, tegata } from '../helpers/tegata.ts';

interface Line {
  readonly formula: string;
  readonly size: number;
  readonly propositions: string[];
  readonly seed: number;
  readonly index: number;
}

function records(args: readonly string[]): Line[] {
  const { status, stdout, stderr } = tegata(['random', '--json', ...args]);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return linesOf(stdout).map((line) => JSON.parse(line) as Line);
}

describe('tegata random', () => {
  it('writes ten formulas that can be read again', () => {
    const { status, stdout } = tegata(['random']);
    const lines = linesOf(stdout);
    expect(status).toBe(0);
    expect(new Set(lines).size).toBe(10);
    for (const line of lines) expect(unwrap(parseFormula(line)).size).toBeLessThanOrEqual(15);
  });

  it('repeats itself for a seed, and says the seed in --json', () => {
    const first = records(['--seed', '-7', '-n', '20']);
    expect(records(['--seed', '-7', '-n', '20'])).toEqual(first);
    expect(records(['--seed', '8', '-n', '20']).map((line) => line.formula)).not.toEqual(
      first.map((line) => line.formula),
    );
    expect(first.every((line, i) => line.seed === -7 && line.index === i)).toBe(true);
  });

  it('keeps to sizes, names, priorities and operators', () => {
    const lines = records([
      '-n',
      '50',
      '--propositions',
      'on,off',
      '--size',
      '6..8',
      '--priorities',
      'U=3,G=0',
      '--no-next',
    ]);
    expect(lines).toHaveLength(50);
    for (const { formula, size, propositions } of lines) {
      expect(size).toBeGreaterThanOrEqual(6);
      expect(size).toBeLessThanOrEqual(8);
      expect(unwrap(parseFormula(formula)).size).toBe(size);
      for (const name of propositions) expect(['on', 'off']).toContain(name);
      expect(formula).not.toMatch(/[XG]/);
    }
    for (const { formula } of records(['-n', '50', '--boolean'])) expect(formula).not.toMatch(/[A-Z]/);
  });

  it('puts formulas under weak fairness', () => {
    for (const { formula } of records(['-n', '20', '--wfair=2'])) {
      expect(formula).toMatch(/^\(?GFp\d & GFp\d\)? -> /);
    }
  });

  it('writes other syntaxes', () => {
    const { stdout } = tegata(['random', '--to', 'lbt', '-n', '5', '--size', '4..6']);
    const spot = tegata(['random', '-n', '5', '--size', '4..6']).stdout;
    const read = linesOf(stdout).map((line) => unwrap(parseFormula(line, { syntax: 'lbt' })).size);
    expect(read).toEqual(linesOf(spot).map((line) => unwrap(parseFormula(line)).size));
  });

  it('tells when there are no more formulas, after those that there are', () => {
    const { status, stdout, stderr } = tegata(['random', '--size', '1', '--propositions', '2']);
    expect(status).toBe(64);
    expect(linesOf(stdout).sort()).toEqual(['p0', 'p1']);
    expect(stderr).toContain('found only 2 of 10 formulas');
    expect(stderr).toContain('hint: widen --size');
    expect(linesOf(tegata(['random', '--size', '1', '--no-unique']).stdout)).toHaveLength(10);
  });

  it.each([
    [['--size', '5..2'], /smaller number comes first/],
    [['--size', '0'], /size: expected .* got 0/],
    [['--priorities', 'unitl=1'], /unknown operator `unitl`.*did you mean `until`/s],
    [['--propositions', 'a,,b'], /has no name/],
    [['--wfair=4'], /more hypotheses than there are propositions: 4 > 3/],
    [['--to', 'klingon'], /Allowed choices are spot/],
    [['--sise', '3'], /unknown option '--sise'.*--size/s],
  ])('answers %j with what was expected', (args, message) => {
    const { status, stdout, stderr } = tegata(['random', ...args]);
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(status).toBe(64);
  });

  it('has help with examples', () => {
    const { status, stdout } = tegata(['random', '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('Examples:');
    const examples = linesOf(stdout).filter((line) => line.startsWith('  tegata random'));
    for (const example of examples) {
      const args = example
        .trim()
        .split(/\s{2,}/)[0]
        .split(' ')
        .slice(1);
      const { stderr } = tegata(args.map((arg) => arg.replaceAll("'", '')));
      expect(stderr, example).toBe('');
    }
  });
});
