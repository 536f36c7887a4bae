// The hybrid engine: an explicit graph over the states of the automaton, whose nodes have sets of model states as decision diagrams, and Couvreur's
// check above it (`search.ts`). It is the self-loop aggregation product of [DKPT11] for TGBAs, and the same for TGTAs, with what docs/adr/013 adds.
//
// A lasso is read off the product of the symbolic engine, inside the pairs in which the search has found that there is one.
import type { Automaton } from '../../automata/automaton.ts';
import type { TestingAutomaton } from '../../automata/testing/testing-automaton.ts';
import { EMPTY, type Mdd, type MddSet, type MddStatistics } from '../../dd/mdd/index.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Observation } from '../../models/observation.ts';
import type { StateLasso } from '../../models/state-lasso.ts';
import { observedBy, productOf, refuseDeadlocks, type SymbolicCheckOptions, stateLasso } from '../check.ts';
import type { ExploredModel, ExploredStates } from '../explored-model.ts';
import type { OrderName } from '../order/orders.ts';
import { SymbolicProduct } from '../product.ts';
import { movesOf } from './moves.ts';
import { AggregateSearch, type HybridCounts, type HybridFound, type PairSet } from './search.ts';
import type { Aggregation } from './stays.ts';

/** The kinds of automata that the engine knows. */
export type HybridAutomatonKind = 'tgba' | 'tgta';

export const hybridAutomatonKinds: readonly HybridAutomatonKind[] = ['tgba', 'tgta'];

export interface HybridCheckOptions extends Omit<SymbolicCheckOptions, 'hull'> {
  /** `granted` unless given: what an aggregate absorbs. `published` is for comparisons. */
  readonly aggregation?: Aggregation;
}

export interface HybridCheckResult {
  /** Null when no execution is accepted. */
  readonly lasso: StateLasso | null;
  readonly automatonStates: number;
  readonly automatonEdges: number;
  readonly modelStates: bigint;
  /** Pairs in the aggregates that were seen. */
  readonly productStates: bigint;
  readonly aggregates: HybridCounts;
  readonly diagrams: MddStatistics & { readonly order: OrderName };
}

/**
 * Looks for an execution of the model that the automaton accepts: a TGBA or TGTA of what must not happen. Throws `LimitExceeded`, and
 * `InputError` on deadlocks that are refused and on faults of the model.
 */
export function checkHybrid(
  explored: ExploredModel,
  automaton: Automaton | TestingAutomaton,
  observation: Observation,
  given: HybridCheckOptions = {},
): HybridCheckResult {
  const options = { ...given, limits: Stopwatch.over(given.limits) };
  return explored.search(options, (states) => {
    refuseDeadlocks(states, options);
    return searchAggregates(states, automaton, observation, options);
  });
}

function searchAggregates(
  { space, dead: reachableDead, labellings }: ExploredStates,
  automaton: Automaton | TestingAutomaton,
  observation: Observation,
  options: HybridCheckOptions,
): HybridCheckResult {
  const { mdd } = space;
  const { onPhase } = options;
  let result: HybridCheckResult | null = null;
  mdd.scope(() => {
    onPhase?.('relation');
    const labelling = labellings.of(observedBy(automaton, observation));
    const dead = options.deadlock === 'drop' ? EMPTY : reachableDead;
    const search = new AggregateSearch(mdd, movesOf(labelling, automaton, dead), options);
    try {
      onPhase?.('reach');
      const found = search.search();
      onPhase?.('lasso');
      const product = (): SymbolicProduct => new SymbolicProduct(productOf(labelling, automaton, dead), options);
      const lasso = found.accepting === null ? null : lassoIn(product(), found.accepting, found, options);
      onPhase?.('end');
      result = {
        lasso,
        automatonStates: automaton.stateCount,
        automatonEdges: automaton.edgeCount,
        modelStates: mdd.count(space.states),
        productStates: countPairs(mdd, found),
        aggregates: search.counts,
        diagrams: { ...mdd.statistics(), order: space.order.name },
      };
    } finally {
      search.close();
    }
    return EMPTY;
  });
  return result!;
}

function countPairs(mdd: Mdd, { seen }: HybridFound): bigint {
  const byState = new Map<number, MddSet>();
  for (const [q, set] of seen) byState.set(q, mdd.union(byState.get(q) ?? EMPTY, set));
  return [...byState.values()].reduce((sum, set) => sum + mdd.count(set), 0n);
}

/** A lasso whose cycle lies in `accepting`, each pair of which is reached from a fair cycle inside it. */
function lassoIn(
  product: SymbolicProduct,
  accepting: readonly PairSet[],
  { way }: HybridFound,
  options: HybridCheckOptions,
): StateLasso {
  const { space, pairs } = product.parts;
  const { mdd } = space;
  const together = (parts: readonly PairSet[]): MddSet =>
    parts.reduce((all, [q, set]) => mdd.union(all, pairs.withEach(set, [q])), EMPTY);
  const core = new SymbolicProduct(product.parts, options, 'core');
  const hull = { pairs: together(accepting), reachable: together(way), side: 'after', iterations: 0 } as const;
  return stateLasso(product, core, hull);
}
