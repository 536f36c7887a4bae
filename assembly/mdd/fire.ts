// The image of a set under one event, closed under an event set: saturation (Ciardo, Lüttgen, Siminiceanu, TACAS'01), and
// with a constraint constrained saturation (Zhao, Ciardo, ATVA'09). With no event set it is the plain image.
//
//   FIRE(e, n, w)  (cached)
//     for each child c of n and each way of e to take its value to j:  F[j] ∪= FIRE(rest of e, c, w[j])
//     while some F[i] has changed, for each event d of the set whose top is this level, and each way to take i to j:
//       F[j] ∪= FIRE(rest of d, F[i], w[j])
//     return the node with the children F
//
// The children of F are closed under the events below, since FIRE gives closed sets and closed sets are closed under union.
// With the event ALL and no event set to close under, it is the plain image under all events of the set that the host has
// written, in one walk: FIRE(ALL, …) of the children, and one step by each event whose top is this level.
//
// The cache's key holds the number of the set of events at this level or below: what differs only above is shared.
// Frames hold everything at the time of a call, so that the run can stop there.
import { intersect, union } from './apply';
import { findFire, putFire } from './cache';
import { collectIfDue } from './collect';
import {
  ALL, CLOSE, delta, eventLevel, greatest, isTable, least, listEnd, listStart, next, NONE, recordOf, rows, selectedAt, selectedEnd,
  selectedStart, SET_BITS, setAt,
} from './events';
import { childOf, childrenOf, constraintAt, intern, levelOf, loOf, NODE, sizeOf } from './nodes';
import {
  ANY, DONE, EMPTY, frame, MISS, operations, pop, push, reserve, ROOT_COUNT, ROOTS, setResult, sp, status, YIELD,
} from './state';

/** Marks children of F that changed and whose events have not been fired since. */
// @ts-ignore: decorator
@inline
const DIRTY: u32 = 0x8000_0000;

// The frame. List: where in the list of this level's events; 0 while F is being filled.
// @ts-ignore: decorator
@inline
const EVENT: usize = 8;
// @ts-ignore: decorator
@inline
const LEVEL: usize = 12;
// @ts-ignore: decorator
@inline
const LIST: usize = 16;
/** The value that is being fired. */
// @ts-ignore: decorator
@inline
const VALUE: usize = 20;
// @ts-ignore: decorator
@inline
const ROW: usize = 24;
// @ts-ignore: decorator
@inline
const ROW_END: usize = 28;
/** The value that the result of the call belongs to. */
// @ts-ignore: decorator
@inline
const TARGET: usize = 32;
// @ts-ignore: decorator
@inline
const LO: usize = 36;
// @ts-ignore: decorator
@inline
const SIZE: usize = 40;
/** No value beyond this one (in the order of work) is dirty; in a sweep: events since the last change. */
// @ts-ignore: decorator
@inline
const BOUND: usize = 44;
// @ts-ignore: decorator
@inline
const KEY: usize = 48;
// @ts-ignore: decorator
@inline
const SET: usize = ROOTS;
// @ts-ignore: decorator
@inline
const WITHIN: usize = ROOTS + 4;
// @ts-ignore: decorator
@inline
const F: usize = ROOTS + 8;

// @ts-ignore: decorator
@inline
const DESCENDING: u32 = 0;
// @ts-ignore: decorator
@inline
const ASCENDING: u32 = 1;
// @ts-ignore: decorator
@inline
const SWEEP: u32 = 2;

let order: u32 = DESCENDING;

export function setOrder(to: u32): void {
  order = to;
}

/** FIRE if it is obvious or cached, else MISS; `set` is the number of the event set at the node's level. */
// @ts-ignore: decorator
@inline
function known(event: u32, node: u32, within: u32, set: u32): u32 {
  if (event == NONE) {
    if (within == ANY) return node;
    event = CLOSE;
  }
  if (event >= ALL && set == 0) {
    if (event == ALL) return EMPTY;
    return within == ANY ? node : intersect(node, within);
  }
  return findFire(node, (event << SET_BITS) | set, within);
}

/** Starts FIRE(event, node, within): DONE with the result known, or to be continued with `run`. */
export function fire(event: u32, node: u32, within: u32): i32 {
  if (node == EMPTY || within == EMPTY) {
    setResult(EMPTY);
    return DONE;
  }
  const set = event == ALL ? selectedAt(levelOf(node)) : setAt(levelOf(node));
  const r = known(event, node, within, set);
  if (r == MISS) {
    begin(event, node, within, set);
    return status != 0 ? status : YIELD;
  }
  setResult(r);
  return status;
}

/** Starts the frame of one node. */
function begin(event: u32, node: u32, within: u32, set: u32): usize {
  const f = push(2);
  if (f == 0) return 0;
  if (event == NONE) event = CLOSE;
  const level = levelOf(node);
  store<u32>(f, 2, ROOT_COUNT);
  store<u32>(f, event, EVENT);
  store<u32>(f, level, LEVEL);
  store<u32>(f, 0, LIST);
  store<u32>(f, loOf(node), VALUE);
  store<u32>(f, 0, ROW);
  store<u32>(f, 0, ROW_END);
  store<u32>(f, 0, LO);
  store<u32>(f, 0, SIZE);
  store<u32>(f, 0, BOUND);
  store<u32>(f, (event << SET_BITS) | set, KEY);
  store<u32>(f, node, SET);
  store<u32>(f, within, WITHIN);
  collectIfDue();
  return f;
}

/** Continues for about `slice` operations: DONE with the result, YIELD, or a reason to give up. */
export function run(slice: u32): i32 {
  const stop = operations + (slice as f64);
  while (status == 0) {
    const f = frame;
    if (operations > stop) return YIELD;
    if (load<u32>(f, LIST) == 0 && !fill(f)) continue;
    if (load<u32>(f, LIST) != 0) {
      if (load<u32>(f, EVENT) == ALL) {
        if (!stepByAll(f)) continue;
      } else if (!(order == SWEEP ? sweepAll(f) : settle(f))) continue;
    }
    const r = intern(load<u32>(f, LEVEL), load<u32>(f, LO), load<u32>(f, SIZE), f + F);
    if (status != 0) break;
    putFire(load<u32>(f, SET), load<u32>(f, KEY), load<u32>(f, WITHIN), r);
    const above = pop();
    if (above == 0) {
      setResult(r);
      return DONE;
    }
    add(above, load<u32>(above, TARGET), r);
  }
  return status;
}

/** Fills F by firing the event at the node's children; false if it waits for a call (or was stopped). */
function fill(f: usize): bool {
  const event = load<u32>(f, EVENT);
  const node = load<u32>(f, SET);
  const level = load<u32>(f, LEVEL);
  const record: usize = event >= ALL ? (0 as usize) : recordOf(event);
  if (record != 0 && eventLevel(record) == level && isTable(record)) {
    if (!fillByTable(f, record)) return false;
  } else {
    let from = load<u32>(f, VALUE);
    let end = loOf(node) + sizeOf(node);
    let by: u32 = 0;
    let rest = event;
    if (record != 0 && eventLevel(record) == level) {
      by = delta(record);
      rest = next(record);
      from = max(from, least(record));
      end = min(end, greatest(record) + 1);
    }
    const within = load<u32>(f, WITHIN);
    const set = event == ALL ? selectedAt(level - 1) : setAt(level - 1);
    if (event == ALL && set == 0) from = end;
    const children = childrenOf(node) - ((loOf(node) as usize) << 2);
    if (from < end && load<u32>(f, SIZE) == 0 && !cover(f, from + by, end - from)) return false;
    for (let i = from; i < end; i++) {
      const child = load<u32>(children + ((i as usize) << 2));
      if (child == EMPTY) continue;
      const w = constraintAt(within, i + by);
      if (w == EMPTY) continue;
      const r = known(rest, child, w, set);
      if (r == MISS) {
        store<u32>(f, i + 1, VALUE);
        store<u32>(f, i + by, TARGET);
        begin(rest, child, w, set);
        return false;
      }
      store<u32>(f + (((i + by - load<u32>(f, LO)) as usize) << 2), r == EMPTY ? 0 : r | DIRTY, F);
    }
    if (status != 0) return false;
  }
  if (event == ALL) {
    if (selectedStart(level) < selectedEnd(level)) store<u32>(f, selectedStart(level) as u32, LIST);
    store<u32>(f, loOf(node), VALUE);
  } else startSettling(f, level);
  return true;
}

/** One step by each event whose top is this level, at the node's own children; false if it waits for a call (or was stopped). */
function stepByAll(f: usize): bool {
  const node = load<u32>(f, SET);
  const lo = loOf(node);
  const level = load<u32>(f, LEVEL);
  const listEnd = selectedEnd(level);
  const within = load<u32>(f, WITHIN);
  const set = setAt(level - 1);
  let i = load<u32>(f, VALUE);
  for (let list = load<u32>(f, LIST) as usize; list < listEnd; list += 4) {
    const record = recordOf(load<u32>(list));
    const end = min(lo + sizeOf(node), greatest(record) + 1);
    for (i = max(i, least(record)); i < end; i++) {
      const child = childOf(node, i);
      if (child == EMPTY) continue;
      if (isTable(record)) {
        if (!stepByRows(f, record, i, list)) return false;
        continue;
      }
      const j = i + delta(record);
      const w = constraintAt(within, j);
      if (w == EMPTY) continue;
      const r = known(next(record), child, w, set);
      if (r == MISS) {
        store<u32>(f, list as u32, LIST);
        store<u32>(f, i + 1, VALUE);
        store<u32>(f, j, TARGET);
        begin(next(record), child, w, set);
        return false;
      }
      add(f, j, r);
      if (status != 0) return false;
    }
    i = lo;
  }
  return true;
}

/** One step by a table at the node's own child of the value `i`; false if it waits for a call (or was stopped). */
function stepByRows(f: usize, record: usize, i: u32, list: usize): bool {
  const child = childOf(load<u32>(f, SET), i);
  const within = load<u32>(f, WITHIN);
  const set = setAt(load<u32>(f, LEVEL) - 1);
  const rowEnd = rows(record, i + 1);
  let row = load<u32>(f, ROW) as usize;
  if (row == 0) row = rows(record, i);
  for (; row < rowEnd; row += 8) {
    const j = load<u32>(row);
    const w = constraintAt(within, j);
    if (w == EMPTY) continue;
    const r = known(load<u32>(row, 4), child, w, set);
    if (r == MISS) {
      store<u32>(f, list as u32, LIST);
      store<u32>(f, i, VALUE);
      store<u32>(f, (row + 8) as u32, ROW);
      store<u32>(f, j, TARGET);
      begin(load<u32>(row, 4), child, w, set);
      return false;
    }
    add(f, j, r);
    if (status != 0) return false;
  }
  store<u32>(f, 0, ROW);
  return true;
}

function fillByTable(f: usize, record: usize): bool {
  const node = load<u32>(f, SET);
  const lo = loOf(node);
  const end = min(lo + sizeOf(node), greatest(record) + 1);
  let i = load<u32>(f, VALUE);
  let row = load<u32>(f, ROW) as usize;
  let rowEnd = load<u32>(f, ROW_END) as usize;
  if (row == 0) {
    i = max(i, least(record));
    if (i >= end) return true;
    row = rows(record, i);
    rowEnd = rows(record, i + 1);
  }
  const within = load<u32>(f, WITHIN);
  const set = setAt(load<u32>(f, LEVEL) - 1);
  while (true) {
    const child = childOf(node, i);
    if (child == EMPTY) row = rowEnd;
    while (row < rowEnd) {
      const j = load<u32>(row);
      const rest = load<u32>(row, 4);
      row += 8;
      const w = constraintAt(within, j);
      if (w == EMPTY) continue;
      const r = known(rest, child, w, set);
      if (r == MISS) {
        store<u32>(f, i, VALUE);
        store<u32>(f, row as u32, ROW);
        store<u32>(f, rowEnd as u32, ROW_END);
        store<u32>(f, j, TARGET);
        begin(rest, child, w, set);
        return false;
      }
      add(f, j, r);
      if (status != 0) return false;
    }
    if (++i >= end) return true;
    row = rowEnd;
    rowEnd = rows(record, i + 1);
  }
  return true;
}

/** Makes F ready for the events of this level, if there are any and F is not empty. */
// @ts-ignore: decorator
@inline
function startSettling(f: usize, level: u32): void {
  const list = listStart(level);
  const size = load<u32>(f, SIZE);
  if (list == listEnd(level) || size == 0) return;
  const lo = load<u32>(f, LO);
  store<u32>(f, listEnd(level) as u32, LIST);
  if (order == SWEEP) {
    store<u32>(f, list as u32, LIST);
    store<u32>(f, lo, VALUE);
    store<u32>(f, 0, BOUND);
  } else store<u32>(f, order == ASCENDING ? lo : lo + size - 1, BOUND);
  store<u32>(f, 0, ROW);
  store<u32>(f, 0, ROW_END);
}

/** Fires the events of this level at the dirty children until there are none; false if it waits for a call (or was stopped). */
function settle(f: usize): bool {
  const level = load<u32>(f, LEVEL);
  const end = listEnd(level);
  const within = load<u32>(f, WITHIN);
  const set = setAt(level - 1);
  let list = load<u32>(f, LIST) as usize;
  let i = load<u32>(f, VALUE);
  while (true) {
    if (list == end) {
      if (!takeDirty(f)) return true;
      i = load<u32>(f, VALUE);
      list = listStart(level);
    }
    const record = recordOf(load<u32>(list));
    if (i >= least(record) && i <= greatest(record)) {
      if (isTable(record)) {
        if (!fireRows(f, record, i, list)) return false;
      } else {
        const j = i + delta(record);
        const w = constraintAt(within, j);
        if (w != EMPTY) {
          const child = load<u32>(f + (((i - load<u32>(f, LO)) as usize) << 2), F) & NODE;
          const r = known(next(record), child, w, set);
          if (r == MISS) {
            store<u32>(f, (list + 4) as u32, LIST);
            store<u32>(f, i, VALUE);
            store<u32>(f, j, TARGET);
            begin(next(record), child, w, set);
            return false;
          }
          add(f, j, r);
          if (status != 0) return false;
        }
      }
    }
    list += 4;
  }
  return true;
}

/** Fires one table at the value `i`, from where it was left; false if it waits for a call (or was stopped). */
function fireRows(f: usize, record: usize, i: u32, list: usize): bool {
  let row = load<u32>(f, ROW) as usize;
  if (row == 0) row = rows(record, i);
  const rowEnd = rows(record, i + 1);
  const within = load<u32>(f, WITHIN);
  const set = setAt(load<u32>(f, LEVEL) - 1);
  while (row < rowEnd) {
    const j = load<u32>(row);
    const rest = load<u32>(row, 4);
    row += 8;
    const w = constraintAt(within, j);
    if (w == EMPTY) continue;
    const child = load<u32>(f + (((i - load<u32>(f, LO)) as usize) << 2), F) & NODE;
    const r = known(rest, child, w, set);
    if (r == MISS) {
      store<u32>(f, list as u32, LIST);
      store<u32>(f, i, VALUE);
      store<u32>(f, row as u32, ROW);
      store<u32>(f, j, TARGET);
      begin(rest, child, w, set);
      return false;
    }
    add(f, j, r);
    if (status != 0) return false;
  }
  store<u32>(f, 0, ROW);
  return true;
}

/** Takes the next dirty child in the order of work as VALUE and cleans it; false if there is none. */
// @ts-ignore: decorator
@inline
function takeDirty(f: usize): bool {
  const lo = load<u32>(f, LO);
  const size = load<u32>(f, SIZE);
  const step: u32 = order == ASCENDING ? 1 : -1;
  for (let k = load<u32>(f, BOUND) - lo; k < size; k += step) {
    const at = f + ((k as usize) << 2);
    const entry = load<u32>(at, F);
    if ((entry & DIRTY) == 0) continue;
    store<u32>(at, entry & NODE, F);
    store<u32>(f, lo + k, BOUND);
    store<u32>(f, lo + k, VALUE);
    return true;
  }
  return false;
}

/** Like `settle`, event by event: each at all children, until no event changes anything. */
function sweepAll(f: usize): bool {
  const level = load<u32>(f, LEVEL);
  const events = ((listEnd(level) - listStart(level)) >> 2) as u32;
  const within = load<u32>(f, WITHIN);
  const set = setAt(level - 1);
  while (true) {
    const list = load<u32>(f, LIST) as usize;
    const record = recordOf(load<u32>(list));
    let i = max(load<u32>(f, VALUE), least(record));
    while (i <= greatest(record) && i - load<u32>(f, LO) < load<u32>(f, SIZE)) {
      const child = load<u32>(f + (((i - load<u32>(f, LO)) as usize) << 2), F) & NODE;
      if (child != EMPTY) {
        if (isTable(record)) {
          if (!fireRows(f, record, i, list)) return false;
        } else {
          const j = i + delta(record);
          const w = constraintAt(within, j);
          const r = w == EMPTY ? EMPTY : known(next(record), child, w, set);
          if (r == MISS) {
            store<u32>(f, i + 1, VALUE);
            store<u32>(f, j, TARGET);
            begin(next(record), child, w, set);
            return false;
          }
          add(f, j, r);
          if (status != 0) return false;
        }
      }
      i++;
    }
    // BOUND counts the events since the last change; `add` sets it back.
    const quiet = load<u32>(f, BOUND) + 1;
    if (quiet > events) return true;
    store<u32>(f, quiet, BOUND);
    store<u32>(f, load<u32>(f, LO), VALUE);
    store<u32>(f, (list + 4 == listEnd(level) ? listStart(level) : list + 4) as u32, LIST);
  }
  return true;
}

/** F[value] ∪= node; a change makes it dirty. */
function add(f: usize, value: u32, node: u32): void {
  if (node == EMPTY) return;
  if (value - load<u32>(f, LO) >= load<u32>(f, SIZE) && !cover(f, value, 1)) return;
  const at = f + (((value - load<u32>(f, LO)) as usize) << 2);
  const entry = load<u32>(at, F);
  const old = entry & NODE;
  if (old == node) return;
  const all = old == EMPTY ? node : union(old, node);
  if (all == old || status != 0) return;
  store<u32>(at, all | DIRTY, F);
  if (load<u32>(f, LIST) == 0) return;
  if (order == SWEEP) store<u32>(f, 0, BOUND);
  else if (order == ASCENDING ? value < load<u32>(f, BOUND) : value > load<u32>(f, BOUND)) store<u32>(f, value, BOUND);
}

/** Makes F have `count` values from `value` on; the frame is the topmost one. */
function cover(f: usize, value: u32, count: u32): bool {
  const size = load<u32>(f, SIZE);
  const lo = size == 0 ? value : load<u32>(f, LO);
  // Downwards in larger steps, since every step moves all entries.
  const newLo = value < lo ? min(value, lo - min(lo, size >> 2)) : lo;
  const newEnd = max(lo + size, value + count);
  const newSize = newEnd - newLo;
  if (newSize == size) return true;
  if (newSize > 0x0fff_ffff || !reserve(f + F + ((newSize as usize) << 2))) {
    reserve(0);
    return false;
  }
  const shift = ((lo - newLo) as usize) << 2;
  const oldBytes = (size as usize) << 2;
  if (shift != 0) {
    memory.copy(f + F + shift, f + F, oldBytes);
    memory.fill(f + F, 0, shift);
  }
  const used = shift + oldBytes;
  memory.fill(f + F + used, 0, ((newSize as usize) << 2) - used);
  store<u32>(f, newLo, LO);
  store<u32>(f, newSize, SIZE);
  store<u32>(f, newSize + 2, ROOT_COUNT);
  return true;
}
