// Model checking in decision diagrams: reachable states, labelling, product with the automaton of the negated formula, hull of the fair
// cycles, lasso.

import { testingAutomatonFor } from '../automata/testing/for-formula.ts';
import { translate } from '../automata/translate/translate.ts';
import { EMPTY, type MddStatistics } from '../dd/mdd/index.ts';
import { InputError } from '../diagnostics/diagnostic.ts';
import type { Formula } from '../formula/formula.ts';
import type { Expression } from '../models/expression.ts';
import type { Model } from '../models/model.ts';
import { fairComponent } from './emptiness/component.ts';
import { fairHull, type HullAlgorithm } from './emptiness/hull.ts';
import { deadStates } from './enabled.ts';
import { SymbolicLabelling } from './labelling.ts';
import { lassoThrough } from './lasso.ts';
import type { OrderName } from './order/orders.ts';
import { type ProductParts, SymbolicProduct } from './product.ts';
import { type ExploreOptions, exploreSymbolically, type SymbolicExploration } from './race.ts';
import { tgbaProduct } from './tgba-product.ts';
import { tgtaProduct } from './tgta-product.ts';

/** The kinds of automata that the engine knows. */
export type SymbolicAutomatonKind = 'ba' | 'tgba' | 'tgta';

export const symbolicAutomatonKinds: readonly SymbolicAutomatonKind[] = ['ba', 'tgba', 'tgta'];

export interface SymbolicCheckOptions extends ExploreOptions {
  /** `tgta` unless given. */
  readonly automaton?: SymbolicAutomatonKind;
  /** `owcty` unless given. */
  readonly hull?: HullAlgorithm;
  /** As for the explicit engine; `stutter` unless given. With `error` any reachable deadlock is refused. */
  readonly deadlock?: 'stutter' | 'drop' | 'error';
  /** The states of the model, explored before with one level above. */
  readonly exploration?: SymbolicExploration;
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

/** Checks the formula on all infinite executions of the model. Throws `LimitExceeded`, and `InputError` on faults of the model. */
export function checkSymbolically(
  model: Model,
  formula: Formula,
  observation: Observation,
  options: SymbolicCheckOptions = {},
): SymbolicCheckResult {
  const { strategy = 'saturation', hull: algorithm = 'owcty' } = options;
  const { space } = options.exploration ?? exploreSymbolically(model, { ...options, levelsAbove: 1 });
  const { mdd } = space;
  const dead = deadStates(space);
  if (options.deadlock === 'error' && dead !== EMPTY) throw deadlockError(model, space.stateOf(mdd.pick(dead)!));
  const negation = formula.store.not(formula);
  const predicatesOf = (names: readonly string[]): Expression[] =>
    names.map((name) => observation.predicates[observation.names.indexOf(name)]);
  const repeated = options.deadlock === 'drop' ? EMPTY : dead;
  const size = { automatonStates: 0, automatonEdges: 0 };
  const makeParts = (): ProductParts => {
    if (options.automaton === 'tgba' || options.automaton === 'ba') {
      const automaton = translate(negation, { to: options.automaton });
      Object.assign(size, { automatonStates: automaton.stateCount, automatonEdges: automaton.edgeCount });
      return tgbaProduct(new SymbolicLabelling(space, predicatesOf(automaton.propositions)), automaton, repeated);
    }
    const automaton = testingAutomatonFor(negation, 'tgta');
    Object.assign(size, { automatonStates: automaton.stateCount, automatonEdges: automaton.edgeCount });
    return tgtaProduct(new SymbolicLabelling(space, predicatesOf(automaton.propositions)), automaton, repeated);
  };
  const product = new SymbolicProduct(makeParts(), strategy);
  const hull = fairHull(product, algorithm);
  let lasso: StateLasso | null = null;
  if (hull.pairs !== EMPTY) {
    const pairs = lassoThrough(product, hull.reachable, fairComponent(product, hull));
    const states = (part: readonly (readonly number[])[]): Int32Array[] => part.map((pair) => space.stateOf(pair));
    lasso = { prefix: states(pairs.prefix), cycle: states(pairs.cycle) };
  }
  return {
    lasso,
    ...size,
    modelStates: mdd.count(space.states),
    productStates: mdd.count(hull.reachable),
    iterations: hull.iterations,
    order: space.order.name,
    diagrams: mdd.statistics(),
  };
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
