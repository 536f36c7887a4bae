// The depth-first search that the checks in couvreur.ts, tarjan.ts and weak.ts share:
//
//     for each start s not yet visited: push s
//     while the path is not empty:
//       if the top state has no edge left: finish it
//       else take its next edge to d:  d new: push d;  d visited: the check meets it, and may accept
//
// Edges to states that are known when their source is pushed are met at once, so that only edges to new states wait on the path, one word
// each (after the "shy" variant of [CDP05]).
//
// What differs is a class of methods without fields, given as a type: the search is compiled once for each check, and the methods are
// inlined into it, as the widths of states are in width.ts.
import { ACCEPTING, DONE, FULL, ON_PATH, RUNNING } from '../src/explicit/kernel/protocol';
import { leave, STARTS, visitQueue } from './hopeless';
import {
  addEdges,
  countState,
  edgesEnd,
  entryBytes,
  marksOf,
  pathFloor,
  pathTop,
  productStates,
  setPathTop,
  slotMask,
  wide,
  wordOf,
  writeEdges,
} from './product';

/** What a check does with the states that the search meets. There are no objects of these classes. */
@unmanaged
export abstract class Check {
  /** The word of a state not yet visited. */
  abstract fresh(): u32;
  /** Whether this is the word of a state not yet visited. */
  abstract isNew(word: u32): bool;
  /** Whether this is the word of a visited state with which nothing remains to be done. */
  abstract isDone(word: u32): bool;
  /** Whether marks matter; if not, edges wait without them. */
  abstract keepsMarks(): bool;
  /** Whether there is room for what the check keeps about one more state of the path. */
  abstract hasRoom(): bool;
  /** A new state is pushed, reached by an edge with the marks; sets its word. */
  abstract enter(slot: u32, marks: u32): void;
  /** An edge leads from the top state to one that was visited and is not done; whether this closes an accepting cycle. */
  abstract meet(slot: u32, marks: u32, word: u32): bool;
  /** The top state leaves the path; whether the state below is now seen to be on an accepting cycle. */
  abstract finish(slot: u32): bool;
}

/** The path is looked through for edges that need no longer wait when it reaches this address. */
let compactAt: usize = 0;
/** A path shorter than this is left alone. */
const SHORT: usize = 1 << 16;

/** The methods of a check. */
// @inline
function methods<C extends Check>(): C {
  return changetype<C>(0);
}

/** The path was placed anew. */
export function beginPath(): void {
  compactAt = pathFloor + SHORT;
}

/** Runs until `budget` states were visited. DONE without an accepting cycle, RUNNING, ACCEPTING, or a negative status. */
// @inline
export function search<C extends Check>(budget: u32): i32 {
  const end = productStates + budget;
  while (true) {
    const status = depthFirst<C>(end);
    if (status !== DONE) return status;
    const more = visitQueue(end, methods<C>().fresh());
    if (more !== STARTS) return more;
    beginPath();
  }
}

function depthFirst<C extends Check>(end: u64): i32 {
  const check = methods<C>();
  while (productStates < end) {
    const top = pathTop;
    if (top === pathFloor) return DONE;
    const entry = load<u32>(top - 4);
    if (entry & ON_PATH) {
      if (check.finish(entry & ~ON_PATH)) return ACCEPTING;
      continue;
    }
    const slot = entry & slotMask;
    const marks = check.keepsMarks() ? marksOf(entry, top - 4) : 0;
    const word = load<u32>(wordOf(slot));
    setPathTop(top - (check.keepsMarks() ? entryBytes() : 4));
    if (check.isNew(word)) {
      if (leave(slot)) continue;
      const status = push<C>(slot, marks);
      if (status !== DONE) {
        // The path may have become shorter.
        if (status < 0) setPathTop(putEdge<C>(pathTop, marks, entry));
        return status;
      }
    } else if (!check.isDone(word)) {
      if (check.meet(slot, marks, word)) return ACCEPTING;
    }
  }
  return RUNNING;
}

/** Lets an edge wait at the given place of the path; gives where the path goes on. */
// @inline
function putEdge<C extends Check>(at: usize, marks: u32, entry: u32): usize {
  if (methods<C>().keepsMarks() && wide) {
    store<u32>(at, marks);
    at += 4;
  }
  store<u32>(at, entry);
  return at + 4;
}

/**
 * Forgets waiting edges to states that were visited since. When such an edge is taken its target is done, or in the component of its
 * source, where it can only add its marks. On long paths nearly all edges are of this kind.
 */
function compact<C extends Check>(): void {
  const check = methods<C>();
  const top = pathTop;
  let to = pathFloor;
  for (let p = pathFloor; p < top; p += 4) {
    let entry = load<u32>(p);
    if (entry & ON_PATH) {
      store<u32>(to, entry);
      to += 4;
      continue;
    }
    if (check.keepsMarks() && wide) {
      p += 4;
      entry = load<u32>(p);
    }
    const marks = check.keepsMarks() ? marksOf(entry, p) : 0;
    const word = load<u32>(wordOf(entry & slotMask));
    if (!check.isNew(word) && (check.isDone(word) || marks === 0)) continue;
    to = putEdge<C>(to, marks, entry);
  }
  setPathTop(to);
  compactAt = to + max(SHORT, (to - pathFloor) >> 1);
}

/** Puts a new state on the path, with those of its edges that lead to new states; meets the others. */
function push<C extends Check>(slot: u32, marks: u32): i32 {
  const check = methods<C>();
  if (!check.hasRoom()) return FULL;
  if (pathTop > compactAt) compact<C>();
  const status = writeEdges(slot);
  if (status !== DONE) return status;
  check.enter(slot, marks);
  countState();
  const first = pathTop + 4;
  store<u32>(pathTop, slot | ON_PATH);
  const step = entryBytes();
  const end = edgesEnd;
  addEdges(((end - first) / step) as u32);
  let to = first;
  for (let at = first + step - 4; at < end; at += step) {
    const entry = load<u32>(at);
    const target = entry & slotMask;
    const word = load<u32>(wordOf(target));
    if (check.isNew(word)) {
      if (leave(target)) continue;
      if (check.keepsMarks() && wide) {
        store<u32>(to, load<u32>(at - 4));
        to += 4;
      }
      store<u32>(to, check.keepsMarks() ? entry : target);
      to += 4;
    } else if (!check.isDone(word)) {
      if (check.meet(target, check.keepsMarks() ? marksOf(entry, at) : 0, word)) {
        setPathTop(to);
        return ACCEPTING;
      }
    }
  }
  setPathTop(to);
  return DONE;
}
