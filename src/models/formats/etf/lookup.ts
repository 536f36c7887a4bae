// Finding the rows of a table that match a state, without trying them all: rows are filed under their values in the
// columns that every row constrains. What matches comes out in the order of the rows.
import { VectorTable } from '../../../base/intern.ts';
import { ANY } from '../../model.ts';

/** Rows as in `Behaviour`: `columns.length` from-values, then the to-values. */
interface Table {
  readonly columns: readonly number[];
  readonly rows: Int32Array;
}

export class RowLookup {
  private readonly table: Table;
  /** Positions in `columns` that no row leaves open, and those that some row does. */
  private readonly fixed: number[] = [];
  private readonly open: number[] = [];
  private readonly keys: VectorTable;
  /** For each key the offsets of its rows. */
  private readonly filed: number[][] = [];
  private readonly key: Int32Array;

  constructor(table: Table) {
    this.table = table;
    const { columns, rows } = table;
    const width = 2 * columns.length;
    for (let i = 0; i < columns.length; i++) {
      let constrained = true;
      for (let row = 0; row < rows.length && constrained; row += width) constrained = rows[row + i] !== ANY;
      (constrained ? this.fixed : this.open).push(i);
    }
    this.keys = new VectorTable(this.fixed.length);
    this.key = new Int32Array(this.fixed.length);
    for (let row = 0; row < rows.length; row += width) {
      for (let k = 0; k < this.fixed.length; k++) this.key[k] = rows[row + this.fixed[k]];
      const id = this.keys.intern(this.key);
      if (id === this.filed.length) this.filed.push([]);
      this.filed[id].push(row);
    }
  }

  /** Calls `visit` with the offset of every row that matches `state`. */
  forEach(state: ArrayLike<number>, visit: (row: number) => void): void {
    const { columns, rows } = this.table;
    const { fixed, open, key } = this;
    for (let k = 0; k < fixed.length; k++) key[k] = state[columns[fixed[k]]];
    const id = this.keys.indexOf(key);
    if (id === -1) return;
    const offsets = this.filed[id];
    next: for (let i = 0; i < offsets.length; i++) {
      for (let k = 0; k < open.length; k++) {
        const from = rows[offsets[i] + open[k]];
        if (from !== ANY && from !== state[columns[open[k]]]) continue next;
      }
      visit(offsets[i]);
    }
  }
}
