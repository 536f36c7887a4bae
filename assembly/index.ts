// The exports of the core.
export { adopt, adopted, hand, show, shownWord } from './adopt';
export {
  components,
  couvreur,
  couvreurRank,
  couvreurRoot,
  couvreurSegments,
  livelockFound,
  openCouvreur,
  openLivelocks,
  placeCouvreur,
} from './couvreur';
export { isFullElsewhere, openElsewhere } from './elsewhere';
export { breadthFirst, depthFirst, lookUp, openWidth, resolve, stateAt, successors } from './expand';
export { nodeCount, nodeTableBytes, openNodes } from './fold';
export {
  furthest,
  getHashedSink,
  hashedDepth,
  hashedEdges,
  hashedFound,
  hashedMaxDepth,
  hashedRedBase,
  hashedSearch,
  hashedTop,
  hashedVisited,
  openHashedGoal,
  openHashedSeeds,
  openHashedStack,
  placePath,
  pushHashed,
  reachesGoal,
} from './hashed';
export { cutForGood, hashedOmitted, hashedStored, openCutSample, openHashedSet } from './hashed-set';
export { beginQueue, openHopeless, placeQueue, queueEnd, queueHead } from './hopeless';
export {
  copied,
  emptyRing,
  getInlineSink,
  hideWaiting,
  inlineAdd,
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
} from './inline';
export { getLettered, letterSome, openEdges, openLetters, setLettered } from './letters';
export { levels, levelsFrame, levelsRank, openLevels } from './levels';
export { nested, nestedRedBase, openNested } from './nested';
export {
  blockCount,
  findSlot,
  found,
  getProductSink,
  heapTop,
  modelStateOf,
  openCodes,
  openPages,
  openPath,
  openProduct,
  openSlots,
  pathFloor,
  pathTop,
  productDepth,
  productEdges,
  productMaxDepth,
  productStates,
  setFilter,
  setProductCounts,
  slotOf,
} from './product';
export { reachability } from './reachability';
export {
  deadlocks,
  depth,
  firstDeadlock,
  freeze,
  getSink,
  hashInCore,
  hashStates,
  head,
  levelEnd,
  openBatches,
  openBuffers,
  openLabels,
  openStack,
  peak,
  pushNew,
  resume,
  resumeCounts,
  setTop,
  top,
  total,
  transitions,
} from './search';
export {
  hasSpread,
  inlineBreadthFirst,
  inlineDeadlocks,
  inlineDepth,
  inlineTransitions,
  levelLeft,
  openInlineBatches,
  openParts,
  resumeInline,
  spreadCount,
  spreadTo,
} from './spread';
export { count, openStore, tableBytes } from './store';
export {
  openStubborn,
  openStubbornConflicts,
  openStubbornLists,
  openStubbornWork,
  setStubbornCounts,
  stubbornEnabled,
  stubbornExpanded,
  stubbornFollowed,
  stubbornFull,
  stubbornWork,
} from './stubborn';
export { tableRows } from './tables';
export { openTarjan, tarjan, tarjanComponents, tarjanFrame, tarjanRank } from './tarjan';
export { openSecondPass, resumeSecondPass, secondPass, secondPassNext } from './two-pass';
export { openWeak, weak } from './weak';
