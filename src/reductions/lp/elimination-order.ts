// The order in which the columns of a basis are eliminated, so that few numbers arise that were 0: a row in which one column is left has
// that column first, a column with an entry in one row that is left comes last, and in between short columns go first. Bases of nets
// are nearly triangular, so that little is in between.
import { WorkVector } from './work-vector.ts';

/** Adds the entries of a column to the vector. */
export type AddColumn = (column: number, to: WorkVector) => void;

interface EliminationOrder {
  /** Positions of the columns in the order of their elimination. */
  readonly positions: Int32Array;
  /** The row of each, where there is but one choice; otherwise -1. */
  readonly rows: Int32Array;
  /** How many columns have an entry in each row. */
  readonly rowLengths: Int32Array;
}

interface Matrix {
  readonly rowCount: number;
  readonly columns: Int32Array;
  /** The rows to be eliminated: entries in others do not count. */
  readonly free: Int32Array;
  readonly addColumn: AddColumn;
}

export function eliminationOrder(matrix: Matrix): EliminationOrder {
  const count = matrix.columns.length;
  const { columnStart, columnRows, rowStart, rowColumns, isFree } = patternOf(matrix);
  const rowLeft = new Int32Array(matrix.rowCount);
  for (let row = 0; row < matrix.rowCount; row++) rowLeft[row] = rowStart[row + 1] - rowStart[row];
  const rowLengths = rowLeft.slice();
  const columnLeft = new Int32Array(count);
  for (let c = 0; c < count; c++) columnLeft[c] = columnStart[c + 1] - columnStart[c];
  const isDone = new Uint8Array(count);
  const singleRows = [...matrix.free].filter((row) => rowLeft[row] === 1);
  const singleColumns = [...columnLeft.keys()].filter((c) => columnLeft[c] === 1);
  const positions = new Int32Array(count);
  const rows = new Int32Array(count).fill(-1);
  let front = 0;
  let back = count;
  const take = (c: number, row: number, at: number): void => {
    positions[at] = c;
    rows[at] = row;
    isDone[c] = 1;
    isFree[row] = 0;
    for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
      if (--columnLeft[rowColumns[k]] === 1) singleColumns.push(rowColumns[k]);
    }
    for (let k = columnStart[c]; k < columnStart[c + 1]; k++) {
      if (--rowLeft[columnRows[k]] === 1) singleRows.push(columnRows[k]);
    }
  };
  while (singleRows.length > 0 || singleColumns.length > 0) {
    const row = singleRows.pop();
    if (row !== undefined) {
      const c =
        isFree[row] === 0 ? -1 : firstOf(rowColumns, rowStart[row], rowStart[row + 1], (own) => isDone[own] === 0);
      if (c !== -1) take(c, row, front++);
      continue;
    }
    const c = singleColumns.pop()!;
    const own = isDone[c] === 1 ? -1 : firstOf(columnRows, columnStart[c], columnStart[c + 1], (r) => isFree[r] === 1);
    if (own !== -1) take(c, own, --back);
  }
  const middle = [...columnLeft.keys()].filter((c) => isDone[c] === 0);
  middle.sort((a, b) => columnLeft[a] - columnLeft[b] || a - b);
  for (const c of middle) positions[front++] = c;
  return { positions, rows, rowLengths };
}

function firstOf(list: Int32Array, from: number, to: number, isWanted: (entry: number) => boolean): number {
  for (let k = from; k < to; k++) if (isWanted(list[k])) return list[k];
  return -1;
}

/** Where the entries are, by columns and by rows. */
function patternOf({ rowCount, columns, free, addColumn }: Matrix): {
  columnStart: Int32Array;
  columnRows: Int32Array;
  rowStart: Int32Array;
  rowColumns: Int32Array;
  isFree: Uint8Array;
} {
  const isFree = new Uint8Array(rowCount);
  for (const row of free) isFree[row] = 1;
  const vector = new WorkVector(rowCount);
  const columnStart = new Int32Array(columns.length + 1);
  const found: number[] = [];
  const rowStart = new Int32Array(rowCount + 1);
  for (let c = 0; c < columns.length; c++) {
    vector.clear();
    addColumn(columns[c], vector);
    for (let k = 0; k < vector.count; k++) {
      const row = vector.touched[k];
      if (isFree[row] === 0 || vector.value[row] === 0) continue;
      found.push(row);
      rowStart[row + 1]++;
    }
    columnStart[c + 1] = found.length;
  }
  for (let row = 0; row < rowCount; row++) rowStart[row + 1] += rowStart[row];
  const next = rowStart.slice(0, rowCount);
  const rowColumns = new Int32Array(found.length);
  for (let c = 0; c < columns.length; c++) {
    for (let k = columnStart[c]; k < columnStart[c + 1]; k++) rowColumns[next[found[k]]++] = c;
  }
  return { columnStart, columnRows: Int32Array.from(found), rowStart, rowColumns, isFree };
}
