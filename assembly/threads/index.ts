// The exports of the core for several threads: states in the table itself (inline.ts, spread.ts), and what threads do together.

import { setAnyBytes } from '../width';

export {
  copied,
  hideWaiting,
  inlineBytes,
  inlineCount,
  inlineHead,
  inlineStates,
  inlineTail,
  openInline,
  openRing,
  placeRing,
  setInlineCounts,
  waitingStates,
} from '../inline';
export {
  hasSpread,
  inlineDeadlocks,
  inlineDepth,
  inlineTransitions,
  levelLeft,
  openInlineBatches,
  openParts,
  resumeInline,
  setSpread,
  spreadTo,
} from '../spread';
export { tableRows } from '../tables';
export { crewBegin, crewExpand, crewMakeRoom, crewNextLevel, crewSettle, crewSplit, hearCall, openCrew } from './crew';
export { getLookupSink } from './lookup';

/** States of `words` words, for groups given by rows. */
export function openWidth(words: u32): void {
  setAnyBytes(words * 8);
}
