// The result of a check, as data: what was asked, the answer, how it was found and what it cost.
import type { Automaton } from '../automata/automaton.ts';
import type { MddStatistics } from '../dd/mdd/index.ts';
import type { EmptinessName } from '../explicit/emptiness/checks.ts';
import type { PartialOrderCounts } from '../explicit/emptiness/result.ts';
import type { HashingStatistics } from '../explicit/hashing/hashing.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import type { Closure } from '../symbolic/at-once.ts';
import type { HullAlgorithm } from '../symbolic/emptiness/hull.ts';
import type { HybridCounts } from '../symbolic/hybrid/search.ts';
import type { OrderName } from '../symbolic/order/orders.ts';
import type { Strategy, Unknown } from './answer.ts';
import type { Counterexample } from './counterexample.ts';
import type { LayerSummary } from './layer.ts';
import type { CompleteChoices, SingleEngine } from './options.ts';
import type { Vacuity } from './vacuity.ts';

export type Verdict =
  | { readonly outcome: 'holds' }
  | {
      readonly outcome: 'violated';
      readonly counterexample: Counterexample;
      /** Where a shortest counterexample was asked for: whether this is one, or a limit came first. */
      readonly shortest?: 'proved' | 'not proved';
    }
  | Unknown;

export interface CheckStatistics {
  readonly automatonStates: number;
  readonly automatonEdges: number;
  /** Edges counted once for each letter or changeset that they read. */
  readonly automatonTransitions: number | null;
  readonly modelStates: number;
  readonly productStates: number;
  readonly productTransitions: number;
  /** All that can be reached in the product; null unless it was asked for and no limit came first. */
  readonly fullProduct: { readonly states: number; readonly transitions: number } | null;
  readonly passes: number;
  /** Strongly connected components that were completed, and the longest path; null when the search did not end. */
  readonly components: number | null;
  readonly maximalDepth: number | null;
  /** All tables of model, product and search together, for each product state visited. */
  readonly bytesPerState: number | null;
  /** Null for a symbolic check. */
  readonly phases: CheckPhases | null;
  readonly seconds: number;
  /** What the user should know: kernels that could not be used. */
  readonly notice?: string;
  /** What stubborn sets left out, or why none were used though they were asked for or tried. */
  readonly partialOrder?: PartialOrderCounts | { readonly unused: string };
  /** What was permuted, or why nothing was though it was asked for or declared. */
  readonly symmetry?: SymmetryCounts | { readonly unused: string };
  /**
   * Where a violation was watched for while states were counted: the threads that did it, at most, and the memories that they filled; and the
   * states of the monitor beside the model, where this is no invariant. And where states were counted with which the automaton of what must not
   * happen only waits: the same, and the `exits`, from which a product was searched; or how many threads have searched it `jointly`.
   */
  readonly counting?: {
    readonly threads: number;
    readonly memories: number;
    readonly monitorStates?: number;
    readonly exits?: number;
    readonly jointly?: number;
  };
  /** Where only traces of states were kept: how many, and how much was seen, by estimate. */
  readonly hashing?: HashingStatistics;
  /** Of a check in diagrams that came to an end; the counts above are then rounded. */
  readonly diagrams?: DiagramStatistics;
}

/** A search up to permutations of parts of the model. */
export interface SymmetryCounts {
  /** How many parts can change places among each other, for each set of such. */
  readonly sets: readonly number[];
  /** All permutations of them; rounded where they are very many. */
  readonly permutations: number;
  /**
   * The states of the model that the visited ones stand for. An upper bound where places or fields belong to two members (a state may then be left as it is
   * by permutations that change members of both), exact otherwise; by estimate where they are very many.
   */
  readonly represented: number;
  /**
   * `verified`: each permutation leaves the net and all propositions as they are. `declared`: the author of the model says so, and a sample of
   * states does not contradict; a formula that holds does so if the author is right.
   */
  readonly basis: 'verified' | 'declared';
}

/** What a check in diagrams tells besides: counts without bound, and the work of the diagrams. */
export interface DiagramStatistics extends MddStatistics {
  readonly modelStates: bigint;
  readonly productStates: bigint;
  readonly order: OrderName;
  /** Of the symbolic engine: how fair cycles were enclosed, and in how many rounds. */
  readonly hull?: HullAlgorithm;
  /** Of the symbolic engine: what was closed first. With `product` the states of the model are those that the product has. */
  readonly closure?: Exclude<Closure, 'fitting'>;
  readonly iterations?: number;
  /** Of the hybrid engine: the graph of aggregates. */
  readonly aggregates?: HybridCounts;
}

/** Seconds for each part of a check. */
export interface CheckPhases {
  /** From the formula to the automaton. */
  readonly translation: number;
  /** Exploration and emptiness check, which are one. */
  readonly search: number;
  /** The way back to a lasso, its replay and its judgement. */
  readonly counterexample: number;
}

export interface CheckResult {
  /** As it was given; counterexamples are runs of it. */
  readonly model: Model;
  readonly formula: Formula;
  readonly verdict: Verdict;
  /** What answered; null where the verdict is `unknown`. */
  readonly strategy: Strategy | null;
  /** What there is to say about a formula that holds, where that was asked for and the answer came from this thread. */
  readonly vacuity?: Vacuity;
  /** What was asked, and the engine that answered, with every choice. */
  readonly options: CompleteChoices<SingleEngine>;
  /** The seed of random orders, where there may have been one. */
  readonly seed?: number;
  /** What was put between the model and the search. */
  readonly layers: readonly LayerSummary[];
  /** What the formula became by facts of all runs, where they were looked for; the verdict is about the formula as it was given. */
  readonly simplified?: SimplifiedQuestion;
  /** Why a net was searched as it is though it might have been reduced; absent where it was reduced, or nothing was to be said. */
  readonly unreduced?: string;
  /** The emptiness check that ran; null when it did not come to one. */
  readonly emptiness: EmptinessName | null;
  readonly statistics: CheckStatistics;
}

/** What facts of all runs of the model made of a formula before the search. */
export interface SimplifiedQuestion {
  /** What was searched for instead; where it is `true` there was no search. */
  readonly formula: Formula;
  /** Propositions of the given formula: how many of them are written by another one, or are constants, by what they say of a state alone; */
  readonly propositions: number;
  readonly same: number;
  /** and how many of the others have one value in all reachable states. */
  readonly decided: number;
  readonly seconds: number;
}

/** What became of a model and an automaton of bad behaviours. */
export interface NeverResult extends Omit<CheckResult, 'formula'> {
  readonly automaton: Automaton;
}

/** The statistics of an answer for which nothing was explored. */
export const NOTHING_EXPLORED: CheckStatistics = {
  automatonStates: 0,
  automatonEdges: 0,
  automatonTransitions: null,
  modelStates: 0,
  productStates: 0,
  productTransitions: 0,
  fullProduct: null,
  passes: 0,
  components: null,
  maximalDepth: null,
  bytesPerState: null,
  phases: null,
  seconds: 0,
};
