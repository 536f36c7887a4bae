// Covering arrays: few rows in which every two values of different factors occur together. Greedy, one row after another, as AETG does it; the same
// seed gives the same rows.
import { Random } from '../../src/base/random.ts';

/** The values of a factor are numbered from 0 to one below this count. */
export type Factors = readonly number[];

/** Whether a pair of values may occur together. */
export type Allowed = (factor: number, value: number, other: number, otherValue: number) => boolean;

/** Candidates among which each row is chosen. */
const CANDIDATES = 12;
/** Candidates in a row that ended in a dead end, after which a pair is taken for one that fits no row. */
const MOST_FAILURES = 1000;

const Pair = { forbidden: 0, covered: 1, open: 2 } as const;

/** Rows, each with a value for each factor, that cover all allowed pairs and contain no other. Throws when a pair fits no row. */
export function coveringArray(factors: Factors, allowed: Allowed, seed: number): number[][] {
  return new Coverage(factors, allowed, seed).rows();
}

class Coverage {
  private readonly factors: Factors;
  private readonly random: Random;
  /** The number of the first value of each factor among all values. */
  private readonly first: readonly number[];
  private readonly total: number;
  /** The state of each pair of values, both ways round. */
  private readonly pairs: Uint8Array;
  private open: (readonly [number, number])[] = [];

  constructor(factors: Factors, allowed: Allowed, seed: number) {
    this.factors = factors;
    this.random = new Random(seed);
    this.first = factors.map((_, factor) => factors.slice(0, factor).reduce((sum, count) => sum + count, 0));
    this.total = factors.reduce((sum, count) => sum + count, 0);
    this.pairs = new Uint8Array(this.total * this.total);
    const values = factors.flatMap((count, factor) => Array.from({ length: count }, (_, value) => ({ factor, value })));
    for (const [i, one] of values.entries()) {
      for (const [j, other] of values.entries()) {
        if (one.factor >= other.factor || !allowed(one.factor, one.value, other.factor, other.value)) continue;
        this.mark(i, j, Pair.open);
        this.open.push([i, j]);
      }
    }
  }

  rows(): number[][] {
    const rows: number[][] = [];
    for (let failures = 0; this.open.length > 0; ) {
      const candidates = Array.from({ length: CANDIDATES }, () => this.candidate(this.random.pick(this.open)));
      const found = candidates.filter((row) => row !== null);
      failures = found.length === 0 ? failures + CANDIDATES : 0;
      if (failures > MOST_FAILURES) throw new Error(`the values ${this.open[0].join()} fit no row`);
      if (found.length === 0) continue;
      const gains = found.map((row) => this.gain(row));
      const best = found[gains.indexOf(Math.max(...gains))];
      for (const one of best) for (const other of best) if (one !== other) this.mark(one, other, Pair.covered);
      this.open = this.open.filter(([one, other]) => this.state(one, other) === Pair.open);
      rows.push(best.map((number, factor) => number - this.first[factor]));
    }
    return rows;
  }

  /** A row with this pair; the other factors in a random order, each with a value that covers as much as any. Null at a dead end. */
  private candidate(pair: readonly [number, number]): number[] | null {
    const row = this.factors.map((count, factor) => {
      const start = this.first[factor];
      return pair.find((number) => number >= start && number < start + count) ?? -1;
    });
    const rest = row.flatMap((number, factor) => (number < 0 ? [factor] : []));
    while (rest.length > 0) {
      const [factor] = rest.splice(this.random.below(rest.length), 1);
      const best = this.bestValues(factor, row);
      if (best.length === 0) return null;
      row[factor] = this.random.pick(best);
    }
    return row;
  }

  private bestValues(factor: number, row: readonly number[]): number[] {
    const chosen = row.filter((number) => number >= 0);
    let [best, most]: [number[], number] = [[], 0];
    for (let value = 0; value < this.factors[factor]; value++) {
      const number = this.first[factor] + value;
      const states = chosen.map((other) => this.state(number, other));
      if (states.includes(Pair.forbidden)) continue;
      const gain = states.filter((state) => state === Pair.open).length;
      if (best.length === 0 || gain > most) [best, most] = [[number], gain];
      else if (gain === most) best.push(number);
    }
    return best;
  }

  private gain(row: readonly number[]): number {
    return row.flatMap((one) => row.filter((other) => this.state(one, other) === Pair.open)).length;
  }

  private state(one: number, other: number): number {
    return this.pairs[one * this.total + other];
  }

  private mark(one: number, other: number, state: number): void {
    this.pairs[one * this.total + other] = state;
    this.pairs[other * this.total + one] = state;
  }
}
