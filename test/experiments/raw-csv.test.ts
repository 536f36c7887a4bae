import { describe, expect, it } from 'vitest';
import { csvNames, csvToRecords, recordsToCsv } from '../../src/experiments/raw-csv.ts';
import { type CheckRecord, furtherRecords, type ResultRecord, type RunRecord } from '../../src/experiments/records.ts';
import { failedCheck } from '../../src/experiments/tasks.ts';

const run: RunRecord = {
  kind: 'run',
  run: 1,
  scale: 'tiny',
  seed: 1,
  method: 2,
  version: '0',
  machine: 'one, or "two"',
  started: '2026-11-18T09:25Z',
  seconds: 20,
  memoryBytes: 1024,
  clock: 'processor',
};
const task = { kind: 'check', model: 'a,b.pnml', set: 'rnd', formula: 'G "x\ny,z"', approach: 'ta-next' } as const;
const symbolic: CheckRecord = {
  ...failedCheck({ ...task, set: 'symbolic', approach: 'symbolic-tgta-sat' }, 'unknown', '', 0),
  outcome: 'holds',
  reason: undefined,
  productStates: 7,
  phases: { model: 0.5, relation: 0, reach: 0.25, hull: 0.125, lasso: 0 },
  createdNodes: 12,
  run: 2,
};
const records: ResultRecord[] = [
  run,
  { ...run, run: 2, clock: 'wall' },
  {
    kind: 'formula',
    model: 'a,b.pnml',
    set: 'rnd',
    seed: -5,
    candidate: 3,
    formula: task.formula,
    outcome: 'violated',
    exploredStates: 9,
    stutteringRatio: 0.5,
    run: 1,
  },
  { kind: 'selected', model: 'a,b.pnml', set: 'rnd', candidates: 9, givenUpAt: 20, run: 1 },
  { ...failedCheck(task, 'unknown', 'no answer in 20 s', 20.5), run: 1 },
  symbolic,
];
const readBack = (all: readonly ResultRecord[]): ResultRecord[] => {
  const tables = recordsToCsv(all);
  return csvNames.flatMap((name) => csvToRecords(name, tables[name]).records);
};
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the results as tables', () => {
  it('are read back as they were, whatever characters they have', () => {
    expect(plain(readBack(records))).toEqual(plain(records));
  });

  it('may be of before there were runs: then all is of the first', () => {
    const old = recordsToCsv(records)
      ['formulas.csv'].replace(/,run\n/, '\n')
      .replace(/,1\n$/, '\n');
    expect(csvToRecords('formulas.csv', old)).toMatchObject({ garbled: 0, records: [{ candidate: 3, run: 1 }] });
  });

  it('count the rows that cannot be read', () => {
    const text = recordsToCsv(records)['checks.csv'];
    for (const wrong of [text.replace('ta-next', 'other'), text.replace('20.5', 'soon'), `${text}half,of,a\n`]) {
      expect(csvToRecords('checks.csv', wrong).garbled).toBe(1);
    }
  });

  it('of two runs that went on with the same results meet, each check under its own run', () => {
    const own: ResultRecord[] = [
      { ...run, run: 3, started: 'x' },
      { ...symbolic, formula: 'a', run: 3 },
    ];
    const others: ResultRecord[] = [
      ...records,
      { ...run, run: 3, started: 'y' },
      { ...symbolic, formula: 'b', run: 3 },
    ];
    const here = [...records, ...own];
    const further = furtherRecords(here, others);
    expect(further).toMatchObject([
      { kind: 'run', run: 4, started: 'y' },
      { kind: 'check', formula: 'b', run: 4 },
    ]);
    expect(furtherRecords([...here, ...further], here)).toEqual([]);
  });
});
