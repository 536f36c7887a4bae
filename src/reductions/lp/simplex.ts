// The revised simplex method for a `ReachProgram`, in floating-point numbers: what it says is a proposal, which `certificate.ts` checks.
//
// Marked nets have few tokens, so that nearly every step would be one of length 0. The slacks are therefore raised by tiny random amounts
// once and for all. The multipliers that the method ends with satisfy conditions in which the slacks do not occur, so nothing has to be
// taken back. Columns are chosen by Devex prices, rows by Harris' ratio test [Har73].
import { Random } from '../../base/random.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { ProductForm } from './basis.ts';
import type { ReachProgram } from './program.ts';
import { WorkVector } from './work-vector.ts';

/** Multipliers of the rows that show that z stays below 1; that it can reach 1, and values of the columns with which it does; or that neither was found. */
export type Outcome =
  | { readonly kind: 'out of reach'; readonly multipliers: Float64Array }
  | { readonly kind: 'within reach'; readonly firings: Float64Array }
  | { readonly kind: 'given up' };

interface SimplexOptions {
  /** Steps of arithmetic. */
  readonly work: number;
  readonly stopwatch: Stopwatch;
}

const PERTURBATION = 1e-6;
/** A reduced cost that counts as positive. */
const ATTRACTIVE = 1e-9;
/** What a slack may lack. */
const FEASIBLE = 1e-9;
/** A smaller entry is no pivot. */
const PIVOT = 1e-7;
/** Two calculations of a pivot may differ by this part of it. */
const AGREEMENT = 1e-6;
/** Changes of the basis between two factorisations. */
const REFACTOR = 100;

/** Solves the program as far as the work allows; `steps` is what was done of it. */
export function solve(program: ReachProgram, options: SimplexOptions): { outcome: Outcome; work: number } {
  const simplex = new Simplex(program, options);
  const outcome = simplex.run();
  return { outcome, work: simplex.work };
}

/**
 * Variables are the slacks (by row), then the columns. The basis has one in each row. A slack is its start plus what columns add, so that
 * the matrix of the basis has unit columns for slacks and the negated entries for columns.
 */
class Simplex {
  private readonly program: ReachProgram;
  private readonly options: SimplexOptions;
  private readonly rowCount: number;
  private readonly form: ProductForm;
  /** The variable in each row, and its value. */
  private readonly basic: Int32Array;
  private readonly level: Float64Array;
  private readonly start: Float64Array;
  /** For each variable: whether it is in the basis, its reduced cost, its Devex weight. */
  private readonly isBasic: Uint8Array;
  private readonly cost: Float64Array;
  private readonly weight: Float64Array;
  /** Variables that may be worth entering, and the place of each in the list, or -1. */
  private readonly candidates: Int32Array;
  private readonly position: Int32Array;
  private candidateCount = 0;
  private readonly column: WorkVector;
  private readonly multiplier: WorkVector;
  private readonly row: WorkVector;
  private objective = 0;
  private isFresh = true;
  private ownWork = 0;

  constructor(program: ReachProgram, options: SimplexOptions) {
    const { rowCount, columnCount } = program;
    this.program = program;
    this.options = options;
    this.rowCount = rowCount;
    this.form = new ProductForm(rowCount);
    this.basic = Int32Array.from({ length: rowCount }, (_, row) => row);
    const random = new Random(1);
    this.start = program.slack.map((slack) => slack + PERTURBATION * (1 + random.unit()));
    this.level = this.start.slice();
    const variables = rowCount + columnCount;
    this.isBasic = new Uint8Array(variables).fill(1, 0, rowCount);
    this.cost = new Float64Array(variables);
    this.weight = new Float64Array(variables).fill(1);
    this.candidates = new Int32Array(variables);
    this.position = new Int32Array(variables).fill(-1);
    this.column = new WorkVector(rowCount);
    this.multiplier = new WorkVector(rowCount);
    this.row = new WorkVector(columnCount);
    this.setCost(rowCount + program.goal, 1);
    this.ownWork = variables;
  }

  get work(): number {
    return this.ownWork + this.form.work;
  }

  run(): Outcome {
    let sinceFactored = 0;
    for (;;) {
      this.options.stopwatch.tick();
      if (this.work > this.options.work) return { kind: 'given up' };
      const entering = this.bestCandidate();
      if (entering === -1) {
        if (this.isFresh) return { kind: 'out of reach', multipliers: this.multipliers() };
        if (!this.refactor()) return { kind: 'given up' };
        sinceFactored = 0;
        continue;
      }
      this.loadColumn(entering);
      const leaving = this.ratioTest();
      if (leaving === -1) return { kind: 'within reach', firings: this.firingsBeyond(entering) }; // and beyond any bound
      if (!this.pivot(entering, leaving)) {
        // The numbers have drifted: once more from exact ones, or not at all.
        if (this.isFresh || !this.refactor()) return { kind: 'given up' };
        sinceFactored = 0;
        continue;
      }
      if (this.objective >= 1) return { kind: 'within reach', firings: this.firings(1 / this.objective) };
      if (++sinceFactored < REFACTOR) continue;
      if (!this.refactor()) return { kind: 'given up' };
      sinceFactored = 0;
    }
  }

  /** The values of the columns, times a factor: between the solution that is reached and nothing at all lie solutions too. */
  private firings(factor: number): Float64Array {
    const { rowCount, basic, level } = this;
    const found = new Float64Array(this.program.columnCount);
    for (let row = 0; row < rowCount; row++) {
      if (basic[row] >= rowCount) found[basic[row] - rowCount] = factor * level[row];
    }
    return found;
  }

  /** The same where the entering variable rises without end, as far as it takes for z to be 1. */
  private firingsBeyond(entering: number): Float64Array {
    const { rowCount, basic, column } = this;
    const found = this.firings(1);
    const rise = (1 - this.objective) / this.cost[entering];
    for (let k = 0; k < column.count; k++) {
      const row = column.touched[k];
      if (basic[row] >= rowCount) found[basic[row] - rowCount] -= rise * column.value[row];
    }
    if (entering >= rowCount) found[entering - rowCount] = rise;
    return found;
  }

  private setCost(variable: number, cost: number): void {
    this.cost[variable] = cost;
    const at = this.position[variable];
    if (cost > ATTRACTIVE) {
      if (at !== -1) return;
      this.position[variable] = this.candidateCount;
      this.candidates[this.candidateCount++] = variable;
    } else if (at !== -1) {
      const last = this.candidates[--this.candidateCount];
      this.candidates[at] = last;
      this.position[last] = at;
      this.position[variable] = -1;
    }
  }

  private bestCandidate(): number {
    const { candidates, cost, weight } = this;
    let best = -1;
    let price = 0;
    for (let k = 0; k < this.candidateCount; k++) {
      const variable = candidates[k];
      const own = (cost[variable] * cost[variable]) / weight[variable];
      if (own > price || (own === price && variable < best)) {
        best = variable;
        price = own;
      }
    }
    this.ownWork += this.candidateCount;
    return best;
  }

  /** B⁻¹ times the column of the variable: by how much the basic variables fall while it rises by 1. */
  private loadColumn(variable: number): void {
    this.column.clear();
    this.addBasisColumn(variable, this.column);
    this.form.ftran(this.column);
  }

  private addBasisColumn(variable: number, to: WorkVector): void {
    if (variable < this.rowCount) to.add(variable, 1);
    else this.program.addColumn(variable - this.rowCount, -1, to);
  }

  /** The row whose variable is the first to reach 0; -1 when none falls. */
  private ratioTest(): number {
    const { value, touched, count } = this.column;
    let most = Number.POSITIVE_INFINITY;
    for (let k = 0; k < count; k++) {
      const row = touched[k];
      if (value[row] > PIVOT) most = Math.min(most, (this.level[row] + FEASIBLE) / value[row]);
    }
    let best = -1;
    for (let k = 0; k < count; k++) {
      const row = touched[k];
      if (value[row] <= PIVOT || this.level[row] / value[row] > most) continue;
      if (best === -1 || value[row] > value[best] || (value[row] === value[best] && row < best)) best = row;
    }
    this.ownWork += 2 * count;
    return best;
  }

  /** Exchanges the two variables; false when the pivot is not known well enough. */
  private pivot(entering: number, leavingRow: number): boolean {
    const { column, multiplier, row, level } = this;
    const pivot = column.value[leavingRow];
    multiplier.clear();
    multiplier.add(leavingRow, 1);
    this.form.btran(multiplier);
    this.loadRow();
    const again = entering < this.rowCount ? multiplier.value[entering] : row.value[entering - this.rowCount];
    if (Math.abs(again - pivot) > AGREEMENT * Math.max(1, Math.abs(pivot))) return false;

    const step = Math.max(0, level[leavingRow] / pivot);
    for (let k = 0; k < column.count; k++) {
      const at = column.touched[k];
      level[at] -= step * column.value[at];
    }
    level[leavingRow] = step;
    this.objective += step * this.cost[entering];
    this.updateCosts(entering, leavingRow, pivot);
    this.form.replace(leavingRow, column);
    this.isBasic[this.basic[leavingRow]] = 0;
    this.isBasic[entering] = 1;
    this.basic[leavingRow] = entering;
    this.isFresh = false;
    return true;
  }

  /** The row of the multiplier over the columns that are not in the basis. */
  private loadRow(): void {
    const { multiplier, row } = this;
    row.clear();
    for (let k = 0; k < multiplier.count; k++) {
      const at = multiplier.touched[k];
      if (multiplier.value[at] !== 0) this.program.addRow(at, -multiplier.value[at], row);
    }
    this.ownWork += row.count + multiplier.count;
  }

  private updateCosts(entering: number, leavingRow: number, pivot: number): void {
    const ratio = this.cost[entering] / pivot;
    const reference = this.weight[entering] / (pivot * pivot);
    const update = (variable: number, entry: number): void => {
      if (entry === 0 || this.isBasic[variable] === 1 || variable === entering) return;
      this.setCost(variable, this.cost[variable] - ratio * entry);
      this.weight[variable] = Math.max(this.weight[variable], entry * entry * reference);
    };
    const { multiplier, row } = this;
    for (let k = 0; k < multiplier.count; k++) update(multiplier.touched[k], multiplier.value[multiplier.touched[k]]);
    for (let k = 0; k < row.count; k++) update(this.rowCount + row.touched[k], row.value[row.touched[k]]);
    this.setCost(entering, 0);
    const leaving = this.basic[leavingRow];
    this.setCost(leaving, -ratio);
    this.weight[leaving] = Math.max(1, reference);
  }

  /** Etas, levels and reduced costs from the basis alone; false when it is singular. */
  private refactor(): boolean {
    const { basic, rowCount, level, form } = this;
    const columns = basic.filter((variable) => variable >= rowCount);
    const free = Int32Array.from({ length: rowCount }, (_, row) => row).filter((row) => this.isBasic[row] === 0);
    const inRow = form.factorise(columns, free, (variable, to) => this.addBasisColumn(variable, to));
    if (inRow === null) return false;
    for (let row = 0; row < rowCount; row++) basic[row] = inRow[row] === -1 ? row : inRow[row];
    const vector = this.column;
    vector.clear();
    for (let row = 0; row < rowCount; row++) vector.add(row, this.start[row]);
    form.ftran(vector);
    for (let row = 0; row < rowCount; row++) level[row] = vector.value[row];
    this.recalculateCosts();
    this.isFresh = true;
    this.ownWork += 4 * rowCount + this.cost.length;
    return true;
  }

  private recalculateCosts(): void {
    const { multiplier, row, rowCount, program } = this;
    const goal = rowCount + program.goal;
    for (let variable = 0; variable < this.cost.length; variable++) this.setCost(variable, 0);
    const goalRow = this.basic.indexOf(goal);
    multiplier.clear();
    this.objective = goalRow === -1 ? 0 : this.level[goalRow];
    if (goalRow === -1) {
      this.setCost(goal, 1);
      return;
    }
    multiplier.add(goalRow, 1);
    this.form.btran(multiplier);
    this.loadRow();
    const set = (variable: number, cost: number): void => {
      if (this.isBasic[variable] === 0) this.setCost(variable, cost);
    };
    for (let k = 0; k < multiplier.count; k++) set(multiplier.touched[k], -multiplier.value[multiplier.touched[k]]);
    for (let k = 0; k < row.count; k++) set(rowCount + row.touched[k], -row.value[row.touched[k]]);
  }

  /** The multiplier of each row: what raising its slack by 1 would add to z. */
  private multipliers(): Float64Array {
    const found = new Float64Array(this.rowCount);
    for (let row = 0; row < this.rowCount; row++) if (this.isBasic[row] === 0) found[row] = -this.cost[row];
    return found;
  }
}
