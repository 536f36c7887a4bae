// What the arcs of a net and the bounds of its places say of sums of tokens, without looking at any marking but the first.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { NetKnowledge } from './knowledge.ts';

/** A sum that no transition makes larger stays at most what it is at the beginning. Throws `LimitExceeded`. */
export function knowByStructure(known: NetKnowledge, stopwatch: Stopwatch): void {
  const { sums, seen, model } = known;
  const grows = new Uint8Array(sums.length);
  const shrinks = new Uint8Array(sums.length);
  const sumsAt: { readonly sum: number; readonly coefficient: number }[][] = model.variables.map(() => []);
  for (const [sum, { terms }] of sums.entries()) {
    for (const { place, coefficient } of terms) sumsAt[place].push({ sum, coefficient });
  }
  for (const { behaviour } of model.groups) {
    if (behaviour.kind !== 'tokens') continue;
    const effect = new Map<number, number>();
    for (const { variable, delta } of behaviour.changes) {
      stopwatch.tick();
      for (const { sum, coefficient } of sumsAt[variable]) {
        effect.set(sum, (effect.get(sum) ?? 0) + coefficient * delta);
      }
    }
    for (const [sum, change] of effect) {
      if (change > 0) grows[sum] = 1;
      if (change < 0) shrinks[sum] = 1;
    }
  }
  for (const [sum, { constant, terms }] of sums.entries()) {
    if (grows[sum] === 0) known.prove(sum, seen.most[sum]);
    let bound = constant;
    for (const { place, coefficient } of terms) {
      const { upper } = model.variables[place];
      if (coefficient > 0) bound += upper === null ? Number.POSITIVE_INFINITY : coefficient * upper;
    }
    known.prove(sum, bound);
  }
  if (known.sumOfPlace(0) >= sums.length) return;
  for (const [i, place] of known.places.entries()) {
    const sum = known.sumOfPlace(i);
    if (grows[sum] === 0 && shrinks[sum] === 0) known.stable.add(place);
  }
}
