// Certificates that no solution of the state equation meets some constraints aᵢ·m ≥ bᵢ, by Farkas' lemma: whole numbers λᵢ ≥ 0 for the
// constraints and w for the places, such that
//
//     (1) w ≥ Σ λᵢ·aᵢ at each place     (2) w·C ≤ 0 for each effect     (3) w·m₀ < Σ λᵢ·bᵢ
//
// Then every reachable m has Σ λᵢ·(aᵢ·m) ≤ w·m = w·m₀ + w·C·x ≤ w·m₀ < Σ λᵢ·bᵢ, since m ≥ 0 and x ≥ 0: some constraint fails. A solver
// gives floating-point multipliers; they are rounded to fractions with one denominator, and what comes out is checked with whole
// numbers. Nothing that a solver says is believed beyond that.
import type { Constraint, StateEquation, Terms } from './state-equation.ts';

/** Weights of constraints and of places; whole numbers within 2^53. */
export interface Certificate {
  readonly ofConstraints: readonly number[];
  /** By place; w above. */
  readonly ofPlaces: Float64Array;
}

/** Denominators of single multipliers, and of all together. */
const MAX_DENOMINATOR = 5000;
const MAX_COMMON = 1_000_000;
/** A multiplier that is this near to a fraction is taken for it. */
const CLOSE = 1e-7;

/**
 * A certificate made from the multipliers of a solver (first those of the places, then those of the constraints); null where rounding
 * them gives none.
 */
export function certificateFrom(
  equation: StateEquation,
  constraints: readonly Constraint[],
  multipliers: Float64Array,
): Certificate | null {
  const { placeCount } = equation;
  let largest = 0;
  for (let i = placeCount; i < multipliers.length; i++) largest = Math.max(largest, multipliers[i]);
  if (!(largest > 0) || !Number.isFinite(largest)) return null;
  const scaled = multipliers.map((multiplier) => multiplier / largest);
  const denominator = commonDenominator(scaled);
  if (denominator === null) return null;
  const whole = scaled.map((multiplier) => Math.max(0, Math.round(multiplier * denominator)));
  const ofConstraints = [...whole.subarray(placeCount)];
  const ofPlaces = whole.slice(0, placeCount);
  for (const [i, { terms }] of constraints.entries()) {
    for (const { place, coefficient } of terms) ofPlaces[place] += ofConstraints[i] * coefficient;
  }
  const certificate = { ofConstraints, ofPlaces };
  return isCertificate(equation, constraints, certificate) ? certificate : null;
}

/** Whether the conditions above hold, calculated exactly. */
export function isCertificate(
  equation: StateEquation,
  constraints: readonly Constraint[],
  { ofConstraints, ofPlaces }: Certificate,
): boolean {
  if (!ofPlaces.every(Number.isSafeInteger)) return false;
  if (!ofConstraints.every((weight) => Number.isSafeInteger(weight) && weight >= 0)) return false;
  if (ofConstraints.length !== constraints.length || ofPlaces.length !== equation.placeCount) return false;
  if (!coversConstraints(constraints, ofConstraints, ofPlaces)) return false;
  const { byEffect, initial, effectCount } = equation;
  for (let effect = 0; effect < effectCount; effect++) {
    const sum = new ExactSum();
    for (let k = byEffect.start[effect]; k < byEffect.start[effect + 1]; k++) {
      if (ofPlaces[byEffect.index[k]] !== 0) sum.add(ofPlaces[byEffect.index[k]], byEffect.value[k]);
    }
    if (sum.sign() > 0) return false;
  }
  const gap = new ExactSum();
  for (let place = 0; place < initial.length; place++) {
    if (ofPlaces[place] !== 0) gap.add(ofPlaces[place], initial[place]);
  }
  for (let i = 0; i < constraints.length; i++) gap.add(ofConstraints[i], -constraints[i].atLeast);
  return gap.sign() < 0;
}

/** Condition (1); places in no constraint need a weight that is not negative. */
function coversConstraints(
  constraints: readonly Constraint[],
  ofConstraints: readonly number[],
  ofPlaces: Float64Array,
): boolean {
  const sums = new Map<number, ExactSum>();
  for (const [i, { terms }] of constraints.entries()) addTerms(sums, terms, ofConstraints[i]);
  for (let place = 0; place < ofPlaces.length; place++) {
    const sum = sums.get(place);
    if (sum === undefined) {
      if (ofPlaces[place] < 0) return false;
    } else {
      sum.add(ofPlaces[place], -1);
      if (sum.sign() > 0) return false;
    }
  }
  return true;
}

function addTerms(sums: Map<number, ExactSum>, terms: Terms, weight: number): void {
  for (const { place, coefficient } of terms) {
    let sum = sums.get(place);
    if (sum === undefined) sums.set(place, (sum = new ExactSum()));
    sum.add(weight, coefficient);
  }
}

/** A sum of products of whole numbers within 2^53. */
class ExactSum {
  private total = 0;
  private large = 0n;

  add(a: number, b: number): void {
    const sum = this.total + a * b;
    if (Number.isSafeInteger(sum) && Number.isSafeInteger(a * b)) this.total = sum;
    else this.large += BigInt(a) * BigInt(b);
  }

  /** Negative, 0 or positive, as the sum is. */
  sign(): number {
    const sum = this.large + BigInt(this.total);
    return sum > 0n ? 1 : sum < 0n ? -1 : 0;
  }
}

/** The smallest number that makes all of them whole, nearly; null where it would be large. */
function commonDenominator(values: Float64Array): number | null {
  let common = 1;
  for (const value of values) {
    if (!Number.isFinite(value)) return null;
    const rest = value * common;
    if (Math.abs(rest - Math.round(rest)) <= CLOSE * common) continue;
    const denominator = denominatorOf(rest, CLOSE * common);
    if (denominator === null) return null;
    common *= denominator;
    if (common > MAX_COMMON) return null;
  }
  return common;
}

/** The denominator of a simple fraction near the value, by continued fractions; null where there is none. */
function denominatorOf(value: number, close: number): number | null {
  let rest = Math.abs(value);
  let [before, denominator] = [1, 0];
  for (let round = 0; round < 20; round++) {
    const whole = Math.floor(rest);
    [before, denominator] = [denominator, whole * denominator + before];
    if (denominator > MAX_DENOMINATOR) return null;
    const scaled = Math.abs(value) * denominator;
    if (Math.abs(scaled - Math.round(scaled)) <= close * denominator) return denominator;
    rest = 1 / (rest - whole);
  }
  return null;
}
