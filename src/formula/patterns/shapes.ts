// The shapes from which the families are put together: repeated X, numbered propositions, operators over a range of indices,
// nested operators. All are loops, so that n may be large.
import type { Formula, FormulaStore } from '../formula.ts';

/** The whole numbers from `from` to `to`. */
export function indices(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

/** X…X φ with `times` X. */
export function nextTimes(formula: Formula, times: number): Formula {
  let result = formula;
  for (let i = 0; i < times; i++) result = result.store.next(result);
  return result;
}

/** φ, X φ, …, with up to `count` - 1 X; each shares the one before. */
export function nextLadder(formula: Formula, count: number): Formula[] {
  const ladder: Formula[] = [];
  for (let i = 0, rung = formula; i < count; i++, rung = rung.store.next(rung)) ladder.push(rung);
  return ladder;
}

/** ⋀ over the indices. */
export function conjunction(store: FormulaStore, range: readonly number[], term: (i: number) => Formula): Formula {
  return store.nary('and', range.map(term));
}

/** ⋁ over the indices. */
export function disjunction(store: FormulaStore, range: readonly number[], term: (i: number) => Formula): Formula {
  return store.nary('or', range.map(term));
}

/** step(1, step(2, … step(n, innermost))): nesting to the right. */
export function nestRight(n: number, innermost: Formula, step: (i: number, inner: Formula) => Formula): Formula {
  let result = innermost;
  for (let i = n; i >= 1; i--) result = step(i, result);
  return result;
}

/** Infinitely often. */
export function recurrently(formula: Formula): Formula {
  return formula.store.globally(formula.store.finally(formula));
}

/** From some point on always. */
export function eventuallyAlways(formula: Formula): Formula {
  return formula.store.finally(formula.store.globally(formula));
}

/** G: no two of the formulas hold together. */
export function neverTwo(store: FormulaStore, formulas: readonly Formula[]): Formula {
  const terms: Formula[] = [];
  for (let i = 0; i < formulas.length; i++) {
    for (let j = i + 1; j < formulas.length; j++) terms.push(store.not(store.and(formulas[i], formulas[j])));
  }
  return store.globally(store.nary('and', terms));
}
