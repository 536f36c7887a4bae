// The part of a product that cannot accept. A cycle of the product stays in one component of the property; where no cycle of that
// component accepts, a state of the product needs only be visited, not searched for cycles. Such states are hopeless: they are
// visited breadth-first, which is quicker because neighbours in the order of their ids are met together, and depth-first searches see the
// others alone.
//
//     queue: hopeless states that were found and are not yet expanded
//     while the queue is not empty: take s; for each edge to d not yet visited: queue d if it is hopeless, else search from d
//
// Renault and others [RDKP13a] decompose property automata by the strength of their components and search for each
// kind by itself; here it is one search.
//
// The queue lies at the bottom of the path's region, and the path begins some way above it, at `pathFloor`. In between is room for
// hopeless states that a search meets while its path is in use; when there is none left it goes into them itself.
import {
  BLOCK_BITS,
  BLOCK_STATES,
  DONE,
  EDGE_BYTES,
  EDGE_TARGET,
  FULL,
  LIST_HEADER,
  RUNNING,
} from '../src/explicit/kernel/protocol';
import { expandBehind, resolve } from './expand';
import { changeList, letterList, letterOf, readsChanges } from './letters';
import {
  addEdges,
  automatonStateOf,
  countVisited,
  findSlot,
  hasPages,
  heapEnd,
  heapTop,
  modelStateOf,
  pages,
  pathBase,
  pathFloor,
  pathTop,
  productStates,
  qShift,
  repeatsDeadlocks,
  setPathFloor,
  setPathTop,
  settleNewStates,
  slotOf,
  wide,
  wordOf,
} from './product';
import { fitsBehind, ids, total } from './search';
import { expandStubborn, noEdges, reducing, wasDead } from './stubborn';

/** A byte for each state of the property, 1 when it is hopeless; 0 when there is no such table. */
let table: usize = 0;
/** The word of a hopeless state once it was found. */
let done: u32 = 0;
/** Whether entries of the path have a word for their marks. */
let marksApart: bool = false;
export let queueHead: usize = 0;
export let queueEnd: usize = 0;
/** A queue whose past is shorter than this is left where it is. */
const SHORT: usize = 1 << 18;
/**
 * The upper byte of a page counts the states of its block that were found, all but the last one (255), as long as only this file finds them.
 * Where it is full their words need not be looked at; pages fit the caches, words do not.
 */
const COMPLETE: u32 = 0xff00_0000;
const ONE_FOUND: u32 = 0x0100_0000;
/**
 * All states of the model below `bound` were found with `main`, the state of the property that the first state came with: often the one
 * that waits for something to happen, which all states are visited with.
 */
let main: u32 = 0;
let bound: u32 = 0;
/** The most room between queue and path. */
const GAP: usize = 1 << 22;

/** The path is not empty: a state that is not hopeless waits there. */
export const STARTS = 2;

export function openHopeless(flags: usize, doneWord: u32, withMarks: bool): void {
  table = flags;
  bound = 0;
  done = doneWord;
  marksApart = withMarks && wide;
}

/** Sets the place of the queue, below the path. */
export function placeQueue(head: usize, end: usize, floor: usize): void {
  queueHead = head;
  queueEnd = end;
  setPathFloor(floor);
}

/** Puts an empty queue below what is on the path. */
export function beginQueue(): void {
  queueHead = pathBase;
  queueEnd = pathBase;
  if (table === 0) return;
  const room = gap();
  if (pathTop + room > heapTop) return;
  memory.copy(pathBase + room, pathBase, pathTop - pathBase);
  setPathTop(pathTop + room);
  setPathFloor(pathBase + room);
}

// @inline
function gap(): usize {
  return min(GAP, ((heapEnd - pathBase) >> 5) & ~3);
}

/** Whether the state is hopeless, where there is a table of such states. */
// @inline
export function isHopeless(slot: u32): bool {
  return load<u8>(table + automatonStateOf(slot)) !== 0;
}

/** Whether the state, not yet visited, is queued instead of searched from; if so it is in the queue afterwards. */
// @inline
export function leave(slot: u32): bool {
  if (table === 0 || !isHopeless(slot)) return false;
  if (queueEnd === pathFloor) return false;
  store<u32>(queueEnd, slot);
  queueEnd += 4;
  store<u32>(wordOf(slot), done);
  countFound(modelStateOf(slot), automatonStateOf(slot));
  return true;
}

/**
 * Visits states of the queue while the path is empty, until `end` states were visited or some wait on the path. DONE when the
 * queue is empty, RUNNING, STARTS, or a negative status.
 */
export function visitQueue(end: u64, fresh: u32): i32 {
  while (productStates < end) {
    if (queueHead === queueEnd) return DONE;
    if (queueHead - pathBase > max(SHORT, queueEnd - queueHead)) shiftQueue();
    const status = expandSome(min(MOST_SOURCES, end - productStates) as u32);
    if (status < 0) return status;
    startsAt = notes;
    const complete = visitTargets(fresh);
    setPathFloor(queueEnd);
    setPathTop(queueEnd);
    if (startsAt !== notes) {
      startPath();
      return STARTS;
    }
    if (!complete) return FULL;
  }
  return RUNNING;
}

function shiftQueue(): void {
  const length = queueEnd - queueHead;
  memory.copy(pathBase, queueHead, length);
  queueHead = pathBase;
  queueEnd = pathBase + length;
  setPathFloor(queueEnd);
  setPathTop(queueEnd);
}

// Several states are expanded before their successors are looked up together, as in search.ts. What is noted of each is the list of
// its edges (when that depends on the source alone) and the number of its successors.

const MOST_SOURCES: u64 = 64;
/** Successors that are looked up together, about. */
const AHEAD: u32 = 192;
let sources: u32 = 0;
/** Where the notes lie, at the end of the region. */
let notes: usize = 0;
/** Where the id of a state is put that is its own successor. */
let itself: usize = 0;
/** States to be searched from, from here up to the notes. */
let startsAt: usize = 0;

/** Expands states at the head of the queue, at most as many; the ids of all successors are then in `ids`. DONE or a negative status. */
function expandSome(most: u32): i32 {
  itself = heapTop - 8;
  notes = itself - (MOST_SOURCES as usize) * 8;
  if (queueEnd > notes) return FULL;
  let n: u32 = 0;
  sources = 0;
  for (let at = queueHead; at < queueEnd && sources < most && n < AHEAD && fitsBehind(n); at += 4) {
    const slot = load<u32>(at);
    const state = modelStateOf(slot);
    let list: usize = readsChanges ? 0 : letterList(automatonStateOf(slot), letterOf(state));
    let found = 0;
    if (readsChanges || load<u32>(list) !== 0) {
      const from = letterOf(state);
      const planned = reducing && readsChanges ? changeList(automatonStateOf(slot), from, from) : list;
      found = reducing ? expandStubborn(state, n, planned) : expandBehind(state, n);
      if (reducing && found === 0 && !wasDead) list = noEdges;
      if (found < 0) {
        if (sources === 0) return found;
        break;
      }
    }
    const note = notes + (sources as usize) * 8;
    store<u32>(note, list as u32);
    store<u32>(note, found, 4);
    n += found;
    sources++;
  }
  if (n > 0) {
    const status = resolve(n);
    if (status !== DONE) return status;
  }
  return settleNewStates();
}

/** Takes the expanded states off the queue and meets their targets; false when there is no room for these. */
function visitTargets(fresh: u32): bool {
  let id = ids;
  for (let i: u32 = 0; i < sources; i++) {
    const note = notes + (i as usize) * 8;
    const slot = load<u32>(queueHead);
    const n = load<u32>(note, 4);
    // A state that is repeated for ever is its own successor.
    const isStuck = reducing && load<u32>(note) === (noEdges as u32);
    const repeats = n === 0 && !isStuck && repeatsDeadlocks();
    if (repeats) store<u32>(itself, modelStateOf(slot));
    const first = repeats ? itself : id;
    const last = repeats ? itself + 4 : id + (n as usize) * 4;
    const edges = readsChanges
      ? meetByChange(slot, first, last, fresh)
      : meetByLetter(load<u32>(note), first, last, fresh);
    if (edges < 0) return false;
    if (!repeats) id = last;
    addEdges(edges);
    countVisited();
    queueHead += 4;
  }
  return true;
}

/**
 * Meets the targets of one list of edges for all ids from `first` up to `last`. The number of edges, or a negative one without room.
 * Not inlined, so that the loop has the registers to itself.
 */
function meetByLetter(list: usize, first: usize, last: usize, fresh: u32): i32 {
  const length = load<u32>(list);
  if (length === 1) {
    const q = load<u32>(list, LIST_HEADER + EDGE_TARGET);
    if (!hasPages(q)) return -1;
    return meetOne(q, first, last, fresh) ? (((last - first) >> 2) as i32) : -1;
  }
  for (let id = first; id < last; id += 4) {
    if (!meetAll(list, load<u32>(id), fresh)) return -1;
  }
  return (((last - first) >> 2) as i32) * length;
}

/** Meets the targets with one state of the property, for whose pages there is room; false without room for more. */
function meetOne(q: u32, first: usize, last: usize, fresh: u32): bool {
  const page = pages + (q as usize) * 4;
  const shift = qShift + 2;
  let below = q === main ? bound : 0;
  for (let id = first; id < last; id += 4) {
    const target = load<u32>(id);
    if (target < below) continue;
    const block = load<u32>(page + ((target >> BLOCK_BITS) << shift));
    if (block >= COMPLETE) {
      if ((target & (BLOCK_STATES - 1)) !== BLOCK_STATES - 1) continue;
    }
    if (block !== 0) {
      if (load<u32>(wordOf((block << BLOCK_BITS) | (target & (BLOCK_STATES - 1)))) !== fresh) continue;
    }
    if (!meetNew(target, q, fresh)) return false;
    if (q === main) below = bound;
  }
  return true;
}

/** As `meetByLetter`, for edges that depend on the change of letters. Neighbours often have the same letter, and so the same edges. */
function meetByChange(slot: u32, first: usize, last: usize, fresh: u32): i32 {
  const q = automatonStateOf(slot);
  const from = letterOf(modelStateOf(slot));
  let shift = qShift + 2;
  let same: u32 = 0xffff_ffff;
  let target = same;
  let page: usize = 0;
  let edges = 0;
  for (let id = first; id < last; id += 4) {
    const state = load<u32>(id);
    const to = letterOf(state);
    if (to !== same) {
      const list = changeList(q, from, to);
      // The host may have moved the pages apart.
      shift = qShift + 2;
      const length = load<u32>(list);
      if (length !== 1) {
        if (!meetAll(list, state, fresh)) return -1;
        edges += length;
        continue;
      }
      target = load<u32>(list, LIST_HEADER + EDGE_TARGET);
      if (!hasPages(target)) return -1;
      same = to;
      page = pages + (target as usize) * 4;
    }
    edges++;
    const block = load<u32>(page + ((state >> BLOCK_BITS) << shift));
    if (block >= COMPLETE) {
      if ((state & (BLOCK_STATES - 1)) !== BLOCK_STATES - 1) continue;
    }
    if (block !== 0) {
      if (load<u32>(wordOf((block << BLOCK_BITS) | (state & (BLOCK_STATES - 1)))) !== fresh) continue;
    }
    if (!meetNew(state, target, fresh)) return -1;
  }
  return edges;
}

/** Whether the page alone tells that the product state was found. */
// @inline
function isFound(page: u32, target: u32): bool {
  return page >= COMPLETE && (target & (BLOCK_STATES - 1)) !== BLOCK_STATES - 1;
}

/** The state at the bound was found: so were perhaps some behind it, if another state of the property came to them first. */
// @inline
function raiseBound(): void {
  do {
    if (++bound === total) return;
  } while (load<u32>(wordOf(findSlot(bound, main))) === done);
}

/** Notes in its page that a state was found. */
// @inline
function countFound(state: u32, q: u32): void {
  if (state === bound) {
    if (state === 0) main = q;
    if (q === main) raiseBound();
  }
  if ((state & (BLOCK_STATES - 1)) === BLOCK_STATES - 1) return;
  const at = pages + ((((state >> BLOCK_BITS) << qShift) + q) as usize) * 4;
  store<u32>(at, load<u32>(at) + ONE_FOUND);
}

// @inline
function meetAll(list: usize, target: u32, fresh: u32): bool {
  const last = list + LIST_HEADER + (load<u32>(list) as usize) * EDGE_BYTES;
  for (let e = list + LIST_HEADER; e < last; e += EDGE_BYTES) {
    const q = load<u32>(e, EDGE_TARGET);
    if (!hasPages(q)) return false;
    const block = load<u32>(pages + ((((target >> BLOCK_BITS) << qShift) + q) as usize) * 4);
    if (isFound(block, target)) continue;
    if (block !== 0 && load<u32>(wordOf((block << BLOCK_BITS) | (target & (BLOCK_STATES - 1)))) !== fresh) continue;
    if (!meetNew(target, q, fresh)) return false;
  }
  return true;
}

/** A state not yet visited: queues it, or notes that it is to be searched from. False when there is no room. */
function meetNew(target: u32, q: u32, fresh: u32): bool {
  const slot = slotOf(target, q);
  if (slot === 0) return false;
  if (load<u32>(wordOf(slot)) !== fresh) return true;
  if (queueEnd + gap() + (notes - startsAt) * 3 + 16 > startsAt) return false;
  if (load<u8>(table + q) !== 0) {
    store<u32>(wordOf(slot), done);
    countFound(target, q);
    store<u32>(queueEnd, slot);
    queueEnd += 4;
  } else {
    startsAt -= 4;
    store<u32>(startsAt, slot);
  }
  return true;
}

/** Begins the path with the noted starts, the first one on top; the marks of edges to them no longer matter. */
function startPath(): void {
  const floor = queueEnd + gap();
  let to = floor;
  for (let p = startsAt; p < notes; p += 4) {
    const slot = load<u32>(p);
    if (marksApart) {
      store<u32>(to, 0);
      to += 4;
    }
    store<u32>(to, slot);
    to += 4;
  }
  setPathFloor(floor);
  setPathTop(to);
}
