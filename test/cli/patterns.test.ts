import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { parseFormula } from '../../src/formula/parse.ts';
import { patternFamilies } from '../../src/formula/patterns/index.ts';
import { linesOf, tegata } from '../helpers/tegata.ts';

describe('tegata patterns', () => {
  it('lists every family with its numbers and reference', () => {
    const { status, stdout } = tegata(['patterns']);
    expect(status).toBe(0);
    for (const { name, title, reference } of patternFamilies) {
      expect(stdout).toContain(reference);
      expect(
        linesOf(stdout).some((line) => line.startsWith(`  ${name} `) && line.endsWith(title)),
        name,
      ).toBe(true);
    }
    expect(stdout).toMatch(/ {2}dac +1\.\.55 /);
    const records = linesOf(tegata(['patterns', '--json']).stdout).map(
      (line) => JSON.parse(line) as { family: string },
    );
    expect(records.map((record) => record.family)).toEqual(patternFamilies.map((family) => family.name));
  });

  it('writes the formulas of a range', () => {
    const { status, stdout } = tegata(['patterns', 'gh-r', '--range', '1..2']);
    expect(status).toBe(0);
    const store = new FormulaStore();
    const read = (text: string): unknown => unwrap(parseFormula(text, { store }));
    expect(linesOf(stdout).map(read)).toEqual(['GFp1 | FGp2', '(GFp1 | FGp2) & (GFp2 | FGp3)'].map(read));
    expect(linesOf(tegata(['patterns', 'tv-f1', '--range', '3', '--to', 'unicode']).stdout)).toHaveLength(1);
  });

  it('writes whole lists, and the first five of a family that grows', () => {
    expect(linesOf(tegata(['patterns', 'eh', 'gh-u', 'dac-patterns']).stdout)).toHaveLength(12 + 5 + 55);
    expect(linesOf(tegata(['patterns', 'dac', '--range', '50..']).stdout)).toHaveLength(6);
    expect(linesOf(tegata(['patterns', 'gh-u', 'ms-phi-h', '--range', '..3']).stdout)).toHaveLength(3 + 4);
  });

  it('writes all families, cut to the range', () => {
    const lines = linesOf(tegata(['patterns', '--all', '--json', '--range', '3..30']).stdout);
    const records = lines.map(
      (line) => JSON.parse(line) as { family: string; n: number; formula: string; size: number },
    );
    expect(new Set(records.map((record) => record.family)).size).toBe(patternFamilies.length);
    expect(records.filter((record) => record.family === 'eh').map((record) => record.n)).toEqual([
      3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ]);
    const store = new FormulaStore();
    for (const { formula, size } of records) expect(unwrap(parseFormula(formula, { store })).size).toBe(size);
  });

  it.each([
    [['gh-x'], /unknown family `gh-x`.*did you mean `gh-e`/s],
    [['nonsense'], /`tegata patterns` lists the families/],
    [['eh', '--range', '10..13'], /eh are numbered from 1 to 12.*--range within 1\.\.12/s],
    [['gh-r', '--range', '0'], /numbered from 1/],
    [['--range', '3'], /a range needs a family/],
    [['dac', '--all'], /leave out either/],
    [['rv-counter', '--range', '9000'], /too large to print.*smaller --range/s],
  ])('answers %j with what was expected', (args, message) => {
    const { status, stdout, stderr } = tegata(['patterns', ...args]);
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(status).toBe(64);
  });

  it('has help with examples', () => {
    expect(tegata(['patterns', '--help']).stdout).toMatch(/Examples:\n {2}tegata patterns /);
  });
});
