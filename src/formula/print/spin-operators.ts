// SPIN has U and V but neither W, M nor xor. Each of the two laws for W (and for M) repeats one operand; repeating the
// smaller one keeps the result within a factor log n of the formula, however W are nested.
import type { Formula } from '../formula.ts';
import { rewriteBottomUp } from '../traverse.ts';

/** An equivalent formula without W, M and ⊕. */
export function withSpinOperators(formula: Formula): Formula {
  const { store } = formula;
  return rewriteBottomUp(formula, (node) => {
    const [left, right] = node.children;
    switch (node.kind) {
      case 'xor':
        return store.not(store.equivalent(left, right));
      case 'weakUntil':
        return left.size <= right.size
          ? store.or(store.globally(left), store.until(left, right))
          : store.release(right, store.or(left, right));
      case 'strongRelease':
        return left.size <= right.size
          ? store.and(store.finally(left), store.release(left, right))
          : store.until(right, store.and(left, right));
      default:
        return node;
    }
  });
}
