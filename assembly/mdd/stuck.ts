// The second part of FIRE(STUCK, …) (see fire.ts): what the left sides of this level's events accept is taken away from the children of F.
import { ANY, EMPTY, ROW_BYTES } from '../../src/dd/mdd/diagram-protocol';
import { greatest, isTable, least, next, recordOf, rows, selectedEnd, setAt } from './events';
import { begin, F, known, LEVEL, LIST, LO, ROW, remove, SIZE, TARGET, VALUE } from './fire-frame';
import { NODE } from './nodes';
import { MISS, status } from './state';

/** Takes away what each event whose top is this level accepts; false if it waits for a call (or was stopped). */
export function removeByAll(f: usize): bool {
  const level = load<u32>(f, LEVEL);
  const listEnd = selectedEnd(level);
  const set = setAt(level - 1);
  const lo = load<u32>(f, LO);
  const end = lo + load<u32>(f, SIZE);
  let i = load<u32>(f, VALUE);
  for (let list = load<u32>(f, LIST) as usize; list < listEnd; list += 4) {
    const record = recordOf(load<u32>(list));
    const last = min(end, greatest(record) + 1);
    for (i = max(i, least(record)); i < last; i++) {
      if (isTable(record)) {
        if (!removeByRows(f, record, i, list)) return false;
        continue;
      }
      const child = load<u32>(f + (((i - lo) as usize) << 2), F) & NODE;
      if (child === EMPTY) continue;
      const r = known(next(record), child, ANY, set);
      if (r === MISS) {
        store<u32>(f, list as u32, LIST);
        store<u32>(f, i + 1, VALUE);
        store<u32>(f, i, TARGET);
        begin(next(record), child, ANY, set);
        return false;
      }
      remove(f, i, r);
      if (status !== 0) return false;
    }
    i = lo;
  }
  return true;
}

/** Takes away what the rows of a table for the value `i` accept, from where it was left. */
function removeByRows(f: usize, record: usize, i: u32, list: usize): bool {
  const set = setAt(load<u32>(f, LEVEL) - 1);
  const at = f + (((i - load<u32>(f, LO)) as usize) << 2);
  const rowEnd = rows(record, i + 1);
  let row = load<u32>(f, ROW) as usize;
  if (row === 0) row = rows(record, i);
  for (; row < rowEnd; row += ROW_BYTES) {
    const child = load<u32>(at, F) & NODE;
    if (child === EMPTY) break;
    const rest = load<u32>(row, 4);
    const r = known(rest, child, ANY, set);
    if (r === MISS) {
      store<u32>(f, list as u32, LIST);
      store<u32>(f, i, VALUE);
      store<u32>(f, (row + ROW_BYTES) as u32, ROW);
      store<u32>(f, i, TARGET);
      begin(rest, child, ANY, set);
      return false;
    }
    remove(f, i, r);
    if (status !== 0) return false;
  }
  store<u32>(f, 0, ROW);
  return true;
}
