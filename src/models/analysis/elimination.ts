// Sums of variables that no group of a net increases, by Farkas' elimination: rows begin as single variables, and one group after
// another is cancelled by adding rows of opposite sign. Every row stays a non-negative combination y of variables, whose
// weighted sum a group g changes by (y·C)(g).
//
// The number of rows can explode, so rows and work are capped (by counting, not by the clock: results must not depend on the
// machine). Dropping a row loses a sum but never makes one wrong.
//
// A row is two flat lists of pairs, and the rows that a group changes are lists in which removed rows are passed over: nets of a
// hundred thousand places have as many rows, and a map or a set for each would take gigabytes.
import { gcd } from '../../base/gcd.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';

/** What a search for sums may use; it counts, and does not look at the clock. */
export interface EliminationBudget {
  /** Rows kept at the same time; unless given, 2000 or twice the number of variables. */
  readonly rows?: number;
  /** Numbers looked at, besides a share for each variable; a few million take about a second. */
  readonly work?: number;
}

/** Pairs of a number (of a variable, of a group) and a coefficient that is not 0, flat. */
export type Pairs = readonly number[];

/** A non-negative combination of variables. */
interface Row {
  /** Groups that change its sum, and by how much. */
  readonly changes: Pairs;
  /** Variables and their weights. */
  readonly terms: Pairs;
}

interface EliminationOptions {
  readonly variableCount: number;
  readonly budget: EliminationBudget;
  /**
   * What happens to rows that a group decreases, once they are used to cancel it. Dropping them keeps the number of rows
   * small and finds all that no group changes; keeping them also finds all that some groups decrease.
   */
  readonly used: 'drop' | 'keep';
  readonly stopwatch: Stopwatch;
}

/** Larger numbers are not worth a bound, and must stay exact. */
const MAX_COEFFICIENT = 1_000_000;
/** Prices of cancellations are told apart by their number of binary digits. */
const BUCKETS = 33;
/** Rows over more variables say little about each. */
const MAX_SUPPORT = 400;

/** The combinations found that no group increases. `changes` holds for each group what it adds to variables. */
export function combinationsThatNeverGrow(changes: readonly Pairs[], options: EliminationOptions): readonly Row[] {
  return new Elimination(changes, options).run();
}

class Elimination {
  private readonly used: EliminationOptions['used'];
  private readonly stopwatch: Stopwatch;
  private readonly rowCap: number;
  private work: number;
  /** By id; null once removed. */
  private readonly rows: (Row | null)[] = [];
  private rowCount = 0;
  /** Ids of the rows that each group increases, and decreases, removed ones among them; and how many are not removed. */
  private readonly rising: RowLists;
  private readonly falling: RowLists;
  /** Groups to cancel, by what that costs; a group in here may be out of date and is checked when it is taken. */
  private readonly waiting: number[][] = Array.from({ length: BUCKETS }, () => []);
  /** Combinations that no group increases. */
  private readonly found: Row[] = [];

  constructor(changes: readonly Pairs[], { variableCount, budget, used, stopwatch }: EliminationOptions) {
    this.used = used;
    this.stopwatch = stopwatch;
    this.rowCap = budget.rows ?? Math.max(2000, 2 * variableCount);
    this.work = (budget.work ?? 1_000_000) + 20 * variableCount;
    this.rising = new RowLists(changes.length);
    this.falling = new RowLists(changes.length);
    for (const row of initialRows(changes, variableCount, stopwatch)) this.add(row);
    for (const group of changes.keys()) this.waiting[this.bucketOf(group)].push(group);
  }

  run(): readonly Row[] {
    while (this.work > 0) {
      this.stopwatch.tick();
      const group = this.next();
      if (group === -1) break;
      this.eliminate(group);
      if (this.rowCount > 2 * this.rowCap) this.dropLargest();
    }
    return this.found;
  }

  private add(row: Row): void {
    const { changes } = row;
    let increases = false;
    for (let i = 1; i < changes.length; i += 2) increases ||= changes[i] > 0;
    if (!increases) this.found.push(row);
    if (changes.length === 0) return;
    const id = this.rows.push(row) - 1;
    this.rowCount++;
    for (let i = 0; i < changes.length; i += 2) this.listsOf(changes[i + 1]).add(changes[i], id);
  }

  private listsOf(change: number): RowLists {
    return change > 0 ? this.rising : this.falling;
  }

  private remove(id: number): Row {
    const row = this.rows[id] as Row;
    this.rows[id] = null;
    this.rowCount--;
    for (let i = 0; i < row.changes.length; i += 2) this.listsOf(row.changes[i + 1]).counts[row.changes[i]]--;
    return row;
  }

  /** The rows of a list that are still there, oldest first. */
  private present(lists: RowLists, group: number): number[] {
    return lists.ids[group]?.filter((id) => this.rows[id] !== null) ?? [];
  }

  /** How many rows the cancellation of a group adds, as the number of a bucket. */
  private bucketOf(group: number): number {
    const [up, down] = [this.rising.counts[group], this.falling.counts[group]];
    const price = up * down - up;
    return price <= 0 ? 0 : Math.min(BUCKETS - 1, 32 - Math.clz32(price));
  }

  /** The group whose cancellation is cheapest; -1 when none is left. */
  private next(): number {
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const candidates = this.waiting[bucket];
      while (candidates.length > 0) {
        const group = candidates.pop() as number;
        const now = this.bucketOf(group);
        if (now <= bucket) return group;
        this.waiting[now].push(group);
        this.work--;
      }
    }
    return -1;
  }

  /**
   * Replaces the rows that the group increases by combinations that it leaves alone. What is left can never be increased by it
   * again, so each group is cancelled once.
   */
  private eliminate(group: number): void {
    if (this.rising.counts[group] === 0) return;
    const falling = this.present(this.falling, group).map((id) =>
      this.used === 'drop' ? this.remove(id) : (this.rows[id] as Row),
    );
    const rising = this.present(this.rising, group).map((id) => this.remove(id));
    let made = 0;
    for (const up of rising) {
      for (const down of falling) {
        this.stopwatch.tick();
        this.work -= (up.changes.length + up.terms.length + down.changes.length + down.terms.length) / 2;
        if (this.work <= 0 || made >= 2 * this.rowCap) return;
        const row = cancel(up, down, group);
        if (row === null) continue;
        this.add(row);
        made++;
      }
    }
  }

  private dropLargest(): void {
    const present = [...this.rows.keys()].filter((id) => this.rows[id] !== null);
    const size = (id: number): number => (this.rows[id] as Row).terms.length;
    present.sort((a, b) => size(b) - size(a));
    for (const id of present.slice(0, present.length - this.rowCap)) this.remove(id);
    this.work -= present.length;
  }
}

/** For each group a list of rows, made when the first one is added. */
class RowLists {
  readonly ids: (number[] | undefined)[];
  readonly counts: Int32Array;

  constructor(groupCount: number) {
    this.ids = new Array<number[] | undefined>(groupCount);
    this.counts = new Int32Array(groupCount);
  }

  add(group: number, id: number): void {
    const list = this.ids[group];
    if (list === undefined) this.ids[group] = [id];
    else list.push(id);
    this.counts[group]++;
  }
}

function initialRows(changes: readonly Pairs[], variableCount: number, stopwatch: Stopwatch): Row[] {
  const byVariable = Array.from({ length: variableCount }, (): number[] => []);
  for (let group = 0; group < changes.length; group++) {
    stopwatch.tick();
    const pairs = changes[group];
    for (let i = 0; i < pairs.length; i += 2) byVariable[pairs[i]].push(group, pairs[i + 1]);
  }
  return byVariable.map((change, variable) => ({ changes: change, terms: [variable, 1] }));
}

/** The smallest combination of the two rows that the group does not change; null when it outgrows the caps. */
function cancel(up: Row, down: Row, group: number): Row | null {
  const rise = coefficient(up.changes, group);
  const fall = -coefficient(down.changes, group);
  const divisor = gcd(rise, fall);
  const sum = (a: Pairs, b: Pairs): number[] | null =>
    weightedSum({ a, factorA: fall / divisor, b, factorB: rise / divisor });
  const terms = sum(up.terms, down.terms);
  if (terms === null || terms.length > 2 * MAX_SUPPORT) return null;
  const changes = sum(up.changes, down.changes);
  return changes === null ? null : { terms, changes };
}

function coefficient(pairs: Pairs, key: number): number {
  for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === key) return pairs[i + 1];
  return 0;
}

/** Keys keep the order of `a`, then of `b`. Null when a coefficient is too large. */
function weightedSum(sum: { a: Pairs; factorA: number; b: Pairs; factorB: number }): number[] | null {
  const { a, factorA, b, factorB } = sum;
  const inB = new Map<number, number>();
  for (let i = 0; i < b.length; i += 2) inB.set(b[i], b[i + 1] * factorB);
  const result: number[] = [];
  for (let i = 0; i < a.length; i += 2) {
    const other = inB.get(a[i]);
    if (other !== undefined) inB.delete(a[i]);
    const total = a[i + 1] * factorA + (other ?? 0);
    if (Math.abs(total) > MAX_COEFFICIENT) return null;
    if (total !== 0) result.push(a[i], total);
  }
  for (const [key, value] of inB) {
    if (Math.abs(value) > MAX_COEFFICIENT) return null;
    result.push(key, value);
  }
  return result;
}
