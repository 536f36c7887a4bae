// States of one word, kept in the hash table itself: an entry is the word without its lowest six bits (plus one, 0 being
// free) and a map of 64 bits, one for each value of these six that was found. Variables that move freely beside the others
// are put there (leaves.ts), so that an entry holds many states, and successors of one state often share one. Exact: what
// is compared is the whole state. States that wait for their expansion are also in a ring, in the order of their
// discovery. The search over them is in spread.ts.
import {
  DONE,
  ENTRY_BYTES,
  FULL,
  HASH_BYTES,
  LEAF_BITS,
  LEAF_STATES,
  MOST_LOAD,
  WORD_BYTES,
} from '../src/explicit/kernel/protocol';
import { mix } from './width';

let table: usize = 0;
let mask: u32 = 0;
let maxMask: u32 = 0;
let limit: u32 = 0;
let entries: u32 = 0;
let buffer: usize = 0;
let key: u64 = 0;
let ring: usize = 0;
let ringMask: u32 = 0;
let maxRingMask: u32 = 0;
export let inlineCount: u32 = 0;
/** Where the ring begins and ends, counted from the start of the search; bits of these numbers are places in the ring. */
export let inlineHead: u32 = 0;
export let inlineTail: u32 = 0;
let sink: u32 = 0;

export function openInline(tableAt: usize, bits: u32, maxBits: u32, bufferAt: usize): void {
  table = tableAt;
  maxMask = (((<u64>1) << maxBits) - 1) as u32;
  buffer = bufferAt;
  inlineCount = 0;
  entries = 0;
  setBits(bits);
}

/** The ring grows from 2^bits to 2^maxBits states. */
export function openRing(ringAt: usize, bits: u32, maxBits: u32, keyAt: usize): void {
  ring = ringAt;
  ringMask = (1 << bits) - 1;
  maxRingMask = (1 << maxBits) - 1;
  key = load<u64>(keyAt);
  inlineHead = 0;
  inlineTail = 0;
}

/** Forgets which states wait. */
export function emptyRing(): void {
  inlineHead = inlineTail;
}

export function inlineBytes(): usize {
  return ((mask as usize) + 1) * ENTRY_BYTES + ((ringMask as usize) + 1) * 8;
}

export function getInlineSink(): u32 {
  return sink;
}

/** The logarithm of the number of slots. */
export function inlineTableBits(): u32 {
  return popcnt(mask);
}

/** Entries of the table that are used. */
export function inlineEntries(): u32 {
  return entries;
}

/** The table has so many entries and states: it was copied. */
export function setInlineCounts(entriesUsed: u32, states: u32): void {
  entries = entriesUsed;
  inlineCount = states;
}

// @inline
export function tableAt(): usize {
  return table;
}

/** The number of slots of the table less one. */
// @inline
export function tableMask(): u32 {
  return mask;
}

/** Where the entry of a state is looked for first, in a table of `bits` + 1 slots. */
// @inline
export function slotOfState(state: u64, bits: u32): u32 {
  return ((mix((state >> LEAF_BITS) * key) >> 32) as u32) & bits;
}

/** Where the waiting state number `at` of the ring is. */
// @inline
export function waiting(at: u32): usize {
  return ring + ((at & ringMask) as usize) * 8;
}

/** The number of places in the ring less one. */
// @inline
export function placesMask(): u32 {
  return ringMask;
}

/** Sets where the ring begins and ends, and the size that it has. */
export function placeRing(head: u32, tail: u32, bits: u32): void {
  inlineHead = head;
  inlineTail = tail;
  ringMask = (1 << bits) - 1;
}

/** Sets the size of the table: another thread has changed it. */
export function placeTable(bits: u32): void {
  setBits(bits);
}

/** Sets how many entries the table may have. */
export function setMostEntries(most: u32): void {
  limit = most;
}

/** How many entries the table may have. */
export function mostEntries(): u32 {
  return limit;
}

/** Takes the first `n` states out of the ring. */
// @inline
export function takeWaiting(n: u32): void {
  inlineHead += n;
}

function setBits(bits: u32): void {
  mask = (((<u64>1) << bits) - 1) as u32;
  limit = ((((mask as u64) + 1) * 5) / 8) as u32;
}

/** Makes room for `more` states in the table and in the ring; false if there is none. */
// @inline
function makeRoom(more: u32): bool {
  if ((entries as u64) + more > limit && !growTable(more)) return false;
  return inlineTail - inlineHead + more <= ringMask || growRing(more);
}

function growTable(more: u32): bool {
  while ((entries as u64) + more > limit) {
    if (mask < maxMask) double();
    else if (!fillFurther()) return false;
  }
  return true;
}

/** Whether the table can be doubled. */
export function canDouble(): bool {
  return mask < maxMask;
}

/** Lets a table that cannot be doubled have more entries; false if it has as many already. */
export function fillFurther(): bool {
  const last = ((((mask as u64) + 1) * MOST_LOAD) / 16) as u32;
  if (limit === last) return false;
  limit = last;
  return true;
}

/** Doubles the ring until it has room: of the two runs of its states, the one on odd laps moves up. */
export function growRing(more: u32): bool {
  while (inlineTail - inlineHead + more > ringMask) {
    if (ringMask >= maxRingMask) return false;
    const size = ringMask + 1;
    const first = ((inlineHead & ringMask) as usize) * 8;
    const bytes = (size as usize) * 8;
    if (inlineHead & size) memory.copy(ring + bytes + first, ring + first, bytes - first);
    else memory.copy(ring + bytes, ring, first);
    ringMask = ringMask * 2 + 1;
  }
  return true;
}

/** Doubles the table in place. */
function double(): void {
  const old = mask + 1;
  memory.fill(table + (old as usize) * ENTRY_BYTES, 0, (old as usize) * ENTRY_BYTES);
  const start = freeSlot(0);
  widenTable();
  splitSlots(start, start + old);
}

/** The first free slot from `slot` on. */
export function freeSlot(slot: u32): u32 {
  while (load<u64>(table + ((slot & mask) as usize) * ENTRY_BYTES) !== 0) slot++;
  return slot;
}

/** Doubles the number of slots, the new ones being zero. The entries of the others must then be split. */
export function widenTable(): void {
  setBits(popcnt(mask) + 1);
}

/**
 * Splits entries of a table that was doubled: each stays about where it is, or goes as far behind as the table was large. The slots `from` and `to`
 * were free before; they are counted from the start, and go on over the end. Entries are taken in their order, so the place of each is free by
 * then at the latest where it was; and what stays together of a run of entries reaches no further than the whole run did. So runs between free
 * slots can be split apart from one another, by several threads.
 */
export function splitSlots(from: u32, to: u32): void {
  const bits = mask;
  const former = mask >> 1;
  for (let slot = from; slot !== to; slot++) {
    const at = table + ((slot & former) as usize) * ENTRY_BYTES;
    const value = load<u64>(at);
    if (value === 0) continue;
    const map = load<u64>(at, 8);
    store<u64>(at, 0);
    store<u64>(at, 0, 8);
    let target = slotOfState((value - 1) << LEAF_BITS, bits);
    while (load<u64>(table + (target as usize) * ENTRY_BYTES) !== 0) target = (target + 1) & bits;
    store<u64>(table + (target as usize) * ENTRY_BYTES, value);
    store<u64>(table + (target as usize) * ENTRY_BYTES, map, 8);
  }
}

/** The entry of a state, at `slot` or behind; made if there is none. */
// @inline
function entryOf(state: u64, slot: u32, slots: usize, bits: u32): usize {
  const value = (state >> LEAF_BITS) + 1;
  while (true) {
    const at = slots + (slot as usize) * ENTRY_BYTES;
    const found = load<u64>(at);
    if (found === value) return at;
    if (found === 0) {
      store<u64>(at, value);
      entries++;
      return at;
    }
    slot = (slot + 1) & bits;
  }
}

// @inline
export function leafOf(state: u64): u64 {
  return (1 as u64) << (state & (LEAF_STATES - 1));
}

// @inline
function countNew(tail: u32): void {
  inlineCount += tail - inlineTail;
  inlineTail = tail;
}

/** Adds the first `n` states of the buffer, and lets the new ones wait. DONE or FULL. */
export function inlineAdd(n: i32): i32 {
  if (!makeRoom(n)) return FULL;
  const slots = table;
  const bits = mask;
  const first = buffer;
  const end = first + (n as usize) * ENTRY_BYTES;
  let touched: u32 = 0;
  for (let p = first; p < end; p += WORD_BYTES + HASH_BYTES) {
    const slot = slotOfState(load<u64>(p), bits);
    // In the place of the hash, which this table does not use.
    store<u32>(p, slot, 8);
    touched += load<u32>(slots + (slot as usize) * ENTRY_BYTES);
  }
  sink = touched;
  let tail = inlineTail;
  for (let p = first; p < end; p += WORD_BYTES + HASH_BYTES) {
    const state = load<u64>(p);
    const at = entryOf(state, load<u32>(p, 8), slots, bits);
    const map = load<u64>(at, 8);
    if (map & leafOf(state)) continue;
    store<u64>(at, map | leafOf(state), 8);
    store<u64>(waiting(tail++), state);
  }
  countNew(tail);
  return DONE;
}

/** States whose slots are loaded before the first of them is looked up. */
const TOUCHED: u32 = 64;

/** The same for `n` states that lie side by side. */
export function addStates(states: usize, n: u32): bool {
  if (!makeRoom(n)) return false;
  const slots = table;
  const bits = mask;
  const end = states + (n as usize) * 8;
  let touched: u32 = 0;
  let tail = inlineTail;
  for (let from = states; from < end; from += TOUCHED * 8) {
    const to = min(end, from + TOUCHED * 8);
    for (let p = from; p < to; p += 8)
      touched += load<u32>(slots + (slotOfState(load<u64>(p), bits) as usize) * ENTRY_BYTES);
    for (let p = from; p < to; p += 8) {
      const state = load<u64>(p);
      const at = entryOf(state, slotOfState(state, bits), slots, bits);
      const map = load<u64>(at, 8);
      if (map & leafOf(state)) continue;
      store<u64>(at, map | leafOf(state), 8);
      store<u64>(waiting(tail++), state);
    }
  }
  sink = touched;
  countNew(tail);
  return true;
}

// For moving states elsewhere.

/** Takes the states that wait out of the table, or puts them back. */
export function hideWaiting(hidden: bool): void {
  for (let at = inlineHead; at !== inlineTail; at++) {
    const state = load<u64>(waiting(at));
    const entry = entryOf(state, slotOfState(state, mask), table, mask);
    const map = load<u64>(entry, 8);
    store<u64>(entry, hidden ? map & ~leafOf(state) : map | leafOf(state), 8);
  }
}

/** Copies states, up to `n` at least LEAF_STATES, from table slot `from` on to `target`; gives the slot to go on at, or all ones at the end. */
export function inlineStates(from: u32, target: usize, n: u32): u32 {
  let slot = from;
  let found: u32 = 0;
  while (found + LEAF_STATES <= n) {
    if (slot > mask) break;
    const entry = load<u64>(table + (slot as usize) * ENTRY_BYTES);
    for (let map = load<u64>(table + (slot as usize) * ENTRY_BYTES, 8); map !== 0; map &= map - 1) {
      store<u64>(target + (found as usize) * 8, ((entry - 1) << LEAF_BITS) | ctz(map));
      found++;
    }
    slot++;
  }
  copied = found;
  return slot > mask ? 0xffff_ffff : slot;
}

/** Copies `n` waiting states from number `first` of the ring on to `target`. */
export function waitingStates(first: u32, target: usize, n: u32): void {
  for (let i: u32 = 0; i < n; i++) store<u64>(target + (i as usize) * 8, load<u64>(waiting(first + i)));
}

/** How many states the last `inlineStates` copied. */
export let copied: u32 = 0;
