import { describe, expect, it } from 'vitest';
import { Agenda } from '../../src/experiments/agenda.ts';
import type { Plan } from '../../src/experiments/plan.ts';
import type { CheckRecord, FormulaRecord } from '../../src/experiments/records.ts';
import { failedCheck, type Task } from '../../src/experiments/tasks.ts';

const plan: Plan = {
  scale: 'tiny',
  summary: '',
  sets: [{ set: 'rnd', models: ['m'], perOutcome: 1, threshold: 5, maxCandidates: 9, approaches: ['tgba', 'ta'] }],
  seconds: 1,
  memoryBytes: 1,
  checksPerProcess: 1,
  beem: [],
};
const formula = (candidate: number, outcome: 'holds' | 'violated'): FormulaRecord => ({
  kind: 'formula',
  model: 'm',
  set: 'rnd',
  seed: 0,
  candidate,
  formula: `f${candidate}`,
  outcome,
  exploredStates: 9,
});
const done = (task: Task | null): CheckRecord => {
  if (task?.kind !== 'check') throw new Error('a check was expected');
  return failedCheck(task, 'unknown', 'test', 0);
};

describe('the agenda', () => {
  it('selects first, then checks every formula by every approach, then has nothing more', () => {
    const agenda = new Agenda(plan, 1);
    expect(agenda.take()).toMatchObject({ kind: 'select', from: 0, wanted: { holds: 1, violated: 1 } });
    expect(agenda.take()).toBeNull();
    expect(agenda.isSelecting()).toBe(true);
    agenda.add(formula(3, 'holds'));
    const first = agenda.take();
    expect(first).toMatchObject({ formula: 'f3', approach: 'tgba' });
    agenda.add(done(first));
    agenda.add({ kind: 'selected', model: 'm', set: 'rnd', candidates: 9 });
    expect(agenda.take()).toMatchObject({ formula: 'f3', approach: 'ta' });
    expect(agenda.take()).toBeNull();
    expect(agenda.isSelecting()).toBe(false);
    expect(agenda.progress()).toEqual({ done: 1, total: 2 });
  });

  it('goes on after a run that was cut off: with the rest of the selection and the checks without a record', () => {
    const before = new Agenda(plan, 1);
    before.take();
    before.add(formula(3, 'holds'));
    const record = done(before.take());
    const agenda = new Agenda(plan, 1);
    for (const known of [formula(3, 'holds'), record]) agenda.add(known);
    expect(agenda.take()).toMatchObject({ kind: 'select', from: 4, wanted: { holds: 0, violated: 1 } });
    expect(agenda.take()).toMatchObject({ formula: 'f3', approach: 'ta' });
    expect(agenda.take()).toBeNull();
  });

  it('selects in rounds, and checks the formulas of a round before it selects more', () => {
    const large = {
      ...plan,
      sets: [{ ...plan.sets[0], perOutcome: 4, maxCandidates: 100, approaches: ['tgba'] as const }],
    };
    const agenda = new Agenda(large, 1);
    expect(agenda.take()).toMatchObject({ kind: 'select', from: 0, wanted: { holds: 2, violated: 2 } });
    for (let i = 0; i < 4; i++) agenda.add(formula(i, i % 2 === 0 ? 'holds' : 'violated'));
    agenda.add({ kind: 'selected', model: 'm', set: 'rnd', candidates: 20 });
    for (let i = 0; i < 4; i++) agenda.add(done(agenda.take()));
    const next = agenda.take();
    expect(next).toMatchObject({ kind: 'select', from: 20, wanted: { holds: 2, violated: 2 } });
    agenda.add({ kind: 'selected', model: 'm', set: 'rnd', candidates: 100 });
    expect(agenda.take()).toBeNull();
    expect(agenda.progress()).toEqual({ done: 4, total: 4 });
  });

  it('checks the formulas of a set before it selects those of the next', () => {
    const [rnd] = plan.sets;
    const agenda = new Agenda(
      {
        ...plan,
        sets: [
          { ...rnd, models: ['m', 'n'] },
          { ...rnd, set: 'wfair' },
        ],
      },
      1,
    );
    expect(agenda.take()).toMatchObject({ kind: 'select', set: 'rnd', model: 'm' });
    agenda.add(formula(3, 'holds'));
    agenda.add({ kind: 'selected', model: 'm', set: 'rnd', candidates: 9 });
    expect(agenda.take()).toMatchObject({ kind: 'select', set: 'rnd', model: 'n' });
    agenda.add({ kind: 'selected', model: 'n', set: 'rnd', candidates: 9 });
    expect(agenda.take()).toMatchObject({ kind: 'check', formula: 'f3', approach: 'tgba' });
    expect(agenda.take()).toMatchObject({ kind: 'check', formula: 'f3', approach: 'ta' });
    expect(agenda.take()).toMatchObject({ kind: 'select', set: 'wfair' });
  });

  it('hands a selection out again when it was given back', () => {
    const agenda = new Agenda(plan, 1);
    const task = agenda.take();
    if (task?.kind !== 'select') throw new Error('a selection was expected');
    agenda.giveBack(task);
    expect(agenda.take()).toEqual(task);
    agenda.giveUp(task);
    expect(agenda.isSelecting()).toBe(false);
  });

  it('needs no records of selections: what is missing follows from the formulas', () => {
    const large = {
      ...plan,
      sets: [{ ...plan.sets[0], perOutcome: 4, maxCandidates: 100, approaches: ['tgba'] as const }],
    };
    const agenda = new Agenda(large, 1);
    for (let i = 0; i < 4; i++) agenda.add(formula(i, i % 2 === 0 ? 'holds' : 'violated'));
    // the checks of the first round, then the selection of the second
    for (let i = 0; i < 4; i++) agenda.add(done(agenda.take()));
    expect(agenda.take()).toMatchObject({ kind: 'select', from: 4, wanted: { holds: 2, violated: 2 } });
  });

  it('checks formulas of an earlier round first, whenever they were found', () => {
    const large = {
      ...plan,
      sets: [{ ...plan.sets[0], models: ['m', 'n'], perOutcome: 3, approaches: ['tgba'] as const }],
    };
    const agenda = new Agenda(large, 1);
    for (let i = 0; i < 3; i++) agenda.add(formula(i, 'holds'));
    agenda.add({ kind: 'selected', model: 'm', set: 'rnd', candidates: 9 });
    agenda.add({ ...formula(7, 'holds'), model: 'n' });
    agenda.add({ kind: 'selected', model: 'n', set: 'rnd', candidates: 9 });
    const order = Array.from({ length: 4 }, () => agenda.take());
    expect(order.map((task) => task?.kind === 'check' && `${task.model} ${task.formula}`)).toEqual([
      'm f0',
      'm f1',
      'n f7',
      'm f2',
    ]);
  });

  it('leaves alone what a larger plan has selected beyond its own number', () => {
    const agenda = new Agenda(plan, 1);
    for (const known of [formula(0, 'holds'), formula(1, 'holds'), formula(2, 'violated')]) agenda.add(known);
    const checked = Array.from({ length: 4 }, () => agenda.take());
    expect(checked.map((task) => task?.kind === 'check' && `${task.formula} ${task.approach}`)).toEqual([
      ...['f0 tgba', 'f0 ta'],
      ...['f2 tgba', 'f2 ta'],
    ]);
    expect(agenda.take()).toBeNull();
    agenda.add(done({ kind: 'check', model: 'm', set: 'rnd', formula: 'f1', approach: 'ta' }));
    agenda.add(done(checked[0]));
    expect(agenda.progress()).toEqual({ done: 1, total: 4 });
  });

  it('tries a model again that was too large for a shorter limit', () => {
    const gaveUp = { kind: 'selected', model: 'm', set: 'rnd', candidates: 9, givenUpAt: 1 } as const;
    const again = new Agenda({ ...plan, seconds: 2 }, 1);
    again.add(gaveUp);
    expect(again.take()).toMatchObject({ kind: 'select', from: 0 });
    const same = new Agenda(plan, 1);
    same.add(gaveUp);
    expect(same.take()).toBeNull();
  });

  it('selects for a set that has nothing before it checks formulas of a later round', () => {
    const [rnd] = plan.sets;
    const large = {
      ...plan,
      sets: [
        { ...rnd, perOutcome: 3, approaches: ['tgba'] as const },
        { ...rnd, set: 'wfair' as const },
      ],
    };
    const agenda = new Agenda(large, 1);
    for (let i = 0; i < 3; i++) agenda.add(formula(i, 'holds'));
    agenda.add({ kind: 'selected', model: 'm', set: 'rnd', candidates: 9 });
    for (const number of [0, 1])
      agenda.add({
        ...failedCheck(
          { kind: 'check', model: 'm', set: 'rnd', formula: `f${number}`, approach: 'tgba' },
          'unknown',
          '',
          0,
        ),
      });
    expect(agenda.take()).toMatchObject({ kind: 'select', set: 'wfair' });
    expect(agenda.take()).toMatchObject({ kind: 'check', set: 'rnd', formula: 'f2' });
  });
});
