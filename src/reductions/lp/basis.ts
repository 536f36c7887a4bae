// The basis of a linear program in product form: its inverse is a sequence of elementary matrices (etas), each the identity but for one
// column. A change of the basis adds one; now and then the sequence is made anew, in an order that keeps it short [Chv83, Ch. 7].
import { Float64List, Int32List } from '../../base/growable.ts';
import { type AddColumn, eliminationOrder } from './elimination-order.ts';
import { WorkVector } from './work-vector.ts';

/** Smaller numbers that arise by cancellation are taken for 0. */
const DROP = 1e-13;
/** A pivot of a new factorisation is at least this part of the largest entry that could be one. */
const THRESHOLD = 0.05;
/** A column without a larger entry depends on those before it. */
const SINGULAR = 1e-9;

export class ProductForm {
  private readonly rowCount: number;
  private readonly pivotRow = new Int32List();
  private readonly start = Int32List.from([0]);
  private readonly index = new Int32List();
  private readonly value = new Float64List();
  /** Steps of arithmetic since the beginning, to bound the work by. */
  work = 0;

  constructor(rowCount: number) {
    this.rowCount = rowCount;
  }

  /** Numbers kept for the etas. */
  get size(): number {
    return this.index.length;
  }

  get etaCount(): number {
    return this.pivotRow.length;
  }

  /** v := B⁻¹·v */
  ftran(v: WorkVector): void {
    const etas = this.pivotRow.length;
    const rows = this.pivotRow.data;
    const start = this.start.data;
    const index = this.index.data;
    const value = this.value.data;
    let work = etas;
    for (let k = 0; k < etas; k++) {
      const t = v.value[rows[k]];
      if (t === 0) continue;
      const end = start[k + 1];
      work += end - start[k];
      v.value[rows[k]] = 0;
      for (let i = start[k]; i < end; i++) v.add(index[i], t * value[i]);
    }
    this.work += work;
  }

  /** v := v·B⁻¹ */
  btran(v: WorkVector): void {
    const rows = this.pivotRow.data;
    const start = this.start.data;
    const index = this.index.data;
    const value = this.value.data;
    for (let k = this.pivotRow.length - 1; k >= 0; k--) {
      let sum = 0;
      for (let i = start[k]; i < start[k + 1]; i++) sum += v.value[index[i]] * value[i];
      const old = v.value[rows[k]];
      if (sum !== old) v.add(rows[k], sum - old);
      if (Math.abs(v.value[rows[k]]) < DROP) v.value[rows[k]] = 0;
    }
    this.work += this.index.length;
  }

  /** A column takes the place of the one in `row`; `column` is B⁻¹ times it. */
  replace(row: number, column: WorkVector): void {
    const pivot = 1 / column.value[row];
    this.index.push(row);
    this.value.push(pivot);
    for (let k = 0; k < column.count; k++) {
      const i = column.touched[k];
      const entry = column.value[i];
      if (i === row || Math.abs(entry) < DROP) continue;
      this.index.push(i);
      this.value.push(-entry * pivot);
    }
    this.pivotRow.push(row);
    this.start.push(this.index.length);
  }

  /**
   * Makes the etas anew for a basis of these columns and unit columns in all other rows. `free` are the rows that have no unit column, as
   * many as there are columns; gives the column in each row (-1 for a unit column), or null when the columns are dependent.
   */
  factorise(columns: Int32Array, free: Int32Array, addColumn: AddColumn): Int32Array | null {
    this.pivotRow.clear();
    this.start.length = 1;
    this.index.clear();
    this.value.clear();
    const order = eliminationOrder({ rowCount: this.rowCount, columns, free, addColumn });
    const inRow = new Int32Array(this.rowCount).fill(-1);
    const isFree = new Uint8Array(this.rowCount);
    for (const row of free) isFree[row] = 1;
    const vector = new WorkVector(this.rowCount);
    for (let k = 0; k < columns.length; k++) {
      vector.clear();
      const column = columns[order.positions[k]];
      addColumn(column, vector);
      this.ftran(vector);
      const row = pivotIn(vector, isFree, order.rows[k], order.rowLengths);
      if (row === -1) return null;
      this.replace(row, vector);
      this.work += vector.count;
      isFree[row] = 0;
      inRow[row] = column;
    }
    return inRow;
  }
}

/** The row that is wanted, if its entry is not small; otherwise one that few columns need. -1 when all are 0. */
function pivotIn(vector: WorkVector, isFree: Uint8Array, wanted: number, rowLengths: Int32Array): number {
  const { value, touched, count } = vector;
  let largest = 0;
  for (let k = 0; k < count; k++) {
    if (isFree[touched[k]] === 1) largest = Math.max(largest, Math.abs(value[touched[k]]));
  }
  if (largest < SINGULAR) return -1;
  const isLarge = (row: number): boolean => isFree[row] === 1 && Math.abs(value[row]) >= THRESHOLD * largest;
  if (wanted !== -1 && isLarge(wanted)) return wanted;
  let best = -1;
  for (let k = 0; k < count; k++) {
    const row = touched[k];
    if (isLarge(row) && (best === -1 || rowLengths[row] < rowLengths[best])) best = row;
  }
  return best;
}
