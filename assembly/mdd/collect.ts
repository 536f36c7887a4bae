// Reclaiming nodes: mark what the host and the frames hold, forget cache entries about the rest, sweep. Nodes never move.
import { LAST_FIXED, MARKING_BYTES, OUT_OF_MEMORY } from '../../src/dd/mdd/diagram-protocol';
import { sweepCaches } from './cache';
import { markRoots, now } from './imports/host';
import { childrenOf, collectAt, MARK, NODE, rehash, roomWords, setCollectAt, sizeOf, sweep, usedWords } from './nodes';
import { fail, frame, PARENT, ROOT_COUNT, ROOTS, scratch } from './state';

export let collections: u32 = 0;
export let collectionMilliseconds: f64 = 0;
let leastWords: u32 = 0;

/** Collect not before `words` words are used. */
export function openCollector(words: u32): void {
  leastWords = words;
  collections = 0;
  collectionMilliseconds = 0;
  setCollectAt(min(words, roomWords()));
}

/** To be called where every node in use is a root. */
// @inline
export function collectIfDue(): void {
  if (usedWords > collectAt) collect();
}

export function collect(): void {
  const started = now();
  markRoots();
  for (let f = frame; f !== 0; f = load<u32>(f, PARENT) as usize) {
    const end = f + ROOTS + ((load<u32>(f, ROOT_COUNT) as usize) << 2);
    for (let at = f + ROOTS; at < end; at += 4) mark(load<u32>(at) & NODE);
  }
  sweepCaches();
  rehash(0);
  sweep();
  collections++;
  const room = roomWords();
  if (usedWords > room - (room >> 3)) fail(OUT_OF_MEMORY);
  setCollectAt(min(room - (room >> 4), max(leastWords, usedWords * 2)));
  collectionMilliseconds += now() - started;
}

/** Marks the node and those below it, by a walk that keeps (node, next child) per level. */
export function mark(node: u32): void {
  if (!take(node)) return;
  const base = scratch();
  let top = base;
  store<u32>(top, node);
  store<u32>(top, 0, 4);
  while (top >= base) {
    const n = load<u32>(top);
    const i = load<u32>(top, 4);
    if (i === sizeOf(n)) {
      top -= MARKING_BYTES;
      continue;
    }
    store<u32>(top, i + 1, 4);
    const child = load<u32>(childrenOf(n) + ((i as usize) << 2));
    if (!take(child)) continue;
    top += MARKING_BYTES;
    store<u32>(top, child);
    store<u32>(top, 0, 4);
  }
}

/** Marks one node; false if it was marked, or is none. */
// @inline
function take(node: u32): bool {
  if (node <= (LAST_FIXED as u32)) return false;
  const at = (node as usize) << 2;
  const first = load<u32>(at);
  if ((first & MARK) !== 0) return false;
  store<u32>(at, first | MARK);
  return true;
}
