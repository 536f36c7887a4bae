// What is run at each scale, and that the tables in the documentation have all of what they say they have.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Agenda } from '../../src/experiments/agenda.ts';
import { beemFiles, extendPlan, plans } from '../../src/experiments/plan.ts';
import { csvNames, csvToRecords } from '../../src/experiments/raw-csv.ts';

describe('the BEEM models of a folder', () => {
  const folder = ['lann.7.dve.etf', 'at.5.etf', 'bakery.4.dve', 'bakery.4.etf', 'gear.1.dve', 'notes.txt'];

  it('are those of the paper that the scale names, each once', () => {
    expect(beemFiles(folder, plans.paper)).toEqual(['at.5.etf', 'bakery.4.dve', 'lann.7.dve.etf']);
    expect(beemFiles(folder, plans.medium)).toEqual(['bakery.4.dve', 'lann.7.dve.etf']);
    expect(beemFiles(['at.5.etf'], plans.medium)).toEqual([]);
  });

  it('are all of them where none is of the paper', () => {
    expect(beemFiles(['gear.1.dve', 'frogs.1.etf'], plans.medium)).toEqual(['frogs.1.etf', 'gear.1.dve']);
  });

  it('are 16 at the scale of the paper', () => {
    expect(new Set(plans.paper.beem).size).toBe(16);
  });
});

describe('the tables of docs/experiments', () => {
  it('have the whole of the scale `medium`, with the algorithms of the papers', () => {
    const symbolicModels = plans.medium.beem.map((model) => `beem/${model}.dve.etf`);
    const agenda = new Agenda(extendPlan(plans.medium, { baseline: 'paper', symbolicModels }), 1);
    for (const name of csvNames) {
      const { records, garbled } = csvToRecords(name, readFileSync(`docs/experiments/${name}`, 'utf8'));
      expect(garbled).toBe(0);
      for (const record of records) agenda.add(record);
      const explicit = records.filter((record) => record.kind === 'check' && record.set !== 'symbolic');
      expect(explicit.filter((check) => 'outcome' in check && check.outcome === 'unknown')).toEqual([]);
    }
    expect(agenda.take()).toBeNull();
    const { done, total } = agenda.progress();
    expect(done).toBe(total);
    // eight nets with 20 formulas by nine approaches and ten by nine, five and five, three Φ by nine, twelve models with four by seven
    expect(total).toBe(8 * (20 * 9 + 10 * 9 + 10 * 5 + 10 * 5) + 3 * 9 + 12 * 4 * 7);
  });
});
