// R4, sink places: nobody needs their tokens, and nobody sees them.
//
// Condition: p is not visible and no transition has p as an input, not even to test it. Effect: p is removed. Proof: no step depends on p;
// forgetting it is a bisimulation that keeps letters and deadlocks. A lasso of the smaller net need not close in the larger one: p may
// have grown, and the same transitions go on for ever. [Mur89; BDJ+19]
import type { Rule } from '../rule.ts';

export const sinkPlaces: Rule<'sink'> = {
  name: 'sink',
  preserves: 'all',
  apply(net, { places, stopwatch }) {
    let applied = 0;
    for (const place of places) {
      stopwatch.tick();
      if (!net.hasPlace(place) || net.heldPlaces[place] === 1) continue;
      if (net.visible[place] === 1 || net.consumers(place).size > 0) continue;
      net.removePlace(place, null);
      applied++;
    }
    return applied;
  },
};
