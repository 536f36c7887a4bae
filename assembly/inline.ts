// States of one word of at most 62 bits, kept in the hash table itself (plus one, 0 being free): no ids, no arena, one
// cache miss per successor. Depth-first reachability only. About a third faster than the store with ids.
import { mix } from './width';

@external('model', 'expand')
declare function expand(state: usize, out: usize): i32;

// @ts-ignore: decorator
@inline
const PLACED: u64 = 0x8000_0000_0000_0000;

let table: usize = 0;
let mask: u32 = 0;
let maxMask: u32 = 0;
let limit: u32 = 0;
let buffer: usize = 0;
let key: u64 = 0;
let stack: usize = 0;
let stackRoom: u32 = 0;
let bufferStates: u32 = 0;
let mostSuccessors: u32 = 0;
export let inlineCount: u32 = 0;
export let inlineTop: u32 = 0;
export let inlinePeak: u32 = 0;
export let inlineTransitions: u64 = 0;
export let inlineDeadlocks: u64 = 0;
let sink: u32 = 0;

export function openInline(tableAt: usize, bits: u32, maxBits: u32, bufferAt: usize): void {
  table = tableAt;
  maxMask = ((<u64>1 << maxBits) - 1) as u32;
  buffer = bufferAt;
  inlineCount = 0;
  inlineTop = 0;
  setBits(bits);
}

export function openInlineStack(stackAt: usize, room: u32, keyAt: usize): void {
  stack = stackAt;
  stackRoom = room;
  key = load<u64>(keyAt);
}

/** How many states the buffer holds, and how many successors a state has at most. */
export function openInlineBatches(states: u32, most: u32): void {
  bufferStates = states;
  mostSuccessors = most;
}

/** Restores the place of a search after its states were moved to a new memory. */
export function resumeInline(top: u32, peak: u32, transitions: u64, deadlocks: u64): void {
  inlineTop = top;
  inlinePeak = peak;
  inlineTransitions = transitions;
  inlineDeadlocks = deadlocks;
}

export function inlineTableBytes(): usize {
  return ((mask as usize) + 1) * 8;
}

export function getInlineSink(): u32 {
  return sink;
}

function setBits(bits: u32): void {
  mask = ((<u64>1 << bits) - 1) as u32;
  limit = (((mask as u64) + 1) * 5 / 8) as u32;
}

function makeRoom(more: u32): bool {
  while ((inlineCount as u64) + more > limit) {
    if (mask < maxMask) double();
    else {
      const last = (((mask as u64) + 1) * 15 / 16) as u32;
      if (limit == last) return false;
      limit = last;
    }
  }
  return true;
}

/**
 * Doubles the table in place. An entry that has its new place is marked; taking up an unmarked one may displace another
 * unmarked one, which is then placed in turn. A marked entry never moves again, so every probe sequence stays whole.
 */
function double(): void {
  const old = (mask as usize) + 1;
  setBits(popcnt(mask) + 1);
  const bits = mask;
  memory.fill(table + old * 8, 0, old * 8);
  for (let i: usize = 0; i < old; i++) {
    let value = load<u64>(table + i * 8);
    if (value == 0 || value & PLACED) continue;
    store<u64>(table + i * 8, 0);
    while (value != 0) {
      let slot = ((mix((value - 1) * key) >> 32) as u32) & bits;
      while (load<u64>(table + (slot as usize) * 8) & PLACED) slot = (slot + 1) & bits;
      const at = table + (slot as usize) * 8;
      const displaced = load<u64>(at);
      store<u64>(at, value | PLACED);
      value = displaced;
    }
  }
  const end = table + old * 16;
  for (let p = table; p < end; p += 8) store<u64>(p, load<u64>(p) & ~PLACED);
}

/** Adds the first `n` states of the buffer and pushes the new ones. 0, or -3 when there is no room. */
export function inlineAdd(n: i32): i32 {
  if ((inlineCount as u64) + n > limit) {
    if (!makeRoom(n)) return -3;
  }
  if ((inlineTop as u64) + n > stackRoom) return -3;
  const bits = mask;
  const slots = table;
  const end = buffer + (n as usize) * 16;
  let touched: u32 = 0;
  for (let p = buffer; p < end; p += 16) {
    const slot = ((mix(load<u64>(p, 8)) >> 32) as u32) & bits;
    store<u32>(p, slot, 8);
    touched += load<u32>(slots + (slot as usize) * 8);
  }
  sink = touched;
  let at = stack + (inlineTop as usize) * 8;
  for (let p = buffer; p < end; p += 16) {
    const value = load<u64>(p) + 1;
    let slot = load<u32>(p, 8);
    while (true) {
      const entry = load<u64>(slots + (slot as usize) * 8);
      if (entry == value) break;
      if (entry == 0) {
        store<u64>(slots + (slot as usize) * 8, value);
        store<u64>(at, value - 1);
        at += 8;
        break;
      }
      slot = (slot + 1) & bits;
    }
  }
  const newTop = ((at - stack) >> 3) as u32;
  inlineCount += newTop - inlineTop;
  inlineTop = newTop;
  if (newTop > inlinePeak) inlinePeak = newTop;
  return 0;
}

/** Successors that are looked up together, about. */
// @ts-ignore: decorator
@inline
const BATCH: u32 = 48;

/** Depth-first; some states are taken from the stack and expanded together, so that their cache misses overlap. */
export function inlineDepthFirst(budget: u32): i32 {
  while (budget > 0) {
    if (inlineTop == 0) return 0;
    const most = min(inlineTop, budget);
    let sources: u32 = 0;
    let batched: u32 = 0;
    let dead: u32 = 0;
    let stopped = 0;
    while (sources < most && batched < BATCH && batched + mostSuccessors <= bufferStates) {
      const n = expand(stack + ((inlineTop - 1 - sources) as usize) * 8, buffer + (batched as usize) * 16);
      if (n < 0) {
        stopped = n;
        break;
      }
      if (n == 0) dead++;
      batched += n;
      sources++;
    }
    if (sources == 0) return stopped;
    inlineTop -= sources;
    if (inlineAdd(batched) != 0) {
      inlineTop += sources;
      return -3;
    }
    inlineDeadlocks += dead;
    inlineTransitions += batched;
    budget -= sources;
  }
  return 1;
}

/** Copies up to `n` states, from table slot `from` on, to `target`; gives the slot to go on at, or all ones at the end. */
export function inlineStates(from: u32, target: usize, n: u32): u32 {
  let slot = from;
  let found: u32 = 0;
  while (found < n) {
    if (slot > mask) break;
    const entry = load<u64>(table + (slot as usize) * 8);
    if (entry != 0) {
      store<u64>(target + (found as usize) * 8, entry - 1);
      found++;
    }
    slot++;
  }
  copied = found;
  return slot > mask ? 0xffff_ffff : slot;
}

/** How many states the last `inlineStates` copied. */
export let copied: u32 = 0;
