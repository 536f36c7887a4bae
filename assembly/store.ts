// The state store: packed states in an arena, in the order of their ids, and a hash set of ids over it.
//
// A table entry is 0 (free) or (tag | id + 1), where the tag takes the bits that the table's size leaves over; it spares
// most looks into the arena. Linear probing; the table is doubled in place (cleared and filled again from the arena).
// When it can grow no more the store is full, and either ends the run or is frozen: then it only answers, and new
// states go to other memories behind the import `elsewhere`.
import { MOST_LOAD, NO_ID, SLOT_BYTES } from '../src/explicit/kernel/protocol';
import { bytesOf, copyState, equalStates, linearHash, mix, Words1 } from './width';

export let arena: usize = 0;
export let capacity: u32 = 0;
export let count: u32 = 0;
export let keys: usize = 0;
let table: usize = 0;
let mask: u32 = 0;
let maxMask: u32 = 0;
let limit: u32 = 0;

/** Lays out an empty store. `bits` and `maxBits` are the logarithms of the table's first and largest size. */
export function openStore(arenaAt: usize, room: u32, tableAt: usize, keysAt: usize, bits: u32, maxBits: u32): void {
  arena = arenaAt;
  capacity = room;
  table = tableAt;
  keys = keysAt;
  count = 0;
  maxMask = (((<u64>1) << maxBits) - 1) as u32;
  setTableBits(bits);
}

function setTableBits(bits: u32): void {
  mask = (((<u64>1) << bits) - 1) as u32;
  limit = min(capacity, ((((mask as u64) + 1) * 3) / 4) as u32);
}

export function tableBytes(): u32 {
  return (mask + 1) * SLOT_BYTES;
}

// @inline
export function touch(x: u64): u32 {
  return load<u32>(table + (((x >> 32) as u32) & mask) * SLOT_BYTES);
}

/** The id of the state at `p`, whose mixed hash is `x`; NO_ID if it is not there. */
// @inline
export function find<S>(p: usize, x: u64): u32 {
  const bits = mask;
  const slots = table;
  const tag = (x as u32) & ~bits;
  let slot = ((x >> 32) as u32) & bits;
  while (true) {
    const entry = load<u32>(slots + slot * SLOT_BYTES);
    if (entry === 0) return NO_ID;
    if ((entry & ~bits) === tag) {
      const id = (entry & bits) - 1;
      if (equalStates<S>(arena + (id as usize) * bytesOf<S>(), p)) return id;
    }
    slot = (slot + 1) & bits;
  }
}

/** The id of the state at `p`; a new state gets the id `count`. There must be room. */
// @inline
export function findOrAdd<S>(p: usize, x: u64): u32 {
  const bits = mask;
  const slots = table;
  const tag = (x as u32) & ~bits;
  let slot = ((x >> 32) as u32) & bits;
  while (true) {
    const entry = load<u32>(slots + slot * SLOT_BYTES);
    if (entry === 0) break;
    if ((entry & ~bits) === tag) {
      const id = (entry & bits) - 1;
      if (equalStates<S>(arena + (id as usize) * bytesOf<S>(), p)) return id;
    }
    slot = (slot + 1) & bits;
  }
  const id = count;
  count = id + 1;
  store<u32>(slots + slot * SLOT_BYTES, tag | (id + 1));
  copyState<S>(arena + (id as usize) * bytesOf<S>(), p);
  return id;
}

/** Makes room for `more` states; false when the store is full. */
export function makeRoom<S>(more: u32): bool {
  while ((count as u64) + more > limit) {
    const raised = raiseLimit();
    if (raised === NOT_RAISED) return false;
    if (raised === DOUBLED) refill<S>();
  }
  return true;
}

/** How the limit of states was raised; a table that was doubled is to be cleared and filled again. */
export const NOT_RAISED = 0;
export const RAISED = 1;
export const DOUBLED = 2;

export function raiseLimit(): i32 {
  if (limit >= capacity) return NOT_RAISED;
  if (mask < maxMask) {
    setTableBits(popcnt(mask) + 1);
    return DOUBLED;
  }
  // The largest table may be filled further, at the price of longer probes.
  const last = min(capacity, ((((mask as u64) + 1) * MOST_LOAD) / 16) as u32);
  if (last === limit) return NOT_RAISED;
  limit = last;
  return RAISED;
}

// For several threads (threads/numbered.ts), which agree on these.

/** The table has 2^bits slots and takes `most` states. */
export function placeTableOfIds(bits: u32, most: u32): void {
  setTableBits(bits);
  limit = most;
}

/** The states that there are. */
export function setCount(states: u32): void {
  count = states;
}

/** How many states there may be. */
// @inline
export function mostStates(): u32 {
  return limit;
}

/** The table of ids, and the number of its slots less one. */
// @inline
export function idsAt(): usize {
  return table;
}

// @inline
export function idsMask(): u32 {
  return mask;
}

// @inline
export function hasRoom(more: u32): bool {
  return (count as u64) + more <= limit;
}

function refill<S>(): void {
  memory.fill(table, 0, ((mask as usize) + 1) * SLOT_BYTES);
  const bits = mask;
  const slots = table;
  let p = arena;
  for (let id: u32 = 1, end = count; id <= end; id++) {
    const x = mix(linearHash<S>(p, keys));
    let slot = ((x >> 32) as u32) & bits;
    while (load<u32>(slots + slot * SLOT_BYTES) !== 0) slot = (slot + 1) & bits;
    store<u32>(slots + slot * SLOT_BYTES, ((x as u32) & ~bits) | id);
    p += bytesOf<S>();
  }
}

/** `makeRoom` for roots of folded states, which are one word wide. */
export function makeRoomForRoots(more: u32): bool {
  return makeRoom<Words1>(more);
}
