// R2, dead transitions: what can never fire, by a fixpoint of what can rise.
//
// A place has at most its initial tokens unless a transition that may fire raises it. A transition may fire if each of its inputs has enough
// tokens at the beginning or may rise. The least set of transitions closed under this contains all that ever fire (induction on the
// length of a run): the others are removed. Places that stay empty form an empty siphon, so that this includes the rule of empty
// siphons. Both nets have the same reachable markings and steps. [Mur89; BDJ+19]
import type { Rule } from '../rule.ts';

export const deadTransitions: Rule<'dead'> = {
  name: 'dead',
  preserves: 'all',
  apply(net, { places, transitions, stopwatch }) {
    if (places.length === 0 && transitions.length === 0) return 0;
    const all = net.transitions();
    const lacking = new Int32Array(net.transitionSlots);
    const ready: number[] = [];
    for (const t of all) {
      stopwatch.tick();
      for (const { place, weight } of net.inputs(t)) if (net.marking[place] < weight) lacking[t]++;
      if (lacking[t] === 0) ready.push(t);
    }
    const rises = new Uint8Array(net.placeSlots);
    for (let t = ready.pop(); t !== undefined; t = ready.pop()) {
      stopwatch.tick();
      for (const { place, weight } of net.outputs(t)) {
        if (rises[place] === 1 || weight <= net.taken(t, place)) continue;
        rises[place] = 1;
        for (const u of net.consumers(place)) {
          if (net.taken(u, place) > net.marking[place] && --lacking[u] === 0) ready.push(u);
        }
      }
    }
    let applied = 0;
    for (const t of all) {
      if (lacking[t] === 0 || net.isHeldTransition(t)) continue;
      net.removeTransition(t);
      applied++;
    }
    return applied;
  },
};
