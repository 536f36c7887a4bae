// What every emptiness check answers, and how it is watched and stopped.

import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { PlanSource } from '../kernel/product/stubborn-tables.ts';
import type { AcceptanceMode, Product, SynchronisedProduct } from '../product/product.ts';

/** Product states that were looked for. */
export interface StateGoal {
  readonly contains: (state: number) => boolean;
  /** The states that the search visited: a walk that stays among them finds nothing new of the model. */
  readonly visited: (state: number) => boolean;
}

/** Product states among which a cycle accepted by `mode` is certain. */
export interface AcceptingComponent extends StateGoal {
  readonly mode: AcceptanceMode;
}

export interface EmptinessResult {
  /** Null when no accepting cycle exists, or none was looked for. */
  readonly accepting: AcceptingComponent | null;
  /** States from which every infinite run is accepted: given in place of a cycle where a decision was the goal. */
  readonly deciding?: StateGoal;
  /**
   * The product whose states these are, where it is not the one that was given: the same one, with numbers of its own.
   * @internal
   */
  readonly product?: SynchronisedProduct;
  readonly statistics: EmptinessStatistics;
}

/** A search for an accepting cycle: one function, whatever the product. */
export type EmptinessSearch = (product: Product, options?: SearchOptions) => EmptinessResult;

/** The counts that the papers' tables show. */
export interface EmptinessStatistics {
  /**
   * States and edges visited, those of a second pass counted again. Where the formula holds all searches agree on them. Where a search
   * ends with a cycle, those in TypeScript have counted the edges that they followed, and those of the kernel all edges of the
   * states that they expanded, because they make them at once.
   */
  readonly exploredStates: number;
  readonly exploredEdges: number;
  readonly passes: number;
  /** Components that the search completed; states that it only visited belong to none. */
  readonly components: number;
  readonly maximalDepth: number;
  /** The tables of the search itself, at their largest. */
  readonly bytes: number;
  /** What stubborn sets left out, where they were used inside the kernel, or that it was too little. */
  readonly partialOrder?: PartialOrderCounts | 'little saved';
}

/** What stubborn sets left out. */
export interface PartialOrderCounts {
  /** States of the product with successors that were expanded, and those of them in which all that is enabled was followed. */
  readonly expanded: number;
  readonly full: number;
  /** Transitions that were enabled in the expanded states, and those that were followed. */
  readonly enabled: number;
  readonly followed: number;
}

/** Stubborn sets for a search inside the kernel: followed from the first state on, and with `trial` only as long as they save something. */
interface FollowedSets {
  readonly use: 'always' | 'trial';
  /** Made when they are first needed, which may be never. */
  readonly plans: () => PlanSource;
}

/** The same product over memory of its own, where a search with stubborn sets can be tried while another one waits. */
export interface ProductAgain {
  readonly product: SynchronisedProduct;
  readonly plans: () => PlanSource;
  readonly limits?: Limits | Stopwatch;
}

/** All transitions are followed; where the search becomes long, another one is tried with stubborn sets. */
interface OfferedSets {
  readonly use: 'auto';
  readonly plans: () => PlanSource;
  readonly again: () => ProductAgain;
  /** States after which they are looked at; chosen unless given, for tests. */
  readonly lookAfter?: number | undefined;
}

export type StubbornOffer = FollowedSets | OfferedSets;

/** As a search has it: with what tries them, which gives the result where they are worth it. */
export type StubbornChoice = FollowedSets | (OfferedSets & { readonly search: () => EmptinessResult | null });

/** The result of a search that ends with a cycle, not with a component: null when there is none. */
export function cycleResult(found: {
  readonly cycle: Iterable<number> | null;
  readonly visited: (state: number) => boolean;
  readonly mode: AcceptanceMode;
  readonly statistics: EmptinessStatistics;
}): EmptinessResult {
  const { cycle, visited, mode, statistics } = found;
  if (cycle === null) return { accepting: null, statistics };
  const inside = new Set(cycle);
  return { accepting: { contains: (state) => inside.has(state), visited, mode }, statistics };
}

/** The counts of two searches together. */
export function addStatistics(a: EmptinessStatistics, b: EmptinessStatistics): EmptinessStatistics {
  return {
    exploredStates: a.exploredStates + b.exploredStates,
    exploredEdges: a.exploredEdges + b.exploredEdges,
    passes: a.passes + b.passes,
    components: a.components + b.components,
    maximalDepth: Math.max(a.maximalDepth, b.maximalDepth),
    bytes: Math.max(a.bytes, b.bytes),
  };
}

/** Progress of a long run: visited so far, in all passes together, and the length of the present path. */
export interface Progress {
  readonly states: number;
  readonly edges: number;
  readonly depth: number;
  readonly passes: number;
}

export interface SearchOptions {
  readonly limits?: Limits | Stopwatch;
  /** Called every so many steps, and at the end of each pass, whether it comes to an answer or to a limit. */
  readonly onProgress?: (progress: Progress) => void;
  /**
   * `cycle` unless given. With `decision` a search that knows states from which every run is accepted ends at the first of them; only to be
   * given where every state has an infinite run.
   */
  readonly goal?: 'cycle' | 'decision';
  /** States of the kernel's probe: see `KernelSearch`; for tests. */
  readonly probeStates?: number;
  /**
   * Given where a search inside the kernel may follow stubborn sets; others are given a product that has them.
   * @internal
   */
  readonly stubborn?: StubbornOffer;
  /**
   * A search inside the kernel that follows all transitions gives up after so many states, with `GivenUp`: there is a better way.
   * @internal
   */
  readonly giveUpAfter?: number;
  /**
   * Asked then, once, with the states that were visited and the components that were closed: whether there really is. There is unless this is given.
   * @internal
   */
  readonly givesUp?: (seen: { readonly states: number; readonly components: number }) => boolean;
}

/** A search has seen the states after which it was to give up. Stubborn sets that are still to be tried can be tried later. */
export class GivenUp extends Error {
  override name = 'GivenUp';
  readonly attempt: LaterAttempt | null;

  constructor(attempt: LaterAttempt | null) {
    super();
    this.attempt = attempt;
  }
}

/** Stubborn sets that are tried once a search has become long. */
export interface LaterAttempt {
  /** Whether it was found out that they save too little. */
  readonly isInVain: boolean;
  /** After so many states: the result of the search with them, where it is time and they are worth it. */
  after(states: number): EmptinessResult | null;
}

/** A search ends because another one that was tried beside it has the answer. */
export class Settled extends Error {
  override name = 'Settled';
  readonly result: EmptinessResult;

  constructor(result: EmptinessResult) {
    super();
    this.result = result;
  }
}

/** The options with a stopwatch that runs: for a check that is made of several searches. */
export function withStopwatch(options: SearchOptions): SearchOptions & { readonly limits: Stopwatch } {
  return { ...options, limits: Stopwatch.over(options.limits) };
}

/** How many steps pass between two reports. */
const STEPS_BETWEEN_REPORTS = 1 << 14;

/** Reports progress every so many steps, and looks at the stopwatch then, so that the loop does not feel it. */
export class ProgressReporter {
  private readonly stopwatch: Stopwatch;
  private readonly onProgress: SearchOptions['onProgress'];
  private steps = 0;

  constructor(options: SearchOptions) {
    this.stopwatch = Stopwatch.over(options.limits);
    this.onProgress = options.onProgress;
  }

  /** To be called once per step of the search. */
  tick(states: number, edges: number, depth: number): void {
    if (++this.steps < STEPS_BETWEEN_REPORTS) return;
    this.steps = 0;
    this.look({ states, edges, depth, passes: 1 });
  }

  /** Reports progress and looks at the stopwatch now. */
  look(progress: Progress): void {
    this.onProgress?.(progress);
    this.stopwatch.look();
  }
}
