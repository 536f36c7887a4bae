// R1, constant places: a place that no transition changes has its initial tokens for ever.
//
// Condition: every transition at p has effect 0 on p. Effect: transitions that need more than m₀(p) can never fire and are removed; the
// others are never blocked by p, which is removed; where it is seen, it is the number m₀(p).
// Proof: the reachable markings of both nets are the same but for the constant entry, with the same steps. [Mur89; BDJ+19]
import type { ReducibleNet } from '../net.ts';
import type { Rule } from '../rule.ts';

export const constantPlaces: Rule<'constant'> = {
  name: 'constant',
  preserves: 'all',
  apply(net, { places, stopwatch }) {
    let applied = 0;
    for (const place of places) {
      stopwatch.tick();
      if (!net.hasPlace(place) || net.heldPlaces[place] === 1 || !isConstant(net, place)) continue;
      const tokens = net.marking[place];
      for (const t of [...net.consumers(place)]) if (net.taken(t, place) > tokens) net.removeTransition(t);
      net.removePlace(place, { place: null, factor: 0, offset: tokens });
      applied++;
    }
    return applied;
  },
};

function isConstant(net: ReducibleNet, place: number): boolean {
  for (const t of net.producers(place)) if (net.effect(t, place) !== 0) return false;
  for (const t of net.consumers(place)) if (net.effect(t, place) !== 0) return false;
  return true;
}
