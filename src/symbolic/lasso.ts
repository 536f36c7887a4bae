// A lasso of the product through a fair component: breadth-first from the initial pairs to the component, then from set to set of the
// acceptance condition inside the component, and back. Layers are sets; the path is read off them from the end.
import { append } from '../base/append.ts';
import { invariant } from '../base/assert.ts';
import { EMPTY, type MddSet } from '../dd/mdd/index.ts';
import { fairComponent } from './emptiness/component.ts';
import type { Hull } from './emptiness/hull.ts';
import type { SymbolicProduct } from './product.ts';

/** Vectors of pairs. */
interface PairLasso {
  readonly prefix: readonly (readonly number[])[];
  readonly cycle: readonly (readonly number[])[];
}

type Pair = readonly number[];

/** A lasso of the product whose cycle lies in the hull, and shows every acceptance set; `core` is what the hull was computed in. */
export function fairLasso(product: SymbolicProduct, core: SymbolicProduct, hull: Hull): PairLasso {
  const { mdd } = product.parts.space;
  const first = new LassoSearch(product);
  let stem: Pair[] = [];
  const stemTo = (goal: MddSet): Pair => {
    stem = first.path(product.parts.initial, { goal, within: hull.reachable });
    return stem[stem.length - 1];
  };
  // The first pair of the hull on the way is often on a fair cycle itself.
  const component = fairComponent(core, hull, stemTo);
  if (stem.length === 0 || !mdd.contains(component, stem[stem.length - 1])) stemTo(component);
  return { prefix: stem.slice(0, -1), cycle: fairCycle(core, component, stem[stem.length - 1]) };
}

/** A cycle through `start` inside the component that shows every acceptance set. */
function fairCycle(product: SymbolicProduct, component: MddSet, start: Pair): readonly Pair[] {
  const search = new LassoSearch(product);
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

class LassoSearch {
  private readonly product: SymbolicProduct;

  constructor(product: SymbolicProduct) {
    this.product = product;
  }

  /** A shortest path from one of the first pairs. */
  path(first: MddSet, query: Query): Pair[] {
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
