// The part of a product that cannot accept. A cycle of the product stays in one component of the property; where no cycle of that
// component accepts, a state of the product needs only be visited, not searched for cycles. Such states are hopeless: they are
// visited breadth-first, which is quicker because neighbours in the order of their ids are met together, and depth-first searches see the
// others alone.
//
//     queue: hopeless states that were found and are not yet expanded
//     while the queue is not empty: take s; for each edge to d not yet visited: queue d if it is hopeless, else search from d
//
// After the decomposition of property automata by strength (Renault, Duret-Lutz, Kordon, Poitrenaud, TACAS 2013); here it is one search
// instead of one for each kind of component. Searches go into hopeless states too as long as fewer than `patience` states were
// visited: cycles are often found soon that way.
//
// The queue lies at the bottom of the path's region, and the path begins some way above it, at `pathFloor`. In between is room for
// hopeless states that a search meets while its path is in use; when there is none left it goes into them itself.
import {
  addEdges, automatonStateOf, countVisited, edgesEnd, entryBytes, FULL, heapEnd, heapTop, pathBase, pathFloor, pathTop, productStates, setPathFloor,
  setPathTop, slotMask, wide, wordOf, writeEdges,
} from './product';

/** A byte for each state of the property, 1 when it is hopeless; 0 when there is no such table. */
let table: usize = 0;
let patience: u64 = 0;
/** The word of a hopeless state once it was found. */
let done: u32 = 0;
export let queueHead: usize = 0;
export let queueEnd: usize = 0;
/** A queue whose past is shorter than this is left where it is. */
// @ts-ignore: decorator
@inline
const SHORT: usize = 1 << 18;
/** The most room between queue and path. */
// @ts-ignore: decorator
@inline
const GAP: usize = 1 << 22;

/** The path is not empty: a state that is not hopeless waits there. */
// @ts-ignore: decorator
@inline
export const STARTS = 2;

export function openHopeless(flags: usize, states: u32, doneWord: u32): void {
  table = flags;
  patience = states;
  done = doneWord;
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
  if (table == 0) return;
  const room = gap();
  if (pathTop + room > heapTop) return;
  memory.copy(pathBase + room, pathBase, pathTop - pathBase);
  setPathTop(pathTop + room);
  setPathFloor(pathBase + room);
}

// @ts-ignore: decorator
@inline
function gap(): usize {
  return min(GAP, ((heapEnd - pathBase) >> 5) & ~3);
}

/** Whether the state, not yet visited, is queued instead of searched from; if so it is in the queue afterwards. */
// @ts-ignore: decorator
@inline
export function leave(slot: u32): bool {
  if (table == 0 || load<u8>(table + automatonStateOf(slot)) == 0) return false;
  if (productStates < patience || queueEnd == pathFloor) return false;
  store<u32>(queueEnd, slot);
  queueEnd += 4;
  store<u32>(wordOf(slot), done);
  return true;
}

/**
 * Visits states of the queue while the path is empty, until `end` states were visited or some wait on the path. 0 when the
 * queue is empty, 1, STARTS, or a negative status.
 */
export function visitQueue(end: u64, fresh: u32): i32 {
  while (productStates < end) {
    if (queueHead == queueEnd) return 0;
    if (queueHead - pathBase > max(SHORT, queueEnd - queueHead)) shiftQueue();
    setPathTop(queueEnd);
    const status = writeEdges(load<u32>(queueHead));
    setPathTop(max(queueEnd, pathFloor));
    if (status != 0) return status;
    const found = edgesEnd - queueEnd;
    // Room for the entries once more, and for the path.
    if (edgesEnd + found + gap() + found > heapTop) return FULL;
    queueHead += 4;
    countVisited();
    if (sweep(fresh)) return STARTS;
  }
  return 1;
}

function shiftQueue(): void {
  const length = queueEnd - queueHead;
  memory.copy(pathBase, queueHead, length);
  queueHead = pathBase;
  queueEnd = pathBase + length;
  setPathFloor(queueEnd);
  setPathTop(queueEnd);
}

/** Queues the hopeless ones among the targets of the edges above the queue, and puts the others on the path; whether there are any. */
// @ts-ignore: decorator
@inline
function sweep(fresh: u32): bool {
  const first = queueEnd + 4;
  const last = edgesEnd;
  const step = entryBytes();
  addEdges(((last - first) / step) as u32);
  let to = queueEnd;
  let starts = last;
  for (let p = first + step - 4; p < last; p += step) {
    const slot = load<u32>(p) & slotMask;
    if (load<u32>(wordOf(slot)) != fresh) continue;
    if (load<u8>(table + automatonStateOf(slot)) != 0) {
      store<u32>(wordOf(slot), done);
      store<u32>(to, slot);
      to += 4;
    } else {
      store<u32>(starts, slot);
      starts += 4;
    }
  }
  queueEnd = to;
  setPathFloor(to);
  setPathTop(to);
  if (starts == last) return false;
  startPath(last, starts);
  return true;
}

/** Begins the path with the slots from `first` up to `last`, whose marks no longer matter. */
function startPath(first: usize, last: usize): void {
  const floor = queueEnd + gap();
  setPathFloor(floor);
  memory.copy(floor, first, last - first);
  let top = floor + (last - first);
  if (wide) {
    // Every slot gets a word of marks below it, from the last one on.
    const count = last - first;
    for (let i = count; i > 0; i -= 4) {
      store<u32>(floor + i * 2 - 4, load<u32>(floor + i - 4));
      store<u32>(floor + i * 2 - 8, 0);
    }
    top = floor + count * 2;
  }
  setPathTop(top);
}
