// Model checking in decision diagrams: reachable states, labelling, product with the automaton of what must not happen, hull of the fair
// cycles, lasso.
import type { Automaton } from '../automata/automaton.ts';
import type { TestingAutomaton } from '../automata/testing/testing-automaton.ts';
import { type Clusters, EMPTY, type MddSet, type MddStatistics, type Strategy } from '../dd/mdd/index.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { type DeadlockReading, deadlockError } from '../models/deadlock.ts';
import type { Expression } from '../models/expression/expression.ts';
import type { Observation } from '../models/observation.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import { type ClosedProduct, type Closure, searchAtOnce } from './at-once.ts';
import { DEFAULT_HULL, fairHull, type Hull, type HullAlgorithm } from './emptiness/hull.ts';
import type { ExploredModel, ExploredStates } from './explored-model.ts';
import type { SymbolicLabelling } from './labelling.ts';
import { fairLasso } from './lasso.ts';
import type { OrderName } from './order/orders.ts';
import { type ProductParts, SymbolicProduct } from './product.ts';
import type { RunOptions } from './race.ts';
import { tgbaProduct } from './tgba-product.ts';
import { tgtaProduct } from './tgta-product.ts';

/** The kinds of automata that the engine knows. */
export type SymbolicAutomatonKind = 'ba' | 'tgba' | 'tgta';

export const symbolicAutomatonKinds: readonly SymbolicAutomatonKind[] = ['ba', 'tgba', 'tgta'];

/** Predicates and relations of the product are made, its reachable pairs found, the hull enclosed, a lasso read off. */
export type SymbolicPhase = 'relation' | 'reach' | 'hull' | 'lasso' | 'end';

export interface SymbolicCheckOptions extends RunOptions {
  /** `DEFAULT_HULL` unless given. */
  readonly hull?: HullAlgorithm;
  /** How sets are closed; saturation unless given. */
  readonly strategy?: Strategy;
  /** Which events act as one; each by itself unless given. */
  readonly clusters?: Clusters;
  /** Whether the product is closed at once or after the model; `fitting` unless given. */
  readonly closure?: Closure;
  /** Called when a phase of the search begins, for measurements; those before it have ended. */
  readonly onPhase?: (phase: SymbolicPhase) => void;
  /** Operations on diagrams that each search for a shortest path of a lasso may take before any path will do. */
  readonly lassoOperations?: number;
  /** As for the explicit engine; `stutter` unless given. With `error` any reachable deadlock is refused. */
  readonly deadlock?: DeadlockReading;
}

export interface SymbolicCheckResult {
  /** Null when no execution is accepted. */
  readonly lasso: StateLasso | null;
  readonly automatonStates: number;
  readonly automatonEdges: number;
  /** All reachable states, or where the product was closed at once those that it has. */
  readonly modelStates: bigint;
  readonly productStates: bigint;
  /** What was closed first. */
  readonly closure: Exclude<Closure, 'fitting'>;
  /** Rounds of the hull. */
  readonly iterations: number;
  readonly diagrams: MddStatistics & { readonly order: OrderName };
}

/**
 * Looks for an execution of the model that the automaton accepts: a BA, TGBA or TGTA of what must not happen. Throws `LimitExceeded`, and
 * `InputError` on deadlocks that are refused and on faults of the model.
 */
export function checkSymbolically(
  explored: ExploredModel,
  automaton: Automaton | TestingAutomaton,
  observation: Observation,
  given: SymbolicCheckOptions = {},
): SymbolicCheckResult {
  const { closure = 'fitting', deadlock = 'stutter' } = given;
  const options = { ...given, limits: Stopwatch.over(given.limits) };
  const observed = observedBy(automaton, observation);
  const atOnce = searchAtOnce(
    { explored, automaton, observed, closure, deadlock },
    options,
    (labelling, dead) => productOf(labelling, automaton, dead),
    (closed) => searchProduct({ ...closed, closure: 'product' }, automaton, options),
  );
  if (atOnce !== null) return atOnce;
  return explored.search(options, (states) => {
    refuseDeadlocks(states, options);
    return searchSpace(states, automaton, observed, options);
  });
}

/** Throws `InputError` where a reachable deadlock is an error. */
export function refuseDeadlocks(
  { space, dead }: Pick<ExploredStates, 'space' | 'dead'>,
  { deadlock }: Pick<SymbolicCheckOptions, 'deadlock'>,
): void {
  if (deadlock !== 'error' || dead === EMPTY) return;
  throw deadlockError(space.model, space.stateOf(space.mdd.pick(dead)!));
}

/** The predicates that the automaton observes: a change of anything else is stuttering to it. */
export function observedBy(
  automaton: Automaton | TestingAutomaton,
  { names, predicates }: Observation,
): readonly Expression[] {
  return automaton.propositions.map((name) => predicates[names.indexOf(name)]);
}

function searchSpace(
  { space, dead, labellings }: ExploredStates,
  automaton: Automaton | TestingAutomaton,
  observed: readonly Expression[],
  options: SymbolicCheckOptions,
): SymbolicCheckResult {
  const { mdd } = space;
  const { onPhase } = options;
  let result: SymbolicCheckResult | null = null;
  mdd.scope(() => {
    onPhase?.('relation');
    const labelling = labellings.of(observed);
    const product = new SymbolicProduct(
      productOf(labelling, automaton, options.deadlock === 'drop' ? EMPTY : dead),
      options,
    );
    const core = coreOf(product, options);
    if (onPhase !== undefined) for (const made of [product, core]) made.makeEvents(); // they are none of the later phases
    onPhase?.('reach');
    const reachable = product.reach(product.parts.initial);
    const modelStates = mdd.count(space.states);
    result = searchProduct({ space, product, core, reachable, modelStates, closure: 'model' }, automaton, options);
    return EMPTY;
  });
  return result!;
}

/** The product without the edges on which no fair cycle lies; or the product, for the hull as it is printed. */
function coreOf(
  product: SymbolicProduct,
  { hull = DEFAULT_HULL, strategy, clusters }: SymbolicCheckOptions,
): SymbolicProduct {
  return hull === 'owcty-whole' ? product : new SymbolicProduct(product.parts, { strategy, clusters }, 'core');
}

/** Looks for a lasso in a product that is closed. */
function searchProduct(
  closed: ClosedProduct & Pick<SymbolicCheckResult, 'closure'> & { readonly core?: SymbolicProduct },
  automaton: Automaton | TestingAutomaton,
  options: SymbolicCheckOptions,
): SymbolicCheckResult {
  const { space, product, reachable, modelStates, closure, core = coreOf(product, options) } = closed;
  const { onPhase, hull: algorithm = DEFAULT_HULL } = options;
  onPhase?.('hull');
  const hull = fairHull({ product, core, reachable }, algorithm);
  onPhase?.('lasso');
  const lasso = hull.pairs === EMPTY ? null : stateLasso(product, core, hull, options.lassoOperations);
  onPhase?.('end');
  return {
    lasso,
    automatonStates: automaton.stateCount,
    automatonEdges: automaton.edgeCount,
    modelStates,
    productStates: space.mdd.count(hull.reachable),
    closure,
    iterations: hull.iterations,
    diagrams: { ...space.mdd.statistics(), order: space.order.name },
  };
}

/** The product with an automaton of any kind that the engine knows; `dead` are the dead states that repeat. */
export function productOf(
  labelling: SymbolicLabelling,
  automaton: Automaton | TestingAutomaton,
  dead: MddSet,
): ProductParts {
  return 'edgeChange' in automaton ? tgtaProduct(labelling, automaton, dead) : tgbaProduct(labelling, automaton, dead);
}

/** A lasso of the model through the hull; `core` is what the hull was computed in. */
export function stateLasso(
  product: SymbolicProduct,
  core: SymbolicProduct,
  hull: Hull,
  operations?: number,
): StateLasso {
  const { space } = product.parts;
  const { prefix, cycle } = fairLasso(product, core, hull, operations);
  return { prefix: prefix.map((pair) => space.stateOf(pair)), cycle: cycle.map((pair) => space.stateOf(pair)) };
}
