// Depth-first searches that keep whole states only on their stack; of all others there are traces in a set (hashed-set.ts). States are
// those of the product, packed, with the state of the property and the number of marks that were seen since the last time all were:
//
//     reachability:  a state is put into the set when it is found; one whose automaton state decides ends the search
//     nested search: a state is put into the set when it is visited; when all its successors are done and it is accepting, a second search
//                    (red, with keys of its own) starts from it and ends where it comes back to the path [CVWY92; HPY96]
//
// A cycle that closes on the path is compared state by state, so what is found is there. What is overlooked makes the search incomplete and
// nothing else. An entry of the stack is a state that waits, or one on the path, below those of its successors that wait.
import {
  ACCEPTING,
  CONTROL_LABEL_FAULT,
  DONE,
  EDGE_BYTES,
  EDGE_MARKS,
  EDGE_TARGET,
  FAULT,
  HASH_BYTES,
  HASHED_EXTRA,
  HASHED_ON_PATH,
  HASHED_RED,
  LIST_HEADER,
  RUNNING,
} from '../src/explicit/kernel/protocol';
import { ADDED, insert, isKnown, NO_ROOM, noteCut, scramble, touchKey } from './hashed-set';
import { expand } from './imports/model';
import { letterAt, letterList } from './letters';
import { repeatsDeadlocks } from './product';
import { buffer, hashStates, ids, isHashedHere } from './search';
import { keys } from './store';
import { AnyWidth, anyBytes, copyState, equalStates, linearHash } from './width';

const RED_KEYS: u64 = 0x6a09e667f3bcc909;

let base: usize = 0;
let end: usize = 0;
let top: usize = 0;
/** Where the path of the red search begins; 0 while there is none. */
let redBase: usize = 0;
/** Places of the path's states by their keys: numbers of entries plus one. */
let places: usize = 0;
let placesMask: u32 = 0;

let seed: u64 = 0;
/** 0 while successors are tried in the order of the model. */
let random: u64 = 0;
let nestedSearch: bool = false;
/** Marks in the order in which they are waited for, and their number. */
let marks: usize = 0;
let markCount: u32 = 0;
/** By states of the property: whether reaching them decides; whether they lie on no accepting cycle. */
let deciding: usize = 0;
let hopeless: usize = 0;

/** States that were visited, and expansions: those of the second search count there too. */
export let hashedVisited: u64 = 0;
let hashedExpanded: u64 = 0;
export let hashedEdges: u64 = 0;
export let hashedDepth: u32 = 0;
export let hashedMaxDepth: u32 = 0;
/** Entry of the path on which the cycle closes. */
export let hashedFound: u32 = 0;
/** Keeps the loads of the touch pass alive. */
let sink: u32 = 0;

/** The places are cleared, and more than there can be entries. */
export function openHashedStack(at: usize, atEnd: usize, placesAt: usize, placeBits: u32): void {
  base = at;
  end = atEnd;
  top = at;
  redBase = 0;
  places = placesAt;
  placesMask = (1 << placeBits) - 1;
  hashedVisited = 0;
  hashedExpanded = 0;
  hashedEdges = 0;
  hashedDepth = 0;
  hashedMaxDepth = 0;
}

/** What is looked for: cycles that show all the marks; or, with a table of states that decide, one of these. */
export function openHashedGoal(marksAt: usize, count: u32, decidingAt: usize, hopelessAt: usize): void {
  marks = marksAt;
  markCount = count;
  deciding = decidingAt;
  hopeless = hopelessAt;
  nestedSearch = decidingAt === 0;
}

/** The seed of the keys, and that of the order of successors: 0 for the model's own. */
export function openHashedSeeds(ofKeys: u64, ofOrder: u64): void {
  seed = scramble(ofKeys + 0x3c6ef372fe94f82b);
  random = ofOrder;
}

export function getHashedSink(): u32 {
  return sink;
}

export function hashedTop(): usize {
  return top;
}

export function hashedRedBase(): usize {
  return redBase;
}

// @inline
function entryBytes(): usize {
  return anyBytes + HASHED_EXTRA;
}

// @inline
function keyAt(entry: usize): u64 {
  return load<u64>(entry + anyBytes);
}

/** The state of the property, with the number of marks that were seen. */
// @inline
function propertyAt(entry: usize): u32 {
  return load<u32>(entry + anyBytes, 8);
}

// @inline
function flagsAt(entry: usize): u32 {
  return load<u32>(entry + anyBytes, 12);
}

// @inline
function setFlags(entry: usize, flags: u32): void {
  store<u32>(entry + anyBytes, flags, 12);
}

// @inline
function keyOf(hash: u64, property: u32): u64 {
  return scramble((hash ^ seed) + ((property + 1) as u64) * 0xd6e8feb86659fd93);
}

// @inline
function redKey(key: u64): u64 {
  return scramble(key ^ RED_KEYS);
}

// @inline
function isAccepting(property: u32): bool {
  return property % (markCount + 1) === markCount;
}

/** The state of the property behind an edge, with the marks that were then seen. */
// @inline
function follow(property: u32, edge: usize): u32 {
  const stages = markCount + 1;
  let stage = property % stages;
  if (stage === markCount) stage = 0;
  const shown = load<u32>(edge, EDGE_MARKS);
  while (stage < markCount && shown & load<u32>(marks + (stage as usize) * 4)) stage++;
  return load<u32>(edge, EDGE_TARGET) * stages + stage;
}

/** Puts an initial state on the stack; false without room. */
export function pushHashed(state: usize, q: u32): bool {
  const property = q * (markCount + 1);
  const key = keyOf(linearHash<AnyWidth>(state, keys), property);
  if (!nestedSearch) {
    if (insert(key) !== ADDED) return true;
  }
  return push(state, key, property);
}

// @inline
function push(state: usize, key: u64, property: u32): bool {
  if (top + entryBytes() > end) return false;
  copyState<AnyWidth>(top, state);
  store<u64>(top + anyBytes, key);
  store<u32>(top + anyBytes, property, 8);
  setFlags(top, 0);
  top += entryBytes();
  return true;
}

/** Runs until `budget` states were expanded: DONE, RUNNING, ACCEPTING, or a negative status after which nothing can go on. */
export function hashedSearch(budget: u32): i32 {
  const last = hashedExpanded + budget;
  while (hashedExpanded < last) {
    if (top === base) return DONE;
    const status = redBase !== 0 ? stepRed() : step();
    if (status !== RUNNING) return status;
  }
  return RUNNING;
}

/** Visits the state on top, or leaves it. */
function step(): i32 {
  const entry = top - entryBytes();
  if (flagsAt(entry) & HASHED_ON_PATH) {
    if (nestedSearch && isAccepting(propertyAt(entry))) {
      redBase = top;
      return sweep(entry, true);
    }
    leave(entry);
    return RUNNING;
  }
  if (nestedSearch) {
    const key = keyAt(entry);
    const status = insert(key);
    if (status !== ADDED) {
      if (status === NO_ROOM) noteCut(key);
      top = entry;
      return RUNNING;
    }
    place(entry, key);
  }
  hashedVisited++;
  setFlags(entry, HASHED_ON_PATH);
  if (++hashedDepth > hashedMaxDepth) hashedMaxDepth = hashedDepth;
  return sweep(entry, false);
}

function stepRed(): i32 {
  if (top === redBase) {
    redBase = 0;
    leave(top - entryBytes());
    return RUNNING;
  }
  const entry = top - entryBytes();
  if (flagsAt(entry) & HASHED_ON_PATH || insert(redKey(keyAt(entry))) !== ADDED) {
    top = entry;
    return RUNNING;
  }
  setFlags(entry, HASHED_ON_PATH | HASHED_RED);
  return sweep(entry, true);
}

/** Takes a state off the path. */
function leave(entry: usize): void {
  if (nestedSearch) removePlace(entry);
  hashedDepth--;
  top = entry;
}

/** Successors of the entry's state in the buffer, after the reading of deadlocks; their number or a negative status. */
function expandEntry(entry: usize): i32 {
  const n = expand(entry, buffer);
  if (n > 0 && isHashedHere()) hashStates(buffer, n, keys);
  if (n !== 0 || !repeatsDeadlocks()) return n;
  copyState<AnyWidth>(buffer, entry);
  store<u64>(buffer + anyBytes, linearHash<AnyWidth>(entry, keys));
  return 1;
}

/** Lets the successors of a state on the path wait, the first one on top: of the first search those that are new, or of the second. */
function sweep(entry: usize, red: bool): i32 {
  const property = propertyAt(entry);
  const list = letterList(property / (markCount + 1), letterAt(entry));
  if (load<u32>(CONTROL_LABEL_FAULT) !== 0) return FAULT;
  const length = load<u32>(list);
  hashedExpanded++;
  if (length === 0) return RUNNING;
  const n = expandEntry(entry);
  if (n <= 0) return n === 0 ? RUNNING : n;
  hashedEdges += n * length;
  shuffle(n);
  const stride = anyBytes + HASH_BYTES;
  const edges = list + LIST_HEADER;
  const edgesEnd = edges + (length as usize) * EDGE_BYTES;
  let touched: u32 = 0;
  for (let edge = edges; edge < edgesEnd; edge += EDGE_BYTES) {
    const next = follow(property, edge);
    for (let i = 0; i < n; i++) {
      const key = keyOf(load<u64>(buffer + (i as usize) * stride + anyBytes), next);
      touched += touchKey(red ? redKey(key) : key);
    }
  }
  sink = touched;
  const accepting = isAccepting(property);
  for (let i = n - 1; i >= 0; i--) {
    const state = buffer + (load<u32>(ids + (i as usize) * 4) as usize) * stride;
    const hash = load<u64>(state + anyBytes);
    for (let edge = edgesEnd - EDGE_BYTES; edge >= edges; edge -= EDGE_BYTES) {
      const next = follow(property, edge);
      const key = keyOf(hash, next);
      if (meet(state, key, next, red, accepting)) return ACCEPTING;
    }
  }
  return RUNNING;
}

/** A successor is met: true where it ends the search. */
// @inline
function meet(state: usize, key: u64, property: u32, red: bool, accepting: bool): bool {
  if (!nestedSearch) {
    const q = property / (markCount + 1);
    if (load<u8>(deciding + q) !== 0) {
      // Room for one more entry is kept behind the end.
      end += entryBytes();
      push(state, key, property);
      setFlags(top - entryBytes(), HASHED_ON_PATH);
      return true;
    }
    // Without room the state is not put into the set: it may be met again.
    if (top + entryBytes() > end) {
      if (!isKnown(key)) noteCut(key);
      return false;
    }
    const status = insert(key);
    if (status === ADDED) push(state, key, property);
    else if (status === NO_ROOM) noteCut(key);
    return false;
  }
  if (red) {
    if (load<u8>(hopeless + property / (markCount + 1)) !== 0) return false;
    if (closes(state, key, property)) return true;
    if (!isKnown(redKey(key)) && !push(state, key, property)) noteCut(redKey(key));
    return false;
  }
  if ((accepting || isAccepting(property)) && closes(state, key, property)) return true;
  if (!isKnown(key) && !push(state, key, property)) noteCut(key);
  return false;
}

/** The order in which successors are tried, in `ids`. */
// @inline
function shuffle(n: i32): void {
  for (let i = 0; i < n; i++) store<u32>(ids + (i as usize) * 4, i);
  if (random === 0) return;
  for (let i = n - 1; i > 0; i--) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    const j = (((random >> 32) * ((i + 1) as u64)) >> 32) as i32;
    const a = ids + (i as usize) * 4;
    const b = ids + (j as usize) * 4;
    const moved = load<u32>(a);
    store<u32>(a, load<u32>(b));
    store<u32>(b, moved);
  }
}

// The places of the path. They are taken and left in the order of a stack, so a place that is left can simply be cleared.

// @inline
function numberOf(entry: usize): u32 {
  return ((entry - base) / entryBytes()) as u32;
}

function place(entry: usize, key: u64): void {
  let slot = (key as u32) & placesMask;
  while (load<u32>(places + (slot as usize) * 4) !== 0) slot = (slot + 1) & placesMask;
  store<u32>(places + (slot as usize) * 4, numberOf(entry) + 1);
}

function removePlace(entry: usize): void {
  const number = numberOf(entry) + 1;
  let slot = (keyAt(entry) as u32) & placesMask;
  while (load<u32>(places + (slot as usize) * 4) !== number) slot = (slot + 1) & placesMask;
  store<u32>(places + (slot as usize) * 4, 0);
}

/** The number of the path's entry with this state, plus one; 0 where there is none. */
function findOnPath(state: usize, key: u64, property: u32): u32 {
  let slot = (key as u32) & placesMask;
  while (true) {
    const number = load<u32>(places + (slot as usize) * 4);
    if (number === 0) return 0;
    const entry = base + ((number - 1) as usize) * entryBytes();
    if (keyAt(entry) === key && propertyAt(entry) === property && equalStates<AnyWidth>(entry, state)) return number;
    slot = (slot + 1) & placesMask;
  }
}

/** Whether the successor is on the path; `hashedFound` is then its entry. */
// @inline
function closes(state: usize, key: u64, property: u32): bool {
  const number = findOnPath(state, key, property);
  if (number === 0) return false;
  hashedFound = number - 1;
  return true;
}

// Short cuts through a path that was found.

/** Gives all entries of the path places, those of the second search too. */
export function placePath(): void {
  memory.fill(places, 0, ((placesMask as usize) + 1) * 4);
  for (let entry = base; entry < top; entry += entryBytes()) {
    if (flagsAt(entry) & HASHED_ON_PATH) place(entry, keyAt(entry));
  }
}

/** Whether the entry that `furthest` was last asked about has an edge to the entry with number `goal`. */
export let reachesGoal: bool = false;

/** The last entry up to `limit` that follows the given one; its number plus one, or 0. */
export function furthest(number: u32, limit: u32, goal: u32): u32 {
  const entry = base + (number as usize) * entryBytes();
  const property = propertyAt(entry);
  const list = letterList(property / (markCount + 1), letterAt(entry));
  const length = load<u32>(list);
  reachesGoal = false;
  const n = expandEntry(entry);
  let best: u32 = 0;
  for (let i = 0; i < n; i++) {
    const state = buffer + (i as usize) * (anyBytes + HASH_BYTES);
    for (let e: u32 = 0; e < length; e++) {
      const next = follow(property, list + LIST_HEADER + (e as usize) * EDGE_BYTES);
      const found = findOnPath(state, keyOf(load<u64>(state + anyBytes), next), next);
      if (found === 0) continue;
      if (found - 1 === goal) reachesGoal = true;
      if (found - 1 <= limit && found > best) best = found;
    }
  }
  return best;
}
