// The oracle of the simplex method: whether constraints can be met by a solution of the state equation, by the tableau of the textbook in
// fractions of whole numbers without bound, with Bland's rule. Nothing is shared with the method that it judges.
import type { Constraint, StateEquation } from '../../src/reductions/lp/state-equation.ts';

/** A fraction; the denominator is positive. */
interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

function fraction(n: bigint, d = 1n): Fraction {
  let [a, b] = [n < 0n ? -n : n, d < 0n ? -d : d];
  while (b !== 0n) [a, b] = [b, a % b];
  const divisor = a === 0n ? 1n : a;
  return d < 0n ? { n: -n / divisor, d: -d / divisor } : { n: n / divisor, d: d / divisor };
}

const minus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d - b.n * a.d, a.d * b.d);
const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d);
const over = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d, a.d * b.n);

/** Whether some x ≥ 0 has m₀ + C·x ≥ 0 and meets the constraints: the first phase of the simplex method. */
export function canBeMet(equation: StateEquation, constraints: readonly Constraint[]): boolean {
  const { placeCount, effectCount, initial, byEffect } = equation;
  const effect = (place: number, e: number): bigint => {
    for (let k = byEffect.start[e]; k < byEffect.start[e + 1]; k++) {
      if (byEffect.index[k] === place) return BigInt(byEffect.value[k]);
    }
    return 0n;
  };
  // Rows are `sum of coefficients ≤ bound`.
  const rows: { coefficients: bigint[]; bound: bigint }[] = [];
  for (let place = 0; place < placeCount; place++) {
    const coefficients = Array.from({ length: effectCount }, (_, e) => -effect(place, e));
    rows.push({ coefficients, bound: BigInt(initial[place]) });
  }
  for (const { terms, atLeast } of constraints) {
    const coefficients = new Array<bigint>(effectCount).fill(0n);
    let bound = -BigInt(atLeast);
    for (const { place, coefficient } of terms) {
      bound += BigInt(coefficient) * BigInt(initial[place]);
      for (let e = 0; e < effectCount; e++) coefficients[e] -= BigInt(coefficient) * effect(place, e);
    }
    rows.push({ coefficients, bound });
  }
  return isFeasible(rows, effectCount);
}

/** Minimises one artificial variable, which is taken from every row. */
function isFeasible(rows: readonly { coefficients: bigint[]; bound: bigint }[], columns: number): boolean {
  const zero = fraction(0n);
  const one = fraction(1n);
  const artificial = columns + rows.length;
  const width = artificial + 1;
  const table = rows.map(({ coefficients, bound }, i) => {
    const row = coefficients.map((value) => fraction(value));
    for (let k = 0; k < rows.length; k++) row.push(k === i ? one : zero);
    row.push(fraction(-1n), fraction(bound));
    return row;
  });
  const basis = rows.map((_, i) => columns + i);
  let worst = -1;
  for (let i = 0; i < rows.length; i++) {
    if (rows[i].bound < 0n && (worst === -1 || rows[i].bound < rows[worst].bound)) worst = i;
  }
  if (worst === -1) return true;
  const pivot = (r: number, c: number): void => {
    const by = table[r][c];
    table[r] = table[r].map((entry) => over(entry, by));
    for (let i = 0; i < table.length; i++) {
      const factor = table[i][c];
      if (i !== r && factor.n !== 0n) table[i] = table[i].map((entry, k) => minus(entry, times(factor, table[r][k])));
    }
    basis[r] = c;
  };
  pivot(worst, artificial);
  for (;;) {
    const own = basis.indexOf(artificial);
    if (own === -1 || table[own][width].n === 0n) return true;
    // The artificial variable falls while a column with a positive entry in its row enters.
    let entering = -1;
    for (let c = 0; c < width && entering === -1; c++) if (c !== artificial && table[own][c].n > 0n) entering = c;
    if (entering === -1) return false;
    let leaving = -1;
    let least = zero;
    for (let i = 0; i < table.length; i++) {
      if (table[i][entering].n <= 0n) continue;
      const ratio = over(table[i][width], table[i][entering]);
      const order = leaving === -1 ? -1n : minus(ratio, least).n;
      if (order < 0n || (order === 0n && basis[i] < basis[leaving])) [leaving, least] = [i, ratio];
    }
    pivot(leaving, entering);
  }
}
