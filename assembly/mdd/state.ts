// What all parts of the kernel share: why a run ended, its counters and budgets, and the stack of frames.
//
// Nothing recurses. Each operation keeps its frames on one stack in linear memory, linked to one another, so diagrams may be
// as deep as the stack region is long, a run can stop anywhere and go on later, and the collector knows every node in use:
// from ROOTS on, a frame holds as many node numbers as its second word says.
import { DONE, OUT_OF_MEMORY, OUT_OF_NODES, OUT_OF_OPERATIONS, STOPPED } from '../../src/dd/mdd/diagram-protocol';
import { look } from './imports/host';

/** Stands for "not known yet"; no node has this number. */
export const MISS: u32 = 0x7fff_ffff;

// The words of every frame; the others are the operation's own.
/** The frame below. */
export const PARENT: usize = 0;
/** How many node numbers there are from ROOTS on. */
export const ROOT_COUNT: usize = 4;
export const ROOTS: usize = 56;

export let status: i32 = DONE;
export let result: u32 = 0;

export let operations: f64 = 0;
export let created: f64 = 0;
export let hits: f64 = 0;
let operationBudget: f64 = Infinity;
let nodeBudget: f64 = Infinity;

/**
 * Work between two questions to the host whether to go on: node numbers that frames have room for, and FRAME_WORK for each frame. That is
 * about a millisecond, whatever the operation; long runs return to the host in slices besides.
 */
const PATIENCE: i32 = 1 << 16;
const FRAME_WORK: i32 = 8;
let patience: i32 = PATIENCE;

/** More do not fit any memory. */
export const MAX_ROOTS: u32 = 0x0fff_ffff;

let stackStart: usize = 0;
let stackEnd: usize = 0;
/** The end of the topmost frame. */
export let sp: usize = 0;
export let peakSp: usize = 0;
/** The topmost frame, or 0. */
export let frame: usize = 0;

export function openStack(start: usize, end: usize): void {
  stackStart = start;
  stackEnd = end;
  sp = start;
  peakSp = start;
  frame = 0;
}

/** Gives up what is under way. */
export function unwind(): void {
  sp = stackStart;
  frame = 0;
  status = DONE;
}

export function setBudget(nodes: f64, ops: f64): void {
  nodeBudget = created + nodes;
  operationBudget = operations + ops;
}

export function resetCounters(): void {
  operations = 0;
  created = 0;
  hits = 0;
  nodeBudget = Infinity;
  operationBudget = Infinity;
}

export function fail(why: i32): void {
  status = why;
}

export function setResult(node: u32): void {
  result = node;
}

// @inline
export function countCreated(): void {
  created += 1;
}

// @inline
export function countHit(): void {
  hits += 1;
}

/** Starts a frame with room for `roots` node numbers and makes it the topmost one; 0 if there is no room. */
// @inline
export function push(roots: u32): usize {
  const f = sp;
  // values far apart ask for more roots than there are addresses
  if (!reserve(roots > MAX_ROOTS ? 0 : f + ROOTS + ((roots as usize) << 2))) return 0;
  store<u32>(f, frame as u32, PARENT);
  frame = f;
  operations += 1;
  if (operations > operationBudget) status = OUT_OF_OPERATIONS;
  if (created > nodeBudget) status = OUT_OF_NODES;
  patience -= FRAME_WORK + (roots as i32);
  if (patience < 0) ask();
  return f;
}

/** Asks the host whether to go on. */
function ask(): void {
  patience = PATIENCE;
  if (look() !== 0) status = STOPPED;
}

/** Ends the topmost frame and gives the one below. */
// @inline
export function pop(): usize {
  sp = frame;
  frame = load<u32>(frame, PARENT) as usize;
  return frame;
}

/** Makes the stack end at `end`; false if it cannot. */
// @inline
export function reserve(end: usize): bool {
  if (end > stackEnd || end < sp) {
    status = OUT_OF_MEMORY;
    return false;
  }
  sp = end;
  if (end > peakSp) peakSp = end;
  return true;
}

/** The free part of the stack, for work that starts no frames. */
export function scratch(): usize {
  return sp;
}
