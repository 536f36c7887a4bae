// The families of Tabakov and Vardi [TV10], from monitors of SystemC models.
import type { Formula, FormulaStore } from '../formula.ts';
import { type PatternFamily, parametricFamily } from './family.ts';
import { nestRight, nextLadder } from './shapes.ts';

const reference = "Tabakov, Vardi: Optimized temporal monitors for SystemC, RV'10";

/** G(p → answer(q)). */
function whenever(store: FormulaStore, answer: (q: Formula) => Formula): Formula {
  return store.globally(store.implies(store.proposition('p'), answer(store.proposition('q'))));
}

export const tabakovVardiFamilies: readonly PatternFamily[] = [
  parametricFamily({ name: 'tv-f1', title: 'answer within n steps, powers of X', reference }, (store, n) =>
    whenever(store, (q) => store.nary('or', nextLadder(q, n))),
  ),
  parametricFamily({ name: 'tv-f2', title: 'answer within n steps, nested X', reference }, (store, n) =>
    whenever(store, (q) => nestRight(n - 1, q, (_, inner) => store.or(q, store.next(inner)))),
  ),
  parametricFamily({ name: 'tv-g1', title: 'answer for n steps, powers of X', reference }, (store, n) =>
    whenever(store, (q) => store.nary('and', nextLadder(q, n))),
  ),
  parametricFamily({ name: 'tv-g2', title: 'answer for n steps, nested X', reference }, (store, n) =>
    whenever(store, (q) => nestRight(n - 1, q, (_, inner) => store.and(q, store.next(inner)))),
  ),
  parametricFamily({ name: 'tv-uu', title: 'p₁ to pₙ₊₁ in turn, by U', reference }, (store, n) => {
    const p = (i: number): Formula => store.proposition(`p${i}`);
    const chain = nestRight(n, store.true, (i, inner) => store.until(p(i), store.and(p(i + 1), inner)));
    return store.globally(store.implies(p(1), chain));
  }),
];
