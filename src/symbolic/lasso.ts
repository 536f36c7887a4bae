// A lasso of the product through a fair component: breadth-first from the initial pairs to the component, then from set to set of the
// acceptance condition inside the component, and back. Layers are sets; the path is read off them from the end.
//
// The layers of a breadth-first search may be far larger than the closed sets that saturation finds. Where they cost too much, one event after another acts
// on all that was found before: these sets stay small, and the path leads back through the earliest of them. It need not be a shortest one.
import { append } from '../base/append.ts';
import { invariant } from '../base/assert.ts';
import { BudgetExceeded, EMPTY, type MddSet } from '../dd/mdd/index.ts';
import { fairComponent } from './emptiness/component.ts';
import type { Hull } from './emptiness/hull.ts';
import type { SymbolicProduct } from './product.ts';

/** Vectors of pairs. */
interface PairLasso {
  readonly prefix: readonly (readonly number[])[];
  readonly cycle: readonly (readonly number[])[];
}

type Pair = readonly number[];

/** Operations that one breadth-first search may take: some hundredths of a second. */
const BREADTH_FIRST_OPERATIONS = 50_000;

/**
 * A lasso of the product whose cycle lies in the hull, and shows every acceptance set; `core` is what the hull was computed in, `operations` what each
 * breadth-first search may take.
 */
export function fairLasso(
  product: SymbolicProduct,
  core: SymbolicProduct,
  hull: Hull,
  operations: number = BREADTH_FIRST_OPERATIONS,
): PairLasso {
  const { mdd } = product.parts.space;
  const first = new LassoSearch(product, operations);
  let stem: Pair[] = [];
  const stemTo = (goal: MddSet): Pair => {
    stem = first.path(product.parts.initial, { goal, within: hull.reachable });
    return stem[stem.length - 1];
  };
  // The first pair of the hull on the way is often on a fair cycle itself.
  const component = fairComponent(core, hull, stemTo);
  if (stem.length === 0 || !mdd.contains(component, stem[stem.length - 1])) stemTo(component);
  const cycle = fairCycle(core, new LassoSearch(core, operations), component, stem[stem.length - 1]);
  return { prefix: stem.slice(0, -1), cycle };
}

/** A cycle through `start` inside the component that shows every acceptance set. */
function fairCycle(product: SymbolicProduct, search: LassoSearch, component: MddSet, start: Pair): readonly Pair[] {
  const { mdd } = product.parts.space;
  const walk: Pair[] = [start];
  for (let mark = 0; mark < product.parts.setCount; mark++) {
    const from = mdd.singleton(walk[walk.length - 1]);
    append(walk, search.path(from, { mark, within: component }).slice(1));
  }
  const last = walk[walk.length - 1];
  if (walk.length === 1 || !same(last, start)) {
    const goal = mdd.singleton(start);
    append(walk, search.path(product.image(mdd.singleton(last)), { goal, within: component }));
  }
  return walk.slice(0, -1);
}

function same(a: Pair, b: Pair): boolean {
  return a.every((value, i) => value === b[i]);
}

type Query =
  /** To a pair of this set, which may be one of the first. */
  | { readonly goal: MddSet; readonly within: MddSet }
  /** Up to and including a step of this acceptance set. */
  | { readonly mark: number; readonly within: MddSet };

/** The first of the sets, up to `last`, in which there is something, if there is in the sets after it: each contains those before. */
function firstShared(
  sets: readonly MddSet[],
  last: number,
  sharedBy: (set: MddSet) => Pair | null,
): { readonly place: number; readonly pair: Pair } {
  let low = 0;
  let high = last;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sharedBy(sets[middle]) === null) low = middle + 1;
    else high = middle;
  }
  const pair = sharedBy(sets[low]);
  invariant(pair !== null, 'a step has a source');
  return { place: low, pair };
}

/** Searches for paths of a product. */
class LassoSearch {
  private readonly product: SymbolicProduct;
  private readonly operations: number;

  /** `operations` are what a breadth-first search may take. */
  constructor(product: SymbolicProduct, operations: number) {
    this.product = product;
    this.operations = operations;
  }

  /** A path from one of the first pairs: a shortest one unless that is too costly. */
  path(first: MddSet, query: Query): Pair[] {
    const { mdd } = this.product.parts.space;
    mdd.setBudget({ operations: this.operations });
    try {
      return this.shortestPath(first, query);
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
    } finally {
      mdd.setBudget({});
    }
    return this.chainedPath(first, query);
  }

  private shortestPath(first: MddSet, query: Query): Pair[] {
    const { mdd } = this.product.parts.space;
    const { within } = query;
    const layers: MddSet[] = [mdd.intersect(first, within)];
    let seen = layers[0];
    for (;;) {
      const last = layers[layers.length - 1];
      invariant(last !== EMPTY, 'a lasso cannot be completed');
      const end = this.endIn(last, query);
      if (end !== null) return this.trace(layers, end);
      const next = mdd.minus(mdd.intersect(this.product.image(last), within), seen);
      seen = mdd.union(seen, next);
      layers.push(next);
    }
  }

  /** The end of the path, if it ends in this layer: one pair, or the two of a step with the mark. */
  private endIn(layer: MddSet, query: Query): Pair[] | null {
    const { mdd } = this.product.parts.space;
    if ('goal' in query) {
      const found = mdd.pick(mdd.intersect(layer, query.goal));
      return found && [found];
    }
    const target = mdd.pick(mdd.intersect(this.product.image(layer, query.mark), query.within));
    if (target === null) return null;
    const source = mdd.pick(this.product.preimage(mdd.singleton(target), layer, query.mark));
    invariant(source !== null, 'a step has a source');
    return [source, target];
  }

  /** A path by sets that each have one event more behind them. */
  private chainedPath(first: MddSet, query: Query): Pair[] {
    const { mdd } = this.product.parts.space;
    const { within } = query;
    const goal = 'goal' in query ? query.goal : this.product.preimage(within, within, query.mark);
    const path = this.chainTo(mdd.intersect(first, within), goal, within);
    if ('goal' in query) return path;
    const last = mdd.singleton(path[path.length - 1]);
    const target = mdd.pick(mdd.intersect(this.product.image(last, query.mark), within));
    invariant(target !== null, 'a step has a target');
    return [...path, target];
  }

  private chainTo(first: MddSet, goal: MddSet, within: MddSet): Pair[] {
    const { mdd } = this.product.parts.space;
    const sets = [first];
    const steps = this.product.singleSteps();
    for (let quiet = 0, i = 0; mdd.intersect(sets[sets.length - 1], goal) === EMPTY; i++) {
      invariant(quiet < steps.length, 'a lasso cannot be completed');
      const all = sets[sets.length - 1];
      const more = mdd.scope(() => mdd.union(all, mdd.intersect(steps[i % steps.length](all), within)));
      quiet = more === all ? quiet + 1 : 0;
      if (more !== all) sets.push(more);
    }
    const end = firstShared(sets, sets.length - 1, (set) => mdd.pick(mdd.intersect(set, goal)));
    const path = [end.pair];
    // What is first in a set has come there from one before it.
    for (let place = end.place; place > 0; ) {
      const target = mdd.singleton(path[path.length - 1]);
      const before = mdd.scope(() => this.product.preimage(target, sets[place - 1]));
      const next = firstShared(sets, place - 1, (set) => mdd.pick(mdd.intersect(set, before)));
      path.push(next.pair);
      place = next.place;
    }
    return path.reverse();
  }

  private trace(layers: readonly MddSet[], end: Pair[]): Pair[] {
    const { mdd } = this.product.parts.space;
    const path = [...end];
    for (let i = layers.length - 2; i >= 0; i--) {
      const before = mdd.pick(this.product.preimage(mdd.singleton(path[0]), layers[i]));
      invariant(before !== null, 'a step has a source');
      path.unshift(before);
    }
    return path;
  }
}
