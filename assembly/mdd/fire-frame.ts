// The frame of FIRE (see fire.ts), and what filling it and settling it share: looking results up, starting calls, taking results in.
import {
  ALL,
  ANY,
  ASCENDING,
  CLOSE,
  DESCENDING,
  EMPTY,
  IDENTITY,
  SET_BITS,
  STUCK,
  SWEEP,
} from '../../src/dd/mdd/diagram-protocol';
import { intersect, minus, union } from './apply';
import { findFire } from './cache';
import { collectIfDue } from './collect';
import { levelOf, loOf, NODE } from './nodes';
import { MAX_ROOTS, push, ROOT_COUNT, ROOTS, reserve, status } from './state';

/** Marks children of F that changed and whose events have not been fired since. */
export const DIRTY: u32 = 0x8000_0000;

// The frame. List: where in the list of this level's events; 0 while F is being filled.
export const EVENT: usize = 8;
export const LEVEL: usize = 12;
export const LIST: usize = 16;
/** The value that is being fired. */
export const VALUE: usize = 20;
export const ROW: usize = 24;
export const ROW_END: usize = 28;
/** The value that the result of the call belongs to. */
export const TARGET: usize = 32;
export const LO: usize = 36;
export const SIZE: usize = 40;
/** No value beyond this one (in the order of work) is dirty; in a sweep: events since the last change. */
export const BOUND: usize = 44;
export const KEY: usize = 48;
export const SET: usize = ROOTS;
export const WITHIN: usize = ROOTS + 4;
export const F: usize = ROOTS + 8;

export let order: u32 = DESCENDING;

export function setOrder(to: u32): void {
  order = to;
}

/** FIRE if it is obvious or cached, else MISS; `set` is the number of the event set at the node's level. */
// @inline
export function known(event: u32, node: u32, within: u32, set: u32): u32 {
  if (event === IDENTITY) {
    if (within === ANY) return node;
    event = CLOSE;
  }
  if (event >= (STUCK as u32) && set === 0) {
    if (event !== CLOSE) return event === ALL ? EMPTY : node;
    return within === ANY ? node : intersect(node, within);
  }
  return findFire(node, (event << SET_BITS) | set, within);
}

/** Starts the frame of one node. */
export function begin(event: u32, node: u32, within: u32, set: u32): usize {
  const f = push(2);
  if (f === 0) return 0;
  if (event === IDENTITY) event = CLOSE;
  const level = levelOf(node);
  store<u32>(f, 2, ROOT_COUNT);
  store<u32>(f, event, EVENT);
  store<u32>(f, level, LEVEL);
  store<u32>(f, 0, LIST);
  store<u32>(f, loOf(node), VALUE);
  store<u32>(f, 0, ROW);
  store<u32>(f, 0, ROW_END);
  store<u32>(f, 0, LO);
  store<u32>(f, 0, SIZE);
  store<u32>(f, 0, BOUND);
  store<u32>(f, (event << SET_BITS) | set, KEY);
  store<u32>(f, node, SET);
  store<u32>(f, within, WITHIN);
  collectIfDue();
  return f;
}

/** F[value] ∪= node; a change makes it dirty. */
export function add(f: usize, value: u32, node: u32): void {
  if (node === EMPTY) return;
  if (value - load<u32>(f, LO) >= load<u32>(f, SIZE) && !cover(f, value, 1)) return;
  const at = f + (((value - load<u32>(f, LO)) as usize) << 2);
  const entry = load<u32>(at, F);
  const old = entry & NODE;
  if (old === node) return;
  const all = old === EMPTY ? node : union(old, node);
  if (all === old || status !== 0) return;
  store<u32>(at, all | DIRTY, F);
  if (load<u32>(f, LIST) === 0) return;
  if (order === SWEEP) store<u32>(f, 0, BOUND);
  else if (order === ASCENDING ? value < load<u32>(f, BOUND) : value > load<u32>(f, BOUND)) store<u32>(f, value, BOUND);
}

/** F[value] \\= node. */
export function remove(f: usize, value: u32, node: u32): void {
  const at = f + (((value - load<u32>(f, LO)) as usize) << 2);
  store<u32>(at, minus(load<u32>(at, F) & NODE, node), F);
}

/** Makes F have `count` values from `value` on; the frame is the topmost one. */
export function cover(f: usize, value: u32, count: u32): bool {
  const size = load<u32>(f, SIZE);
  const lo = size === 0 ? value : load<u32>(f, LO);
  // Downwards in larger steps, since every step moves all entries.
  const newLo = value < lo ? min(value, lo - min(lo, size >> 2)) : lo;
  const newEnd = max(lo + size, value + count);
  const newSize = newEnd - newLo;
  if (newSize === size) return true;
  if (!reserve(newSize > MAX_ROOTS ? 0 : f + F + ((newSize as usize) << 2))) {
    return false;
  }
  const shift = ((lo - newLo) as usize) << 2;
  const oldBytes = (size as usize) << 2;
  if (shift !== 0) {
    memory.copy(f + F + shift, f + F, oldBytes);
    memory.fill(f + F, 0, shift);
  }
  const used = shift + oldBytes;
  memory.fill(f + F + used, 0, ((newSize as usize) << 2) - used);
  store<u32>(f, newLo, LO);
  store<u32>(f, newSize, SIZE);
  store<u32>(f, newSize + 2, ROOT_COUNT);
  return true;
}
