// Tables cut down to what they depend on. A table over all variables that a group may read has a row for each of their values: one for `pos[k] < j`
// names every element of the array, though a row depends on one of them only. Where rows differ in one column alone, each of them leaves it
// as it is, and together they have all values that the variable can have, one row without the column says the same. What is left are tables with fewer
// variables: their events reach less far up and down, and orders see which variables belong together.
//
// The rows stay exactly those of the table for all values that the variables can have: nothing is added and nothing is counted twice.
import { VectorTable } from '../base/intern.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { RowPart } from './transitions.ts';

/** Entries of rows that may be looked at for one table; what is not narrowed by then stays as it is. */
const MAX_WORK = 4_000_000;

/** The codes that each variable can have, or null where they are not known. */
export type Domains = readonly (ReadonlySet<number> | null)[];

/** The same rows over fewer variables where possible, apart for each set of variables. */
export function narrowed(part: RowPart, domains: Domains, stopwatch: Stopwatch): RowPart[] {
  const done = new Map<string, { readonly variables: readonly number[]; readonly rows: Int32Array[] }>();
  const open = [part];
  let work = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { variables, rows } = next;
    work += rows.length * variables.length * variables.length;
    const split = work > MAX_WORK ? null : bestSplit(next, domains, stopwatch);
    if (split !== null) {
      open.push(split.narrow);
      if (split.rest.rows.length > 0) open.push(split.rest);
      continue;
    }
    const key = variables.join();
    const same = done.get(key);
    if (same === undefined) done.set(key, { variables, rows: [...rows] });
    else for (const row of rows) same.rows.push(row);
  }
  return [...done.values()];
}

interface Split {
  /** Rows without the column, and those that need it. */
  readonly narrow: RowPart;
  readonly rest: RowPart;
}

/** Takes out the column that the most rows do not need; null if all rows need all columns. */
function bestSplit(part: RowPart, domains: Domains, stopwatch: Stopwatch): Split | null {
  let best: { readonly column: number; readonly free: FreeRows } | null = null;
  for (const [column, variable] of part.variables.entries()) {
    const domain = domains[variable];
    if (domain === null || !keepsEach(part, column, domain)) continue;
    const free = new FreeRows(part, column, domain, stopwatch);
    if (free.count > (best?.free.count ?? 0)) best = { column, free };
  }
  return best === null ? null : best.free.split();
}

/** Whether each value of the domain is kept by some row: a quick test that most columns fail. */
function keepsEach({ variables, rows }: RowPart, column: number, domain: ReadonlySet<number>): boolean {
  const width = variables.length;
  const kept = new Set<number>();
  for (const row of rows) {
    if (row[column] === row[width + column] && domain.has(row[column]) && kept.add(row[column]).size === domain.size)
      return true;
  }
  return domain.size === 0;
}

/** The rows of a table that do not depend on a column. */
class FreeRows {
  /** How many rows need not be there any more. */
  readonly count: number;
  private readonly part: RowPart;
  private readonly column: number;
  /** The rows without the column; by row its number there, or -1 if it is no candidate; by number how many values are kept. */
  private readonly others: VectorTable;
  private readonly numbers: Int32Array;
  private readonly isFree: (number: number) => boolean;

  constructor(part: RowPart, column: number, domain: ReadonlySet<number>, stopwatch: Stopwatch) {
    const { variables, rows } = part;
    const width = variables.length;
    this.part = part;
    this.column = column;
    this.others = new VectorTable(2 * width - 2);
    this.numbers = new Int32Array(rows.length).fill(-1);
    const values: Set<number>[] = [];
    const other = new Int32Array(2 * width - 2);
    for (const [i, row] of rows.entries()) {
      stopwatch.tick();
      if (row[column] !== row[width + column] || !domain.has(row[column])) continue;
      let k = 0;
      for (let c = 0; c < 2 * width; c++) if (c !== column && c !== width + column) other[k++] = row[c];
      const number = this.others.intern(other);
      this.numbers[i] = number;
      (values[number] ??= new Set()).add(row[column]);
    }
    this.isFree = (number) => number >= 0 && values[number].size === domain.size;
    this.count = values.reduce((sum, { size }) => (size === domain.size ? sum + size : sum), 0);
  }

  split(): Split {
    const { part, column, numbers, others } = this;
    const variables = part.variables.filter((_, i) => i !== column);
    const narrow: Int32Array[] = [];
    for (let number = 0; number < others.size; number++) {
      if (!this.isFree(number)) continue;
      const row = new Int32Array(others.width);
      others.read(number, row);
      narrow.push(row);
    }
    const rest = part.rows.filter((_, i) => !this.isFree(numbers[i]));
    return { narrow: { variables, rows: narrow }, rest: { variables: part.variables, rows: rest } };
  }
}
