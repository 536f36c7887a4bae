// R5, implicit places: a place that is never the only one to block a transition, by its neighbourhood alone.
//
// (a) No transition takes more from p than it puts back, and each needs at most m₀(p): p never blocks.
// (b) For some other place q, with d = m₀(p) − m₀(q): every transition changes p by at least what it changes q by, so m(p) ≥ m(q) + d
//     always; and every transition needs at most what it needs of q, plus d. Where q does not block it, p does not.
// Effect: p is removed, if it is not visible; or in (b), if all changes are the same: then it is q + d. Proof: forgetting p is a
// bisimulation. Going round a cycle never lowers p; it may grow. [Ber87; BDJ+19]
import type { ReducibleNet } from '../net.ts';
import type { Rule } from '../rule.ts';

/** Arcs that a pass may look at, for each arc of the net. */
const WORK_PER_ARC = 20;
const LEAST_WORK = 10_000;

export const implicitPlaces: Rule<'implicit'> = {
  name: 'implicit',
  preserves: 'all',
  apply(net, { places, stopwatch }) {
    let applied = 0;
    let work = LEAST_WORK + WORK_PER_ARC * net.arcCount;
    for (const place of places) {
      stopwatch.tick();
      if (!net.hasPlace(place) || net.heldPlaces[place] === 1 || work < 0) continue;
      if (net.visible[place] === 0 && neverBlocks(net, place)) {
        net.removePlace(place, null);
        applied++;
        continue;
      }
      const takers = [...net.consumers(place)].filter((t) => net.effect(t, place) < 0);
      if (takers.length === 0) continue;
      const first = takers.reduce((best, t) => (net.inputs(t).length < net.inputs(best).length ? t : best));
      for (const { place: other } of net.inputs(first)) {
        if (other === place || net.heldPlaces[other] === 1) continue;
        work -= degree(net, place) + degree(net, other);
        const found = impliedBy(net, place, other);
        if (found === 'no' || (found === 'lower' && net.visible[place] === 1)) continue;
        const offset = net.marking[place] - net.marking[other];
        net.removePlace(place, found === 'equal' ? { place: other, factor: 1, offset } : null);
        applied++;
        break;
      }
    }
    return applied;
  },
};

function degree(net: ReducibleNet, place: number): number {
  return net.producers(place).size + net.consumers(place).size;
}

function neverBlocks(net: ReducibleNet, place: number): boolean {
  for (const t of net.consumers(place)) {
    if (net.effect(t, place) < 0 || net.taken(t, place) > net.marking[place]) return false;
  }
  return true;
}

/** Whether `other` blocks whatever `place` blocks: `equal` where their difference is constant, `lower` where it may grow. */
function impliedBy(net: ReducibleNet, place: number, other: number): 'equal' | 'lower' | 'no' {
  const difference = net.marking[place] - net.marking[other];
  for (const t of net.consumers(place)) {
    if (net.taken(t, place) > net.taken(t, other) + difference) return 'no';
  }
  let found: 'equal' | 'lower' = 'equal';
  for (const side of [net.producers(place), net.consumers(place), net.producers(other), net.consumers(other)]) {
    for (const t of side) {
      const more = net.effect(t, place) - net.effect(t, other);
      if (more < 0) return 'no';
      if (more > 0) found = 'lower';
    }
  }
  return found;
}
