// Searching: expansion of a state into the ids of its successors, and the two orders built on it. Everything stops at
// a slice's budget, so that the engine can compile hot code better between slices (there is no on-stack replacement
// of WebAssembly), limits bite and progress is seen. A slice that ends early for want of room, of wider fields or
// by a fault has not touched the state at which it ended: it will be expanded again.
import { DONE, FULL, HASH_BYTES, NO_ID, NODE_BYTES, RUNNING, STACK } from '../src/explicit/kernel/protocol';
import * as elsewhere from './elsewhere';
import { fold, folded, makeRoomForNodes, unfold } from './fold';
import { expand, label } from './imports/model';
import { arena, count, find, findOrAdd, hasRoom, keys, makeRoom, makeRoomForRoots, setCount, touch } from './store';
import { AnyWidth, anyBytes, bytesOf, linearHash, mix, Words1 } from './width';

/** Where successors are written. */
export let buffer: usize = 0;
/** Where the ids of successors are. */
export let ids: usize = 0;
let pending: usize = 0;
let scratch: usize = 0;
let stack: usize = 0;
let stackRoom: u32 = 0;
let labels: usize = 0;
let labelBytes: usize = 0;
let hashHere: bool = false;
let frozen: bool = false;
let loose: bool = false;
let bufferStates: u32 = 0;
let mostSuccessors: u32 = 0;

/** All states, in this memory and elsewhere. */
export let total: u32 = 0;
export let head: u32 = 0;
export let levelEnd: u32 = 0;
export let depth: u32 = 0;
export let top: u32 = 0;
export let peak: u32 = 0;
export let transitions: u64 = 0;
export let deadlocks: u64 = 0;
export let firstDeadlock: u32 = NO_ID;
/** Keeps the loads of the touch pass alive. */
let sink: u32 = 0;

/** Where `expand` writes, where ids go (one per successor), ids from elsewhere, and room for one state. */
export function openBuffers(bufferAt: usize, idsAt: usize, pendingAt: usize, scratchAt: usize): void {
  buffer = bufferAt;
  ids = idsAt;
  pending = pendingAt;
  scratch = scratchAt;
}

export function openStack(stackAt: usize, room: u32): void {
  stack = stackAt;
  stackRoom = room;
}

/** Labels of `bytes` bytes per state, made when a state is new. */
export function openLabels(labelsAt: usize, bytes: usize): void {
  labels = labelsAt;
  labelBytes = bytes;
}

/** How many states the buffer holds, how many successors a state has at most, and whether depth-first order may be loose. */
export function openBatches(states: u32, most: u32, anyOrder: bool): void {
  bufferStates = states;
  mostSuccessors = most;
  loose = anyOrder;
}

/** The model does not hash: the core does. */
export function hashInCore(): void {
  hashHere = true;
}

/** Whether successors come without their hashes. */
// @inline
export function isHashedHere(): bool {
  return hashHere;
}

/** From now on this store only answers; new states live elsewhere. */
export function freeze(): void {
  frozen = true;
}

/** Sets the height of the stack, whose entries the host has moved. */
export function setTop(height: u32): void {
  top = height;
}

/** Restores the place of a search after its states were moved to a new memory. */
export function resume(headAt: u32, levelEndAt: u32, depthAt: u32, topAt: u32): void {
  head = headAt;
  levelEnd = levelEndAt;
  depth = depthAt;
  top = topAt;
}

/** All states are in this memory: they were copied, or several threads have found them. */
export function setStates(states: u32): void {
  setCount(states);
  total = states;
}

export function resumeCounts(peakAt: u32, transitionsAt: u64, deadlocksAt: u64, firstDeadlockAt: u32): void {
  peak = peakAt;
  transitions = transitionsAt;
  deadlocks = deadlocksAt;
  firstDeadlock = firstDeadlockAt;
}

export function getSink(): u32 {
  return sink;
}

/** Writes the linear hash after each of the first `n` states of the buffer, as a model's `expand` does. */
export function hashStates(at: usize, n: i32, keysAt: usize): void {
  for (let i = 0; i < n; i++) {
    store<u64>(at + anyBytes, linearHash<AnyWidth>(at, keysAt));
    at += anyBytes + HASH_BYTES;
  }
}

/** Interns the `n` states in the buffer; their ids are in `ids` afterwards. DONE, or FULL with nothing done. */
export function resolve<S>(n: i32): i32 {
  if (frozen) return resolveFrozen<S>(n);
  if (offsetof<S>() === 1) return resolveFolded<S>(n);
  if (!hasRoom(n)) {
    if (!makeRoom<S>(n)) return FULL;
  }
  const bytes = bytesOf<S>();
  const stride = bytes + HASH_BYTES;
  const end = buffer + (n as usize) * stride;
  hashAndTouch<S>(end);
  const expected = count;
  let id = ids;
  for (let p = buffer; p < end; p += stride) {
    store<u32>(id, findOrAdd<S>(p, load<u64>(p + bytes)));
    id += 4;
  }
  total = count;
  if (labelBytes !== 0 && count !== expected) labelNew<S>(expected);
  return DONE;
}

/** Mixes the hashes, and loads every slot once: the cache misses overlap, as prefetching would make them. */
// @inline
function hashAndTouch<S>(end: usize): void {
  const bytes = bytesOf<S>();
  const stride = bytes + HASH_BYTES;
  let touched: u32 = 0;
  if (hashHere) {
    for (let p = buffer; p < end; p += stride) store<u64>(p + bytes, linearHash<S>(p, keys));
  }
  for (let p = buffer; p < end; p += stride) {
    const x = mix(load<u64>(p + bytes));
    store<u64>(p + bytes, x);
    touched += touch(x);
  }
  sink = touched;
}

function labelNew<S>(first: u32): void {
  for (let id = first; id < count; id++)
    label(arena + (id as usize) * bytesOf<S>(), labels + (id as usize) * labelBytes);
}

function resolveFolded<S>(n: i32): i32 {
  if (!makeRoomForNodes(n) || !makeRoomForRoots(n)) return FULL;
  const stride = bytesOf<S>() + HASH_BYTES;
  const key = load<u64>(keys);
  let p = buffer;
  for (let i = 0; i < n; i++) {
    const root = fold(p, true);
    const before = count;
    // The hash's place in the buffer holds the root, for `findOrAdd` to copy.
    store<u64>(p + bytesOf<S>(), root);
    const id = findOrAdd<Words1>(p + bytesOf<S>(), mix(root * key));
    if (labelBytes !== 0 && id === before) label(p, labels + (id as usize) * labelBytes);
    store<u32>(ids + i * 4, id);
    p += stride;
  }
  total = count;
  return DONE;
}

/** Writes the mixed hash of each state of the buffer behind it, and loads every slot once. */
// @inline
function hashAndTouchAll<S>(n: i32): void {
  const stride = bytesOf<S>() + HASH_BYTES;
  let touched: u32 = 0;
  let p = buffer;
  for (let i = 0; i < n; i++) {
    const x = mix(linearHash<S>(p, keys));
    store<u64>(p + bytesOf<S>(), x);
    touched += touch(x);
    p += stride;
  }
  sink = touched;
}

/** Looks the `n` states of the buffer up without adding any; ids or NO_ID. Gives the number of unknown ones. */
export function lookUp<S>(n: i32): i32 {
  const bytes = bytesOf<S>();
  const stride = bytes + HASH_BYTES;
  let unknown = 0;
  let p = buffer;
  if (offsetof<S>() !== 1) hashAndTouchAll<S>(n);
  for (let i = 0; i < n; i++) {
    let id = NO_ID;
    if (offsetof<S>() === 1) {
      const root = fold(p, false);
      if (folded) {
        store<u64>(scratch, root);
        id = find<Words1>(scratch, mix(root * load<u64>(keys)));
      }
    } else {
      id = find<S>(p, load<u64>(p + bytes));
    }
    store<u32>(ids + i * 4, id);
    if (id === NO_ID) unknown++;
    p += stride;
  }
  return unknown;
}

function resolveFrozen<S>(n: i32): i32 {
  if (count === 0) return resolveElsewhere(n);
  const unknown = lookUp<S>(n);
  if (unknown === 0) return DONE;
  // Move the unknown states to the front of the buffer, in their order.
  const stride = bytesOf<S>() + HASH_BYTES;
  let to = buffer;
  for (let i = 0; i < n; i++) {
    if (load<u32>(ids + i * 4) !== NO_ID) continue;
    const from = buffer + (i as usize) * stride;
    if (from !== to) memory.copy(to, from, stride);
    to += stride;
  }
  const status = elsewhere.intern(buffer, unknown, pending, false);
  if (status !== DONE) return status;
  let next = pending;
  for (let i = 0; i < n; i++) {
    if (load<u32>(ids + i * 4) !== NO_ID) continue;
    const id = load<u32>(next);
    next += 4;
    store<u32>(ids + i * 4, id);
    if (id >= total) total = id + 1;
  }
  return DONE;
}

/** The same where all states are in other memories. */
function resolveElsewhere(n: i32): i32 {
  const status = elsewhere.intern(buffer, n, ids, !hashHere);
  if (status !== DONE) return status;
  for (let at = ids, end = ids + (n as usize) * 4; at < end; at += 4) {
    if (load<u32>(at) >= total) total = load<u32>(at) + 1;
  }
  return DONE;
}

/** Where the words of state `id` are; valid until the next call. */
// @inline
export function stateAt<S>(id: u32): usize {
  if (id >= count) {
    elsewhere.read(id, scratch);
    return scratch;
  }
  if (offsetof<S>() === 1) {
    unfold(load<u64>(arena + (id as usize) * NODE_BYTES), scratch);
    return scratch;
  }
  return arena + (id as usize) * bytesOf<S>();
}

/** Expands state `id`: the ids of its successors, in the model's order, are in `ids`. Their number, or a negative status. */
// @inline
export function successors<S>(id: u32): i32 {
  const n = expand(stateAt<S>(id), buffer);
  if (n <= 0) return n;
  const status = resolve<S>(n);
  return status === DONE ? n : status;
}

// Several states are expanded before their successors are looked up together: with few successors per state the cache
// misses of one state alone leave the memory idle. The order in which ids are given is the same.

/** Successors that are looked up together, about. */
const BATCH: u32 = 48;

/** Successors in the buffer, states they come from, deadlocks among these, and the first one. */
let batched: u32 = 0;
let sources: u32 = 0;
let deadSources: u32 = 0;
let firstDead: u32 = NO_ID;

/** Expands `id` behind what is in the buffer already; false if it stopped short, with the reason in `stopped`. */
// @inline
function expandInto<S>(id: u32): bool {
  const n = expand(stateAt<S>(id), buffer + (batched as usize) * (bytesOf<S>() + HASH_BYTES));
  if (n < 0) {
    stopped = n;
    return false;
  }
  if (n === 0) {
    if (deadSources++ === 0) firstDead = id;
  }
  batched += n;
  sources++;
  return true;
}

let stopped: i32 = 0;

// @inline
function startBatch(): void {
  batched = 0;
  sources = 0;
  deadSources = 0;
}

/** Whether another state may be expanded into the buffer. */
// @inline
function mayBatch(): bool {
  return mayExpandBehind(batched);
}

/** Counts the states of the batch as expanded. */
// @inline
function countBatch(): void {
  transitions += batched;
  deadlocks += deadSources;
  if (deadSources !== 0 && firstDeadlock === NO_ID) firstDeadlock = firstDead;
}

/** Expands `id` behind `before` successors that are in the buffer already; their number, or a negative status. */
// @inline
export function expandBehind<S>(id: u32, before: u32): i32 {
  return expand(stateAt<S>(id), buffer + (before as usize) * (bytesOf<S>() + HASH_BYTES));
}

/** Whether the buffer takes the successors of one more state, and looking up more than these together pays. */
// @inline
function mayExpandBehind(before: u32): bool {
  return before < BATCH && fitsBehind(before);
}

/** Whether the buffer takes the successors of one more state. */
// @inline
export function fitsBehind(before: u32): bool {
  return before + mostSuccessors <= bufferStates;
}

/** Breadth-first: the arena itself is the queue. */
export function breadthFirst<S>(budget: u32): i32 {
  while (budget > 0) {
    if (head === levelEnd) {
      if (head === total) return DONE;
      levelEnd = total;
      depth++;
    }
    startBatch();
    const end = min(levelEnd, head + budget);
    while (head + sources < end && mayBatch()) {
      if (!expandInto<S>(head + sources)) break;
    }
    if (sources === 0) return stopped;
    if (batched !== 0) {
      const status = resolve<S>(batched);
      if (status !== DONE) return status;
    }
    countBatch();
    head += sources;
    budget -= sources;
  }
  return RUNNING;
}

/** Pushes the states of the last `n` ids that are new, the first of them being `expected`. */
export function pushNew(n: i32, expected: u32): void {
  let at = stack + (top as usize) * 4;
  for (let p = ids, end = ids + (n as usize) * 4; p < end; p += 4) {
    if (load<u32>(p) !== expected) continue;
    store<u32>(at, expected++);
    at += 4;
  }
  top = ((at - stack) >> 2) as u32;
  if (top > peak) peak = top;
}

/**
 * Depth-first with states marked when they are pushed: for reachability only. Without `loose` states are expanded one by
 * one, in the order of the plain explorer; with it some are taken from the stack together.
 */
export function depthFirst<S>(budget: u32): i32 {
  while (budget > 0) {
    if (top === 0) return DONE;
    const expected = total;
    startBatch();
    const most = loose ? min(top, budget) : 1;
    while (sources < most && mayBatch()) {
      if (!expandInto<S>(load<u32>(stack + ((top - 1 - sources) as usize) * 4))) break;
    }
    if (sources === 0) return stopped;
    if (batched !== 0) {
      if ((top as u64) + batched > stackRoom) return STACK;
      const status = resolve<S>(batched);
      if (status !== DONE) return status;
    }
    countBatch();
    top -= sources;
    budget -= sources;
    if (total !== expected) pushNew(batched, expected);
  }
  return RUNNING;
}
