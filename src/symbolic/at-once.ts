// The product closed at once, as in [BDKT14, Fig. 2]: its pairs are found without the states of the model, which come first otherwise. Where the automaton looks at few
// steps the product is far smaller than the model, and the verdict needs no more.
//
// What is otherwise read off the states has to be known without them. Relations: of nets alone. The values that a variable may have: by its bounds, which must be
// proved. Dead states: they are read off the pairs, after each closure, until no pair has another one. Faults of predicates: where there may be some, or a predicate
// asks for dead states, the states come first after all.

import { allMarks } from '../automata/acceptance.ts';
import type { Automaton } from '../automata/automaton.ts';
import type { TestingAutomaton } from '../automata/testing/testing-automaton.ts';
import { BudgetExceeded, EMPTY, type MddSet } from '../dd/mdd/index.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { analyse } from '../models/analysis/analyse.ts';
import type { DeadlockReading } from '../models/deadlock.ts';
import type { Expression } from '../models/expression/expression.ts';
import { mentionsDead } from '../models/expression/walk.ts';
import type { Model } from '../models/model.ts';
import { isNetModel } from '../models/petri/net-model.ts';
import type { ExploredModel } from './explored-model.ts';
import { PerhapsFault, type SymbolicLabelling } from './labelling.ts';
import { Labellings } from './labellings.ts';
import { type ClosureOptions, type ProductParts, SymbolicProduct } from './product.ts';
import { everyCycleAccepts } from './product-events.ts';
import type { RunOptions } from './race.ts';
import type { SymbolicSpace } from './space.ts';

/** What is closed first: the product where that can be done, or the states of the model. `fitting` is the product where it is likely to be far smaller. */
export const closures = ['fitting', 'product', 'model'] as const;

export type Closure = (typeof closures)[number];

/** What a product may cost that is closed because it seems to be small: some hundredths of a second. */
const LIKELY = { nodes: 20_000, operations: 200_000 };
/** What the search for bounds may use: some milliseconds. */
const ANALYSIS = { work: 100_000 };
/** Functions of a variable are tables of its values. */
const MOST_VALUES = 1000;

interface AtOnceTask {
  readonly explored: ExploredModel;
  readonly automaton: Automaton | TestingAutomaton;
  /** The predicates that the automaton observes. */
  readonly observed: readonly Expression[];
  readonly closure: Closure;
  readonly deadlock: DeadlockReading;
}

/** A product that is closed. */
export interface ClosedProduct {
  readonly space: SymbolicSpace;
  readonly product: SymbolicProduct;
  readonly reachable: MddSet;
  /** States of the model that are in its pairs. */
  readonly modelStates: bigint;
}

/** Does the work in the product, closed at once; null where the states of the model come first. Throws `LimitExceeded`. */
export function searchAtOnce<T>(
  task: AtOnceTask,
  options: RunOptions & ClosureOptions,
  makeProduct: (labelling: SymbolicLabelling, dead: MddSet) => ProductParts,
  work: (closed: ClosedProduct) => T,
): T | null {
  const { explored, observed, closure, deadlock } = task;
  const isLikely = closure === 'fitting';
  // With the reading `error` a deadlock outside the product counts too.
  if (closure === 'model' || deadlock === 'error' || observed.some(mentionsDead)) return null;
  if (isLikely && (explored.isExplored || !looksSmall(task.automaton))) return null;
  const model = withBounds(explored.model, Stopwatch.over(options.limits));
  if (model === null) return null;
  try {
    return explored.searchBefore(model, options, (space) => {
      const { mdd } = space;
      let result: T | null = null;
      mdd.scope(() => {
        if (isLikely) mdd.setBudget(LIKELY);
        const labelling = new Labellings(space).of(observed);
        const closed = close(
          space,
          (dead) => new SymbolicProduct(makeProduct(labelling, dead), options),
          task.deadlock,
        );
        mdd.setBudget({});
        result = work(closed);
        return EMPTY;
      });
      return result!;
    });
  } catch (error) {
    if (error instanceof PerhapsFault) return null;
    if (isLikely && error instanceof BudgetExceeded) return null;
    throw error;
  }
}

/** The net with proved bounds of all its places, small ones; null where these are not known. */
function withBounds(model: Model, stopwatch: Stopwatch): Model | null {
  if (!isNetModel(model)) return null;
  const initial = model.initialStates();
  // A marking that a file begins with may be beyond the capacity of a place.
  const isSmall = ({ variables }: Model): boolean =>
    variables.every(
      ({ upper }, i) => upper !== null && upper < MOST_VALUES && initial.every((state) => state[i] <= upper),
    );
  if (isSmall(model)) return model;
  const analysed = analyse(model, { budget: ANALYSIS, stopwatch });
  return isSmall(analysed) ? analysed : null;
}

/** Whether the automaton waits for nothing: then its runs end after few steps, or it accepts. */
function looksSmall(automaton: Automaton | TestingAutomaton): boolean {
  const { setCount } = 'acceptance' in automaton ? automaton.acceptance : automaton;
  return everyCycleAccepts(automaton, allMarks(setCount));
}

/** Closes the product; with each new dead state that repeats anew. */
function close(
  space: SymbolicSpace,
  productWith: (dead: MddSet) => SymbolicProduct,
  deadlock: DeadlockReading,
): ClosedProduct {
  const { mdd } = space;
  let dead: MddSet = EMPTY;
  let found: MddSet | null = null;
  for (;;) {
    const product = productWith(dead);
    const { parts } = product;
    const reachable = product.reach(found ?? parts.initial);
    const states = parts.pairs.statesOf(
      reachable,
      Array.from({ length: parts.stateCount }, (_, q) => q),
    );
    const shown = deadlock === 'drop' ? EMPTY : mdd.stuck(states, space.events());
    if (shown === dead) return { space, product, reachable, modelStates: mdd.count(states) };
    dead = shown;
    found = reachable;
  }
}
