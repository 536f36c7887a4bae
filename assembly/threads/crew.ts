// A breadth-first search by several threads, level by level. Each thread has an instance of this core; memory is shared, variables are
// not. A thread claims some states of the level at a time, expands them, and adds the successors (lookup.ts); states that it finds go to
// places of the ring that it has taken. When the level has no more states to claim, or one of the threads needs room, all come to rest;
// then the first thread, alone, ends the level or makes room, and calls the others again. What it does alone is at the end of this file.
// Where states have ids (numbered.ts), the arena is the ring: places are ids, and the table has as many entries as there are ids.
import {
  CREW_BOUNDS,
  CREW_CHUNK,
  CREW_CHUNKS,
  CREW_CURSOR,
  CREW_ENTRIES,
  CREW_HEADER,
  CREW_LEVEL,
  CREW_LEVEL_END,
  CREW_MOST_ENTRIES,
  CREW_PAUSE,
  CREW_RING_BITS,
  CREW_RING_END,
  CREW_SPREADING,
  CREW_TABLE_BITS,
  CREW_TAIL,
  DONE,
  FULL,
  MEMBER_BYTES,
  MEMBER_CLAIM,
  MEMBER_DEADLOCKS,
  MEMBER_FREE,
  MEMBER_SPARE,
  MEMBER_STATES,
  MEMBER_STATUS,
  MEMBER_TRANSITIONS,
  MOST_CHUNKS,
  PAUSED,
  RUNNING,
} from '../../src/explicit/kernel/protocol';
import {
  canDouble,
  fillFurther,
  freeSlot,
  growRing,
  inlineHead,
  inlineTail,
  mostEntries,
  placeRing,
  placesMask,
  placeTable,
  setMostEntries,
  splitSlots,
  tableMask,
  waiting,
  widenTable,
} from '../inline';
import {
  batched,
  dead,
  endOfLevel,
  expandSome,
  gatherAll,
  inlineDepth,
  resumeInline,
  sources,
  spreadStates,
  spreads,
  successorsAt,
} from '../spread';
import { idsMask, mostStates, placeTableOfIds } from '../store';
import {
  addSuccessors,
  CLAIM,
  crew,
  dropPlaces,
  foundStates,
  freeAt,
  freeEnd,
  hasSpare,
  openLookup,
  spareAt,
  Together,
} from './lookup';
import {
  addNumbered,
  expandNumbered,
  isNumbered,
  makeRoomForIds,
  moveId,
  numberedBatched,
  numberedDead,
  numberedSources,
  refillChunk,
  swapIds,
} from './numbered';

/** What this thread says of itself. */
let me: usize = 0;
/** What is left of its claim. */
let claimAt: u32 = 0;
let claimEnd: u32 = 0;
/** The level that it works on. */
let level: u32 = 0;
let levelEnd: u32 = 0;
let spreading: bool = false;
let transitions: u64 = 0;
let deadlocks: u64 = 0;

// @inline
function memberAt(member: u32): usize {
  return crew + CREW_HEADER + (member as usize) * MEMBER_BYTES;
}

/** This thread is number `member` of the crew whose words are at `crewAt`. */
export function openCrew(crewAt: usize, member: u32): void {
  openLookup(crewAt);
  me = memberAt(member);
  claimAt = 0;
  claimEnd = 0;
  level = 0;
  transitions = 0;
  deadlocks = 0;
}

/** A call has come: looks at what was agreed for it. */
export function hearCall(): void {
  const table = load<u32>(crew, CREW_TABLE_BITS);
  levelEnd = load<u32>(crew, CREW_LEVEL_END);
  if (isNumbered()) {
    // Whenever all rest, gaps are closed.
    placeTableOfIds(table, load<u32>(crew, CREW_MOST_ENTRIES));
    level = load<u32>(crew, CREW_LEVEL);
    dropPlaces();
    return;
  }
  if ((popcnt(tableMask()) as u32) !== table) placeTable(table);
  setMostEntries(load<u32>(crew, CREW_MOST_ENTRIES));
  placeRing(inlineHead, inlineTail, load<u32>(crew, CREW_RING_BITS));
  spreading = load<u32>(crew, CREW_SPREADING) !== 0;
  if (level === load<u32>(crew, CREW_LEVEL)) return;
  // At the end of a level, free places were filled.
  level = load<u32>(crew, CREW_LEVEL);
  dropPlaces();
}

/** Says how things are, for the first thread to read. */
function tell(status: i32): i32 {
  store<u32>(me, foundStates, MEMBER_STATES);
  store<u64>(me, transitions, MEMBER_TRANSITIONS);
  store<u64>(me, deadlocks, MEMBER_DEADLOCKS);
  store<u32>(me, claimAt, MEMBER_CLAIM);
  store<u32>(me, claimEnd, MEMBER_CLAIM + 4);
  store<u32>(me, freeAt, MEMBER_FREE);
  store<u32>(me, freeEnd, MEMBER_FREE + 4);
  store<u32>(me, spareAt, MEMBER_SPARE);
  store<u32>(me, hasSpare ? spareAt + CLAIM : spareAt, MEMBER_SPARE + 4);
  store<i32>(me, status, MEMBER_STATUS);
  return status;
}

/** Asks all to come to rest. */
function pause(status: i32): i32 {
  atomic.store<u32>(crew, 1, CREW_PAUSE);
  return tell(status);
}

/**
 * Expands up to `budget` states of the level. RUNNING; DONE when none is left to claim; PAUSED when all are to come to rest; or a
 * negative status, met at the state that is first in the claim.
 */
export function crewExpand(budget: u32): i32 {
  while (budget > 0) {
    if (atomic.load<u32>(crew, CREW_PAUSE) !== 0) return tell(PAUSED);
    if (claimAt === claimEnd) {
      const first = atomic.add<u32>(crew, CLAIM, CREW_CURSOR);
      if (((levelEnd - first) as i32) <= 0) return gatherAll<Together>() ? tell(DONE) : pause(PAUSED);
      claimAt = first;
      claimEnd = levelEnd - first < CLAIM ? levelEnd : first + CLAIM;
    }
    if (isNumbered()) {
      const stopped = expandNumbered(claimAt, min(claimEnd - claimAt, budget));
      if (numberedSources === 0) return pause(stopped);
      if (!addNumbered(numberedBatched)) return pause(PAUSED);
      claimAt += numberedSources;
      deadlocks += numberedDead;
      transitions += numberedBatched;
      budget -= numberedSources;
      continue;
    }
    const stopped = expandSome(claimAt, min(claimEnd - claimAt, budget));
    if (sources === 0) return pause(stopped);
    // States whose successors found no room are expanded again: that they find some of them then changes nothing.
    if (!(spreading ? spreadStates<Together>(batched) === DONE : addSuccessors(successorsAt(), batched)))
      return pause(PAUSED);
    claimAt += sources;
    deadlocks += dead;
    transitions += batched;
    budget -= sources;
  }
  return tell(RUNNING);
}

/** Splits chunks of a table that was doubled, until none is left to claim. */
export function crewSplit(): void {
  const chunks = load<u32>(crew, CREW_CHUNKS);
  while (true) {
    const chunk = atomic.add<u32>(crew, 1, CREW_CHUNK);
    if (chunk >= chunks) return;
    if (isNumbered()) {
      refillChunk(chunk);
      continue;
    }
    const bounds = crew + CREW_BOUNDS + (chunk as usize) * 4;
    splitSlots(load<u32>(bounds), load<u32>(bounds, 4));
  }
}

// What the first thread does while all others rest.

/** The member whose claim or free places end last and before `end`, of `members`; all ones if there is none. */
function lastBefore(end: u32, members: u32, what: usize): u32 {
  let best: u32 = 0xffff_ffff;
  let least: u32 = 0xffff_ffff;
  for (let i: u32 = 0; i < members; i++) {
    const from = load<u32>(memberAt(i) + what);
    const to = load<u32>(memberAt(i) + what, 4);
    if (from === to) continue;
    const distance = end - to;
    if ((distance as i32) < 0 || distance >= least) continue;
    least = distance;
    best = i;
  }
  return best;
}

/** Puts the states of the next level side by side: free places are filled with the last ones. Gives where the ring ends. */
function closeGaps(members: u32): u32 {
  let tail = atomic.load<u32>(crew, CREW_TAIL);
  let end = tail;
  while (true) {
    const free = lastBefore(end, members, MEMBER_FREE);
    const spare = lastBefore(end, members, MEMBER_SPARE);
    if ((free & spare) === 0xffff_ffff) break;
    const freeTo = free === 0xffff_ffff ? 0 : load<u32>(memberAt(free), MEMBER_FREE + 4);
    const spareTo = spare === 0xffff_ffff ? 0 : load<u32>(memberAt(spare), MEMBER_SPARE + 4);
    const isFree = spare === 0xffff_ffff || (free !== 0xffff_ffff && end - freeTo < end - spareTo);
    const gap = isFree ? memberAt(free) + MEMBER_FREE : memberAt(spare) + MEMBER_SPARE;
    const from = load<u32>(gap);
    const to = load<u32>(gap, 4);
    const moved = min(to - from, tail - to);
    for (let i: u32 = 0; i < moved; i++) {
      if (isNumbered()) moveId(from + i, tail - 1 - i);
      else store<u64>(waiting(from + i), load<u64>(waiting(tail - 1 - i)));
    }
    tail -= to - from;
    end = from;
    store<u32>(gap, from, 4);
  }
  return tail;
}

/** What was agreed, for all to read when they are called. */
function agree(): void {
  if (isNumbered()) {
    store<u32>(crew, popcnt(idsMask()), CREW_TABLE_BITS);
    store<u32>(crew, mostStates(), CREW_MOST_ENTRIES);
    store<u32>(crew, mostStates(), CREW_RING_END);
  } else {
    store<u32>(crew, popcnt(tableMask()), CREW_TABLE_BITS);
    store<u32>(crew, popcnt(placesMask()), CREW_RING_BITS);
    store<u32>(crew, mostEntries(), CREW_MOST_ENTRIES);
    store<u32>(crew, inlineHead + placesMask() + 1, CREW_RING_END);
  }
  atomic.store<u32>(crew, 0, CREW_PAUSE);
}

/** Begins a search where this core stands, with so many entries in the table. */
export function crewBegin(entries: u32): void {
  atomic.store<u32>(crew, inlineTail, CREW_TAIL);
  atomic.store<u32>(crew, entries, CREW_ENTRIES);
  beginLevel();
}

/** The states of the current level may be claimed. */
function beginLevel(): void {
  store<u32>(crew, load<u32>(crew, CREW_LEVEL) + 1, CREW_LEVEL);
  store<u32>(crew, endOfLevel(), CREW_LEVEL_END);
  // Each thread spreads its share.
  store<u32>(crew, !isNumbered() && spreads((endOfLevel() - inlineHead) >> 1) ? 1 : 0, CREW_SPREADING);
  atomic.store<u32>(crew, inlineHead, CREW_CURSOR);
  agree();
}

/** Goes on to the next level; gives the number of its states. */
export function crewNextLevel(members: u32): u32 {
  const tail = closeGaps(members);
  const head = endOfLevel();
  atomic.store<u32>(crew, tail, CREW_TAIL);
  placeRing(head, tail, popcnt(placesMask()));
  if (head === tail) return 0;
  resumeInline(tail - head, inlineDepth + 1, 0, 0);
  beginLevel();
  return tail - head;
}

/** Adds the first part of the ring that nobody needs any more to its end. */
function freePlaces(members: u32): void {
  let head = openStates();
  for (let i: u32 = 0; i < members; i++) {
    const from = load<u32>(memberAt(i), MEMBER_CLAIM);
    const isEmpty = from === load<u32>(memberAt(i), MEMBER_CLAIM + 4);
    if (!isEmpty && ((head - from) as i32) > 0) head = from;
  }
  const left = endOfLevel() - head;
  placeRing(head, atomic.load<u32>(crew, CREW_TAIL), popcnt(placesMask()));
  resumeInline(left, inlineDepth, 0, 0);
}

/** The first state of the level that nobody has claimed. */
function openStates(): u32 {
  const cursor = atomic.load<u32>(crew, CREW_CURSOR);
  return ((endOfLevel() - cursor) as i32) < 0 ? endOfLevel() : cursor;
}

/** Places of the ring, and entries of the table, that every thread should find for itself. */
const PLACES: u32 = CLAIM * 8;
const ENTRIES: u32 = 8192;

/**
 * Makes room. FULL where there is none; else how many chunks of the table are to be split before the level goes on (`crewGoOn`), 0 without.
 */
export function crewMakeRoom(members: u32): i32 {
  if (isNumbered()) return makeRoomNumbered(members);
  freePlaces(members);
  const least = members * PLACES;
  // With a ring that is nearly full, all would soon have to rest again.
  if (inlineTail - inlineHead + max(least, (placesMask() + 1) >> 2) > placesMask()) {
    if (!growRing(max(least, (placesMask() + 1) >> 2)) && inlineTail - inlineHead + least > placesMask()) return FULL;
  }
  const used = atomic.load<u32>(crew, CREW_ENTRIES);
  let chunks = 0;
  if ((used as u64) + members * ENTRIES > mostEntries()) {
    if (canDouble()) chunks = double();
    else if (!fillFurther() && (used as u64) + members * ENTRIES > mostEntries()) return FULL;
  }
  agree();
  return chunks;
}

/** The same where states have ids. */
function makeRoomNumbered(members: u32): i32 {
  const tail = closeGaps(members);
  atomic.store<u32>(crew, tail, CREW_TAIL);
  const chunks = makeRoomForIds(tail, members * PLACES);
  if (chunks === 0) return FULL;
  atomic.store<u32>(crew, 0, CREW_CHUNK);
  agree();
  return chunks - 1;
}

/** Doubles the table, and divides its entries into chunks between free slots; gives how many there are. */
function double(): i32 {
  const old = tableMask() + 1;
  const first = freeSlot(0);
  const chunks = min(old >> 8, MOST_CHUNKS as u32) + 1;
  let before = first;
  store<u32>(crew, first, CREW_BOUNDS);
  for (let i: u32 = 1; i <= chunks; i++) {
    const wanted = first + ((((old as u64) * i) / chunks) as u32);
    before = i === chunks ? first + old : freeSlot(max(before, wanted));
    store<u32>(crew + CREW_BOUNDS + (i as usize) * 4, before);
  }
  widenTable();
  store<u32>(crew, chunks, CREW_CHUNKS);
  atomic.store<u32>(crew, 0, CREW_CHUNK);
  return chunks;
}

/** Leaves the search as one thread would: the states that wait side by side, those of this level first. Nobody is called again. */
export function crewSettle(members: u32): void {
  // What is left of claims goes before the states that nobody has claimed, the last one first.
  let head = openStates();
  let end = head;
  while (true) {
    const member = lastBefore(end, members, MEMBER_CLAIM);
    if (member === 0xffff_ffff) break;
    const claim = memberAt(member) + MEMBER_CLAIM;
    const from = load<u32>(claim);
    const to = load<u32>(claim, 4);
    for (let at = to; at !== from; at--) {
      if (isNumbered()) swapIds(--head, at - 1);
      else store<u64>(waiting(--head), load<u64>(waiting(at - 1)));
    }
    store<u32>(claim, from, 4);
    end = from;
  }
  const left = endOfLevel() - head;
  placeRing(head, closeGaps(members), popcnt(placesMask()));
  resumeInline(left, inlineDepth, 0, 0);
}
