import { describe, expect, it } from 'vitest';
import type { Limits } from '../../src/diagnostics/limit.ts';
import { modelRows } from '../../src/experiments/model-table.ts';
import type { FormulaRecord, SelectedRecord } from '../../src/experiments/records.ts';
import { type SelectTask, select } from '../../src/experiments/select.ts';
import { philosophers } from '../../src/models/library/philosophers.ts';
import { netModel } from '../../src/models/petri/net-model.ts';

const model = netModel(philosophers(3), 'library');
const task: SelectTask = {
  kind: 'select',
  model: 'philosophers:3',
  set: 'symbolic',
  seed: 1,
  from: 0,
  wanted: { holds: 1, violated: 1 },
  threshold: 20,
  maxCandidates: 1000,
};

function selected(limits: Limits): { formulas: FormulaRecord[]; end: SelectedRecord } {
  const records = [...select(model, task, limits)];
  const end = records.at(-1);
  if (end?.kind !== 'selected') throw new Error('the last record ends the selection');
  return { end, formulas: records.filter((record): record is FormulaRecord => record.kind === 'formula') };
}

describe('the selection of formulas', () => {
  it('counts the states of a model of the symbolic part, and how much of it stutters', () => {
    const { formulas, end } = selected({});
    expect(formulas.map(({ outcome }) => outcome).sort()).toEqual(['holds', 'violated']);
    expect(end.candidates).toBeLessThan(task.maxCandidates);
    const [row] = modelRows(formulas);
    expect(row).toMatchObject({ model: 'philosophers:3', states: formulas[0].modelStates, formulas: 2, theirs: null });
    expect(row.stutteringRatio).toBeGreaterThan(0);
    expect(row.stutteringRatio).toBeLessThan(1);
  });

  it('ends where the limits leave no answer', () => {
    const { formulas, end } = selected({ seconds: 0 });
    expect(formulas).toEqual([]);
    expect(end.candidates).toBe(task.maxCandidates);
  });
});

describe('the models beside [BDKT14, Table 1]', () => {
  const formula = (stutteringRatio?: number): FormulaRecord => ({
    kind: 'formula',
    model: 'folder/lann.7.dve.etf',
    set: 'symbolic',
    seed: 0,
    candidate: 0,
    formula: 'F a',
    outcome: 'holds',
    exploredStates: 9,
    modelStates: 160_025_986,
    ...(stutteringRatio === undefined ? {} : { stutteringRatio }),
  });

  it('are found by the name of the file, and averaged over the formulas that were counted', () => {
    expect(modelRows([formula(0.5), formula(0.7), formula()])).toEqual([
      {
        model: 'folder/lann.7.dve.etf',
        states: 160_025_986,
        stutteringRatio: 0.6,
        formulas: 2,
        theirs: [160_025, 0.64],
      },
    ]);
  });
});
