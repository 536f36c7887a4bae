// Every formula up to a size: what exhaustive tests range over.
import type { Formula, FormulaStore } from '../../src/formula/formula.ts';
import type { Binary, Nary, Unary } from '../../src/formula/kinds.ts';

const UNARY: readonly Unary[] = ['not', 'next', 'finally', 'globally'];
const BINARY: readonly (Binary | Nary)[] = [
  'and',
  'or',
  'implies',
  'equivalent',
  'xor',
  'until',
  'release',
  'weakUntil',
  'strongRelease',
];

/** All distinct formulas of the store with at most `size` nodes over the propositions and the constants. */
export function allFormulas(store: FormulaStore, propositions: readonly string[], size: number): Formula[] {
  const bySize: Formula[][] = [[]];
  const seen = new Set<Formula>();
  const leaves = [store.true, store.false, ...propositions.map((name) => store.proposition(name))];
  for (let n = 1; n <= size; n++) {
    bySize.push([]);
    // The constructors may return something smaller than what was asked for: then it is known already.
    const add = (formula: Formula) => {
      if (formula.size !== n || seen.has(formula)) return;
      seen.add(formula);
      bySize[n].push(formula);
    };
    if (n === 1) leaves.forEach(add);
    for (const child of n > 1 ? bySize[n - 1] : []) for (const kind of UNARY) add(store.unary(kind, child));
    for (let k = 1; k < n - 1; k++) {
      for (const left of bySize[k]) {
        for (const right of bySize[n - 1 - k]) {
          for (const kind of BINARY) {
            add(kind === 'and' || kind === 'or' ? store.nary(kind, [left, right]) : store.binary(kind, left, right));
          }
        }
      }
    }
  }
  return bySize.flat();
}
