// Nested depth-first search for Büchi acceptance on states, in the variant that ends as soon as an accepting cycle closes on the path
// [SE05] and starts no second search where all successors
// are red [GS09].
//
//     blue(s):  s.cyan; for each t: if t cyan and (s or t accepting): cycle; if t white: blue(t)
//               if all successors are red: s.red; else if s accepting: red(s), s.red; else s.blue
//     red(s):   for each t: if t cyan: cycle; if t blue: t.red, red(t)
//
// A state is accepting when its edges carry the mark. Whether a state has a successor that is not red is handed down the words of
// the path, from the edge that showed it to the state itself.
import { ACCEPTING, BLUE, CYAN, DONE, NEW, ON_PATH, RED, RUNNING } from '../src/explicit/kernel/protocol';
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

/** On a word of the path: something above it or before it on the way was not red. */
const NOT_RED: u32 = 0x4000_0000;

let accepting: usize = 0;
/** Where the path of the red search begins, just above its origin; 0 while there is none. */
let redBase: usize = 0;

/** The table with a 1 for every state of the automaton that is known to be accepting. */
export function openNested(table: usize, red: usize): void {
  accepting = table;
  redBase = red;
}

export function nestedRedBase(): usize {
  return redBase;
}

// @inline
function isAccepting(slot: u32): bool {
  return load<u8>(accepting + automatonStateOf(slot)) !== 0;
}

/** Runs until `budget` states were visited. DONE without an accepting cycle, RUNNING, ACCEPTING when `found` ends one, or a negative status. */
export function nested(budget: u32): i32 {
  const end = productStates + budget;
  while (productStates < end) {
    const status = redBase !== 0 ? red() : blue();
    if (status === RUNNING) continue;
    if (status !== DONE) return status;
    const more = visitQueue(end, NEW);
    if (more !== STARTS) return more;
  }
  return 1;
}

/** One step of the blue search: RUNNING, DONE when the path is empty, ACCEPTING or a negative status. */
function blue(): i32 {
  const top = pathTop;
  if (top === pathFloor) return DONE;
  const entry = load<u32>(top - 4);
  const slot = entry & (NOT_RED - 1);
  if ((entry & ON_PATH) === 0) {
    setPathTop(top - 4);
    if (load<u32>(wordOf(slot)) !== NEW) {
      if (entry & NOT_RED || load<u32>(wordOf(slot)) !== RED) taint(top - 4);
      return RUNNING;
    }
    // What is known of the edges before this one stays below.
    if (entry & NOT_RED) taint(top - 4);
    if (leave(slot)) return RUNNING;
    const status = push(slot, CYAN);
    if (status < 0) setPathTop(top);
    return status === DONE ? RUNNING : status;
  }
  if ((entry & NOT_RED) === 0) store<u32>(wordOf(slot), RED);
  else if (isAccepting(slot)) {
    redBase = top;
    const status = expandRed(slot);
    if (status !== DONE) {
      if (status < 0) redBase = 0;
      return status;
    }
    return RUNNING;
  } else {
    store<u32>(wordOf(slot), BLUE);
    taint(top - 4);
  }
  setPathTop(top - 4);
  leaveState();
  return RUNNING;
}

/** One step of the red search; at its end its origin is red and leaves the path. */
function red(): i32 {
  const top = pathTop;
  if (top === redBase) {
    const origin = load<u32>(top - 4) & (NOT_RED - 1);
    store<u32>(wordOf(origin), RED);
    setPathTop(top - 4);
    leaveState();
    redBase = 0;
    return RUNNING;
  }
  const entry = load<u32>(top - 4);
  setPathTop(top - 4);
  if (entry & ON_PATH) {
    leaveState();
    return RUNNING;
  }
  if (load<u32>(wordOf(entry)) !== BLUE) return RUNNING;
  const status = push(entry, RED);
  if (status < 0) setPathTop(top);
  return status === DONE ? RUNNING : status;
}

/** Writes down that a successor is not red, in the word that is then on top. */
// @inline
function taint(top: usize): void {
  if (top === pathFloor) return;
  store<u32>(top - 4, load<u32>(top - 4) | NOT_RED);
}

function push(slot: u32, colour: u32): i32 {
  const status = writeEdges(slot);
  if (status !== DONE) return status;
  store<u32>(wordOf(slot), colour);
  store<u32>(pathTop, slot | ON_PATH);
  countState();
  return colour === CYAN ? sweepBlue(slot) : sweepRed(pathTop);
}

/** The successors of the red search's origin, which is on the path already. */
function expandRed(slot: u32): i32 {
  const status = writeEdges(slot);
  return status !== DONE ? status : sweepRed(pathTop - 4);
}

function sweepBlue(slot: u32): i32 {
  const step = entryBytes();
  const first = pathTop + 4;
  const end = edgesEnd;
  addEdges(((end - first) / step) as u32);
  const origin = pathTop;
  const here = isAccepting(slot);
  let to = first;
  for (let p = first + step - 4; p < end; p += step) {
    const target = load<u32>(p) & slotMask;
    const word = load<u32>(wordOf(target));
    if (word === NEW) {
      if (leave(target)) continue;
      store<u32>(to, target);
      to += 4;
    } else if (word === CYAN && (here || isAccepting(target))) {
      setPathTop(to);
      setFound(target);
      return ACCEPTING;
    } else if (word !== RED) {
      store<u32>(origin, slot | ON_PATH | NOT_RED);
    }
  }
  setPathTop(to);
  return DONE;
}

/** Keeps the edges to blue states, above the word of their source. */
function sweepRed(source: usize): i32 {
  const step = entryBytes();
  const first = pathTop + 4;
  const end = edgesEnd;
  addEdges(((end - first) / step) as u32);
  let to = source + 4;
  for (let p = first + step - 4; p < end; p += step) {
    const target = load<u32>(p) & slotMask;
    const word = load<u32>(wordOf(target));
    if (word === BLUE) {
      store<u32>(to, target);
      to += 4;
    } else if (word === CYAN) {
      setPathTop(to);
      setFound(target);
      return ACCEPTING;
    }
  }
  setPathTop(to);
  return DONE;
}
