// What the users of decision diagrams choose and are told: limits, strategies, statistics.
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';

export interface MddOptions {
  /** How many levels events and sets may have; level 0 is at the bottom. */
  readonly levels: number;
  /** Nodes, tables and caches stay below this many bytes; as much as a 32-bit memory has, if absent. */
  readonly memoryBytes?: number;
  /** `whole` unless given. */
  readonly room?: Room;
}

/**
 * How much address space a manager reserves: for all the memory that it may use, or a little. V8 takes reserved memory for memory in use, and collects everything for each
 * large one, which takes longer than many a small check. A small manager never collects nodes, and is not for long work: it is given up for a whole one then.
 */
export type Room = 'small' | 'whole';

/** A run in which a manager works: its stopwatch ends long operations, and whoever wants is told every now and then that they go on. */
export interface MddRun {
  readonly stopwatch: Stopwatch;
  readonly onProgress?: () => void;
}

/** What the operations of a manager may use from now on, before they end with `BudgetExceeded`. */
export interface MddBudget {
  /** Nodes created; no bound if absent. */
  readonly nodes?: number;
  /** Operations on nodes that no cache answered; no bound if absent. */
  readonly operations?: number;
}

/** A budget is used up. The manager stays usable, and its sets stay right. */
export class BudgetExceeded extends LimitExceeded {
  override name = 'BudgetExceeded';
  readonly budget: keyof MddBudget;

  constructor(budget: keyof MddBudget, message: string) {
    super('memory', message);
    this.budget = budget;
  }
}

/** There is no room for another event. `Mdd.forgetEvents` makes room where events of earlier work have taken it. */
export class EventsExceeded extends LimitExceeded {
  override name = 'EventsExceeded';

  constructor() {
    super('memory', 'no memory is left for events');
  }
}

/**
 * How to close a set: saturation [CLS01], rounds in which each event acts on what the events
 * before it found, or rounds in which all events act on the newest vectors.
 */
export type Strategy = 'saturation' | 'chaining' | 'breadth-first';

/** Which value of a node saturation continues with: the highest or lowest that changed, or all of them event by event. */
export type SaturationOrder = 'descending' | 'ascending' | 'sweep';

/** Which events act as one: each by itself, those with the same levels, those with the same highest level, or all. */
export type Clusters = 'event' | 'support' | 'top' | 'all';

export const clusterings: readonly Clusters[] = ['event', 'support', 'top', 'all'];

export interface ReachOptions {
  /** Saturation if absent. */
  readonly strategy?: Strategy;
  /** `event` if absent; breadth-first rounds take all events together in any case. */
  readonly clusters?: Clusters;
  /** Descending if absent. */
  readonly order?: SaturationOrder;
  /** Steps that leave this set are not taken. It must contain the vectors one starts from. */
  readonly within?: number;
}

export interface MddStatistics {
  /** Nodes in the table: those in use, and those not yet collected. */
  readonly nodes: number;
  readonly peakNodes: number;
  readonly createdNodes: number;
  /** Operations that no cache answered. */
  readonly operations: number;
  readonly cacheHits: number;
  readonly cacheMisses: number;
  readonly collections: number;
  /** Nodes that collections have given back, and the seconds that they took. */
  readonly freedNodes: number;
  readonly collectionSeconds: number;
  /** Bytes in use by nodes, tables, caches and stacks. */
  readonly bytes: number;
  readonly peakBytes: number;
}
