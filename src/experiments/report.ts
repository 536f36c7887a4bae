// Everything that a report says, from the records of a run.

import { gatherCases, type SetCases } from './cases.ts';
import { assessClaims, type ClaimResult } from './claims.ts';
import { type ModelRow, modelRows } from './model-table.ts';
import { makePlots, type Plot } from './plots.ts';
import { compareWithPapers, type RatioRow } from './ratios.ts';
import type { FormulaRecord, ResultRecord, RunRecord } from './records.ts';
import { makeTables, type ResultTable } from './tables.ts';

export interface Report {
  readonly runs: readonly RunRecord[];
  readonly sets: readonly SetCases[];
  readonly claims: readonly ClaimResult[];
  readonly agreement: Agreement;
  readonly tables: readonly ResultTable[];
  readonly ratios: readonly RatioRow[];
  readonly plots: readonly Plot[];
  readonly formulas: readonly FormulaRecord[];
  readonly models: readonly ModelRow[];
  /** All records, for those who want to count by themselves. */
  readonly records: readonly ResultRecord[];
}

/** Whether the approaches say the same. */
interface Agreement {
  readonly checks: number;
  readonly cases: number;
  readonly open: number;
  /** Cases in which two approaches differ: an error in one of them. */
  readonly disputed: readonly { readonly model: string; readonly formula: string; readonly answers: string }[];
}

export function makeReport(records: readonly ResultRecord[]): Report {
  const sets = gatherCases(records);
  return {
    runs: records.filter((record) => record.kind === 'run'),
    sets,
    claims: assessClaims(sets),
    agreement: agreementOf(sets),
    tables: makeTables(sets),
    ratios: compareWithPapers(sets),
    plots: makePlots(sets),
    formulas: records.filter((record) => record.kind === 'formula'),
    models: modelRows(records),
    records,
  };
}

function agreementOf(sets: readonly SetCases[]): Agreement {
  const cases = sets.flatMap((set) => set.cases);
  return {
    checks: cases.reduce((sum, { checks }) => sum + checks.size, 0),
    cases: cases.length,
    open: cases.filter(({ outcome }) => outcome === 'open').length,
    disputed: cases
      .filter(({ outcome }) => outcome === 'disputed')
      .map(({ model, formula, checks }) => ({
        model,
        formula,
        answers: [...checks].map(([id, { outcome }]) => `${id} ${outcome}`).join(', '),
      })),
  };
}

/** The sentence on agreement that every form of the report begins with. */
export function agreementText({ checks, cases, open, disputed }: Agreement): string {
  const wrong =
    disputed.length === 0 ? 'no two approaches differ in a verdict' : `the approaches differ on ${disputed.length}`;
  return `${checks} checks of ${cases} pairs of model and formula: ${wrong}; ${open} pairs are open, because a check reached a limit or is missing.`;
}

/** One line for each run that the results come from: when, on what, within which limits, by which clock, and how many checks. */
export function runLines({ runs, records }: Pick<Report, 'runs' | 'records'>): readonly string[] {
  return runs.map(({ run = 1, scale, seed, version, machine, started, seconds, clock = 'wall' }) => {
    const checks = records.filter((record) => record.kind === 'check' && (record.run ?? 1) === run).length;
    const when = started === undefined ? '' : `, ${started}`;
    const limit = seconds === undefined ? '' : `, at most ${seconds} s a check`;
    const time = clock === 'wall' ? 'seconds of the clock' : 'seconds of processor time';
    return `Run ${run}: scale ${scale}, seed ${seed}${when}; ${checks} checks${limit}, in ${time}; tegata ${version}; ${machine}.`;
  });
}
