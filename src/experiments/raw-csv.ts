// All records of a run as tables for other programs: every check, every formula.
import { approachOf } from './approaches.ts';
import type { CheckRecord, FormulaRecord, ResultRecord } from './records.ts';

const CHECK_COLUMNS: readonly (readonly [string, (check: CheckRecord) => string | number | null | undefined])[] = [
  ['model', (check) => check.model],
  ['set', (check) => check.set],
  ['formula', (check) => check.formula],
  ['approach', (check) => check.approach],
  ['baseline', (check) => approachOf(check.approach).baseline],
  ['trusted', (check) => approachOf(check.approach).trusted],
  ['outcome', (check) => check.outcome],
  ['reason', (check) => check.reason],
  ['automaton states', (check) => check.automatonStates],
  ['automaton transitions', (check) => check.automatonTransitions],
  ['product states', (check) => check.productStates],
  ['product transitions', (check) => check.productTransitions],
  ['explored states', (check) => check.exploredStates],
  ['explored transitions', (check) => check.exploredTransitions],
  ['passes', (check) => check.passes],
  ['seconds', (check) => check.seconds],
  ['automaton seconds', (check) => check.translationSeconds],
  ['model seconds', (check) => check.phases?.model],
  ['relation seconds', (check) => check.phases?.relation],
  ['reach seconds', (check) => check.phases?.reach],
  ['hull seconds', (check) => check.phases?.hull],
  ['lasso seconds', (check) => check.phases?.lasso],
  ['nodes created', (check) => check.createdNodes],
  ['memory bytes', (check) => check.memoryBytes],
  ['process bytes', (check) => check.processBytes],
];

const FORMULA_COLUMNS: readonly (readonly [string, (formula: FormulaRecord) => string | number | undefined])[] = [
  ['model', (record) => record.model],
  ['set', (record) => record.set],
  ['seed', (record) => record.seed],
  ['number', (record) => record.candidate],
  ['verdict', (record) => record.outcome],
  ['explored states', (record) => record.exploredStates],
  ['model states', (record) => record.modelStates],
  ['stuttering ratio', (record) => record.stutteringRatio],
  ['formula', (record) => record.formula],
];

export function checksToCsv(records: readonly ResultRecord[]): string {
  return table(
    CHECK_COLUMNS,
    records.filter((record) => record.kind === 'check'),
  );
}

export function formulasToCsv(records: readonly ResultRecord[]): string {
  return table(
    FORMULA_COLUMNS,
    records.filter((record) => record.kind === 'formula'),
  );
}

function table<T>(
  columns: readonly (readonly [string, (row: T) => string | number | null | undefined])[],
  rows: readonly T[],
): string {
  const lines = rows.map((row) => columns.map(([, value]) => quoted(String(value(row) ?? ''))).join(','));
  return `${[columns.map(([name]) => name).join(','), ...lines].join('\n')}\n`;
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
