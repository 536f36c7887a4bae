import { describe, expect, it } from 'vitest';
import { formatChange, type RecordedVerdict, verdictChanges } from '../../src/report/verdict-changes.ts';

const verdict = (formula: string, outcome: string, more: Partial<RecordedVerdict> = {}): RecordedVerdict => ({
  file: 'm.ts',
  formula,
  verdict: outcome,
  ...more,
});

describe('the changes of verdicts', () => {
  it('are those that differ, are new, or are gone', () => {
    const before = [verdict('G a', 'holds'), verdict('F b', 'holds'), verdict('F c', 'unknown')];
    const now = [verdict('F b', 'violated'), verdict('G a', 'holds'), verdict('X d', 'holds')];
    expect(verdictChanges(before, now).map(formatChange)).toEqual([
      'holds → violated: F b (m.ts)',
      'new, holds: X d (m.ts)',
      'gone, it was unknown: F c (m.ts)',
    ]);
    expect(verdictChanges(now, now)).toEqual([]);
  });

  it('tell models, names and repeated formulas apart', () => {
    const before = [verdict('G a', 'holds'), verdict('G a', 'violated'), verdict('G a', 'holds', { file: 'n.ts' })];
    const now = [verdict('G a', 'holds'), verdict('G a', 'holds'), verdict('G a', 'violated', { file: 'n.ts' })];
    expect(verdictChanges(before, now).map(({ file, before: old }) => [file, old])).toEqual([
      ['m.ts', 'violated'],
      ['n.ts', 'holds'],
    ]);
    const named = verdictChanges([verdict('G a', 'holds', { id: 'p' })], [verdict('G b', 'violated', { id: 'p' })]);
    expect(named).toEqual([{ file: 'm.ts', title: 'p', before: 'holds', now: 'violated' }]);
    const { formula: _, ...never } = verdict('', 'holds', { never: 'bad.hoa' });
    expect(verdictChanges([], [{ ...never, formula: null }])[0].title).toBe('never bad.hoa');
  });
});
