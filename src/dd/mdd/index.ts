// Multi-valued decision diagrams: what the symbolic engine uses.

export type { DotOptions } from './dot.ts';
export { IDENTITY, MAX_VALUE, type MddEvent, type Shift, type TableRow } from './events.ts';
export { type FlatDiagram, maximalSumOf, maximaOf } from './flat.ts';
export { EMPTY, Mdd, type MddEvents, type MddSet, TERMINAL } from './mdd.ts';
export {
  BudgetExceeded,
  type Clusters,
  clusterings,
  type MddBudget,
  type MddOptions,
  type MddRun,
  type MddStatistics,
  type ReachOptions,
  type SaturationOrder,
  type Strategy,
} from './options.ts';
export type { ValuePair } from './relation.ts';
