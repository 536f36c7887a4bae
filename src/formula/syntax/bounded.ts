// Bounded operators are sugar: `X[3] f`, `F[2:5] f`, `G[2:] f` become nests of X, ∨ and ∧ (F[2:4] f = XX(f ∨ X(f ∨ X f))).
// The nest is as long as the bound is large, so a bound must be kept from filling the memory.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../formula.ts';

/** How often to step: from `from` to `to` steps, `to` being null for "for ever". */
export interface Bound {
  readonly from: number;
  readonly to: number | null;
  /** Where it is written. */
  readonly start: number;
  readonly end: number;
}

/** Operators that may be bounded. */
type Boundable = 'next' | 'finally' | 'globally';

/** The largest tree that the bounded operators of a formula may be written out to, all together. */
export const LARGEST_EXPANSION = 1_000_000;

/** The size of the tree that `expandBound` would make, from above. */
export function expandedSize(bound: Bound, operand: Formula): number {
  const copies = bound.to === null ? 1 : bound.to - bound.from + 1;
  return bound.from + copies * (operand.size + 2);
}

/** The bounded operator written out. For `next` the bound is one number: `from` = `to`. */
export function expandBound(kind: Boundable, bound: Bound, operand: Formula, stopwatch: Stopwatch): Formula {
  const { store } = operand;
  let result = operand;
  if (kind !== 'next') {
    if (bound.to === null) result = store.unary(kind, operand);
    else {
      const nary = kind === 'finally' ? 'or' : 'and';
      for (let i = bound.from; i < bound.to; i++) {
        stopwatch.tick();
        result = store.nary(nary, [operand, store.next(result)]);
      }
    }
  }
  for (let i = 0; i < bound.from; i++) {
    stopwatch.tick();
    result = store.next(result);
  }
  return result;
}
