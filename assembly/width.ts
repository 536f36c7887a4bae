// The width of a packed state as a type: the functions of the core are generic in it and compiled once for each of
// 1 … 8 words, so that comparing, copying and hashing a state are straight code. `AnyWidth` reads the width from memory.
import { MIX_HIGH, MIX_LOW } from '../src/explicit/kernel/protocol';

/** A state whose width is only known at run time. */
@unmanaged
export class AnyWidth {}
@unmanaged
export class Words1 {
  a: u64 = 0;
}

@unmanaged
export class Words2 extends Words1 {
  b: u64 = 0;
}

@unmanaged
export class Words3 extends Words2 {
  c: u64 = 0;
}

@unmanaged
export class Words4 extends Words3 {
  d: u64 = 0;
}

@unmanaged
export class Words5 extends Words4 {
  e: u64 = 0;
}

@unmanaged
export class Words6 extends Words5 {
  f: u64 = 0;
}

@unmanaged
export class Words7 extends Words6 {
  g: u64 = 0;
}

@unmanaged
export class Words8 extends Words7 {
  h: u64 = 0;
}

/**
 * States kept folded (see fold.ts): the arena holds one root word each. Told apart from the others by its odd size;
 * while being expanded such a state is as wide as `AnyWidth` says.
 */
@unmanaged
export class Folded {
  a: u8 = 0;
}

/** Bytes of a state of `AnyWidth`. */
export let anyBytes: usize = 8;

export function setAnyBytes(bytes: usize): void {
  anyBytes = bytes;
}

// @inline
export function bytesOf<S>(): usize {
  return offsetof<S>() < 8 ? anyBytes : offsetof<S>();
}

// @inline
export function equalStates<S>(p: usize, q: usize): bool {
  if (offsetof<S>() < 8) {
    const end = p + anyBytes;
    while (p < end) {
      if (load<u64>(p) !== load<u64>(q)) return false;
      p += 8;
      q += 8;
    }
    return true;
  }
  if (load<u64>(p) !== load<u64>(q)) return false;
  if (offsetof<S>() > 8) {
    if (load<u64>(p, 8) !== load<u64>(q, 8)) return false;
  }
  if (offsetof<S>() > 16) {
    if (load<u64>(p, 16) !== load<u64>(q, 16)) return false;
  }
  if (offsetof<S>() > 24) {
    if (load<u64>(p, 24) !== load<u64>(q, 24)) return false;
  }
  if (offsetof<S>() > 32) {
    if (load<u64>(p, 32) !== load<u64>(q, 32)) return false;
  }
  if (offsetof<S>() > 40) {
    if (load<u64>(p, 40) !== load<u64>(q, 40)) return false;
  }
  if (offsetof<S>() > 48) {
    if (load<u64>(p, 48) !== load<u64>(q, 48)) return false;
  }
  if (offsetof<S>() > 56) {
    if (load<u64>(p, 56) !== load<u64>(q, 56)) return false;
  }
  return true;
}

// @inline
export function copyState<S>(target: usize, source: usize): void {
  if (offsetof<S>() < 8) {
    const end = source + anyBytes;
    while (source < end) {
      store<u64>(target, load<u64>(source));
      source += 8;
      target += 8;
    }
    return;
  }
  store<u64>(target, load<u64>(source));
  if (offsetof<S>() > 8) store<u64>(target, load<u64>(source, 8), 8);
  if (offsetof<S>() > 16) store<u64>(target, load<u64>(source, 16), 16);
  if (offsetof<S>() > 24) store<u64>(target, load<u64>(source, 24), 24);
  if (offsetof<S>() > 32) store<u64>(target, load<u64>(source, 32), 32);
  if (offsetof<S>() > 40) store<u64>(target, load<u64>(source, 40), 40);
  if (offsetof<S>() > 48) store<u64>(target, load<u64>(source, 48), 48);
  if (offsetof<S>() > 56) store<u64>(target, load<u64>(source, 56), 56);
}

/** The linear hash of a state: the sum of word i times key i, so that a model's code can update it by a constant. */
// @inline
export function linearHash<S>(p: usize, keys: usize): u64 {
  if (offsetof<S>() < 8) {
    let sum: u64 = 0;
    const end = p + anyBytes;
    while (p < end) {
      sum += load<u64>(p) * load<u64>(keys);
      p += 8;
      keys += 8;
    }
    return sum;
  }
  let hash = load<u64>(p) * load<u64>(keys);
  if (offsetof<S>() > 8) hash += load<u64>(p, 8) * load<u64>(keys, 8);
  if (offsetof<S>() > 16) hash += load<u64>(p, 16) * load<u64>(keys, 16);
  if (offsetof<S>() > 24) hash += load<u64>(p, 24) * load<u64>(keys, 24);
  if (offsetof<S>() > 32) hash += load<u64>(p, 32) * load<u64>(keys, 32);
  if (offsetof<S>() > 40) hash += load<u64>(p, 40) * load<u64>(keys, 40);
  if (offsetof<S>() > 48) hash += load<u64>(p, 48) * load<u64>(keys, 48);
  if (offsetof<S>() > 56) hash += load<u64>(p, 56) * load<u64>(keys, 56);
  return hash;
}

const MIX: u64 = ((MIX_HIGH as u64) << 32) | (MIX_LOW as u64);

/** Spreads a linear hash over all bits: the upper half chooses the slot, the lower half gives the tag. */
// @inline
export function mix(hash: u64): u64 {
  hash ^= hash >> 32;
  return hash * MIX;
}
