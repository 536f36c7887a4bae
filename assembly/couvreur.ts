// Couvreur's emptiness check for generalized acceptance on edges: ToPNoC'12, Algorithm 1, and the first pass of Algorithm 2.
//
//     for each start s not yet visited: push(∅, s)
//     while the path is not empty:
//       if the top state has no edge left: pop it; if it is the root of its component, all of the component is dead
//       else take its next edge (s, marks, d):
//         d new:   push(marks, d) as a component of its own
//         d live:  merge all components above d's into d's, gathering marks; if a mode accepts them: accepting
//         d dead:  nothing
//
// Differs from the paper: edges to states that are known when their source is pushed are dealt with at once, so that only edges to
// new states wait on the path, one word each (after the "shy" variant of Couvreur, Duret-Lutz, Poitrenaud, SPIN 2005); and
// instead of a set of all live states there is a stack of those that left the path without their component being complete
// (Pearce, "A space-efficient algorithm for finding strongly connected components", IPL 2016): a state lies on the path or on that
// stack, never on both, and both share one region.
//
// The word of a state is its rank among the live states, counted from 1, with the bit FINISHED once it has left the path; `fresh` when not
// yet visited; `dead` afterwards.
//
// Where livelocks are looked for (a mode that forbids marks and requires none), an edge back to a state of the path is also looked at
// by itself: if it and all edges of the path behind that state are free of forbidden marks, they are an accepting cycle, even
// when their component shows such marks elsewhere. This finds the livelock of ToPNoC'12, Fig. 10, in the first pass. It is the
// heuristic of Geldenhuys and Hansen (SPIN'06) as far as we know it; see src/explicit/emptiness/two-pass.ts.
import { ACCEPTING, CYCLE, FINISHED, FULL, ON_PATH, RANKS_END } from '../src/explicit/kernel/protocol';
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
  setFound,
  setHeapTop,
  setPathTop,
  slotMask,
  wide,
  wordOf,
  writeEdges,
} from './product';

let fresh: u32 = 0;
let dead: u32 = 0xffff_ffff;
let rank: u32 = 0;
/** The top of the component stack; an entry is: rank of the root, marks inside, marks of the edge that leads into it. */
let rootsEnd: usize = 0;
let root: usize = 0;
/** Pairs (required, forbidden). */
let modes: usize = 0;
let modesEnd: usize = 0;
export let components: u64 = 0;
/** The marks that a livelock must not show; 0 where none are looked for. */
let forbidden: u32 = 0;
/** Ranks of the states on the path to which an edge with such a mark leads, from `rootsEnd` downwards. */
let segments: usize = 0;
/** The search ended with a livelock on the path, from `found` on. */
export let livelockFound: bool = false;
/** The path is looked through for edges that need no longer wait when it reaches this address. */
let compactAt: usize = 0;
/** A path shorter than this is left alone. */
const SHORT: usize = 1 << 16;

export function openCouvreur(rootsAt: usize, rootsTo: usize, modesAt: usize, modeCount: u32): void {
  rootsEnd = rootsTo;
  segments = rootsTo;
  livelockFound = false;
  modes = modesAt;
  modesEnd = modesAt + (modeCount as usize) * 8;
}

/** Sets the words of states not yet visited and of dead ones, and the place of a search. */
export function placeCouvreur(freshWord: u32, deadWord: u32, rankNow: u32, rootAt: usize, done: u64): void {
  fresh = freshWord;
  dead = deadWord;
  rank = rankNow;
  root = rootAt;
  components = done;
  compactAt = pathFloor + SHORT;
}

/** Sets what livelocks must not show, and where the ranks of such states on the path are. */
export function openLivelocks(marks: u32, segmentsAt: usize): void {
  forbidden = marks;
  segments = segmentsAt;
}

export function couvreurSegments(): usize {
  return segments;
}

export function couvreurRank(): u32 {
  return rank;
}

export function couvreurRoot(): usize {
  return root;
}

/** Runs until `budget` states were visited. 0 when there is no accepting cycle, 1, 2 when there is one, or a negative status. */
export function couvreur(budget: u32): i32 {
  const end = productStates + budget;
  while (true) {
    const status = depthFirst(end);
    if (status !== 0) return status;
    const more = visitQueue(end, fresh);
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
      pop(entry & ~ON_PATH);
      continue;
    }
    const slot = entry & slotMask;
    const marks = marksOf(entry, top - 4);
    const known = load<u32>(wordOf(slot));
    setPathTop(top - entryBytes());
    if (known === fresh) {
      if (leave(slot)) continue;
      const status = push(slot, marks);
      if (status !== 0) {
        // The path may have become shorter.
        if (status < 0) putBack(marks, entry);
        return status;
      }
    } else if (known < RANKS_END) {
      if (closesLivelock(slot, marks, known) || merge(marks, known & ~FINISHED)) return ACCEPTING;
    }
  }
  return 1;
}

/** Whether an edge from the top state closes a cycle of the path that is free of forbidden marks. */
// @inline
function closesLivelock(slot: u32, marks: u32, known: u32): bool {
  if (forbidden === 0 || (marks & forbidden) !== 0 || known >= FINISHED) return false;
  if (segments !== rootsEnd && known < load<u32>(segments)) return false;
  setFound(slot);
  livelockFound = true;
  return true;
}

function putBack(marks: u32, entry: u32): void {
  let top = pathTop;
  if (wide) {
    store<u32>(top, marks);
    top += 4;
  }
  store<u32>(top, entry);
  setPathTop(top + 4);
}

/**
 * Forgets waiting edges to states that were visited since. When such an edge is taken its target is dead, or in the component of its
 * source, where it can only add its marks. On long paths nearly all edges are of this kind.
 */
function compact(): void {
  const top = pathTop;
  let to = pathFloor;
  for (let p = pathFloor; p < top; p += 4) {
    let entry = load<u32>(p);
    let marks: u32 = 0;
    if ((entry & ON_PATH) === 0) {
      if (wide) {
        marks = entry;
        p += 4;
        entry = load<u32>(p);
      } else {
        marks = marksOf(entry, p);
      }
      const word = load<u32>(wordOf(entry & slotMask));
      if (word !== fresh && (word >= RANKS_END || marks === 0)) continue;
      if (wide) {
        store<u32>(to, marks);
        to += 4;
      }
    }
    store<u32>(to, entry);
    to += 4;
  }
  setPathTop(to);
  compactAt = to + max(SHORT, (to - pathFloor) >> 1);
}

function push(slot: u32, marks: u32): i32 {
  if (root + 28 > segments) return FULL;
  if (pathTop > compactAt) compact();
  const status = writeEdges(slot);
  if (status !== 0) return status;
  store<u32>(wordOf(slot), ++rank);
  root += 12;
  store<u32>(root, rank);
  store<u32>(root, 0, 4);
  store<u32>(root, marks, 8);
  if (marks & forbidden) {
    segments -= 4;
    store<u32>(segments, rank);
  }
  countState();
  const first = pathTop + 4;
  store<u32>(pathTop, slot | ON_PATH);
  const step = entryBytes();
  const end = edgesEnd;
  addEdges(((end - first) / step) as u32);
  let to = first;
  let rootRank = rank;
  let inside: u32 = 0;
  for (let p = first; p < end; p += step) {
    const at = p + step - 4;
    const entry = load<u32>(at);
    const word = load<u32>(wordOf(entry & slotMask));
    if (word === fresh) {
      if (leave(entry & slotMask)) continue;
      if (wide) {
        store<u32>(to, load<u32>(p));
        to += 4;
      }
      store<u32>(to, entry);
      to += 4;
    } else if (word < RANKS_END) {
      const edgeMarks = marksOf(entry, at);
      if (closesLivelock(entry & slotMask, edgeMarks, word)) {
        setPathTop(to);
        return ACCEPTING;
      }
      const known = word & ~FINISHED;
      if (known < rootRank || ((edgeMarks | CYCLE) & ~inside) !== 0) {
        if (merge(edgeMarks, known)) {
          setPathTop(to);
          return ACCEPTING;
        }
        rootRank = load<u32>(root);
        inside = load<u32>(root, 4);
      }
    }
  }
  setPathTop(to);
  return 0;
}

/** Takes the top state off the path: it closes its component, or waits for that among the finished states. */
// @inline
function pop(slot: u32): void {
  setPathTop(pathTop - 4);
  leaveState();
  const own = load<u32>(wordOf(slot));
  if (segments !== rootsEnd && load<u32>(segments) === own) segments += 4;
  if (own !== load<u32>(root)) {
    setHeapTop(heapTop - 4);
    store<u32>(heapTop, slot);
    store<u32>(wordOf(slot), own | FINISHED);
    return;
  }
  components++;
  root -= 12;
  store<u32>(wordOf(slot), dead);
  let at = heapTop;
  while (at < heapEnd) {
    const word = wordOf(load<u32>(at));
    if ((load<u32>(word) & ~FINISHED) < own) break;
    store<u32>(word, dead);
    at += 4;
  }
  // Ranks are given again: the live states are those below.
  rank = own - 1;
  setHeapTop(at);
}

/** Merges the components above rank `known` along an edge; whether a mode accepts what they show together. */
function merge(edgeMarks: u32, known: u32): bool {
  let marks = edgeMarks | CYCLE;
  let at = root;
  while (load<u32>(at) > known) {
    marks |= load<u32>(at, 4) | load<u32>(at, 8);
    at -= 12;
  }
  root = at;
  marks |= load<u32>(at, 4);
  store<u32>(at, marks, 4);
  for (let mode = modes; mode < modesEnd; mode += 8) {
    if ((load<u32>(mode) & ~marks) === 0 && (load<u32>(mode, 4) & marks) === 0) return true;
  }
  return false;
}
