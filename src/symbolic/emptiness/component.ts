// From a hull to a fair strongly connected component. In a hull that lies after the fair cycles, going backwards from any pair leads to
// one: the component of a pair is what it reaches and is reached from; if that is not fair, a fair one lies before it. The
// other hulls are walked the other way. (This is how [KPR98] extracts witnesses.)
import { invariant } from '../../base/assert.ts';
import { EMPTY, type MddSet } from '../../dd/mdd/index.ts';
import type { SymbolicProduct } from '../product.ts';
import type { Hull } from './hull.ts';

/**
 * A component of the hull, which is not empty, with a cycle that shows all acceptance sets. `product` is the core in which the hull was
 * computed, `nearest` gives the pair of a set that is to be tried first.
 */
export function fairComponent(
  product: SymbolicProduct,
  hull: Hull,
  nearest: (candidates: MddSet) => readonly number[],
): MddSet {
  const { mdd } = product.parts.space;
  const { pairs, side } = hull;
  if (hull.component !== undefined) return hull.component;
  return mdd.scope(() => {
    for (let candidates = pairs; ; ) {
      invariant(candidates !== EMPTY, 'a hull that is not empty has a fair component');
      const pair = mdd.singleton(nearest(candidates));
      // All that lies further towards the fair cycles, and of that what belongs to the component.
      const beyond = side === 'after' ? product.reachBackwards(pair, pairs) : product.reach(pair, pairs);
      const component = side === 'after' ? product.reach(pair, beyond) : product.reachBackwards(pair, beyond);
      if (isFair(product, component)) return component;
      candidates = mdd.minus(beyond, component);
    }
  });
}

/** Whether a component has steps, and steps of every acceptance set, inside. */
function isFair(product: SymbolicProduct, component: MddSet): boolean {
  const { mdd } = product.parts.space;
  const stays = (mark?: number): boolean => mdd.intersect(product.image(component, mark), component) !== EMPTY;
  for (let mark = 0; mark < product.parts.setCount; mark++) if (!stays(mark)) return false;
  return product.parts.setCount > 0 || stays();
}
