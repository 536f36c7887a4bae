// What the searches for components share beside the path: the entries of the stack of components, and the stack of live states that have
// left the path, whose component is not complete. A live state lies on the path or on that stack, never on both, and both share one
// region [Pea16].
import { COMPONENT_ENTRY, COMPONENT_INSIDE, COMPONENT_RANK, FINISHED } from '../src/explicit/kernel/protocol';
import { heapEnd, heapTop, leaveState, pathTop, setHeapTop, setPathTop, wordOf } from './product';

/** Writes an entry of the stack of components: a state of its own, with no cycle yet. */
// @inline
export function writeComponent(at: usize, rank: u32, marks: u32): void {
  store<u32>(at, rank, COMPONENT_RANK);
  store<u32>(at, 0, COMPONENT_INSIDE);
  store<u32>(at, marks, COMPONENT_ENTRY);
}

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
