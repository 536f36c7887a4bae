// Tree compression: the words of a state are interned, then pairs of their numbers, and so on up to one root pair, which
// the state store keeps as a state of one word. Equal states have equal roots, because interning is canonical; words
// and pairs share one table, since the height at which a node is read says how to read it. Halving the words halves the
// information, because words are filled with fields of no more bits than their values need.
// After [LPW11].
import { NO_ID, NODE_BYTES, SLOT_BYTES } from '../src/explicit/kernel/protocol';
import { anyBytes, mix } from './width';

let nodes: usize = 0;
let nodeCapacity: u32 = 0;
let table: usize = 0;
let mask: u32 = 0;
let maxMask: u32 = 0;
let limit: u32 = 0;
/** Node numbers of one level, 4 bytes each, as many as the state has words. */
let parts: usize = 0;
export let nodeCount: u32 = 0;

export function openNodes(nodesAt: usize, room: u32, tableAt: usize, partsAt: usize, bits: u32, maxBits: u32): void {
  nodes = nodesAt;
  nodeCapacity = room;
  table = tableAt;
  parts = partsAt;
  nodeCount = 0;
  maxMask = (((<u64>1) << maxBits) - 1) as u32;
  setBits(bits);
}

function setBits(bits: u32): void {
  mask = (((<u64>1) << bits) - 1) as u32;
  limit = min(nodeCapacity, ((((mask as u64) + 1) * 5) / 8) as u32);
}

export function nodeTableBytes(): u32 {
  return (mask + 1) * SLOT_BYTES;
}

/** Makes room for the nodes of `states` more states; false when there is none. */
export function makeRoomForNodes(states: u32): bool {
  const more = (states as u64) * (anyBytes >> 2);
  while ((nodeCount as u64) + more > limit) {
    if (limit >= nodeCapacity || mask >= maxMask) return false;
    setBits(popcnt(mask) + 1);
    memory.fill(table, 0, ((mask as usize) + 1) * SLOT_BYTES);
    for (let id: u32 = 0; id < nodeCount; id++) {
      const x = mixNode(load<u64>(nodes + id * NODE_BYTES));
      let slot = ((x >> 32) as u32) & mask;
      while (load<u32>(table + slot * SLOT_BYTES) !== 0) slot = (slot + 1) & mask;
      store<u32>(table + slot * SLOT_BYTES, ((x as u32) & ~mask) | (id + 1));
    }
  }
  return true;
}

// @inline
function mixNode(value: u64): u64 {
  return mix(value * 0xd6e8feb86659fd93);
}

/** The number of the node; NO_ID if it is missing and `add` is false. */
// @inline
function node(value: u64, add: bool): u32 {
  const x = mixNode(value);
  const tag = (x as u32) & ~mask;
  let slot = ((x >> 32) as u32) & mask;
  while (true) {
    const entry = load<u32>(table + slot * SLOT_BYTES);
    if (entry === 0) break;
    if ((entry & ~mask) === tag) {
      const id = (entry & mask) - 1;
      if (load<u64>(nodes + id * NODE_BYTES) === value) return id;
    }
    slot = (slot + 1) & mask;
  }
  if (!add) return NO_ID;
  const id = nodeCount;
  nodeCount = id + 1;
  store<u32>(table + slot * SLOT_BYTES, tag | (id + 1));
  store<u64>(nodes + id * NODE_BYTES, value);
  return id;
}

/** Whether the last `fold` found or made all nodes; false only when it might not add. */
export let folded: bool = true;

/** The root of the state at `p`. With `add` false nothing is stored, and `folded` tells whether all nodes were known. */
export function fold(p: usize, add: bool): u64 {
  folded = true;
  let n = anyBytes >> 3;
  for (let i: usize = 0; i < n; i++) {
    const id = node(load<u64>(p + i * 8), add);
    if (id === NO_ID) {
      folded = false;
      return 0;
    }
    store<u32>(parts + i * 4, id);
  }
  while (n > 2) {
    const half = n >> 1;
    for (let i: usize = 0; i < half; i++) {
      const id = node(load<u64>(parts + i * 8), add);
      if (id === NO_ID) {
        folded = false;
        return 0;
      }
      store<u32>(parts + i * 4, id);
    }
    if (n & 1) store<u32>(parts + half * 4, load<u32>(parts + (n - 1) * 4));
    n = half + (n & 1);
  }
  return n === 2 ? load<u64>(parts) : (load<u32>(parts) as u64);
}

/** Writes the state of the given root to `target`. */
export function unfold(root: u64, target: usize): void {
  const words = anyBytes >> 3;
  let levels: u32 = 0;
  while (sizeAt(words, levels) > 2) levels++;
  store<u64>(parts, root);
  while (levels > 0) {
    const n = sizeAt(words, --levels);
    const half = n >> 1;
    if (n & 1) store<u32>(parts + (n - 1) * 4, load<u32>(parts + half * 4));
    for (let i = half; i > 0; i--) {
      store<u64>(parts + (i - 1) * 8, load<u64>(nodes + (load<u32>(parts + (i - 1) * 4) as usize) * NODE_BYTES));
    }
  }
  for (let i: usize = 0; i < words; i++) {
    store<u64>(target + i * 8, load<u64>(nodes + (load<u32>(parts + i * 4) as usize) * NODE_BYTES));
  }
}

/** How many numbers there are `level` steps above the words. */
// @inline
function sizeAt(words: usize, level: u32): usize {
  return (words + ((1 as usize) << level) - 1) >> level;
}
