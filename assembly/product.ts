// Products inside the core. A product state (s, q) is a slot: the place of one 32-bit word that an emptiness check keeps about it.
//
// Slots come in blocks of 256: the states s of one run of 256 ids with one q. A directory finds the block of (s >> BLOCK_BITS, q), and a
// block knows its q and its first s, so a slot number says everything and is found by two loads, without hashing; blocks that no
// run ever visits take no room.
import {
  BLOCK_BITS,
  BLOCK_BYTES,
  BLOCK_FIRST,
  BLOCK_PROPERTY,
  BLOCK_STATES,
  DONE,
  EDGE_BYTES,
  EDGE_CODE,
  EDGE_MARKS,
  EDGE_TARGET,
  FULL,
  LIMIT,
  LIST_HEADER,
  REPEAT_DEADLOCKS,
} from '../src/explicit/kernel/protocol';
import { resolve, successors } from './expand';
import { changeList, lettered, letterList, letterNewStates, letterOf, readsChanges } from './letters';
import { ids, total } from './search';
import { expandStubborn, reducing, wasDead } from './stubborn';

export let pages: usize = 0;
export let pageRoom: u32 = 0;
export let qShift: u32 = 0;
export let wordsAt: usize = 0;
export let blockCount: u32 = 1;
let blockRoom: u32 = 0;
let blocks: usize = 0;

export let slotMask: u32 = 0;
export let slotBits: u32 = 0;
/** Waiting edges take two words: marks and slot, because the marks have too many codes. */
export let wide: bool = false;
let codes: usize = 0;

/** The path grows upwards, other states that a check keeps grow down towards it. */
export let pathBase: usize = 0;
/** Where the path is empty; there may be a queue below (see hopeless.ts). */
export let pathFloor: usize = 0;
export let pathTop: usize = 0;
export let heapEnd: usize = 0;
export let heapTop: usize = 0;

let deadlocks: u32 = 0;
let maxStates: u32 = 0xffff_ffff;
/** The state that a check ended with: where the cycle closes, or what it was looking for. */
export let found: u32 = 0;
/** Edges with one of these marks are left out. */
let filter: u32 = 0;

export let productStates: u64 = 0;
export let productEdges: u64 = 0;
export let productDepth: u32 = 0;
export let productMaxDepth: u32 = 0;
let sink: u32 = 0;

export function openPages(at: usize, room: u32, shift: u32): void {
  pages = at;
  pageRoom = room;
  qShift = shift;
}

export function openSlots(at: usize, blocksAt: usize, room: u32, count: u32): void {
  wordsAt = at;
  blocks = blocksAt;
  blockRoom = room;
  blockCount = count;
}

/** How marks are kept on the path: `bits` bits of a word are the slot, the rest number a mask in the table at `codesAt`. */
export function openCodes(codesAt: usize, bits: u32, twoWords: bool): void {
  codes = codesAt;
  slotBits = bits;
  slotMask = (((<u64>1) << bits) - 1) as u32;
  wide = twoWords;
}

/** The region of path and heap, with what is in it. */
export function openPath(base: usize, top: usize, heap: usize, end: usize): void {
  pathBase = base;
  pathFloor = base;
  pathTop = top;
  heapTop = heap;
  heapEnd = end;
}

/** How deadlocks are read (REPEAT_DEADLOCKS or DROP_DEADLOCKS) and the most states that the model may have. */
export function openProduct(reading: u32, states: u32): void {
  deadlocks = reading;
  maxStates = states;
}

export function setFilter(marks: u32): void {
  filter = marks;
}

export function setProductCounts(states: u64, edges: u64, depthNow: u32, deepest: u32): void {
  productStates = states;
  productEdges = edges;
  productDepth = depthNow;
  productMaxDepth = deepest;
}

export function getProductSink(): u32 {
  return sink;
}

// @inline
export function setPathTop(at: usize): void {
  pathTop = at;
}

// @inline
export function setPathFloor(at: usize): void {
  pathFloor = at;
}

// @inline
export function setHeapTop(at: usize): void {
  heapTop = at;
}

// @inline
export function countState(): void {
  productStates++;
  if (++productDepth > productMaxDepth) productMaxDepth = productDepth;
}

/** Counts a state that is not put on a path. */
// @inline
export function countVisited(): void {
  productStates++;
}

// @inline
export function setFound(slot: u32): void {
  found = slot;
}

// @inline
export function addEdges(n: u32): void {
  productEdges += n;
}

// @inline
export function leaveState(): void {
  productDepth--;
}

// @inline
export function wordOf(slot: u32): usize {
  return wordsAt + (slot as usize) * 4;
}

// @inline
export function modelStateOf(slot: u32): u32 {
  return load<u32>(blocks + ((slot >> BLOCK_BITS) as usize) * BLOCK_BYTES, BLOCK_FIRST) + (slot & (BLOCK_STATES - 1));
}

// @inline
export function automatonStateOf(slot: u32): u32 {
  return load<u32>(blocks + ((slot >> BLOCK_BITS) as usize) * BLOCK_BYTES, BLOCK_PROPERTY);
}

/** The marks that an entry of the path stands for; with two words per entry they lie below it. */
// @inline
export function marksOf(entry: u32, at: usize): u32 {
  return wide ? load<u32>(at - 4) : load<u32>(codes + ((entry >> slotBits) as usize) * 4);
}

/** Bytes of a waiting edge. */
// @inline
export function entryBytes(): usize {
  return wide ? 8 : 4;
}

/** The slot of (state, q), made if there is none; 0 when there is no room. */
// @inline
export function slotOf(state: u32, q: u32): u32 {
  const page = ((state >> BLOCK_BITS) << qShift) + q;
  if (page >= pageRoom) return 0;
  const at = pages + (page as usize) * 4;
  const block = load<u32>(at);
  if (block !== 0) return (block << BLOCK_BITS) | (state & (BLOCK_STATES - 1));
  return addBlock(at, state, q);
}

/** Whether the directory has room for `q` with all states of the model. */
// @inline
export function hasPages(q: u32): bool {
  return (((total - 1) >> BLOCK_BITS) << qShift) + q < pageRoom;
}

/** The slot of (state, q), or 0. */
export function findSlot(state: u32, q: u32): u32 {
  const page = ((state >> BLOCK_BITS) << qShift) + q;
  if (page >= pageRoom || q >> qShift !== 0) return 0;
  const block = load<u32>(pages + (page as usize) * 4);
  return block === 0 ? 0 : (block << BLOCK_BITS) | (state & (BLOCK_STATES - 1));
}

function addBlock(at: usize, state: u32, q: u32): u32 {
  if (blockCount === blockRoom) return 0;
  const block = blockCount++;
  store<u32>(at, block);
  store<u32>(blocks + (block as usize) * BLOCK_BYTES, q, BLOCK_PROPERTY);
  store<u32>(blocks + (block as usize) * BLOCK_BYTES, state & ~(BLOCK_STATES - 1), BLOCK_FIRST);
  return (block << BLOCK_BITS) | (state & (BLOCK_STATES - 1));
}

/** Gives new states their letters; DONE or a negative status. */
// @inline
export function settleNewStates(): i32 {
  if (lettered === total) return DONE;
  if (total > maxStates) return LIMIT;
  return letterNewStates() ? DONE : FULL;
}

// @inline
export function repeatsDeadlocks(): bool {
  return deadlocks === REPEAT_DEADLOCKS;
}

/** Successors of the state in `ids`, after the reading of deadlocks; their number or a negative status. */
// @inline
function expandModel(state: u32): i32 {
  const n = successors(state);
  if (n < 0) return n;
  const status = settleNewStates();
  if (status !== DONE) return status;
  if (n > 0) return n;
  if (!repeatsDeadlocks()) return DONE;
  store<u32>(ids, state);
  return 1;
}

/** The same with those successors alone that must be followed with this list of edges. */
function expandReduced(state: u32, list: usize): i32 {
  const n = expandStubborn(state, 0, list);
  if (n < 0) return n;
  if (n > 0) {
    const found = resolve(n);
    if (found !== DONE) return found;
  }
  const status = settleNewStates();
  if (status !== DONE) return status;
  if (!wasDead || !repeatsDeadlocks()) return n;
  store<u32>(ids, state);
  return 1;
}

/**
 * Writes the edges of a product state as entries of the path from `pathTop + 4` on, the first edge last, so that it is on top; and
 * loads the word of every target, so that cache misses overlap. Gives the end of the entries in `edgesEnd`, DONE or a negative
 * status; nothing else has changed.
 */
export function writeEdges(slot: u32): i32 {
  const q = automatonStateOf(slot);
  const state = modelStateOf(slot);
  edgesEnd = pathTop + 4;
  return readsChanges ? writeByChange(state, q) : writeByLetter(state, q);
}

export let edgesEnd: usize = 0;

function writeByLetter(state: u32, q: u32): i32 {
  const list = letterList(q, letterOf(state));
  const length = load<u32>(list);
  if (length === 0) return DONE;
  const n = reducing ? expandReduced(state, list) : expandModel(state);
  if (n <= 0) return n;
  let p = pathTop + 4;
  const step = entryBytes();
  if (p + (n as usize) * length * step > heapTop) return FULL;
  const pagesAt = pages;
  const shift = qShift;
  const slots = wordsAt;
  let touched: u32 = 0;
  if (length === 1 && !wide && (load<u32>(list, LIST_HEADER + EDGE_MARKS) & filter) === 0) {
    const target = load<u32>(list, LIST_HEADER + EDGE_TARGET);
    const code = load<u32>(list, LIST_HEADER + EDGE_CODE);
    if (!hasPages(target)) return FULL;
    const first = ids;
    for (let i = ids + (n as usize) * 4 - 4; i >= first; i -= 4) {
      const t = load<u32>(i);
      const at = pagesAt + ((((t >> BLOCK_BITS) << shift) + target) as usize) * 4;
      const block = load<u32>(at);
      let s = (block << BLOCK_BITS) | (t & (BLOCK_STATES - 1));
      if (block === 0) {
        s = addBlock(at, t, target);
        if (s === 0) return FULL;
      }
      touched += load<u32>(slots + (s as usize) * 4);
      store<u32>(p, s | code);
      p += 4;
    }
    edgesEnd = p;
  } else {
    for (let i = n - 1; i >= 0; i--) {
      if (!writeList(list, load<u32>(ids + (i as usize) * 4))) return FULL;
    }
  }
  sink = touched;
  return DONE;
}

/** Appends the edges of one list to a successor of the model; false when there is no room. */
// @inline
function writeList(list: usize, t: u32): bool {
  let p = edgesEnd;
  for (
    let end = list + LIST_HEADER + (load<u32>(list) as usize) * EDGE_BYTES;
    end > list + LIST_HEADER;
    end -= EDGE_BYTES
  ) {
    const e = end - EDGE_BYTES;
    const marks = load<u32>(e, EDGE_MARKS);
    if (marks & filter) continue;
    const s = slotOf(t, load<u32>(e, EDGE_TARGET));
    if (s === 0) return false;
    sink += load<u32>(wordOf(s));
    if (wide) {
      store<u32>(p, marks);
      p += 4;
    }
    store<u32>(p, s | load<u32>(e, EDGE_CODE));
    p += 4;
  }
  edgesEnd = p;
  return true;
}

function writeByChange(state: u32, q: u32): i32 {
  const from = letterOf(state);
  const n = reducing ? expandReduced(state, changeList(q, from, from)) : expandModel(state);
  if (n <= 0) return n;
  const step = entryBytes();
  for (let i = n - 1; i >= 0; i--) {
    const t = load<u32>(ids + (i as usize) * 4);
    const list = changeList(q, from, letterOf(t));
    if (edgesEnd + (load<u32>(list) as usize) * step > heapTop) return FULL;
    if (!writeList(list, t)) return FULL;
  }
  return DONE;
}
