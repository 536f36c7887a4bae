// The two operation caches: lossy tables of entries (three words of key, result), one place per key. They start small
// and become four times as large whenever half of their entries were overwritten since the last time: a cache that is too
// small costs factors of ten and more, one that is too large from the start is slow for small runs (KERNEL-DD.md §3).
import { CACHE_BYTES, LAST_FIXED } from '../../src/dd/mdd/diagram-protocol';
import { charge, claim, MARK } from './nodes';
import { countHit, MISS } from './state';

let fireAt: usize = 0;
let fireMask: usize = 0;
let fireMaxBits: u32 = 0;
let fireOverwrites: u32 = 0;
let setAt: usize = 0;
let setMask: usize = 0;
let setMaxBits: u32 = 0;
let setOverwrites: u32 = 0;

const FIRST_BITS: u32 = 12;

/** Two empty caches; the memory there must be zero. */
export function openCaches(fire: usize, fireBits: u32, set: usize, setBits: u32): void {
  fireAt = fire;
  fireMaxBits = fireBits;
  setAt = set;
  setMaxBits = setBits;
  fireMask = maskOf(min(FIRST_BITS, fireBits));
  setMask = maskOf(min(FIRST_BITS, setBits));
  fireOverwrites = 0;
  setOverwrites = 0;
  charge((fireBytes() + setBytes()) as f64);
}

export function fireBytes(): usize {
  return fireMask + CACHE_BYTES;
}

export function setBytes(): usize {
  return setMask + CACHE_BYTES;
}

// @inline
function maskOf(bits: u32): usize {
  return ((CACHE_BYTES as usize) << bits) - CACHE_BYTES;
}

// @inline
function place(a: u32, b: u32, c: u32): usize {
  // The products do not wait for one another, as they would in a chain.
  const h =
    (a as u64) * 0x9e37_79b9_7f4a_7c15 + (b as u64) * 0xd6e8_feb8_6659_fd93 + (c as u64) * 0xa076_1d64_78bd_642f;
  return (h >> 32) as usize;
}

/** What firing `key` at the node within the constraint gives, or MISS. */
// @inline
export function findFire(node: u32, key: u32, within: u32): u32 {
  const slot = fireAt + (place(node, key, within) & fireMask);
  if (load<u32>(slot) !== node || load<u32>(slot, 4) !== key || load<u32>(slot, 8) !== within) return MISS;
  countHit();
  return load<u32>(slot, 12);
}

export function putFire(node: u32, key: u32, within: u32, value: u32): void {
  let slot = fireAt + (place(node, key, within) & fireMask);
  if (load<u32>(slot) !== 0 && ++fireOverwrites > ((fireMask >> 5) as u32)) {
    fireOverwrites = 0;
    const larger = grow(fireAt, fireMask, fireMaxBits);
    if (larger !== fireMask) {
      fireMask = larger;
      slot = fireAt + (place(node, key, within) & fireMask);
    }
  }
  put(slot, node, key, within, value);
}

/** The cached result of the operation (below 4) on two sets, or MISS. */
// @inline
export function findSet(operation: u32, a: u32, b: u32): u32 {
  const slot = setAt + (place(a, b, operation) & setMask);
  if (load<u32>(slot) !== a || load<u32>(slot, 4) !== b || load<u32>(slot, 8) !== operation) return MISS;
  countHit();
  return load<u32>(slot, 12);
}

export function putSet(operation: u32, a: u32, b: u32, value: u32): void {
  let slot = setAt + (place(a, b, operation) & setMask);
  if (load<u32>(slot) !== 0 && ++setOverwrites > ((setMask >> 5) as u32)) {
    setOverwrites = 0;
    const larger = grow(setAt, setMask, setMaxBits);
    if (larger !== setMask) {
      setMask = larger;
      slot = setAt + (place(a, b, operation) & setMask);
    }
  }
  put(slot, a, b, operation, value);
}

// @inline
function put(slot: usize, a: u32, b: u32, c: u32, value: u32): void {
  store<u32>(slot, a);
  store<u32>(slot, b, 4);
  store<u32>(slot, c, 8);
  store<u32>(slot, value, 12);
}

/** Makes a cache four times as large, if there is room; gives its mask. */
function grow(at: usize, mask: usize, maxBits: u32): usize {
  const size = mask + CACHE_BYTES;
  const larger = maskOf(maxBits) < size * 4 - CACHE_BYTES ? maskOf(maxBits) : size * 4 - CACHE_BYTES;
  if (larger === mask || !claim((larger - mask) as f64)) return mask;
  memory.fill(at + size, 0, larger - mask);
  for (let slot = at; slot < at + size; slot += CACHE_BYTES) {
    const a = load<u32>(slot);
    if (a === 0) continue;
    const b = load<u32>(slot, 4);
    const c = load<u32>(slot, 8);
    const target = at + (place(a, b, c) & larger);
    if (target === slot) continue;
    put(target, a, b, c, load<u32>(slot, 12));
    store<u32>(slot, 0);
  }
  return larger;
}

/** Forgets every entry about a node that is not marked. */
export function sweepCaches(): void {
  for (let slot = fireAt; slot <= fireAt + fireMask; slot += CACHE_BYTES) {
    const node = load<u32>(slot);
    if (node === 0) continue;
    if (!alive(node) || !alive(load<u32>(slot, 8)) || !alive(load<u32>(slot, 12))) store<u32>(slot, 0);
  }
  for (let slot = setAt; slot <= setAt + setMask; slot += CACHE_BYTES) {
    const node = load<u32>(slot);
    if (node === 0) continue;
    if (!alive(node) || !alive(load<u32>(slot, 4)) || !alive(load<u32>(slot, 12))) store<u32>(slot, 0);
  }
}

/** Forgets everything that depends on the numbers of event sets. */
export function clearFire(): void {
  memory.fill(fireAt, 0, fireBytes());
}

// @inline
function alive(node: u32): bool {
  return node <= (LAST_FIXED as u32) || (load<u32>((node as usize) << 2) & MARK) !== 0;
}
