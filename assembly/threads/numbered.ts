// States with ids when several threads add them: packed states in an arena, and a table of ids over it (../store.ts). A thread writes a state to a
// place of the arena that is its own, and then puts its id into the table by a compare-and-swap: whoever reads the id finds the whole
// state. If another thread was first, the place serves the next state. While threads work, the ids behind the level have gaps; whenever all rest
// these are closed by moving the last states (crew.ts), so that ids are again those that one thread would have given, in another order.
import { CREW_BOUNDS, CREW_CHUNKS, HASH_BYTES, MOST_CHUNKS, SLOT_BYTES } from '../../src/explicit/kernel/protocol';
import { expand } from '../imports/model';
import { arena, DOUBLED, idsAt, idsMask, keys, mostStates, NOT_RAISED, raiseLimit } from '../store';
import {
  AnyWidth,
  anyBytes,
  bytesOf,
  copyState,
  equalStates,
  linearHash,
  mix,
  setAnyBytes,
  Words1,
  Words2,
  Words3,
  Words4,
  Words5,
  Words6,
  Words7,
  Words8,
} from '../width';
import { crew, hasPlaces, nextPlace, TOUCHED, usePlace } from './lookup';

/** Words of a state; 0 where states have no ids. */
let width: u32 = 0;
let buffer: usize = 0;
let bufferStates: u32 = 0;
let mostSuccessors: u32 = 0;
/** Room for one state. */
let scratch: usize = 0;
let sink: u32 = 0;

/** States of `words` words with ids: where a thread writes successors, how many it may, and room for one state. */
export function openNumbered(words: u32, bufferAt: usize, states: u32, most: u32, scratchAt: usize): void {
  setAnyBytes(words * 8);
  width = words;
  buffer = bufferAt;
  bufferStates = states;
  mostSuccessors = most;
  scratch = scratchAt;
}

/** Whether states have ids. */
// @inline
export function isNumbered(): bool {
  return width !== 0;
}

export function getNumberedSink(): u32 {
  return sink;
}

/** Successors that are looked up together, about. */
const BATCH: u32 = 48;

/** Of the last `expandNumbered`: states that were expanded, their successors in the buffer, and how many had none. */
export let numberedSources: u32 = 0;
export let numberedBatched: u32 = 0;
export let numberedDead: u32 = 0;

/** Writes the successors of some of the `most` states from id `first` on. Gives why it stopped short, or 0. */
export function expandNumbered(first: u32, most: u32): i32 {
  const stride = anyBytes + HASH_BYTES;
  let expanded: u32 = 0;
  let written: u32 = 0;
  let without: u32 = 0;
  let stopped = 0;
  while (expanded < most && written < BATCH && written + mostSuccessors <= bufferStates) {
    const n = expand(arena + ((first + expanded) as usize) * anyBytes, buffer + (written as usize) * stride);
    if (n < 0) {
      stopped = n;
      break;
    }
    if (n === 0) without++;
    written += n;
    expanded++;
  }
  numberedSources = expanded;
  numberedBatched = written;
  numberedDead = without;
  return stopped;
}

/** Adds a state; it waits if it is new. */
// @inline
function add<S>(p: usize, x: u64, slots: usize, bits: u32): void {
  const tag = (x as u32) & ~bits;
  let slot = ((x >> 32) as u32) & bits;
  while (true) {
    const at = slots + (slot as usize) * SLOT_BYTES;
    let entry = atomic.load<u32>(at);
    if (entry === 0) {
      const id = nextPlace();
      copyState<S>(arena + (id as usize) * bytesOf<S>(), p);
      entry = atomic.cmpxchg<u32>(at, 0, tag | (id + 1));
      if (entry === 0) {
        usePlace();
        return;
      }
    }
    if ((entry & ~bits) === tag) {
      const id = (entry & bits) - 1;
      if (equalStates<S>(arena + (id as usize) * bytesOf<S>(), p)) return;
    }
    slot = (slot + 1) & bits;
  }
}

/** Adds the first `n` states of the buffer; false without room, with some of them added. */
// @inline
function addAll<S>(n: u32): bool {
  const slots = idsAt();
  const bits = idsMask();
  const bytes = bytesOf<S>();
  const stride = bytes + HASH_BYTES;
  const end = buffer + (n as usize) * stride;
  const step = (TOUCHED as usize) * stride;
  let touched: u32 = 0;
  for (let from = buffer; from < end; from += step) {
    if (!hasPlaces()) return false;
    const to = min(end, from + step);
    for (let p = from; p < to; p += stride) {
      const x = mix(load<u64>(p + bytes));
      store<u64>(p + bytes, x);
      touched += load<u32>(slots + ((((x >> 32) as u32) & bits) as usize) * SLOT_BYTES);
    }
    for (let p = from; p < to; p += stride) add<S>(p, load<u64>(p + bytes), slots, bits);
  }
  sink = touched;
  return true;
}

/** The same for states of the width that is set. */
export function addNumbered(n: u32): bool {
  switch (width) {
    case 1:
      return addAll<Words1>(n);
    case 2:
      return addAll<Words2>(n);
    case 3:
      return addAll<Words3>(n);
    case 4:
      return addAll<Words4>(n);
    case 5:
      return addAll<Words5>(n);
    case 6:
      return addAll<Words6>(n);
    case 7:
      return addAll<Words7>(n);
    case 8:
      return addAll<Words8>(n);
    default:
      return addAll<AnyWidth>(n);
  }
}

/** Ids whose slots are loaded before the first of them is put: an atomic operation waits for its slot, and nothing else is done meanwhile. */
const AHEAD: u32 = 64;

/** Puts the ids of chunk number `chunk` into a table that was cleared. Other threads do the same with others. */
export function refillChunk(chunk: u32): void {
  const bounds = crew + CREW_BOUNDS + (chunk as usize) * 4;
  const slots = idsAt();
  const bits = idsMask();
  let touched: u32 = 0;
  for (let from = load<u32>(bounds), end = load<u32>(bounds, 4); from < end; from += AHEAD) {
    const to = min(end, from + AHEAD);
    for (let id = from; id < to; id++) {
      touched += load<u32>(slots + ((((hashOf(id) >> 32) as u32) & bits) as usize) * SLOT_BYTES);
    }
    for (let id = from; id < to; id++) {
      const x = hashOf(id);
      const entry = ((x as u32) & ~bits) | (id + 1);
      let slot = ((x >> 32) as u32) & bits;
      while (atomic.cmpxchg<u32>(slots + (slot as usize) * SLOT_BYTES, 0, entry) !== 0) slot = (slot + 1) & bits;
    }
  }
  sink = touched;
}

// @inline
function hashOf(id: u32): u64 {
  return mix(linearHash<AnyWidth>(arena + (id as usize) * anyBytes, keys));
}

// What the first thread does while all others rest. Ids are those below `states`.

/** Whether there is room for `more` states beside `states`: 0 if there is none, else 1 more than the chunks that are to be refilled. */
export function makeRoomForIds(states: u32, more: u32): u32 {
  const before = idsMask();
  let doubled = false;
  while ((states as u64) + more > mostStates()) {
    const raised = raiseLimit();
    if (raised === NOT_RAISED) return 0;
    if (raised === DOUBLED) doubled = true;
  }
  if (!doubled) return 1;
  // The part of the table that it has now for the first time was never written to.
  memory.fill(idsAt(), 0, ((before as usize) + 1) * SLOT_BYTES);
  const chunks = min(states >> 12, (MOST_CHUNKS - 1) as u32) + 1;
  for (let i: u32 = 0; i <= chunks; i++) {
    store<u32>(crew + CREW_BOUNDS + (i as usize) * 4, (((states as u64) * i) / chunks) as u32);
  }
  store<u32>(crew, chunks, CREW_CHUNKS);
  return chunks + 1;
}

/** The slot that has the id. */
function slotOfId(id: u32): usize {
  const bits = idsMask();
  const x = hashOf(id);
  let slot = ((x >> 32) as u32) & bits;
  while ((load<u32>(idsAt() + (slot as usize) * SLOT_BYTES) & bits) !== id + 1) slot = (slot + 1) & bits;
  return idsAt() + (slot as usize) * SLOT_BYTES;
}

// @inline
function renumber(slot: usize, id: u32): void {
  const bits = idsMask();
  store<u32>(slot, (load<u32>(slot) & ~bits) | (id + 1));
}

/** The state `from` gets the id `to`, which no state has. */
export function moveId(to: u32, from: u32): void {
  renumber(slotOfId(from), to);
  copyState<AnyWidth>(arena + (to as usize) * anyBytes, arena + (from as usize) * anyBytes);
}

/** Two states change their ids. */
export function swapIds(a: u32, b: u32): void {
  if (a === b) return;
  const first = arena + (a as usize) * anyBytes;
  const second = arena + (b as usize) * anyBytes;
  const slot = slotOfId(a);
  renumber(slotOfId(b), a);
  renumber(slot, b);
  copyState<AnyWidth>(scratch, first);
  copyState<AnyWidth>(first, second);
  copyState<AnyWidth>(second, scratch);
}
