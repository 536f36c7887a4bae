// Live states that have left the path: their component is not complete. A state lies on the path or on this stack, never on both, and
// both share one region (Pearce, "A space-efficient algorithm for finding strongly connected components", IPL 2016).
import { FINISHED } from '../src/explicit/kernel/protocol';
import { heapEnd, heapTop, leaveState, pathTop, setHeapTop, setPathTop, wordOf } from './product';

/** Takes the top state off the path, to wait until its component is complete. */
// @inline
export function postpone(slot: u32): void {
  setPathTop(pathTop - 4);
  leaveState();
  setHeapTop(heapTop - 4);
  store<u32>(heapTop, slot);
}

/** Takes the top state off the path, the root of a component of rank `own`: it and all states of its component get the word `dead`. */
// @inline
export function closeComponent(slot: u32, own: u32, dead: u32): void {
  setPathTop(pathTop - 4);
  leaveState();
  store<u32>(wordOf(slot), dead);
  let at = heapTop;
  while (at < heapEnd) {
    const word = wordOf(load<u32>(at));
    if ((load<u32>(word) & ~FINISHED) < own) break;
    store<u32>(word, dead);
    at += 4;
  }
  setHeapTop(at);
}
