// What can be chosen about a check, and what is chosen when nothing is said.

import type { Clusters, Strategy } from '../dd/mdd/index.ts';
import type { Limits } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { type EmptinessName, emptinessNames } from '../explicit/emptiness/names.ts';
import type { Progress } from '../explicit/emptiness/result.ts';
import type { ModelGraph } from '../explicit/product/model-graph.ts';
import { type DeadlockReading, deadlockReadings } from '../models/deadlock.ts';
import type { Fairness } from '../models/fairness.ts';

import type { HullAlgorithm } from '../symbolic/emptiness/hull.ts';
import type { ExploredModel } from '../symbolic/explored-model.ts';

export { type DeadlockReading, deadlockReadings, type EmptinessName, emptinessNames };

/** The kind of automaton that stands for the negated formula; `lazy-tgta` is a TGTA made while the product is explored. */
export type AutomatonKind = 'ba' | 'tgba' | 'ta' | 'gta' | 'sta' | 'sgta' | 'tgta' | 'lazy-tgta';

export const automatonKinds: readonly AutomatonKind[] = ['ba', 'tgba', 'ta', 'gta', 'sta', 'sgta', 'tgta', 'lazy-tgta'];

/** The order of the model and of the automaton, or a random one that depends on the seed only. */
export type SuccessorOrder = 'model' | { readonly seed: number };

/** `explicit` looks at states one by one, `symbolic` at sets of them in decision diagrams. */
export type Engine = 'explicit' | 'symbolic';

export const engines: readonly Engine[] = ['explicit', 'symbolic'];

/** What can be chosen about a symbolic check. */
export interface SymbolicOptions {
  /** The states of the model, shared with other checks; with the variable order and the strategy that found them. */
  readonly explored?: ExploredModel;
  /** Saturation unless given. */
  readonly strategy?: Strategy;
  /** Which events act as one; each by itself unless given. */
  readonly clusters?: Clusters;
  /** `emerson-lei` unless given. */
  readonly hull?: HullAlgorithm;
  /** `first-pairs` unless given: before any diagram is made, some pairs are looked at one by one for a violation. */
  readonly look?: 'first-pairs' | 'none';
}

export interface CheckOptions {
  /**
   * `explicit` unless given, whose answer is the same on every machine; `auto` chooses by the rules of docs/choosing.md, which ask the
   * clock, so that another run may show another counterexample.
   */
  readonly engine?: Engine | 'auto';
  readonly symbolic?: SymbolicOptions;
  /** `tgba` unless given; `tgta` for the symbolic engine, which knows `ba`, `tgba` and `tgta`. */
  readonly automaton?: AutomatonKind;
  /** `stutter` unless given: a state without successors repeats for ever. */
  readonly deadlock?: DeadlockReading;
  /** Unless given, the lightest one that is exact for the automaton. */
  readonly emptiness?: EmptinessName;
  /** The order in which successors are tried: that of the model unless a seed is given. */
  readonly order?: SuccessorOrder;
  /** The seed of the random search of `auto`; 1 unless given. */
  readonly seed?: number;
  /** What is assumed of infinite executions: the others do not count. Nothing unless given. */
  readonly fairness?: Fairness;
  /**
   * `short` unless given: a short way to the violation, then a short cycle. `shortest` takes the time to find one with the fewest
   * states in prefix and cycle together, among all lassos of the model that violate the formula.
   */
  readonly counterexample?: 'short' | 'shortest';
  /** `counted` also counts the states and transitions of the whole product, whatever the search needed. */
  readonly fullProduct?: 'counted';
  /** A stopwatch that runs already is not started again. */
  readonly limits?: Limits | Stopwatch;
  /** `interpreted` never searches the product in the compiled kernel; by default it is, wherever the kernel can. */
  readonly search?: 'compiled' | 'interpreted';
  /** What earlier checks of the same model found, with the same reading of deadlocks; grows further. */
  readonly graph?: ModelGraph;
  readonly onProgress?: (progress: Progress) => void;
}

/** The options of a check by one engine. */
export interface EngineOptions extends CheckOptions {
  readonly engine?: Engine;
}

/** The options in force. */
export interface CompleteCheckOptions extends EngineOptions {
  readonly engine: Engine;
  readonly automaton: AutomatonKind;
  readonly deadlock: DeadlockReading;
  readonly limits: Stopwatch;
}

export function completeCheckOptions(options: EngineOptions): CompleteCheckOptions {
  const automaton = options.automaton ?? (options.engine === 'symbolic' ? 'tgta' : 'tgba');
  return { engine: 'explicit', deadlock: 'stutter', ...options, automaton, limits: Stopwatch.over(options.limits) };
}
