// The emptiness check for terminal automata: once an accepting component is entered everything is accepted, so the first such state
// decides. Breadth-first, so that it is found by a shortest way; any cycle behind it will do, and `weak` finds one.
//
//     queue each start
//     while the queue is not empty: take s; for each edge to d not yet visited: accepting if d is, else queue d
//
// The path's region is the queue, from its base on; the word of a state is 1 once it was queued.
import { addEdges, countVisited, edgesEnd, entryBytes, pathTop, setFound, setPathTop, slotMask, wordOf, writeEdges } from './product';
import { inAcceptingComponent } from './weak';

let head: usize = 0;

/** Where the queue goes on. */
export function openReachability(at: usize): void {
  head = at;
}

export function reachabilityHead(): usize {
  return head;
}

/** Marks the queued starts as visited. 2 when one of them is accepting, else 1. */
export function beginReachability(): i32 {
  const first = head;
  let to = first;
  for (let p = first; p < pathTop; p += 4) {
    const slot = load<u32>(p);
    if (load<u32>(wordOf(slot)) != 0) continue;
    if (enter(slot)) return 2;
    store<u32>(to, slot);
    to += 4;
  }
  setPathTop(to);
  return 1;
}

/** Runs until `budget` states were expanded. 0 without an accepting state, 1, 2 when it is `found`, or a negative status. */
export function reachability(budget: u32): i32 {
  const step = entryBytes();
  while (budget > 0) {
    if (head == pathTop) return 0;
    const status = writeEdges(load<u32>(head));
    if (status != 0) return status;
    head += 4;
    budget--;
    const first = pathTop + 4;
    const end = edgesEnd;
    addEdges(((end - first) / step) as u32);
    let to = pathTop;
    // Upwards, because the queue grows into the entries that were read.
    for (let p = first + step - 4; p < end; p += step) {
      const slot = load<u32>(p) & slotMask;
      if (load<u32>(wordOf(slot)) != 0) continue;
      if (enter(slot)) return 2;
      store<u32>(to, slot);
      to += 4;
    }
    setPathTop(to);
  }
  return 1;
}

// @ts-ignore: decorator
@inline
function enter(slot: u32): bool {
  store<u32>(wordOf(slot), 1);
  countVisited();
  if (!inAcceptingComponent(slot)) return false;
  setFound(slot);
  return true;
}
