// Breadth-first search over states in the table itself. A table larger than the processor's caches costs a miss, and one of
// the address translation, for nearly every successor. So successors are first spread over parts of the table, by the upper
// bits of their slots; when many of one part have gathered they are looked up together, in memory that is at hand by
// then. Levels stay what they are, because all that was spread is looked up at the end of each; the order
// within a level does not. (Radix partitioning, as in hash joins of data bases.)
import { COUNTER_BYTES, DONE, FULL, HASH_BYTES, RUNNING, WORD_BYTES } from '../src/explicit/kernel/protocol';
import { expand } from './imports/model';
import { addStates, inlineAdd, inlineHead, inlineTail, slotOfState, tableMask, takeWaiting, waiting } from './inline';

let buffer: usize = 0;
let bufferStates: u32 = 0;
let mostSuccessors: u32 = 0;
/** One 32-bit counter per part, and room for `room` states per part. */
let counters: usize = 0;
let parts: usize = 0;
let room: u32 = 0;
let partBits: u32 = 0;
/** Successors are spread once the table has this size. */
let fromBits: u32 = 0;
let spread: u32 = 0;
let spreading: bool = false;
let levelEnd: u32 = 0;
export let inlineDepth: u32 = 0;
export let inlineTransitions: u64 = 0;
export let inlineDeadlocks: u64 = 0;

/** How many states the buffer holds, and how many successors a state has at most. */
export function openInlineBatches(bufferAt: usize, states: u32, most: u32): void {
  buffer = bufferAt;
  bufferStates = states;
  mostSuccessors = most;
}

/** 2^bits parts with room for `states` each, used when the table has at least 2^from slots. */
export function openParts(countersAt: usize, bits: u32, states: u32, from: u32): void {
  counters = countersAt;
  partBits = bits;
  parts = countersAt + ((COUNTER_BYTES as usize) << bits);
  room = states;
  fromBits = max(from, bits);
  memory.fill(countersAt, 0, (COUNTER_BYTES as usize) << bits);
}

/** Restores the place of a search: its level ends after the first `left` of the states that wait. */
export function resumeInline(left: u32, depth: u32, transitions: u64, deadlocks: u64): void {
  levelEnd = inlineHead + left;
  inlineDepth = depth;
  inlineTransitions = transitions;
  inlineDeadlocks = deadlocks;
}

/** States that were spread and not looked up: they were copied. */
export function setSpread(states: u32): void {
  spread = states;
}

export function spreadCount(): u32 {
  return spread;
}

/** Whether successors of a level are spread: in a large table, unless too few would gather in any part. */
// @inline
export function spreads(level: u32): bool {
  return hasSpread() && level >> (partBits + 2) !== 0;
}

/** Where the current level ends. */
// @inline
export function endOfLevel(): u32 {
  return levelEnd;
}

/** The buffer of successors. */
// @inline
export function successorsAt(): usize {
  return buffer;
}

/** How many states of the current level wait. */
export function levelLeft(): u32 {
  return levelEnd - inlineHead;
}

export function hasSpread(): bool {
  return popcnt(tableMask()) >= fromBits;
}

/** Where the states spread to part `part` are. */
// @inline
function partAt(part: u32): usize {
  return parts + (part as usize) * (room as usize) * 8;
}

/** How states that were spread are looked up; a type, so that no choice is left in the code. There are no objects of these classes. */
@unmanaged
export abstract class Lookup {
  /** Adds `n` states that lie side by side; false when there is no room. */
  abstract add(states: usize, n: u32): bool;
}

/** By the only thread. */
@unmanaged
class Alone extends Lookup {
  // @inline
  add(states: usize, n: u32): bool {
    return addStates(states, n);
  }
}

/** Looks up what was spread to a part; false when there is no room. */
function gather<L extends Lookup>(part: u32): bool {
  const counter = counters + (part as usize) * COUNTER_BYTES;
  const n = load<u32>(counter);
  if (n === 0) return true;
  if (!changetype<L>(0).add(partAt(part), n)) return false;
  store<u32>(counter, 0);
  spread -= n;
  return true;
}

/** Looks up all that was spread; false when there is no room. */
export function gatherAll<L extends Lookup>(): bool {
  for (let part: u32 = 0; part < (<u32>1) << partBits && spread !== 0; part++) {
    if (!gather<L>(part)) return false;
  }
  return true;
}

/** Spreads the first `n` states of the buffer. DONE, or FULL with some of them spread. */
export function spreadStates<L extends Lookup>(n: u32): i32 {
  const first = buffer;
  const end = first + (n as usize) * (WORD_BYTES + HASH_BYTES);
  const partRoom = room;
  let bits = tableMask();
  let shift = popcnt(bits) - partBits;
  for (let p = first; p < end; p += WORD_BYTES + HASH_BYTES) {
    const part = slotOfState(load<u64>(p), bits) >> shift;
    const counter = counters + (part as usize) * COUNTER_BYTES;
    let before = load<u32>(counter);
    if (before === partRoom) {
      if (!gather<L>(part)) {
        spread += ((p - first) / (WORD_BYTES + HASH_BYTES)) as u32;
        return FULL;
      }
      before = 0;
      // The table may have grown. The part of this state is another one then, but any will do.
      bits = tableMask();
      shift = popcnt(bits) - partBits;
    }
    store<u64>(parts + ((part * partRoom + before) as usize) * 8, load<u64>(p));
    store<u32>(counter, before + 1);
  }
  spread += n;
  return DONE;
}

/** Copies the states spread to a part to `target`, from number `first` on; gives how many, `n` at most. */
export function spreadTo(part: u32, first: u32, target: usize, n: u32): u32 {
  const size = min(n, load<u32>(counters + (part as usize) * COUNTER_BYTES) - first);
  memory.copy(target, partAt(part) + (first as usize) * 8, (size as usize) * 8);
  return size;
}

/** Successors that are looked up or spread together, about. */
const BATCH: u32 = 48;

/** Goes on to the next level. RUNNING, DONE when there is none, or FULL. */
function nextLevel(): i32 {
  if (!gatherAll<Alone>()) return FULL;
  if (inlineHead === inlineTail) return DONE;
  levelEnd = inlineTail;
  inlineDepth++;
  spreading = spreads(levelEnd - inlineHead);
  return RUNNING;
}

/** Of the last `expandSome`: states that were expanded, their successors in the buffer, and how many had none. */
export let sources: u32 = 0;
export let batched: u32 = 0;
export let dead: u32 = 0;

/** Writes the successors of some of the `most` waiting states from number `first` of the ring on. Gives why it stopped short, or 0. */
export function expandSome(first: u32, most: u32): i32 {
  let expanded: u32 = 0;
  let written: u32 = 0;
  let without: u32 = 0;
  let stopped = 0;
  while (expanded < most && written < BATCH && written + mostSuccessors <= bufferStates) {
    const n = expand(waiting(first + expanded), buffer + (written as usize) * (WORD_BYTES + HASH_BYTES));
    if (n < 0) {
      stopped = n;
      break;
    }
    if (n === 0) without++;
    written += n;
    expanded++;
  }
  sources = expanded;
  batched = written;
  dead = without;
  return stopped;
}

/** Expands up to `budget` states. */
export function inlineBreadthFirst(budget: u32): i32 {
  while (budget > 0) {
    if (inlineHead === levelEnd) {
      const status = nextLevel();
      if (status !== RUNNING) return status;
    }
    const stopped = expandSome(inlineHead, min(levelEnd - inlineHead, budget));
    if (sources === 0) return stopped;
    // A state whose successors found no room is expanded again: that it finds some of them then changes nothing.
    if ((spreading ? spreadStates<Alone>(batched) : inlineAdd(batched)) !== DONE) return FULL;
    takeWaiting(sources);
    inlineDeadlocks += dead;
    inlineTransitions += batched;
    budget -= sources;
  }
  return RUNNING;
}
