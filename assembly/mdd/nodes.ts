// Nodes, whose words are laid out in src/dd/mdd/diagram-protocol.ts, and the table that makes equal ones the same. Levels are never skipped,
// since the values of a level have no bound.
import {
  ANY,
  EMPTY,
  HEADER_WORDS,
  NODE_LEVEL,
  NODE_WIDE,
  OUT_OF_MEMORY,
  SLOT_BYTES,
  TERMINAL,
  WIDE_HEADER_WORDS,
} from '../../src/dd/mdd/diagram-protocol';
import { collect } from './collect';
import { countCreated, fail, peakSp } from './state';

export const MARK: u32 = 0x4000_0000;
/** A block without node: the other bits are its length in words. */
export const FREE: u32 = 0x2000_0000;
/** The bits of a word on the stack that are a node's number; the highest one is a flag there. */
export const NODE: u32 = 0x7fff_ffff;

/** A block of the free list has room for its length and the next block. */
const LEAST_HOLE: u32 = 4;
/** Larger nodes never search the holes. */
const LARGE: u32 = 64;

let arenaStart: usize = 0;
let arenaEnd: usize = 0;
/** The end of the part that was ever used. */
export let frontier: usize = 0;
/** The hole that is being filled. */
let hole: usize = 0;
let holeEnd: usize = 0;
let nextHole: usize = 0;

let table: usize = 0;
let tableBits: u32 = 0;
let maxTableBits: u32 = 0;
export let nodeCount: u32 = 0;
export let peakNodes: u32 = 0;
/** Nodes with a value beyond 2^16 - 1, ever made. */
export let wideNodes: u32 = 0;
/** Words of the arena that nodes occupy. */
export let usedWords: u32 = 0;
/** Collect when more words than this are used. */
export let collectAt: u32 = 0;

let limitBytes: f64 = 0;
/** Bytes of tables that are not in this file. */
let otherBytes: f64 = 0;
export let peakBytes: f64 = 0;
let stackStart: usize = 0;

export function openArena(start: usize, end: usize, limit: f64, stack: usize): void {
  arenaStart = start;
  arenaEnd = end;
  limitBytes = limit;
  stackStart = stack;
  frontier = start;
  otherBytes = 0;
  peakBytes = 0;
  dropHoles();
  nodeCount = 0;
  peakNodes = 0;
  wideNodes = 0;
  usedWords = 0;
  // The terminal is read as a node of level 0.
  store<u32>(TERMINAL << 2, 0);
}

/** An empty table at `at`; the memory there must be zero. */
export function openTable(at: usize, bits: u32, maxBits: u32): void {
  table = at;
  tableBits = bits;
  maxTableBits = maxBits;
}

export function tableBytes(): usize {
  return (SLOT_BYTES as usize) << tableBits;
}

export function bytes(): f64 {
  const all = ((frontier - arenaStart) as f64) + (tableBytes() as f64) + otherBytes + ((peakSp - stackStart) as f64);
  if (all > peakBytes) peakBytes = all;
  return all;
}

/** Counts `more` bytes of another table; false, and nothing counted, if they would not leave as much again for nodes. */
export function claim(more: f64): bool {
  if (bytes() + 2 * more > limitBytes) return false;
  otherBytes += more;
  return true;
}

/** Counts `more` bytes of another table, whatever the limit. */
export function charge(more: f64): void {
  otherBytes += more;
}

/** How many words nodes may occupy in all. */
export function roomWords(): u32 {
  const left = limitBytes - (tableBytes() as f64) - otherBytes - ((peakSp - stackStart) as f64);
  const most = min(left, (arenaEnd - arenaStart) as f64);
  return most < 0 ? 0 : ((most / 4) as u32);
}

export function setCollectAt(words: u32): void {
  collectAt = words;
}

// @inline
export function levelOf(node: u32): u32 {
  return load<u32>((node as usize) << 2) & NODE_LEVEL;
}

// @inline
export function loOf(node: u32): u32 {
  const at = (node as usize) << 2;
  const header = load<u32>(at, 4);
  return (load<u32>(at) & NODE_WIDE) !== 0 ? header : header >> 16;
}

// @inline
export function sizeOf(node: u32): u32 {
  const at = (node as usize) << 2;
  return (load<u32>(at) & NODE_WIDE) !== 0 ? load<u32>(at, 8) : load<u32>(at, 4) & 0xffff;
}

/** Where the children of the node are. */
// @inline
export function childrenOf(node: u32): usize {
  const at = (node as usize) << 2;
  return at + ((load<u32>(at) & NODE_WIDE) !== 0 ? WIDE_HEADER_WORDS * 4 : HEADER_WORDS * 4);
}

// @inline
export function childOf(node: u32, value: u32): u32 {
  const i = value - loOf(node);
  return i < sizeOf(node) ? load<u32>(childrenOf(node) + ((i as usize) << 2)) : EMPTY;
}

/** The child of a set that may be `ANY`. */
// @inline
export function constraintAt(node: u32, value: u32): u32 {
  return node === ANY ? ANY : childOf(node, value);
}

// @inline
function mix(h: u64, word: u32): u64 {
  h = (h ^ (word as u64)) * 0x9e37_79b9_7f4a_7c15;
  return h ^ (h >> 32);
}

/**
 * The node with these children (their highest bits are ignored), or EMPTY if all are. They must be roots of the topmost
 * frame, since it may collect. EMPTY also if there is no memory: see `status`.
 */
export function intern(level: u32, lo: u32, size: u32, children: usize): u32 {
  while (size > 0 && (load<u32>(children) & NODE) === EMPTY) {
    children += 4;
    lo++;
    size--;
  }
  while (size > 0 && (load<u32>(children + ((size as usize) << 2) - 4) & NODE) === EMPTY) size--;
  if (size === 0) return EMPTY;
  const wide = lo > 0xffff || size > 0xffff;
  const first = wide ? level | NODE_WIDE : level;
  const second = wide ? lo : (lo << 16) | size;
  let h = mix(mix(0x2545_f491_4f6c_dd1d, first), second);
  const bytes = (size as usize) << 2;
  for (let k: usize = 0; k < bytes; k += 4) h = mix(h, load<u32>(children + k) & NODE);
  const hash = ((h >> 32) as u32) ^ (h as u32);
  let slot = find(hash, first, second, wide ? size : 0, children, bytes);
  if (load<u32>(slot, 4) !== 0) return load<u32>(slot, 4);
  if (!makeRoom()) return EMPTY;
  const words = (wide ? WIDE_HEADER_WORDS : HEADER_WORDS) + size;
  const at = allocate(words);
  if (at === 0) return EMPTY;
  // Both may have moved the table's entries.
  slot = find(hash, first, second, wide ? size : 0, children, bytes);
  store<u32>(at, first);
  store<u32>(at, second, 4);
  if (wide) {
    store<u32>(at, size, 8);
    wideNodes++;
  }
  const target = at + (wide ? WIDE_HEADER_WORDS * 4 : HEADER_WORDS * 4);
  for (let k: usize = 0; k < bytes; k += 4) store<u32>(target + k, load<u32>(children + k) & NODE);
  store<u32>(slot, hash);
  store<u32>(slot, (at >> 2) as u32, 4);
  usedWords += words;
  countCreated();
  if (++nodeCount > peakNodes) peakNodes = nodeCount;
  return (at >> 2) as u32;
}

/** The slot of the node, or the free one where it belongs. */
// @inline
function find(hash: u32, first: u32, second: u32, third: u32, children: usize, bytes: usize): usize {
  const mask = ((SLOT_BYTES as usize) << tableBits) - SLOT_BYTES;
  let slot = ((hash as usize) << 3) & mask;
  while (true) {
    const id = load<u32>(table + slot, 4);
    if (id === 0) return table + slot;
    if (load<u32>(table + slot) === hash) {
      const at = (id as usize) << 2;
      if (load<u32>(at) === first && load<u32>(at, 4) === second && (third === 0 || load<u32>(at, 8) === third)) {
        const other = at + (third === 0 ? HEADER_WORDS * 4 : WIDE_HEADER_WORDS * 4);
        let k: usize = 0;
        while (k < bytes && load<u32>(other + k) === (load<u32>(children + k) & NODE)) k += 4;
        if (k === bytes) return table + slot;
      }
    }
    slot = (slot + SLOT_BYTES) & mask;
  }
}

/** Makes room in the table for one more node. */
function makeRoom(): bool {
  const slots = (1 as u32) << tableBits;
  if (nodeCount < (slots >> 3) * 5) return true;
  if (tableBits < maxTableBits && bytes() + (tableBytes() as f64) <= limitBytes) {
    rehash(tableBits + 1);
    return true;
  }
  collect();
  if (nodeCount < (slots >> 3) * 6) return true;
  fail(OUT_OF_MEMORY);
  return false;
}

/**
 * Brings every entry, except those of nodes that are not marked if `bits` is 0, to its place in a table of `bits` bits. In
 * place: starting after a free slot, no entry ever moves beyond its old position, nor over one that has not moved yet.
 */
export function rehash(bits: u32): void {
  const oldMask = ((SLOT_BYTES as usize) << tableBits) - SLOT_BYTES;
  const sweeping = bits === 0;
  if (!sweeping) {
    memory.fill(table + tableBytes(), 0, ((SLOT_BYTES as usize) << bits) - tableBytes());
    tableBits = bits;
  }
  const mask = ((SLOT_BYTES as usize) << tableBits) - SLOT_BYTES;
  let start: usize = 0;
  while (load<u32>(table + start, 4) !== 0) start = (start + SLOT_BYTES) & oldMask;
  for (let k = (start + SLOT_BYTES) & oldMask; k !== start; k = (k + SLOT_BYTES) & oldMask) {
    const id = load<u32>(table + k, 4);
    if (id === 0) continue;
    store<u32>(table + k, 0, 4);
    if (sweeping && (load<u32>((id as usize) << 2) & MARK) === 0) continue;
    const hash = load<u32>(table + k);
    let slot = ((hash as usize) << 3) & mask;
    while (load<u32>(table + slot, 4) !== 0) slot = (slot + SLOT_BYTES) & mask;
    store<u32>(table + slot, hash);
    store<u32>(table + slot, id, 4);
  }
}

/** Room for `words` words; 0 if there is none. */
function allocate(words: u32): usize {
  const at = place(words);
  if (at !== 0) return at;
  collect();
  const again = place(words);
  if (again === 0) fail(OUT_OF_MEMORY);
  return again;
}

// @inline
function place(words: u32): usize {
  const length = (words as usize) << 2;
  if (hole + length <= holeEnd) {
    const at = hole;
    hole += length;
    return at;
  }
  return placeElsewhere(words);
}

function placeElsewhere(words: u32): usize {
  const length = (words as usize) << 2;
  if (words <= LARGE) {
    while (nextHole !== 0) {
      leaveHole();
      hole = nextHole;
      holeEnd = hole + (((load<u32>(hole) & NODE_LEVEL) as usize) << 2);
      nextHole = load<u32>(hole, 4) as usize;
      if (hole + length <= holeEnd) {
        const at = hole;
        hole += length;
        return at;
      }
    }
  }
  if (length > arenaEnd - frontier || usedWords + words > roomWords() || bytes() + (length as f64) > limitBytes)
    return 0;
  const at = frontier;
  frontier += length;
  return at;
}

/** Makes what is left of the current hole a block of its own, so that the arena can be walked. */
export function leaveHole(): void {
  if (hole < holeEnd) store<u32>(hole, FREE | (((holeEnd - hole) >> 2) as u32));
  hole = 0;
  holeEnd = 0;
}

export function dropHoles(): void {
  hole = 0;
  holeEnd = 0;
  nextHole = 0;
}

/** Unmarks the marked nodes and makes blocks of the others. */
export function sweep(): void {
  leaveHole();
  dropHoles();
  let lastHole: usize = 0;
  let at = arenaStart;
  nodeCount = 0;
  usedWords = 0;
  while (at < frontier) {
    const first = load<u32>(at);
    const words = wordsAt(at);
    if ((first & MARK) !== 0) {
      store<u32>(at, first & ~MARK);
      nodeCount++;
      usedWords += words;
      at += (words as usize) << 2;
      continue;
    }
    const from = at;
    // A block is shorter than the flags allow for.
    while (at < frontier && (load<u32>(at) & MARK) === 0 && at - from < 0x1000_0000) at += (wordsAt(at) as usize) << 2;
    if (at >= frontier) {
      frontier = from;
      break;
    }
    const length = ((at - from) >> 2) as u32;
    store<u32>(from, FREE | length);
    if (length < LEAST_HOLE) continue;
    store<u32>(from, 0, 4);
    if (lastHole === 0) nextHole = from;
    else store<u32>(lastHole, from as u32, 4);
    lastHole = from;
  }
}

// @inline
function wordsAt(at: usize): u32 {
  const first = load<u32>(at);
  if ((first & FREE) !== 0) return first & NODE_LEVEL;
  return (first & NODE_WIDE) !== 0 ? 3 + load<u32>(at, 8) : 2 + (load<u32>(at, 4) & 0xffff);
}
