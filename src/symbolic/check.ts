// Model checking in decision diagrams: reachable states, labelling, product with the automaton of the negated formula, hull of the fair
// cycles, lasso.

import { testingAutomatonFor } from '../automata/testing/for-formula.ts';
import { translate } from '../automata/translate/translate.ts';
import { EMPTY, type MddSet, type MddStatistics, type Strategy } from '../dd/mdd/index.ts';
import { InputError } from '../diagnostics/diagnostic.ts';
import type { Formula } from '../formula/formula.ts';
import type { Expression } from '../models/expression.ts';
import type { Model } from '../models/model.ts';
import { fairComponent } from './emptiness/component.ts';
import { DEFAULT_HULL, fairHull, type Hull, type HullAlgorithm } from './emptiness/hull.ts';
import type { ExploredModel, Watch } from './explored-model.ts';
import { SymbolicLabelling } from './labelling.ts';
import { lassoThrough } from './lasso.ts';
import type { OrderName } from './order/orders.ts';
import { SymbolicProduct } from './product.ts';
import type { SymbolicSpace } from './space.ts';
import { tgbaProduct } from './tgba-product.ts';
import { tgtaProduct } from './tgta-product.ts';

/** The kinds of automata that the engine knows. */
export type SymbolicAutomatonKind = 'ba' | 'tgba' | 'tgta';

export const symbolicAutomatonKinds: readonly SymbolicAutomatonKind[] = ['ba', 'tgba', 'tgta'];

export interface SymbolicCheckOptions extends Watch {
  /** `tgta` unless given. */
  readonly automaton?: SymbolicAutomatonKind;
  /** `DEFAULT_HULL` unless given. */
  readonly hull?: HullAlgorithm;
  /** How sets are closed; saturation unless given. */
  readonly strategy?: Strategy;
  /** As for the explicit engine; `stutter` unless given. With `error` any reachable deadlock is refused. */
  readonly deadlock?: 'stutter' | 'drop' | 'error';
}

/** Model states, from an initial one on; after the last of the cycle comes its first again. */
export interface StateLasso {
  readonly prefix: readonly Int32Array[];
  readonly cycle: readonly Int32Array[];
}

export interface SymbolicCheckResult {
  /** Null when every execution satisfies the formula. */
  readonly lasso: StateLasso | null;
  readonly automatonStates: number;
  readonly automatonEdges: number;
  readonly modelStates: bigint;
  readonly productStates: bigint;
  /** Rounds of the hull. */
  readonly iterations: number;
  readonly order: OrderName;
  readonly diagrams: MddStatistics;
}

/** The propositions of the formula, with the predicates that they stand for. */
interface Observation {
  readonly names: readonly string[];
  readonly predicates: readonly Expression[];
}

/**
 * Looks for an execution of the model that violates the formula. Throws `LimitExceeded`, and `InputError` on deadlocks that are
 * refused and on faults of the model.
 */
export function checkSymbolically(
  explored: ExploredModel,
  formula: Formula,
  observation: Observation,
  options: SymbolicCheckOptions = {},
): SymbolicCheckResult {
  const { space, dead } = explored.states(options);
  if (options.deadlock === 'error' && dead !== EMPTY) {
    throw deadlockError(explored.model, space.stateOf(space.mdd.pick(dead)!));
  }
  let result: SymbolicCheckResult | null = null;
  space.mdd.scope(() => {
    const compiled = compile(space, formula, observation, { ...options, dead });
    const hull = fairHull(compiled.product, options.hull ?? DEFAULT_HULL);
    result = {
      lasso: hull.pairs === EMPTY ? null : stateLasso(compiled.product, hull),
      automatonStates: compiled.automaton.stateCount,
      automatonEdges: compiled.automaton.edgeCount,
      modelStates: space.mdd.count(space.states),
      productStates: space.mdd.count(hull.reachable),
      iterations: hull.iterations,
      order: space.order.name,
      diagrams: space.mdd.statistics(),
    };
    return EMPTY;
  });
  return result!;
}

interface CompiledProduct {
  readonly product: SymbolicProduct;
  readonly automaton: { readonly stateCount: number; readonly edgeCount: number };
}

function compile(
  space: SymbolicSpace,
  formula: Formula,
  { names, predicates }: Observation,
  options: SymbolicCheckOptions & { readonly dead: MddSet },
): CompiledProduct {
  const { strategy = 'saturation', deadlock, automaton: kind = 'tgta' } = options;
  const negation = formula.store.not(formula);
  const repeated = deadlock === 'drop' ? EMPTY : options.dead;
  // Only what the automaton looks at: a change of anything else is stuttering to it.
  const labellingFor = (propositions: readonly string[]): SymbolicLabelling =>
    new SymbolicLabelling(
      space,
      propositions.map((name) => predicates[names.indexOf(name)]),
    );
  if (kind === 'tgta') {
    const automaton = testingAutomatonFor(negation, 'tgta');
    const parts = tgtaProduct(labellingFor(automaton.propositions), automaton, repeated);
    return { product: new SymbolicProduct(parts, strategy), automaton };
  }
  const automaton = translate(negation, { to: kind });
  const parts = tgbaProduct(labellingFor(automaton.propositions), automaton, repeated);
  return { product: new SymbolicProduct(parts, strategy), automaton };
}

function stateLasso(product: SymbolicProduct, hull: Hull): StateLasso {
  const { space } = product.parts;
  const { prefix, cycle } = lassoThrough(product, hull.reachable, fairComponent(product, hull));
  return { prefix: prefix.map((pair) => space.stateOf(pair)), cycle: cycle.map((pair) => space.stateOf(pair)) };
}

function deadlockError(model: Model, state: Int32Array): InputError {
  const entries = model.describe(state).filter((entry) => !entry.plain);
  const shown = entries.map(({ name, value }) => `${name} = ${value}`).join(', ');
  return new InputError({
    code: 'CHK702',
    message: `the model has a deadlock: ${shown || 'the state in which everything is 0'}`,
    hint: '--deadlock stutter repeats it for ever, --deadlock drop ignores executions that end in it',
  });
}
