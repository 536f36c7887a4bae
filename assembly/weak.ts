// The emptiness check for weak automata: a cycle of the product stays in one component of the automaton, all of whose cycles accept
// or none, so one depth-first search is enough, and the first edge back to the path that accepts ends it
// (Černá, Pelánek, "Relating hierarchy of temporal properties to model checking", MFCS 2003).
//
//     push each start not yet visited
//     while the path is not empty:
//       if the top state has no edge left: pop it; it is done
//       else take its next edge to d:  d new: push d;  d on the path, its component accepting: accepting cycle
//
// The word of a state is 2 on the path and 3 when done; below that it is new (1 is left by `reachability`).
import { ACTIVE, CLOSED, ON_PATH } from '../src/explicit/kernel/protocol';
import { leave, STARTS, visitQueue } from './hopeless';
import {
  addEdges,
  automatonStateOf,
  countState,
  edgesEnd,
  entryBytes,
  leaveState,
  pathFloor,
  pathTop,
  productStates,
  setFound,
  setPathTop,
  slotMask,
  wordOf,
  writeEdges,
} from './product';

let accepting: usize = 0;
/** The path is looked through for edges that need no longer wait when it reaches this address. */
let compactAt: usize = 0;
/** A path shorter than this is left alone. */
const SHORT: usize = 1 << 16;

/** The table with a 1 for every state of the automaton in an accepting component. */
export function openWeak(table: usize): void {
  accepting = table;
  compactAt = pathFloor + SHORT;
}

/** Whether the automaton's part of the state is in an accepting component. */
// @inline
function inAcceptingComponent(slot: u32): bool {
  return load<u8>(accepting + automatonStateOf(slot)) !== 0;
}

/** Runs until `budget` states were visited. 0 without an accepting cycle, 1, 2 when `found` ends one, or a negative status. */
export function weak(budget: u32): i32 {
  const end = productStates + budget;
  while (true) {
    const status = depthFirst(end);
    if (status !== 0) return status;
    const more = visitQueue(end, 0);
    if (more !== STARTS) return more;
    compactAt = pathFloor + SHORT;
  }
}

function depthFirst(end: u64): i32 {
  while (productStates < end) {
    const top = pathTop;
    if (top === pathFloor) return 0;
    const entry = load<u32>(top - 4);
    if (entry & ON_PATH) {
      store<u32>(wordOf(entry & ~ON_PATH), CLOSED);
      setPathTop(top - 4);
      leaveState();
      continue;
    }
    const slot = entry & slotMask;
    setPathTop(top - 4);
    if (load<u32>(wordOf(slot)) >= (ACTIVE as u32) || leave(slot)) continue;
    if (pathTop > compactAt) compact();
    const status = push(slot);
    if (status !== 0) {
      if (status < 0) {
        store<u32>(pathTop, entry);
        setPathTop(pathTop + 4);
      }
      return status;
    }
  }
  return 1;
}

/** Forgets waiting edges to states that were visited since: they will be done when their turn comes. */
function compact(): void {
  const top = pathTop;
  let to = pathFloor;
  for (let p = pathFloor; p < top; p += 4) {
    const entry = load<u32>(p);
    if ((entry & ON_PATH) === 0 && load<u32>(wordOf(entry)) >= (ACTIVE as u32)) continue;
    store<u32>(to, entry);
    to += 4;
  }
  setPathTop(to);
  compactAt = to + max(SHORT, (to - pathFloor) >> 1);
}

/** Edges wait on the path without their marks, which do not matter. */
function push(slot: u32): i32 {
  const status = writeEdges(slot);
  if (status !== 0) return status;
  const first = pathTop + 4;
  const step = entryBytes();
  const end = edgesEnd;
  store<u32>(wordOf(slot), ACTIVE);
  store<u32>(pathTop, slot | ON_PATH);
  countState();
  addEdges(((end - first) / step) as u32);
  let to = first;
  for (let p = first + step - 4; p < end; p += step) {
    const target = load<u32>(p) & slotMask;
    const word = load<u32>(wordOf(target));
    if (word < (ACTIVE as u32)) {
      if (leave(target)) continue;
      store<u32>(to, target);
      to += 4;
    } else if (word === ACTIVE && inAcceptingComponent(target)) {
      setPathTop(to);
      setFound(target);
      return 2;
    }
  }
  setPathTop(to);
  return 0;
}
