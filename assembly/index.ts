// The exports of the core. Each chooses the copy compiled for the width that `openWidth` set: once per slice, not per state.
import { FOLDED, width } from './expand';
import * as product from './product';
import * as search from './search';
import { AnyWidth, Folded, Words1, Words2, Words3, Words4, Words5, Words6, Words7, Words8 } from './width';

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
export { openWidth, resolve, stateAt, successors } from './expand';
export { nodeCount, nodeTableBytes, openNodes } from './fold';
export { beginQueue, openHopeless, placeQueue, queueEnd, queueHead } from './hopeless';
export {
  copied,
  emptyRing,
  getInlineSink,
  hideWaiting,
  inlineAdd,
  inlineBytes,
  inlineCount,
  inlineHead,
  inlineStates,
  inlineTail,
  openInline,
  openRing,
  waitingStates,
} from './inline';
export { getLettered, letterNewStates, openEdges, openLetters, setLettered } from './letters';
export { nested, nestedRedBase, openNested } from './nested';
export {
  automatonStateOf,
  blockCount,
  deadlocked,
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
  spreadTo,
} from './spread';
export { arena, capacity, count, openStore, tableBytes } from './store';
export { tableRows } from './tables';
export { openTarjan, tarjan, tarjanComponents, tarjanFrame, tarjanRank } from './tarjan';
export { openSecondPass, resumeSecondPass, secondPass, secondPassNext } from './two-pass';
export { openWeak, weak } from './weak';

/** Looks up the `n` states in the buffer. */
export function lookUp(n: i32): i32 {
  switch (width) {
    case 1:
      return search.lookUp<Words1>(n);
    case 2:
      return search.lookUp<Words2>(n);
    case 3:
      return search.lookUp<Words3>(n);
    case 4:
      return search.lookUp<Words4>(n);
    case 5:
      return search.lookUp<Words5>(n);
    case 6:
      return search.lookUp<Words6>(n);
    case 7:
      return search.lookUp<Words7>(n);
    case 8:
      return search.lookUp<Words8>(n);
    case FOLDED:
      return search.lookUp<Folded>(n);
    default:
      return search.lookUp<AnyWidth>(n);
  }
}

/** Expands up to `budget` states in breadth-first order. */
export function breadthFirst(budget: u32): i32 {
  switch (width) {
    case 1:
      return search.breadthFirst<Words1>(budget);
    case 2:
      return search.breadthFirst<Words2>(budget);
    case 3:
      return search.breadthFirst<Words3>(budget);
    case 4:
      return search.breadthFirst<Words4>(budget);
    case 5:
      return search.breadthFirst<Words5>(budget);
    case 6:
      return search.breadthFirst<Words6>(budget);
    case 7:
      return search.breadthFirst<Words7>(budget);
    case 8:
      return search.breadthFirst<Words8>(budget);
    case FOLDED:
      return search.breadthFirst<Folded>(budget);
    default:
      return search.breadthFirst<AnyWidth>(budget);
  }
}

/** Expands up to `budget` states in depth-first order. */
export function depthFirst(budget: u32): i32 {
  switch (width) {
    case 1:
      return search.depthFirst<Words1>(budget);
    case 2:
      return search.depthFirst<Words2>(budget);
    case 3:
      return search.depthFirst<Words3>(budget);
    case 4:
      return search.depthFirst<Words4>(budget);
    case 5:
      return search.depthFirst<Words5>(budget);
    case 6:
      return search.depthFirst<Words6>(budget);
    case 7:
      return search.depthFirst<Words7>(budget);
    case 8:
      return search.depthFirst<Words8>(budget);
    case FOLDED:
      return search.depthFirst<Folded>(budget);
    default:
      return search.depthFirst<AnyWidth>(budget);
  }
}

/** The slot of (state, q), made if there is none; 0 when there is no room. */
export function slotOf(state: u32, q: u32): u32 {
  return product.slotOf(state, q);
}
