// The second part of FIRE (see fire.ts): the events of a level fire at the children of F until nothing changes.
import { ASCENDING, EMPTY, ROW_BYTES, SWEEP } from '../../src/dd/mdd/diagram-protocol';
import { delta, greatest, isTable, least, listEnd, listStart, next, recordOf, rows, setAt } from './events';
import {
  add,
  BOUND,
  begin,
  DIRTY,
  F,
  known,
  LEVEL,
  LIST,
  LO,
  order,
  ROW,
  ROW_END,
  SIZE,
  TARGET,
  VALUE,
  WITHIN,
} from './fire-frame';
import { constraintAt, NODE } from './nodes';
import { MISS, status } from './state';

/** Makes F ready for the events of this level, if there are any and F is not empty. */
// @inline
export function startSettling(f: usize, level: u32): void {
  const list = listStart(level);
  const size = load<u32>(f, SIZE);
  if (list === listEnd(level) || size === 0) return;
  const lo = load<u32>(f, LO);
  store<u32>(f, listEnd(level) as u32, LIST);
  if (order === SWEEP) {
    store<u32>(f, list as u32, LIST);
    store<u32>(f, lo, VALUE);
    store<u32>(f, 0, BOUND);
  } else store<u32>(f, order === ASCENDING ? lo : lo + size - 1, BOUND);
  store<u32>(f, 0, ROW);
  store<u32>(f, 0, ROW_END);
}

/** Fires the events of this level at the dirty children until there are none; false if it waits for a call (or was stopped). */
export function settle(f: usize): bool {
  const level = load<u32>(f, LEVEL);
  const end = listEnd(level);
  const within = load<u32>(f, WITHIN);
  const set = setAt(level - 1);
  let list = load<u32>(f, LIST) as usize;
  let i = load<u32>(f, VALUE);
  while (true) {
    if (list === end) {
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
        if (w !== EMPTY) {
          const child = load<u32>(f + (((i - load<u32>(f, LO)) as usize) << 2), F) & NODE;
          const r = known(next(record), child, w, set);
          if (r === MISS) {
            store<u32>(f, (list + 4) as u32, LIST);
            store<u32>(f, i, VALUE);
            store<u32>(f, j, TARGET);
            begin(next(record), child, w, set);
            return false;
          }
          add(f, j, r);
          if (status !== 0) return false;
        }
      }
    }
    list += 4;
  }
}

/** Fires one table at the value `i`, from where it was left; false if it waits for a call (or was stopped). */
function fireRows(f: usize, record: usize, i: u32, list: usize): bool {
  let row = load<u32>(f, ROW) as usize;
  if (row === 0) row = rows(record, i);
  const rowEnd = rows(record, i + 1);
  const within = load<u32>(f, WITHIN);
  const set = setAt(load<u32>(f, LEVEL) - 1);
  while (row < rowEnd) {
    const j = load<u32>(row);
    const rest = load<u32>(row, 4);
    row += ROW_BYTES;
    const w = constraintAt(within, j);
    if (w === EMPTY) continue;
    const child = load<u32>(f + (((i - load<u32>(f, LO)) as usize) << 2), F) & NODE;
    const r = known(rest, child, w, set);
    if (r === MISS) {
      store<u32>(f, list as u32, LIST);
      store<u32>(f, i, VALUE);
      store<u32>(f, row as u32, ROW);
      store<u32>(f, j, TARGET);
      begin(rest, child, w, set);
      return false;
    }
    add(f, j, r);
    if (status !== 0) return false;
  }
  store<u32>(f, 0, ROW);
  return true;
}

/** Takes the next dirty child in the order of work as VALUE and cleans it; false if there is none. */
// @inline
function takeDirty(f: usize): bool {
  const lo = load<u32>(f, LO);
  const size = load<u32>(f, SIZE);
  const step: u32 = order === ASCENDING ? 1 : -1;
  for (let k = load<u32>(f, BOUND) - lo; k < size; k += step) {
    const at = f + ((k as usize) << 2);
    const entry = load<u32>(at, F);
    if ((entry & DIRTY) === 0) continue;
    store<u32>(at, entry & NODE, F);
    store<u32>(f, lo + k, BOUND);
    store<u32>(f, lo + k, VALUE);
    return true;
  }
  return false;
}

/** Like `settle`, event by event: each at all children, until no event changes anything. */
export function sweepAll(f: usize): bool {
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
      if (child !== EMPTY) {
        if (isTable(record)) {
          if (!fireRows(f, record, i, list)) return false;
        } else {
          const j = i + delta(record);
          const w = constraintAt(within, j);
          const r = w === EMPTY ? EMPTY : known(next(record), child, w, set);
          if (r === MISS) {
            store<u32>(f, i + 1, VALUE);
            store<u32>(f, j, TARGET);
            begin(next(record), child, w, set);
            return false;
          }
          add(f, j, r);
          if (status !== 0) return false;
        }
      }
      i++;
    }
    // BOUND counts the events since the last change; `add` sets it back.
    const quiet = load<u32>(f, BOUND) + 1;
    if (quiet > events) return true;
    store<u32>(f, quiet, BOUND);
    store<u32>(f, load<u32>(f, LO), VALUE);
    store<u32>(f, (list + 4 === listEnd(level) ? listStart(level) : list + 4) as u32, LIST);
  }
}
