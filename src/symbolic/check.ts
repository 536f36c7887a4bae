// Model checking in decision diagrams: reachable states, labelling, product with the automaton of the negated formula, hull of the fair
// cycles, lasso.

import { testingAutomatonFor } from '../automata/testing/for-formula.ts';
import { translate } from '../automata/translate/translate.ts';
import { type Clusters, EMPTY, type MddSet, type MddStatistics, type Strategy } from '../dd/mdd/index.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Formula } from '../formula/formula.ts';
import { type DeadlockReading, deadlockError } from '../models/deadlock.ts';
import type { Expression } from '../models/expression/expression.ts';
import type { Model } from '../models/model.ts';
import type { Observation } from '../models/observation.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import { DEFAULT_HULL, fairHull, type Hull, type HullAlgorithm } from './emptiness/hull.ts';
import type { ExploredModel, ExploredStates } from './explored-model.ts';
import { SymbolicLabelling } from './labelling.ts';
import { fairLasso } from './lasso.ts';
import { lookForViolation } from './look/look.ts';
import { type PairAutomaton, pairTgba, pairTgta } from './look/pair-automaton.ts';
import type { OrderName } from './order/orders.ts';
import { type ProductParts, SymbolicProduct } from './product.ts';
import { duringRun, type RunOptions } from './race.ts';
import { tgbaProduct } from './tgba-product.ts';
import { tgtaProduct } from './tgta-product.ts';

/** The kinds of automata that the engine knows. */
export type SymbolicAutomatonKind = 'ba' | 'tgba' | 'tgta';

export const symbolicAutomatonKinds: readonly SymbolicAutomatonKind[] = ['ba', 'tgba', 'tgta'];

export interface SymbolicCheckOptions extends RunOptions {
  /** `tgta` unless given. */
  readonly automaton?: SymbolicAutomatonKind;
  /** `DEFAULT_HULL` unless given. */
  readonly hull?: HullAlgorithm;
  /** How sets are closed; saturation unless given. */
  readonly strategy?: Strategy;
  /** Which events act as one; each by itself unless given. */
  readonly clusters?: Clusters;
  /** As for the explicit engine; `stutter` unless given. With `error` any reachable deadlock is refused. */
  readonly deadlock?: DeadlockReading;
  /** `first-pairs` looks at some pairs one by one before any diagram is made, and ends there if they show a violation. */
  readonly look?: 'first-pairs' | 'none';
}

export interface SymbolicCheckResult {
  /** Null when every execution satisfies the formula. */
  readonly lasso: StateLasso | null;
  readonly automatonStates: number;
  readonly automatonEdges: number;
  readonly modelStates: bigint;
  readonly productStates: bigint;
  /** Steps looked at one by one; 0 in diagrams. */
  readonly productSteps: number;
  /** Rounds of the hull; 1 for a look at single pairs. */
  readonly iterations: number;
  /** Null when a violation was seen before any diagram was made: the counts are then of what was seen until then. */
  readonly diagrams: (MddStatistics & { readonly order: OrderName }) | null;
}

/**
 * Looks for an execution of the model that violates the formula. Throws `LimitExceeded`, and `InputError` on deadlocks that are
 * refused and on faults of the model.
 */
export function checkSymbolically(
  explored: ExploredModel,
  formula: Formula,
  observation: Observation,
  given: SymbolicCheckOptions = {},
): SymbolicCheckResult {
  const options = { ...given, limits: Stopwatch.over(given.limits) };
  const subject = subjectOf(formula, observation, options);
  const early = options.look === 'first-pairs' ? lookAt(explored.model, subject, options) : null;
  return early ?? checkInSpace(explored, subject, options);
}

/** The automaton of the negated formula, as diagrams and as pairs see it. */
interface Subject {
  readonly automaton: { readonly stateCount: number; readonly edgeCount: number };
  /** What its propositions stand for: a change of anything else is stuttering to it. */
  readonly predicates: readonly Expression[];
  readonly pairs: PairAutomaton;
  readonly product: (labelling: SymbolicLabelling, dead: MddSet) => ProductParts;
}

/** The options with the stopwatch that runs. */
interface RunningOptions extends SymbolicCheckOptions {
  readonly limits: Stopwatch;
}

function subjectOf(formula: Formula, { names, predicates }: Observation, options: RunningOptions): Subject {
  const { automaton: kind = 'tgta' } = options;
  const limits = options.limits.part({}); // a limit of states is not one on the automaton
  const negation = formula.store.not(formula);
  const observed = (propositions: readonly string[]): Expression[] =>
    propositions.map((name) => predicates[names.indexOf(name)]);
  if (kind === 'tgta') {
    const automaton = testingAutomatonFor(negation, 'tgta', { limits });
    return {
      automaton,
      predicates: observed(automaton.propositions),
      pairs: pairTgta(automaton),
      product: (labelling, dead) => tgtaProduct(labelling, automaton, dead),
    };
  }
  const automaton = translate(negation, { to: kind, limits });
  return {
    automaton,
    predicates: observed(automaton.propositions),
    pairs: pairTgba(automaton),
    product: (labelling, dead) => tgbaProduct(labelling, automaton, dead),
  };
}

function lookAt(
  model: Model,
  subject: Subject,
  { deadlock = 'stutter' }: SymbolicCheckOptions,
): SymbolicCheckResult | null {
  // All states have to be seen where a deadlock is refused.
  if (deadlock === 'error') return null;
  const { automaton, predicates, pairs } = subject;
  const early = lookForViolation({ model, automaton: pairs, predicates, deadlock });
  return (
    early && {
      lasso: early.lasso,
      automatonStates: automaton.stateCount,
      automatonEdges: automaton.edgeCount,
      modelStates: BigInt(early.states),
      productStates: BigInt(early.pairs),
      productSteps: early.steps,
      iterations: 1,
      diagrams: null,
    }
  );
}

function checkInSpace(explored: ExploredModel, subject: Subject, options: RunningOptions): SymbolicCheckResult {
  const { space, dead } = explored.states(options);
  if (options.deadlock === 'error' && dead !== EMPTY) {
    throw deadlockError(explored.model, space.stateOf(space.mdd.pick(dead)!));
  }
  return duringRun(
    space.mdd,
    () => space.order.name,
    options,
    () => searchSpace({ space, dead }, subject, options),
  );
}

function searchSpace(
  { space, dead }: ExploredStates,
  subject: Subject,
  options: SymbolicCheckOptions,
): SymbolicCheckResult {
  const { automaton, predicates } = subject;
  let result: SymbolicCheckResult | null = null;
  space.mdd.scope(() => {
    const parts = subject.product(new SymbolicLabelling(space, predicates), options.deadlock === 'drop' ? EMPTY : dead);
    const product = new SymbolicProduct(parts, options);
    const core = new SymbolicProduct(parts, options, 'core');
    const hull = fairHull(product, core, options.hull ?? DEFAULT_HULL);
    result = {
      lasso: hull.pairs === EMPTY ? null : stateLasso(product, core, hull),
      automatonStates: automaton.stateCount,
      automatonEdges: automaton.edgeCount,
      modelStates: space.mdd.count(space.states),
      productStates: space.mdd.count(hull.reachable),
      productSteps: 0,
      iterations: hull.iterations,
      diagrams: { ...space.mdd.statistics(), order: space.order.name },
    };
    return EMPTY;
  });
  return result!;
}

function stateLasso(product: SymbolicProduct, core: SymbolicProduct, hull: Hull): StateLasso {
  const { space } = product.parts;
  const { prefix, cycle } = fairLasso(product, core, hull);
  return { prefix: prefix.map((pair) => space.stateOf(pair)), cycle: cycle.map((pair) => space.stateOf(pair)) };
}
