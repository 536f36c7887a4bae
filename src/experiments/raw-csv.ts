// All records of a run as tables for other programs: every check, every formula, the runs that they come from. Read back, they are as good as
// the file of results: a run goes on with them.
import { type ApproachId, approaches, approachOf } from './approaches.ts';
import { formulaSets, type SetName } from './formula-sets.ts';
import type { CheckRecord, Clock, FormulaRecord, ResultRecord, RunRecord, SelectedRecord } from './records.ts';

/** A column: its name, and what a record has there. */
type Columns<T> = readonly (readonly [string, (record: T) => string | number | null | undefined])[];

const CHECK_COLUMNS: Columns<CheckRecord> = [
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
  ['seconds', (check) => micro(check.seconds)],
  ['automaton seconds', (check) => micro(check.translationSeconds)],
  ['model seconds', (check) => micro(check.phases?.model)],
  ['relation seconds', (check) => micro(check.phases?.relation)],
  ['reach seconds', (check) => micro(check.phases?.reach)],
  ['hull seconds', (check) => micro(check.phases?.hull)],
  ['lasso seconds', (check) => micro(check.phases?.lasso)],
  ['nodes created', (check) => check.createdNodes],
  ['memory bytes', (check) => check.memoryBytes],
  ['process bytes', (check) => check.processBytes],
  ['run', (check) => check.run ?? 1],
];

const FORMULA_COLUMNS: Columns<FormulaRecord> = [
  ['model', (record) => record.model],
  ['set', (record) => record.set],
  ['seed', (record) => record.seed],
  ['number', (record) => record.candidate],
  ['verdict', (record) => record.outcome],
  ['explored states', (record) => record.exploredStates],
  ['model states', (record) => record.modelStates],
  ['stuttering ratio', (record) => record.stutteringRatio],
  ['formula', (record) => record.formula],
  ['run', (record) => record.run ?? 1],
];

const SELECTION_COLUMNS: Columns<SelectedRecord> = [
  ['model', (record) => record.model],
  ['set', (record) => record.set],
  ['candidates', (record) => record.candidates],
  ['given up at', (record) => record.givenUpAt],
  ['run', (record) => record.run ?? 1],
];

const RUN_COLUMNS: Columns<RunRecord> = [
  ['run', (record) => record.run ?? 1],
  ['scale', (record) => record.scale],
  ['seed', (record) => record.seed],
  ['method', (record) => record.method],
  ['version', (record) => record.version],
  ['machine', (record) => record.machine],
  ['started', (record) => record.started],
  ['seconds', (record) => record.seconds],
  ['memory bytes', (record) => record.memoryBytes],
  ['clock', (record) => record.clock ?? 'wall'],
];

/** The files, in the order in which they are read back. */
export const csvNames = ['runs.csv', 'formulas.csv', 'selections.csv', 'checks.csv'] as const;

type CsvName = (typeof csvNames)[number];

/** All records as tables, by the names of their files. */
export function recordsToCsv(records: readonly ResultRecord[]): Readonly<Record<CsvName, string>> {
  const selections = new Map<string, SelectedRecord>();
  for (const record of records) {
    if (record.kind === 'selected') selections.set(JSON.stringify([record.model, record.set]), record);
  }
  return {
    'runs.csv': table(
      RUN_COLUMNS,
      records.filter((record) => record.kind === 'run'),
    ),
    'formulas.csv': table(
      FORMULA_COLUMNS,
      records.filter((record) => record.kind === 'formula'),
    ),
    // of those of a model and set the last one says it all
    'selections.csv': table(SELECTION_COLUMNS, [...selections.values()]),
    'checks.csv': table(
      CHECK_COLUMNS,
      records.filter((record) => record.kind === 'check'),
    ),
  };
}

/** The records of a table that `recordsToCsv` wrote, and how many of its rows are none. */
export function csvToRecords(name: CsvName, text: string): { records: ResultRecord[]; garbled: number } {
  const [header = [], ...rows] = parseCsv(text);
  const records: ResultRecord[] = [];
  let garbled = 0;
  for (const cells of rows) {
    const row = new Row(new Map(header.map((column, i) => [column, cells[i] ?? ''])));
    const record = cells.length === header.length ? READERS[name](row) : null;
    if (record === null || row.isGarbled) garbled++;
    else records.push(record);
  }
  return { records, garbled };
}

const READERS: Readonly<Record<CsvName, (row: Row) => ResultRecord>> = {
  'runs.csv': (row) => ({
    kind: 'run',
    run: row.number('run') ?? 1,
    scale: row.text('scale'),
    seed: row.required('seed'),
    ...row.optional('method', 'method'),
    version: row.text('version'),
    machine: row.text('machine'),
    ...(row.text('started') !== '' && { started: row.text('started') }),
    ...row.optional('seconds', 'seconds'),
    ...row.optional('memoryBytes', 'memory bytes'),
    clock: row.oneOf<Clock>('clock', ['wall', 'processor']),
  }),
  'formulas.csv': (row) => ({
    kind: 'formula',
    model: row.text('model'),
    set: row.set(),
    seed: row.required('seed'),
    candidate: row.required('number'),
    formula: row.text('formula'),
    outcome: row.oneOf('verdict', ['holds', 'violated']),
    exploredStates: row.required('explored states'),
    ...row.optional('modelStates', 'model states'),
    ...row.optional('stutteringRatio', 'stuttering ratio'),
    run: row.number('run') ?? 1,
  }),
  'selections.csv': (row) => ({
    kind: 'selected',
    model: row.text('model'),
    set: row.set(),
    candidates: row.required('candidates'),
    ...row.optional('givenUpAt', 'given up at'),
    run: row.number('run') ?? 1,
  }),
  'checks.csv': (row) => ({
    kind: 'check',
    model: row.text('model'),
    set: row.set(),
    formula: row.text('formula'),
    approach: row.oneOf<ApproachId>(
      'approach',
      approaches.map(({ id }) => id),
    ),
    outcome: row.oneOf('outcome', ['holds', 'violated', 'unknown', 'failed']),
    ...(row.text('reason') !== '' && { reason: row.text('reason') }),
    automatonStates: row.number('automaton states'),
    automatonTransitions: row.number('automaton transitions'),
    productStates: row.number('product states'),
    productTransitions: row.number('product transitions'),
    exploredStates: row.number('explored states'),
    exploredTransitions: row.number('explored transitions'),
    passes: row.number('passes'),
    seconds: row.required('seconds'),
    translationSeconds: row.number('automaton seconds'),
    memoryBytes: row.number('memory bytes'),
    ...(row.text('relation seconds') !== '' && {
      phases: {
        model: row.required('model seconds'),
        relation: row.required('relation seconds'),
        reach: row.required('reach seconds'),
        hull: row.required('hull seconds'),
        lasso: row.required('lasso seconds'),
      },
    }),
    ...row.optional('createdNodes', 'nodes created'),
    ...row.optional('processBytes', 'process bytes'),
    run: row.number('run') ?? 1,
  }),
};

/** A row by the names of its columns; what is not as it should be is remembered. */
class Row {
  isGarbled = false;
  private readonly cells: ReadonlyMap<string, string>;

  constructor(cells: ReadonlyMap<string, string>) {
    this.cells = cells;
  }

  text(column: string): string {
    return this.cells.get(column) ?? '';
  }

  /** Null where the cell is empty, or missing. */
  number(column: string): number | null {
    const text = this.text(column);
    if (text === '') return null;
    const value = Number(text);
    if (!Number.isFinite(value)) this.isGarbled = true;
    return value;
  }

  required(column: string): number {
    const value = this.number(column);
    if (value === null) this.isGarbled = true;
    return value ?? 0;
  }

  optional<Key extends string>(key: Key, column: string): Partial<Record<Key, number>> {
    const value = this.number(column);
    return value === null ? {} : ({ [key]: value } as Record<Key, number>);
  }

  oneOf<T extends string>(column: string, values: readonly T[]): T {
    const value = values.find((one) => one === this.text(column));
    if (value === undefined) this.isGarbled = true;
    return value ?? values[0];
  }

  set(): SetName {
    return this.oneOf(
      'set',
      formulaSets.map(({ name }) => name),
    );
  }
}

/** Seconds to the microsecond: what is beyond it is noise. */
function micro(seconds: number | null | undefined): number | null | undefined {
  return typeof seconds === 'number' ? Math.round(seconds * 1e6) / 1e6 : seconds;
}

function table<T>(columns: Columns<T>, rows: readonly T[]): string {
  const lines = rows.map((row) => columns.map(([, value]) => quoted(String(value(row) ?? ''))).join(','));
  return `${[columns.map(([name]) => name).join(','), ...lines].join('\n')}\n`;
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows of a text as RFC 4180 has it: a cell in quotes may have commas, line ends and doubled quotes. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,\n\r]*))(,|\r?\n|$)/gy;
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) break;
    row.push(match[1]?.replaceAll('""', '"') ?? match[2]);
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
