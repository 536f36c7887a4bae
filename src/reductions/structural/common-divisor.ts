// R6, common divisor: tokens that only ever move in bundles of g are counted in bundles.
//
// Condition: g > 1 divides the weight of every arc at p. Effect: all weights are divided, and m₀(p) too; a rest below g is never of use.
// Proof: m(p) = g · m′(p) + rest in every reachable marking, and m(p) ≥ g · w if and only if m′(p) ≥ w. Where p is seen, it is g · m′ + rest.
import { gcd } from '../../base/gcd.ts';
import type { ReducibleNet } from '../net.ts';
import type { Rule } from '../rule.ts';

export const commonDivisor: Rule<'divisor'> = {
  name: 'divisor',
  preserves: 'all',
  apply(net, { places, stopwatch }) {
    let applied = 0;
    for (const place of places) {
      stopwatch.tick();
      if (!net.hasPlace(place) || net.heldPlaces[place] === 1) continue;
      const divisor = divisorAt(net, place);
      if (divisor <= 1) continue;
      net.dividePlace(place, divisor);
      applied++;
    }
    return applied;
  },
};

/** The greatest common divisor of all weights at the place; 0 where there is none. */
function divisorAt(net: ReducibleNet, place: number): number {
  let divisor = 0;
  for (const t of net.producers(place)) {
    divisor = gcd(net.put(t, place), divisor);
    if (divisor === 1) return 1;
  }
  for (const t of net.consumers(place)) {
    divisor = gcd(net.taken(t, place), divisor);
    if (divisor === 1) return 1;
  }
  return divisor;
}
