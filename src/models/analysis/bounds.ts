// Bounds of places from the structure of a net. A non-negative combination y of places whose weighted token count no transition
// increases (y·C ≤ 0) bounds each of its places: tokens(p) ≤ y·m₀ / y(p).
//
// Such combinations are found by Farkas' elimination: rows begin as single places, and one transition after another is
// cancelled by adding rows of opposite sign. The number of rows can explode, so rows and work are capped (by counting,
// not by the clock: results must not depend on the machine). Dropping a row loses a bound but never makes one wrong,
// since every row stays a non-negative combination.
import type { LinearInvariant } from '../model.ts';
import { MAX_TOKENS, type Net, type Place } from '../petri/net.ts';

export interface BoundsBudget {
  /** Rows kept at the same time; unless given, 2000 or twice the number of places. */
  readonly rows?: number;
  /** Numbers looked at, besides a share for each place; a few million take about a second. */
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
/** Larger nets are left as they are: the rows alone would take more memory than the net. */
const MAX_ARCS = 200_000;
/** Prices of cancellations are told apart by their number of binary digits. */
const BUCKETS = 33;
/** Rows over more places say little about each. */
const MAX_SUPPORT = 400;

/** The net with the bounds that invariants give, where they are better than those known, and the invariants themselves. */
export function withBounds(net: Net, budget: BoundsBudget = {}): Net {
  const bounds = net.places.map(({ bound, capacity }) => Math.min(bound ?? Infinity, capacity ?? Infinity));
  if (bounds.every((bound) => bound <= 1) || arcCount(net) > MAX_ARCS) return net;
  const invariants: LinearInvariant[] = [];
  for (const used of ['drop', 'keep'] as const) {
    if (used === 'keep' && !bounds.includes(Infinity)) break;
    for (const { places, changes } of new Elimination(net, budget, used).run()) {
      let tokens = 0;
      for (const [place, coefficient] of places) tokens += coefficient * net.places[place].initial;
      if (tokens > Number.MAX_SAFE_INTEGER) continue; // not exact
      if (used === 'drop' && changes.size === 0) invariants.push(invariantOf(places, tokens));
      for (const [place, coefficient] of places)
        bounds[place] = Math.min(bounds[place], Math.floor(tokens / coefficient));
    }
  }
  // Beyond, the model has a fault, which a bound would hide.
  const places = net.places.map(
    (place, i): Place => (bounds[i] <= MAX_TOKENS ? { ...place, bound: bounds[i] } : place),
  );
  return { ...net, places, invariants };
}

function invariantOf(places: ReadonlyMap<number, number>, total: number): LinearInvariant {
  return { terms: [...places].map(([variable, weight]) => ({ variable, weight })), total };
}

/**
 * The places of each combination that no transition changes (a semiflow), as far as the budget reaches: for variable orders,
 * which do not mind a missing one.
 */
export function semiflowSupports(net: Net, budget: BoundsBudget = {}): number[][] {
  if (arcCount(net) > MAX_ARCS) return [];
  const found = new Elimination(net, budget, 'drop').run();
  return found
    .filter(({ changes }) => changes.size === 0)
    .map(({ places }) => [...places.keys()].sort((a, b) => a - b));
}

function arcCount(net: Net): number {
  return net.transitions.reduce((sum, { inputs, outputs }) => sum + inputs.length + outputs.length, 0);
}

class Elimination {
  /**
   * What happens to rows that a transition decreases, once they are used to cancel it. Dropping them keeps the number of rows
   * small and finds all that no transition changes; keeping them also finds all that some transitions decrease.
   */
  private readonly used: 'drop' | 'keep';
  private readonly rowCap: number;
  private work: number;
  private nextRow = 0;
  private readonly rows = new Map<number, Row>();
  /** Rows that each transition increases, and decreases. */
  private readonly rising: Set<number>[];
  private readonly falling: Set<number>[];
  /** Transitions to cancel, by what that costs; a place in here may be out of date and is checked when it is taken. */
  private readonly waiting: number[][] = Array.from({ length: BUCKETS }, () => []);
  /** Combinations that no transition increases. */
  private readonly found: Row[] = [];

  constructor(net: Net, { rows, work = 1_000_000 }: BoundsBudget, used: 'drop' | 'keep') {
    this.used = used;
    this.rowCap = rows ?? Math.max(2000, 2 * net.places.length);
    this.work = work + 20 * net.places.length;
    this.rising = net.transitions.map(() => new Set());
    this.falling = net.transitions.map(() => new Set());
    for (const row of initialRows(net)) this.add(row);
    for (const t of net.transitions.keys()) this.waiting[this.bucketOf(t)].push(t);
  }

  run(): readonly Row[] {
    while (this.work > 0) {
      const transition = this.next();
      if (transition === -1) break;
      this.eliminate(transition);
      if (this.rows.size > 2 * this.rowCap) this.dropLargest();
    }
    return this.found;
  }

  private add(row: Row): void {
    let increases = false;
    for (const change of row.changes.values()) increases ||= change > 0;
    if (!increases) this.found.push(row);
    if (row.changes.size === 0) return;
    const id = this.nextRow++;
    this.rows.set(id, row);
    for (const [t, change] of row.changes) (change > 0 ? this.rising : this.falling)[t].add(id);
  }

  private row(id: number): Row {
    return this.rows.get(id) as Row;
  }

  private remove(id: number): Row {
    const row = this.row(id);
    this.rows.delete(id);
    for (const [t, change] of row.changes) (change > 0 ? this.rising : this.falling)[t].delete(id);
    return row;
  }

  /** How many rows the cancellation of a transition adds, as the number of a bucket. */
  private bucketOf(t: number): number {
    const [up, down] = [this.rising[t].size, this.falling[t].size];
    const price = up * down - up;
    return price <= 0 ? 0 : Math.min(BUCKETS - 1, 32 - Math.clz32(price));
  }

  /** The transition whose cancellation is cheapest; -1 when none is left. */
  private next(): number {
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const candidates = this.waiting[bucket];
      while (candidates.length > 0) {
        const t = candidates.pop() as number;
        const now = this.bucketOf(t);
        if (now <= bucket) return t;
        this.waiting[now].push(t);
        this.work--;
      }
    }
    return -1;
  }

  /**
   * Replaces the rows that the transition increases by combinations that it leaves alone. What is left can never be
   * increased by it again, so each transition is cancelled once.
   */
  private eliminate(transition: number): void {
    if (this.rising[transition].size === 0) return;
    const falling = [...this.falling[transition]].map((id) => (this.used === 'drop' ? this.remove(id) : this.row(id)));
    const rising = [...this.rising[transition]].map((id) => this.remove(id));
    let made = 0;
    for (const up of rising) {
      for (const down of falling) {
        this.work -= up.changes.size + up.places.size + down.changes.size + down.places.size;
        if (this.work <= 0 || made >= 2 * this.rowCap) return;
        const row = cancel(up, down, transition);
        if (row === null) continue;
        this.add(row);
        made++;
      }
    }
  }

  private dropLargest(): void {
    const bySize = [...this.rows].sort(([, a], [, b]) => b.places.size - a.places.size);
    for (const [id] of bySize.slice(0, bySize.length - this.rowCap)) this.remove(id);
    this.work -= bySize.length;
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
