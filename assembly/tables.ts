// Groups given by rows (ETF): where the state matches the from-values of a row, the row's changes are added to its words.
//
// The rows of a group are divided by pattern: which variables they read. Rows of one pattern with equal from-values are
// neighbours, found by hashing the masked words of the state. The layout is in src/explicit/kernel/protocol.ts.
import {
  GROUP_HEADER,
  GROUP_PATTERNS,
  GROUP_TOUCHED,
  HASH_BYTES,
  PATTERN_HEADER,
  PATTERN_MASK,
  PATTERN_READS,
  PATTERN_ROW_BYTES,
  PATTERN_ROWS,
  PATTERN_TABLE,
  ROW_HEADER,
  ROW_ORDER,
  ROW_RUN,
} from '../src/explicit/kernel/protocol';
import { AnyWidth, anyBytes, copyState, mix } from './width';

/** Writes the successors of `state` by the group at `group`; gives the address behind them. */
export function tableRows(group: usize, state: usize, out: usize, hash: u64): usize {
  const patterns = load<u64>(group, GROUP_PATTERNS) as usize;
  const touched = load<u64>(group, GROUP_TOUCHED) as usize;
  const first = group + GROUP_HEADER + touched * 8;
  if (patterns === 1) {
    const pattern = load<u64>(first) as usize;
    let row = findRun(pattern, state);
    if (row === 0) return out;
    const size = rowBytes(pattern);
    for (let left = load<u64>(row, ROW_RUN); left > 0; left--) {
      out = writeRow(group, pattern, row, state, out, hash);
      row += size;
    }
    return out;
  }
  return mergeRuns(group, state, out, hash);
}

// @inline
function rowBytes(pattern: usize): usize {
  return load<u64>(pattern, PATTERN_ROW_BYTES) as usize;
}

/** The first row whose from-values the state has, or 0. */
function findRun(pattern: usize, state: usize): usize {
  const reads = load<u64>(pattern, PATTERN_READS) as usize;
  const mask = load<u64>(pattern, PATTERN_MASK) as u32;
  const slots = load<u64>(pattern, PATTERN_TABLE) as usize;
  const rows = load<u64>(pattern, PATTERN_ROWS) as usize;
  const size = rowBytes(pattern);
  const words = pattern + PATTERN_HEADER;
  let hash: u64 = 0;
  for (let i: usize = 0; i < reads; i++) {
    const at = words + i * 16;
    hash = mix(hash + (load<u64>(state + (load<u64>(at) as usize)) & load<u64>(at, 8)));
  }
  let slot = ((hash >> 32) as u32) & mask;
  while (true) {
    const entry = load<u32>(slots + (slot as usize) * 4);
    if (entry === 0) return 0;
    const row = rows + ((entry - 1) as usize) * size;
    if (matches(row + ROW_HEADER, state, words, reads)) return row;
    slot = (slot + 1) & mask;
  }
}

// @inline
function matches(values: usize, state: usize, words: usize, reads: usize): bool {
  for (let i: usize = 0; i < reads; i++) {
    const at = words + i * 16;
    if ((load<u64>(state + (load<u64>(at) as usize)) & load<u64>(at, 8)) !== load<u64>(values + i * 8)) return false;
  }
  return true;
}

function writeRow(group: usize, pattern: usize, row: usize, state: usize, out: usize, hash: u64): usize {
  const touched = load<u64>(group, GROUP_TOUCHED) as usize;
  const changes = row + ROW_HEADER + (load<u64>(pattern, PATTERN_READS) as usize) * 8;
  copyState<AnyWidth>(out, state);
  for (let i: usize = 0; i < touched; i++) {
    const at = out + (load<u64>(group + GROUP_HEADER + i * 8) as usize);
    store<u64>(at, load<u64>(at) + load<u64>(changes + i * 8));
  }
  store<u64>(out + anyBytes, hash + load<u64>(changes + touched * 8));
  return out + anyBytes + HASH_BYTES;
}

/** Several patterns: their runs are merged by the order of the rows in the group. */
function mergeRuns(group: usize, state: usize, out: usize, hash: u64): usize {
  const patterns = load<u64>(group, GROUP_PATTERNS) as usize;
  const touched = load<u64>(group, GROUP_TOUCHED) as usize;
  const list = group + GROUP_HEADER + touched * 8;
  // Two words per pattern follow the list: the next row, and how many are left.
  const cursors = list + patterns * 8;
  for (let i: usize = 0; i < patterns; i++) {
    const row = findRun(load<u64>(list + i * 8) as usize, state);
    store<u64>(cursors + i * 16, row);
    store<u64>(cursors + i * 16, row === 0 ? 0 : load<u64>(row, ROW_RUN), 8);
  }
  while (true) {
    let best: usize = patterns;
    let order = u64.MAX_VALUE;
    for (let i: usize = 0; i < patterns; i++) {
      if (load<u64>(cursors + i * 16, 8) === 0) continue;
      const candidate = load<u64>(load<u64>(cursors + i * 16) as usize, ROW_ORDER);
      if (candidate >= order) continue;
      order = candidate;
      best = i;
    }
    if (best === patterns) return out;
    const pattern = load<u64>(list + best * 8) as usize;
    const cursor = cursors + best * 16;
    const row = load<u64>(cursor) as usize;
    out = writeRow(group, pattern, row, state, out, hash);
    store<u64>(cursor, row + rowBytes(pattern));
    store<u64>(cursor, load<u64>(cursor, 8) - 1, 8);
  }
}
