// The vectors of a set cut down to some of their levels.
import { EMPTY, LAST_FIXED, TERMINAL } from '../../src/dd/mdd/diagram-protocol';
import { union } from './apply';
import { findFire, putFire } from './cache';
import { collectIfDue } from './collect';
import { childrenOf, intern, levelOf, loOf, sizeOf } from './nodes';
import { MISS, pop, push, ROOT_COUNT, ROOTS, status } from './state';

/** In a cache key, tells projections from images: no node has this number. */
const PROJECTION: u32 = LAST_FIXED;

// The frame: the set, and the results of its children, or their union so far where the level is dropped.
const AT: usize = 8;
const SET: usize = ROOTS;
const RESULTS: usize = ROOTS + 4;

/** Per level, which level it becomes, or 0 if it is dropped. */
let target: usize = 0;
let number: u32 = 0;

// @inline
function known(node: u32): u32 {
  return node <= (TERMINAL as u32) ? node : findFire(node, number, PROJECTION);
}

// @inline
function targetOf(node: u32): u32 {
  return load<u32>(target + ((levelOf(node) as usize) << 2));
}

function begin(node: u32): usize {
  const results = targetOf(node) === 0 ? 1 : sizeOf(node);
  const f = push(1 + results);
  if (f === 0) return 0;
  store<u32>(f, 1 + results, ROOT_COUNT);
  store<u32>(f, 0, AT);
  store<u32>(f, node, SET);
  memory.fill(f + RESULTS, 0, (results as usize) << 2);
  collectIfDue();
  return f;
}

// @inline
function add(f: usize, i: u32, r: u32): void {
  const node = load<u32>(f, SET);
  if (targetOf(node) !== 0) store<u32>(f + ((i as usize) << 2), r, RESULTS);
  else store<u32>(f, union(load<u32>(f, RESULTS), r), RESULTS);
  store<u32>(f, i + 1, AT);
}

/** The projection of the set; `targets` as `target`, `projection` its number. */
export function project(set: u32, targets: usize, projection: u32): u32 {
  target = targets;
  number = projection;
  let r = known(set);
  if (r !== MISS) return r;
  let f = begin(set);
  while (status === 0) {
    const node = load<u32>(f, SET);
    const i = load<u32>(f, AT);
    if (i < sizeOf(node)) {
      const child = load<u32>(childrenOf(node) + ((i as usize) << 2));
      r = known(child);
      if (r === MISS) f = begin(child);
      else add(f, i, r);
      continue;
    }
    const level = targetOf(node);
    r = level === 0 ? load<u32>(f, RESULTS) : intern(level, loOf(node), i, f + RESULTS);
    if (status !== 0) break;
    putFire(node, number, PROJECTION, r);
    f = pop();
    if (f === 0) return r;
    add(f, load<u32>(f, AT), r);
  }
  return EMPTY;
}
