// Union, intersection and difference of sets of one height: both diagrams are walked together, with the results in the cache.
import { EMPTY } from '../../src/dd/mdd/diagram-protocol';
import { findSet, putSet } from './cache';
import { collectIfDue } from './collect';
import { childOf, childrenOf, intern, levelOf, loOf, sizeOf } from './nodes';
import { frame, MISS, pop, push, ROOT_COUNT, ROOTS, status } from './state';

export const UNION: u32 = 0;
export const INTERSECT: u32 = 1;
export const MINUS: u32 = 2;

// The frame: besides the two sets and their results so far, the range of values and the next one.
const AT: usize = 8;
const LO: usize = 12;
const SIZE: usize = 16;
/** Whether all results so far are the children of the first (1) or second (2) set. */
const SAME: usize = 20;
const A: usize = ROOTS;
const B: usize = ROOTS + 4;
const RESULTS: usize = ROOTS + 8;

export function union(a: u32, b: u32): u32 {
  return apply(UNION, a, b);
}

export function intersect(a: u32, b: u32): u32 {
  return apply(INTERSECT, a, b);
}

export function minus(a: u32, b: u32): u32 {
  return apply(MINUS, a, b);
}

/** The result if it is obvious or cached, else MISS. */
// @inline
function known(operation: u32, a: u32, b: u32): u32 {
  if (operation === UNION) {
    if (a === b || b === EMPTY) return a;
    if (a === EMPTY) return b;
  } else if (operation === INTERSECT) {
    if (a === b) return a;
    if (a === EMPTY || b === EMPTY) return EMPTY;
  } else {
    if (a === b || a === EMPTY) return EMPTY;
    if (b === EMPTY) return a;
  }
  return operation !== MINUS && a > b ? findSet(operation, b, a) : findSet(operation, a, b);
}

/** Starts the frame of one pair of nodes. */
// @inline
function begin(operation: u32, a: u32, b: u32): usize {
  let lo = loOf(a);
  let end = lo + sizeOf(a);
  if (operation !== MINUS) {
    const lowest = loOf(b);
    const last = lowest + sizeOf(b);
    if (operation === UNION) {
      lo = min(lo, lowest);
      end = max(end, last);
    } else {
      lo = max(lo, lowest);
      end = max(lo, min(end, last));
    }
  }
  const f = push(2 + end - lo);
  if (f === 0) return 0;
  store<u32>(f, 2, ROOT_COUNT);
  store<u32>(f, 0, AT);
  store<u32>(f, lo, LO);
  store<u32>(f, end - lo, SIZE);
  store<u32>(f, 3, SAME);
  store<u32>(f, a, A);
  store<u32>(f, b, B);
  collectIfDue();
  return f;
}

// @inline
function apply(operation: u32, first: u32, second: u32): u32 {
  let r = known(operation, first, second);
  if (r !== MISS) return r;
  const outer = frame;
  let f = begin(operation, first, second);
  while (status === 0) {
    const a = load<u32>(f, A);
    const b = load<u32>(f, B);
    const lo = load<u32>(f, LO);
    const size = load<u32>(f, SIZE);
    let i = load<u32>(f, AT);
    let same = load<u32>(f, SAME);
    let x: u32 = 0;
    let y: u32 = 0;
    r = 0;
    const loA = loOf(a);
    const sizeA = sizeOf(a);
    const childrenA = childrenOf(a);
    const loB = loOf(b);
    const sizeB = sizeOf(b);
    const childrenB = childrenOf(b);
    while (i < size) {
      const ia = lo + i - loA;
      const ib = lo + i - loB;
      x = ia < sizeA ? load<u32>(childrenA + ((ia as usize) << 2)) : EMPTY;
      y = ib < sizeB ? load<u32>(childrenB + ((ib as usize) << 2)) : EMPTY;
      r = known(operation, x, y);
      if (r === MISS) break;
      if (operation === UNION) same &= (r === x ? 1 : 0) | (r === y ? 2 : 0);
      store<u32>(f + ((i as usize) << 2), r, RESULTS);
      i++;
    }
    store<u32>(f, 2 + i, ROOT_COUNT);
    if (i < size) {
      store<u32>(f, i, AT);
      store<u32>(f, same, SAME);
      f = begin(operation, x, y);
      continue;
    }
    if (operation === UNION && (same & 1) !== 0 && size === sizeA) r = a;
    else if (operation === UNION && (same & 2) !== 0 && size === sizeB) r = b;
    else r = intern(levelOf(a), lo, size, f + RESULTS);
    if (status !== 0) break;
    if (operation !== MINUS && a > b) putSet(operation, b, a, r);
    else putSet(operation, a, b, r);
    f = pop();
    if (f === outer) return r;
    i = load<u32>(f, AT);
    if (operation === UNION) {
      const v = load<u32>(f, LO) + i;
      same = load<u32>(f, SAME);
      if (r !== childOf(load<u32>(f, A), v)) same &= 2;
      if (r !== childOf(load<u32>(f, B), v)) same &= 1;
      store<u32>(f, same, SAME);
    }
    store<u32>(f + ((i as usize) << 2), r, RESULTS);
    store<u32>(f, i + 1, AT);
    store<u32>(f, 3 + i, ROOT_COUNT);
  }
  return EMPTY;
}
