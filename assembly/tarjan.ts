// Components by lowlinks: Tarjan's algorithm with the marks of each component gathered on the way (Geldenhuys, Valmari, "Tarjan's
// algorithm makes on-the-fly LTL verification more efficient", TACAS 2004; for generalized acceptance as in Renault, Duret-Lutz,
// Kordon, Poitrenaud, "Three SCC-based emptiness checks for generalized Büchi automata", LPAR 2013).
//
//     new state: its lowlink is its own rank, its marks are none
//     edge to a live state d: lowlink := min(lowlink, rank of d); marks gain those of the edge; all there: accepting
//     no edge left, lowlink smaller than the rank: the state below gains lowlink, marks and the marks of the edge between
//                                                 them; all there: accepting
//     no edge left, lowlink equal to the rank: the component is complete, and dead
//
// As in couvreur.ts, edges to known states are dealt with when their source is pushed, and a state that left the path waits on the
// other stack. The word of a state is its rank, 0 when new, all ones when dead.
import { ACCEPTING, CYCLE, DEAD, FULL, ON_PATH } from '../src/explicit/kernel/protocol';
import { leave, STARTS, visitQueue } from './hopeless';
import {
  addEdges,
  countState,
  edgesEnd,
  entryBytes,
  heapEnd,
  heapTop,
  leaveState,
  marksOf,
  pathFloor,
  pathTop,
  productStates,
  setHeapTop,
  setPathTop,
  slotMask,
  wide,
  wordOf,
  writeEdges,
} from './product';

/** For each state on the path: lowlink, marks inside its component, marks of the edge that leads to it. */
let frame: usize = 0;
let framesEnd: usize = 0;
let required: u32 = 0;
let rank: u32 = 0;
export let tarjanComponents: u64 = 0;

/** The region of frames with the place of the last one, and the marks that accept. */
export function openTarjan(frameAt: usize, end: usize, marks: u32, rankNow: u32, done: u64): void {
  frame = frameAt;
  framesEnd = end;
  required = marks | CYCLE;
  rank = rankNow;
  tarjanComponents = done;
}

export function tarjanFrame(): usize {
  return frame;
}

export function tarjanRank(): u32 {
  return rank;
}

/** Runs until `budget` states were visited. 0 without an accepting cycle, 1, 2 when the top state is on one, or a negative status. */
export function tarjan(budget: u32): i32 {
  const end = productStates + budget;
  while (true) {
    const status = depthFirst(end);
    if (status !== 0) return status;
    const more = visitQueue(end, 0);
    if (more !== STARTS) return more;
  }
}

function depthFirst(end: u64): i32 {
  while (productStates < end) {
    const top = pathTop;
    if (top === pathFloor) return 0;
    const entry = load<u32>(top - 4);
    if (entry & ON_PATH) {
      if (pop(entry & ~ON_PATH)) return ACCEPTING;
      continue;
    }
    const slot = entry & slotMask;
    const marks = marksOf(entry, top - 4);
    const known = load<u32>(wordOf(slot));
    setPathTop(top - entryBytes());
    if (known === 0) {
      if (leave(slot)) continue;
      const status = push(slot, marks);
      if (status !== 0) {
        if (status < 0) setPathTop(top);
        return status;
      }
    } else if (known !== DEAD) {
      if (meet(known, marks)) return ACCEPTING;
    }
  }
  return 1;
}

/** An edge from the top state to a live one; whether all marks are there. */
// @inline
function meet(known: u32, marks: u32): bool {
  if (known < load<u32>(frame)) store<u32>(frame, known);
  const inside = load<u32>(frame, 4) | marks | CYCLE;
  store<u32>(frame, inside, 4);
  return (required & ~inside) === 0;
}

function push(slot: u32, marks: u32): i32 {
  if (frame + 24 > framesEnd) return FULL;
  const status = writeEdges(slot);
  if (status !== 0) return status;
  store<u32>(wordOf(slot), ++rank);
  frame += 12;
  store<u32>(frame, rank);
  store<u32>(frame, 0, 4);
  store<u32>(frame, marks, 8);
  countState();
  const first = pathTop + 4;
  store<u32>(pathTop, slot | ON_PATH);
  const step = entryBytes();
  const end = edgesEnd;
  addEdges(((end - first) / step) as u32);
  let to = first;
  for (let p = first; p < end; p += step) {
    const at = p + step - 4;
    const entry = load<u32>(at);
    const known = load<u32>(wordOf(entry & slotMask));
    if (known === 0) {
      if (leave(entry & slotMask)) continue;
      if (wide) {
        store<u32>(to, load<u32>(p));
        to += 4;
      }
      store<u32>(to, entry);
      to += 4;
    } else if (known !== DEAD) {
      if (meet(known, marksOf(entry, at))) {
        setPathTop(to);
        return ACCEPTING;
      }
    }
  }
  setPathTop(to);
  return 0;
}

/** Takes the top state off the path; whether the state below is now seen to be on an accepting cycle. */
function pop(slot: u32): bool {
  setPathTop(pathTop - 4);
  leaveState();
  const own = load<u32>(wordOf(slot));
  const low = load<u32>(frame);
  const marks = load<u32>(frame, 4) | load<u32>(frame, 8);
  frame -= 12;
  if (low !== own) {
    setHeapTop(heapTop - 4);
    store<u32>(heapTop, slot);
    return meet(low, marks);
  }
  tarjanComponents++;
  store<u32>(wordOf(slot), DEAD);
  let at = heapTop;
  while (at < heapEnd) {
    const word = wordOf(load<u32>(at));
    if (load<u32>(word) < own) break;
    store<u32>(word, DEAD);
    at += 4;
  }
  rank = own - 1;
  setHeapTop(at);
  return false;
}
