// The exports of the core for several threads: states in the table itself (inline.ts, spread.ts) or with ids (store.ts, search.ts), and what threads do
// together.
export { openElsewhere } from '../elsewhere';
export { breadthFirst, openWidth, resolve, stateAt } from '../expand';
export {
  copied,
  hideWaiting,
  inlineBytes,
  inlineCount,
  inlineEntries,
  inlineHead,
  inlineStates,
  inlineTableBits,
  inlineTail,
  openInline,
  openRing,
  placeRing,
  setInlineCounts,
  waitingStates,
} from '../inline';
export { openLetters } from '../letters';
export {
  deadlocks,
  depth,
  firstDeadlock,
  freeze,
  hashStates,
  head,
  levelEnd,
  openBatches,
  openBuffers,
  openStack,
  peak,
  resume,
  resumeCounts,
  setStates,
  top,
  total,
  transitions,
} from '../search';
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
  spreadCount,
  spreadTo,
} from '../spread';
export { count, openStore, tableBytes } from '../store';
export { tableRows } from '../tables';
export { crewBegin, crewExpand, crewMakeRoom, crewNextLevel, crewSettle, crewSplit, hearCall, openCrew } from './crew';
export { claimAll, joint, openJoint, openJointModes, openJointPath, openJointProduct } from './joint';
export { getLookupSink } from './lookup';
export { getNumberedSink, openNumbered } from './numbered';
