// The kernel of multi-valued decision diagrams: what src/dd/mdd/ calls. Levels are numbered from 1 here, 0 being the terminal.
export { intersect, minus, union } from './apply';
export { closeNode, openNode } from './build';
export { clearFire, fireBytes, openCaches, setBytes } from './cache';
export { collect, collectionMilliseconds, collections, mark, openCollector } from './collect';
export { closing, guard, openEvents } from './events';
export { fire, run } from './fire';
export { setOrder } from './fire-frame';
export {
  bytes,
  charge,
  nodeCount,
  openArena,
  openTable,
  peakBytes,
  peakNodes,
  tableBytes,
  wideNodes,
} from './nodes';
export { project } from './project';
export { created, hits, openStack, operations, resetCounters, result, setBudget, status, unwind } from './state';
