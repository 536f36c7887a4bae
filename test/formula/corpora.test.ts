// Formulas that other tools wrote, with what they say about them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FormulaProperty, passesFilter } from '../../src/formula/filter.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { csvField, FormulaStream, type FormulaStreamOptions } from '../../src/formula/stream.ts';
import { propositionsOf } from '../../src/formula/traverse.ts';
import { LEFT_OUT, sharedFolder } from '../helpers/shared.ts';

if (!sharedFolder) console.warn(LEFT_OUT);

function formulasIn(path: string, options: Partial<FormulaStreamOptions> = {}): Formula[] {
  const stream = new FormulaStream({ sourceName: path, ...options });
  const lines = [...stream.push(readFileSync(path, 'utf8')), ...stream.finish()];
  return lines.map((line) => {
    if ('diagnostic' in line) throw new Error(`${path}:${line.line}: ${line.diagnostic.message}`);
    return parseLtl(line.text, { syntax: path.includes('with-property') ? 'ltsmin' : 'spot' });
  });
}

describe.skipIf(!sharedFolder)('the formulas of the corpora', () => {
  const folder = sharedFolder ?? '.';
  const files = sharedFolder
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (file) => file.endsWith('.ltl') || /^ltl.(patterns.)?[^/\\]*\.txt$/.test(file),
      )
    : [];

  it.each(files.filter((file) => !file.includes('VERSION')))('%s can be read and printed', (file) => {
    for (const formula of formulasIn(join(folder, file))) {
      const { store } = formula;
      expect(parseLtl(printFormula(formula), { store })).toBe(formula);
      expect(parseLtl(printFormula(formula, { syntax: 'lbt' }), { store, syntax: 'lbt' })).toBe(formula);
    }
  });

  it('in quoted CSV fields can be read', () => {
    const formulas = formulasIn(join(folder, 'beem/verdicts.csv'), { column: 2, header: 'skip' });
    expect(formulas.length).toBeGreaterThan(100);
    expect(formulas.some((formula) => propositionsOf(formula).includes('P_0=CS'))).toBe(true);
  });
});

/** The classes of the table (by language) that a property of ours (by syntax) allows. */
const allowed: Partial<Record<FormulaProperty, string>> = {
  safety: 'BS',
  guarantee: 'BG',
  obligation: 'BSGO',
  recurrence: 'BSGOR',
  persistence: 'BSGOP',
};

describe.skipIf(!sharedFolder).each(['formulas.csv', 'random-500.csv'])('what is known about %s', (file) => {
  it('does not contradict what the syntax shows', () => {
    const [header, ...rows] = readFileSync(join(sharedFolder!, 'ltl', file), 'utf8')
      .trim()
      .split('\n');
    const names = header.trim().split(',');
    const store = new FormulaStore();
    for (const row of rows) {
      const column = (name: string) => csvField(row.trim(), names.indexOf(name) + 1)!;
      const formula = parseLtl(column('formula'), { store });
      expect(propositionsOf(formula).length, row).toBeLessThanOrEqual(Number(column('aps')));
      for (const [property, classes] of Object.entries(allowed)) {
        const shown = passesFilter(formula, { properties: [property as FormulaProperty] });
        if (shown) expect(classes, `${property}: ${row}`).toContain(column('class'));
      }
      if (passesFilter(formula, { properties: ['stutterInvariant'] }))
        expect(column('stutter_invariant'), row).toBe('yes');
    }
  });
});
