// The emptiness check for terminal automata: once an accepting component is entered everything is accepted, so the first such state
// decides. Breadth-first, so that it is found by a shortest way; any cycle behind it will do, and `weak` finds one.
//
//     queue each start
//     while the queue is not empty: take s; for each edge to d not yet visited: accepting if d is, else queue d
//
// Everything outside accepting components is hopeless here (see hopeless.ts), and the check ends where others begin to search. The word
// of a state is QUEUED once it was queued.
import { ACCEPTING, FULL, NEW } from '../src/explicit/kernel/protocol';
import { isHopeless, leave, STARTS, visitQueue } from './hopeless';
import { pathFloor, pathTop, productStates, setFound, setPathTop, wordOf } from './product';

/** Runs until `budget` states were expanded. DONE without an accepting state, RUNNING, ACCEPTING when it is `found`, or a negative status. */
export function reachability(budget: u32): i32 {
  while (pathTop > pathFloor) {
    const slot = load<u32>(pathTop - 4);
    if (load<u32>(wordOf(slot)) === NEW) {
      if (!isHopeless(slot)) return foundOnTop();
      if (!leave(slot)) return FULL;
    }
    setPathTop(pathTop - 4);
  }
  const status = visitQueue(productStates + budget, NEW);
  return status === STARTS ? foundOnTop() : status;
}

function foundOnTop(): i32 {
  setFound(load<u32>(pathTop - 4));
  return ACCEPTING;
}
