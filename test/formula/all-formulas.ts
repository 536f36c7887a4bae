// Every formula up to a size, for exhaustive tests.
import type { Formula, FormulaStore } from '../../src/formula/formula.ts';
import type { Binary, Nary, Unary } from '../../src/formula/kinds.ts';

const unary: readonly Unary[] = ['not', 'next', 'finally', 'globally'];
const nary: readonly Nary[] = ['and', 'or'];
const binary: readonly Binary[] = ['implies', 'equivalent', 'xor', 'until', 'release', 'weakUntil', 'strongRelease'];

/**
 * The distinct formulas with trees of at most `size` nodes over the propositions and constants, all operators, after the
 * identities that the store applies.
 */
export function allFormulas(store: FormulaStore, names: readonly string[], size: number): Formula[] {
  const bySize: Formula[][] = [[], [store.true, store.false, ...names.map((name) => store.proposition(name))]];
  const seen = new Set<Formula>(bySize[1]);
  for (let n = 2; n <= size; n++) {
    const found: Formula[] = [];
    const add = (formula: Formula): void => {
      if (seen.has(formula)) return;
      seen.add(formula);
      found.push(formula);
    };
    for (const child of bySize[n - 1]) for (const kind of unary) add(store.unary(kind, child));
    for (let i = 1; i < n - 1; i++) {
      for (const left of bySize[i]) {
        for (const right of bySize[n - 1 - i]) {
          for (const kind of nary) add(store.nary(kind, [left, right]));
          for (const kind of binary) add(store.binary(kind, left, right));
        }
      }
    }
    bySize.push(found);
  }
  return bySize.flat();
}
