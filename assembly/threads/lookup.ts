// Looking up and adding states when several threads do so. An entry is taken by a compare-and-swap of its first word, and a state of it by setting a bit
// of the second: the old value says who was first, and that thread alone lets the state wait. States that are known are only read. Entries
// are never moved or freed while threads look up; the table grows when all have stopped (crew.ts).
import { CREW_ENTRIES, CREW_RING_END, CREW_TAIL, ENTRY_BYTES, LEAF_BITS } from '../../src/explicit/kernel/protocol';
import { leafOf, mostEntries, slotOfState, tableAt, tableMask, waiting } from '../inline';
import { Lookup } from '../spread';

/** States that are claimed, and places of the ring that are taken, at a time. */
export const CLAIM: u32 = 256;
/** States whose slots are loaded before the first of them is looked up, and for which there is room before that. */
export const TOUCHED: u32 = 64;
/** Entries that are set aside at a time. */
const ALLOWANCE: u32 = 1024;

/** Words that all threads share. */
export let crew: usize = 0;
/** Where new states go: the rest of one run of places, and another whole one if `hasSpare`. */
export let freeAt: u32 = 0;
export let freeEnd: u32 = 0;
export let spareAt: u32 = 0;
export let hasSpare: bool = false;
/** States that this thread has found. */
export let foundStates: u32 = 0;
/** Entries that this thread may still add. */
let allowance: u32 = 0;
let sink: u32 = 0;

export function getLookupSink(): u32 {
  return sink;
}

/** The words that all threads share. */
export function openLookup(crewAt: usize): void {
  crew = crewAt;
  allowance = 0;
  foundStates = 0;
  dropPlaces();
}

/** The places that this thread had are no longer its own. */
export function dropPlaces(): void {
  freeAt = 0;
  freeEnd = 0;
  hasSpare = false;
}

/** Whether there is room for TOUCHED states, in the table and in the ring; sets more aside if need be. */
// @inline
function hasRoom(): bool {
  return (allowance >= TOUCHED || takeEntries()) && hasPlaces();
}

/** Whether there are places for TOUCHED states; takes more if need be. */
// @inline
export function hasPlaces(): bool {
  return hasSpare || freeEnd - freeAt >= TOUCHED || takePlaces();
}

function takeEntries(): bool {
  const before = atomic.add<u32>(crew, ALLOWANCE, CREW_ENTRIES);
  if ((before as u64) + ALLOWANCE > mostEntries()) {
    atomic.sub<u32>(crew, ALLOWANCE, CREW_ENTRIES);
    return false;
  }
  allowance += ALLOWANCE;
  return true;
}

function takePlaces(): bool {
  const first = atomic.add<u32>(crew, CLAIM, CREW_TAIL);
  if (((load<u32>(crew, CREW_RING_END) - first) as i32) < (CLAIM as i32)) {
    atomic.sub<u32>(crew, CLAIM, CREW_TAIL);
    return false;
  }
  spareAt = first;
  hasSpare = true;
  return true;
}

/** The place for a new state. */
// @inline
export function nextPlace(): u32 {
  if (freeAt === freeEnd) {
    freeAt = spareAt;
    freeEnd = spareAt + CLAIM;
    hasSpare = false;
  }
  return freeAt;
}

/** A new state is there, and waits. */
// @inline
export function usePlace(): void {
  freeAt++;
  foundStates++;
}

/** Lets a new state wait. */
// @inline
function push(state: u64): void {
  store<u64>(waiting(nextPlace()), state);
  usePlace();
}

/** Adds a state; lets it wait if it is new. */
// @inline
function add(state: u64, slots: usize, bits: u32): void {
  const value = (state >> LEAF_BITS) + 1;
  let slot = slotOfState(state, bits);
  let at: usize;
  while (true) {
    at = slots + (slot as usize) * ENTRY_BYTES;
    let found = atomic.load<u64>(at);
    if (found === value) break;
    if (found === 0) {
      found = atomic.cmpxchg<u64>(at, 0, value);
      if (found === 0) {
        allowance--;
        break;
      }
      if (found === value) break;
    }
    slot = (slot + 1) & bits;
  }
  const leaf = leafOf(state);
  if (atomic.load<u64>(at, 8) & leaf) return;
  if (atomic.or<u64>(at, leaf, 8) & leaf) return;
  push(state);
}

/** Adds the states from `first` to before `end`, so many bytes apart; false without room, with some of them added. */
// @inline
function addApart(first: usize, end: usize, stride: usize): bool {
  const slots = tableAt();
  const bits = tableMask();
  const step = (TOUCHED as usize) * stride;
  let touched: u32 = 0;
  for (let from = first; from < end; from += step) {
    if (!hasRoom()) return false;
    const to = min(end, from + step);
    for (let p = from; p < to; p += stride) {
      touched += load<u32>(slots + (slotOfState(load<u64>(p), bits) as usize) * ENTRY_BYTES);
    }
    for (let p = from; p < to; p += stride) add(load<u64>(p), slots, bits);
  }
  sink = touched;
  return true;
}

/** Adds the `n` successors at `first`, which have hashes; false without room. */
export function addSuccessors(first: usize, n: u32): bool {
  return addApart(first, first + (n as usize) * ENTRY_BYTES, ENTRY_BYTES);
}

@unmanaged
export class Together extends Lookup {
  // @inline
  add(states: usize, n: u32): bool {
    return addApart(states, states + (n as usize) * 8, 8);
  }
}
