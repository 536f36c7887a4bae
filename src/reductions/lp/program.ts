// The question whether the state equation allows constraints aᵢ·m ≥ bᵢ, as a linear program that has a solution to begin with:
//
//     maximise z  subject to  m = m₀ + C·x ≥ 0,  aᵢ·m ≥ vᵢ + z·(bᵢ - vᵢ),  x ≥ 0,  z ≥ 0      where vᵢ = min(bᵢ, aᵢ·m₀)
//
// With x = 0 and z = 0 nothing is violated; the constraints can be met if and only if z can reach 1. The columns are the effects of the
// net and, last, z; the rows are its places and then the constraints. Each row is kept as a slack that must not fall below 0.
import type { Constraint, StateEquation } from './state-equation.ts';
import type { WorkVector } from './work-vector.ts';

/** An entry of a row of a constraint. */
interface Entry {
  readonly at: number;
  readonly value: number;
}

export class ReachProgram {
  readonly rowCount: number;
  readonly columnCount: number;
  /** The column of z. */
  readonly goal: number;
  /** The slacks of all rows where nothing is fired. */
  readonly slack: Float64Array;
  private readonly equation: StateEquation;
  /** Rows of the constraints, over columns; and the same by columns, over rows. */
  private readonly extraRows: readonly (readonly Entry[])[];
  private readonly extraColumns = new Map<number, Entry[]>();

  constructor(equation: StateEquation, constraints: readonly Constraint[]) {
    const { placeCount, effectCount, initial } = equation;
    this.equation = equation;
    this.rowCount = placeCount + constraints.length;
    this.columnCount = effectCount + 1;
    this.goal = effectCount;
    this.slack = new Float64Array(this.rowCount);
    for (let place = 0; place < placeCount; place++) this.slack[place] = initial[place];
    this.extraRows = constraints.map((constraint, i) => this.extraRow(constraint, placeCount + i));
  }

  private extraRow({ terms, atLeast }: Constraint, row: number): Entry[] {
    const { byPlace, initial } = this.equation;
    const entries = new Map<number, number>();
    let now = 0;
    for (const { place, coefficient } of terms) {
      now += coefficient * initial[place];
      for (let k = byPlace.start[place]; k < byPlace.start[place + 1]; k++) {
        const effect = byPlace.index[k];
        entries.set(effect, (entries.get(effect) ?? 0) + coefficient * byPlace.value[k]);
      }
    }
    const missing = Math.max(0, atLeast - now);
    this.slack[row] = now - Math.min(atLeast, now);
    if (missing > 0) entries.set(this.goal, -missing);
    const found: Entry[] = [];
    for (const [at, value] of entries) {
      if (value === 0) continue;
      found.push({ at, value });
      const column = this.extraColumns.get(at);
      if (column === undefined) this.extraColumns.set(at, [{ at: row, value }]);
      else column.push({ at: row, value });
    }
    return found;
  }

  /** Adds `factor` times a column: what it adds to the slack of each row. */
  addColumn(column: number, factor: number, to: WorkVector): void {
    if (column !== this.goal) {
      const { start, index, value } = this.equation.byEffect;
      for (let k = start[column]; k < start[column + 1]; k++) to.add(index[k], factor * value[k]);
    }
    const extra = this.extraColumns.get(column);
    if (extra !== undefined) for (const { at, value } of extra) to.add(at, factor * value);
  }

  /** Adds `factor` times a row: what each column adds to its slack. */
  addRow(row: number, factor: number, to: WorkVector): void {
    const { placeCount, byPlace } = this.equation;
    if (row >= placeCount) {
      for (const { at, value } of this.extraRows[row - placeCount]) to.add(at, factor * value);
      return;
    }
    const { start, index, value } = byPlace;
    for (let k = start[row]; k < start[row + 1]; k++) to.add(index[k], factor * value[k]);
  }
}
