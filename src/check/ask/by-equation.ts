// What the state equation excludes: larger sums, other numbers of tokens in a place, transitions that fire. Each with an exact certificate
// (`src/reductions/lp/`).
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { TokenSum } from '../../models/petri/net-sightings.ts';
import { StateEquationFacts } from '../../reductions/lp/decide.ts';
import type { Constraint } from '../../reductions/lp/state-equation.ts';
import type { NetKnowledge } from './knowledge.ts';
import type { ModelQuestion } from './question.ts';

/** Bounds that are tried above what was seen, each twice as far as the one before. */
const STEPS = 12;

/** What is still open of these kinds is asked about. Throws `LimitExceeded`; what was found until then stays. */
export function knowByEquation(
  known: NetKnowledge,
  kinds: ReadonlySet<ModelQuestion['kind']>,
  stopwatch: Stopwatch,
): void {
  const facts = StateEquationFacts.of(known.model, { stopwatch });
  if (facts === null) return;
  const { sums, seen } = known;
  const bounds = known.sumOfPlace(0);
  for (let sum = 0; sum < bounds; sum++) {
    if (known.atMost[sum] > seen.most[sum]) boundSum(known, facts, sum, stopwatch);
  }
  if (kinds.has('quasi-live') || kinds.has('live')) {
    for (const node of known.idleTransitions()) {
      const isDead = node.members.every((member) => facts.excludes(needs(known, member), stopwatch));
      if (isDead) known.dead.add(node);
      if (isDead) break; // one is enough
    }
  }
  if (kinds.has('stable')) {
    for (const place of known.quietPlaces()) {
      const sum = known.sumOfPlace(place);
      const value = seen.most[sum];
      const stays =
        facts.excludes([atLeast(sums[sum], value + 1)], stopwatch) &&
        facts.excludes([atMost(sums[sum], value - 1)], stopwatch);
      if (stays) known.stable.add(known.places[place]);
      if (stays) break;
    }
  }
  if (!kinds.has('safe')) return;
  for (const [i] of known.places.entries()) {
    const sum = known.sumOfPlace(i);
    if (known.atMost[sum] <= 1) continue;
    const certificate = facts.certificate([atLeast(sums[sum], 2)], stopwatch);
    if (certificate === null) continue;
    known.prove(sum, 1);
    proveByWeights(known, certificate.ofPlaces);
  }
}

/**
 * No transition increases the weighted sum of tokens w·m of a certificate, and no weight is negative: w·m ≤ w·m₀ bounds each place that has a weight,
 * and each sum of such places by the smallest of them.
 */
function proveByWeights(known: NetKnowledge, weights: Float64Array): void {
  const [initial] = known.model.initialStates();
  let total = 0;
  for (let place = 0; place < weights.length; place++) total += weights[place] * initial[place];
  if (!Number.isSafeInteger(total) || weights.some((weight) => weight < 0)) return;
  for (let sum = known.sumOfPlace(0); sum < known.sums.length; sum++) {
    let least = Number.POSITIVE_INFINITY;
    for (const { place } of known.sums[sum].terms) least = Math.min(least, weights[place]);
    if (least > 0 && Number.isFinite(least)) known.prove(sum, (total - (total % least)) / least);
  }
}

/** The least bound that has a certificate, or one near it; what was seen is tried first, because it often is the bound. */
function boundSum(known: NetKnowledge, facts: StateEquationFacts, sum: number, stopwatch: Stopwatch): void {
  const excludes = (value: number): boolean => facts.excludes([atLeast(known.sums[sum], value + 1)], stopwatch);
  let low = known.seen.most[sum];
  if (excludes(low)) {
    known.prove(sum, low);
    return;
  }
  let high = known.atMost[sum];
  for (let step = 0, reach = 1; step < STEPS && !Number.isFinite(high); step++, reach *= 8) {
    if (excludes(low + reach)) high = low + reach;
    else low += reach;
  }
  if (!Number.isFinite(high)) return;
  known.prove(sum, high);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (excludes(middle)) known.prove(sum, (high = middle));
    else low = middle;
  }
}

function needs({ model }: NetKnowledge, group: number): readonly Constraint[] {
  const { behaviour } = model.groups[group];
  if (behaviour.kind !== 'tokens') return [];
  return behaviour.conditions
    .filter((condition) => condition.atLeast > 0)
    .map(({ variable, atLeast: least }) => ({ terms: [{ place: variable, coefficient: 1 }], atLeast: least }));
}

function atLeast({ constant, terms }: TokenSum, value: number): Constraint {
  return { terms, atLeast: value - constant };
}

function atMost({ constant, terms }: TokenSum, value: number): Constraint {
  return {
    terms: terms.map(({ place, coefficient }) => ({ place, coefficient: -coefficient })),
    atLeast: constant - value,
  };
}
