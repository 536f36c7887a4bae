// The first part of FIRE (see fire.ts): the image of a node's children under one event, or under all events of the set.
import { ALL, EMPTY, ROW_BYTES, STUCK } from '../../src/dd/mdd/diagram-protocol';
import {
  delta,
  eventLevel,
  greatest,
  guarding,
  isByAll,
  isTable,
  least,
  next,
  recordOf,
  rows,
  selectedAt,
  selectedEnd,
  selectedStart,
  setAt,
} from './events';
import {
  add,
  begin,
  cover,
  DIRTY,
  EVENT,
  F,
  known,
  LEVEL,
  LIST,
  LO,
  ROW,
  ROW_END,
  SET,
  SIZE,
  TARGET,
  VALUE,
  WITHIN,
} from './fire-frame';
import { childOf, childrenOf, constraintAt, loOf, sizeOf } from './nodes';
import { startSettling } from './settle';
import { MISS, status } from './state';

/** Fills F by firing the event at the node's children; false if it waits for a call (or was stopped). */
export function fill(f: usize): bool {
  const event = load<u32>(f, EVENT);
  const node = load<u32>(f, SET);
  const level = load<u32>(f, LEVEL);
  const record: usize = event >= (STUCK as u32) ? (0 as usize) : recordOf(event);
  if (record !== 0 && eventLevel(record) === level && isTable(record)) {
    if (!fillByTable(f, record)) return false;
  } else {
    let from = load<u32>(f, VALUE);
    let end = loOf(node) + sizeOf(node);
    let by: u32 = 0;
    let rest = event;
    if (record !== 0 && eventLevel(record) === level) {
      by = guarding ? 0 : delta(record);
      rest = next(record);
      from = max(from, least(record));
      end = min(end, greatest(record) + 1);
    }
    const within = load<u32>(f, WITHIN);
    const set = isByAll(event) ? selectedAt(level - 1) : setAt(level - 1);
    if (event === ALL && set === 0) from = end;
    const children = childrenOf(node) - ((loOf(node) as usize) << 2);
    if (from < end && load<u32>(f, SIZE) === 0 && !cover(f, from + by, end - from)) return false;
    for (let i = from; i < end; i++) {
      const child = load<u32>(children + ((i as usize) << 2));
      if (child === EMPTY) continue;
      const w = constraintAt(within, i + by);
      if (w === EMPTY) continue;
      const r = known(rest, child, w, set);
      if (r === MISS) {
        store<u32>(f, i + 1, VALUE);
        store<u32>(f, i + by, TARGET);
        begin(rest, child, w, set);
        return false;
      }
      store<u32>(f + (((i + by - load<u32>(f, LO)) as usize) << 2), r === EMPTY ? 0 : r | DIRTY, F);
    }
    if (status !== 0) return false;
  }
  if (isByAll(event)) {
    if (selectedStart(level) < selectedEnd(level)) store<u32>(f, selectedStart(level) as u32, LIST);
    store<u32>(f, loOf(node), VALUE);
  } else startSettling(f, level);
  return true;
}

function fillByTable(f: usize, record: usize): bool {
  const node = load<u32>(f, SET);
  const lo = loOf(node);
  const end = min(lo + sizeOf(node), greatest(record) + 1);
  let i = load<u32>(f, VALUE);
  let row = load<u32>(f, ROW) as usize;
  let rowEnd = load<u32>(f, ROW_END) as usize;
  if (row === 0) {
    i = max(i, least(record));
    if (i >= end) return true;
    row = rows(record, i);
    rowEnd = rows(record, i + 1);
  }
  const within = load<u32>(f, WITHIN);
  const set = setAt(load<u32>(f, LEVEL) - 1);
  while (true) {
    const child = childOf(node, i);
    if (child === EMPTY) row = rowEnd;
    while (row < rowEnd) {
      const j = guarding ? i : load<u32>(row);
      const rest = load<u32>(row, 4);
      row += ROW_BYTES;
      const w = constraintAt(within, j);
      if (w === EMPTY) continue;
      const r = known(rest, child, w, set);
      if (r === MISS) {
        store<u32>(f, i, VALUE);
        store<u32>(f, row as u32, ROW);
        store<u32>(f, rowEnd as u32, ROW_END);
        store<u32>(f, j, TARGET);
        begin(rest, child, w, set);
        return false;
      }
      add(f, j, r);
      if (status !== 0) return false;
    }
    if (++i >= end) return true;
    row = rowEnd;
    rowEnd = rows(record, i + 1);
  }
}

/** One step by each event whose top is this level, at the node's own children; false if it waits for a call (or was stopped). */
export function stepByAll(f: usize): bool {
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
      if (child === EMPTY) continue;
      if (isTable(record)) {
        if (!stepByRows(f, record, i, list)) return false;
        continue;
      }
      const j = i + delta(record);
      const w = constraintAt(within, j);
      if (w === EMPTY) continue;
      const r = known(next(record), child, w, set);
      if (r === MISS) {
        store<u32>(f, list as u32, LIST);
        store<u32>(f, i + 1, VALUE);
        store<u32>(f, j, TARGET);
        begin(next(record), child, w, set);
        return false;
      }
      add(f, j, r);
      if (status !== 0) return false;
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
  if (row === 0) row = rows(record, i);
  for (; row < rowEnd; row += ROW_BYTES) {
    const j = load<u32>(row);
    const w = constraintAt(within, j);
    if (w === EMPTY) continue;
    const r = known(load<u32>(row, 4), child, w, set);
    if (r === MISS) {
      store<u32>(f, list as u32, LIST);
      store<u32>(f, i, VALUE);
      store<u32>(f, (row + ROW_BYTES) as u32, ROW);
      store<u32>(f, j, TARGET);
      begin(load<u32>(row, 4), child, w, set);
      return false;
    }
    add(f, j, r);
    if (status !== 0) return false;
  }
  store<u32>(f, 0, ROW);
  return true;
}
