// Multi-valued decision diagrams: what the symbolic engine uses.

export type { ClassLayer } from './classes.ts';
export { IDENTITY, MAX_VALUE, type MddEvent } from './events.ts';
export { type FlatDiagram, maximalSumOf, maximaOf } from './flat.ts';
export { EMPTY, Mdd, type MddEvents, type MddSet, TERMINAL } from './mdd.ts';
export {
  BudgetExceeded,
  type Clusters,
  clusterings,
  EventsExceeded,
  type MddStatistics,
  type ReachOptions,
  type Room,
  type Strategy,
} from './options.ts';
