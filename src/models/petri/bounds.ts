// Bounds of places from the structure of a net. A non-negative combination y of places whose weighted token count no transition
// increases (y·C ≤ 0) bounds each of its places: tokens(p) ≤ y·m₀ / y(p).
//
// Such combinations are found by Farkas' elimination: rows begin as single places, and one transition after another is
// cancelled by adding rows of opposite sign. The number of rows can explode, so rows and work are capped (by counting,
// not by the clock: results must not depend on the machine). Dropping a row loses a bound but never makes one wrong,
// since every row stays a non-negative combination.
import type { Net, Place } from './net.ts';

export interface BoundsBudget {
  /** Rows kept at the same time. */
  readonly rows?: number;
  /** Numbers looked at; 10 million take about a second. */
  readonly work?: number;
}

interface Row {
  /** The change by each transition that is not cancelled yet; no zeros. */
  readonly changes: ReadonlyMap<number, number>;
  /** Coefficients of the places. */
  readonly places: ReadonlyMap<number, number>;
}

/** Larger numbers are not worth a bound, and must stay exact. */
const MAX_COEFFICIENT = 1_000_000;
/** Rows over more places say little about each. */
const MAX_SUPPORT = 400;

/** The net with the bounds that invariants give, where they are better than those known. */
export function withBounds(net: Net, budget: BoundsBudget = {}): Net {
  const bounds = net.places.map(({ bound, capacity }) => Math.min(bound ?? Infinity, capacity ?? Infinity));
  for (const { places } of new Elimination(net, budget).run()) {
    let tokens = 0;
    for (const [place, coefficient] of places) tokens += coefficient * net.places[place].initial;
    for (const [place, coefficient] of places)
      bounds[place] = Math.min(bounds[place], Math.floor(tokens / coefficient));
  }
  const places = net.places.map((place, i): Place => (bounds[i] < Infinity ? { ...place, bound: bounds[i] } : place));
  return { ...net, places };
}

class Elimination {
  private readonly rowCap: number;
  private work: number;
  private rows: Row[] = [];
  /** Combinations that no transition increases. */
  private readonly found: Row[] = [];

  constructor(net: Net, { rows = 2000, work = 2_000_000 }: BoundsBudget) {
    this.rowCap = rows;
    this.work = work;
    for (const row of initialRows(net)) this.keep(row);
  }

  run(): readonly Row[] {
    while (this.rows.length > 0 && this.work > 0) {
      const transition = this.cheapest();
      if (transition === -1) break;
      this.eliminate(transition);
      if (this.rows.length > this.rowCap) {
        this.rows = this.rows.sort((a, b) => a.places.size - b.places.size).slice(0, this.rowCap);
      }
    }
    return this.found;
  }

  private keep(row: Row): void {
    let increases = false;
    for (const change of row.changes.values()) increases ||= change > 0;
    if (!increases) this.found.push(row);
    if (row.changes.size > 0) this.rows.push(row);
  }

  /** The transition whose cancellation makes the fewest rows, among those that some row still increases; or -1. */
  private cheapest(): number {
    const rising = new Map<number, number>();
    const falling = new Map<number, number>();
    for (const { changes } of this.rows) {
      this.work -= changes.size;
      for (const [t, change] of changes) {
        const side = change > 0 ? rising : falling;
        side.set(t, (side.get(t) ?? 0) + 1);
      }
    }
    let best = -1;
    let cost = Infinity;
    for (const [t, up] of rising) {
      const down = falling.get(t) ?? 0;
      const price = up * down - up - down;
      if (price < cost) [best, cost] = [t, price];
    }
    return best;
  }

  private eliminate(transition: number): void {
    const change = (row: Row): number => row.changes.get(transition) ?? 0;
    const rising = this.rows.filter((row) => change(row) > 0);
    const falling = this.rows.filter((row) => change(row) < 0);
    this.rows = this.rows.filter((row) => change(row) === 0);
    let made = 0;
    for (const up of rising) {
      for (const down of falling) {
        this.work -= up.changes.size + up.places.size + down.changes.size + down.places.size;
        if (this.work <= 0 || made >= 2 * this.rowCap) return;
        const row = cancel(up, down, transition);
        if (row === null) continue;
        this.keep(row);
        made++;
      }
    }
  }
}

function initialRows(net: Net): Row[] {
  const changes = net.places.map(() => new Map<number, number>());
  net.transitions.forEach(({ inputs, outputs }, t) => {
    for (const { place, weight } of outputs) changes[place].set(t, weight);
    for (const { place, weight } of inputs) {
      const change = (changes[place].get(t) ?? 0) - weight;
      if (change === 0) changes[place].delete(t);
      else changes[place].set(t, change);
    }
  });
  return changes.map((change, place) => ({ changes: change, places: new Map([[place, 1]]) }));
}

/** The smallest combination of the two rows that the transition does not change; null when it outgrows the caps. */
function cancel(up: Row, down: Row, transition: number): Row | null {
  const rise = up.changes.get(transition) ?? 0;
  const fall = -(down.changes.get(transition) ?? 0);
  const divisor = gcd(rise, fall);
  const sum = (a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): Map<number, number> | null =>
    weightedSum({ a, factorA: fall / divisor, b, factorB: rise / divisor });
  const places = sum(up.places, down.places);
  const changes = sum(up.changes, down.changes);
  return places === null || changes === null || places.size > MAX_SUPPORT ? null : { places, changes };
}

function weightedSum(sum: {
  a: ReadonlyMap<number, number>;
  factorA: number;
  b: ReadonlyMap<number, number>;
  factorB: number;
}): Map<number, number> | null {
  const result = new Map<number, number>();
  for (const [key, value] of sum.a) result.set(key, value * sum.factorA);
  for (const [key, value] of sum.b) {
    const total = (result.get(key) ?? 0) + value * sum.factorB;
    if (total === 0) result.delete(key);
    else result.set(key, total);
  }
  for (const value of result.values()) if (Math.abs(value) > MAX_COEFFICIENT) return null;
  return result;
}

function gcd(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
