// Fairness-like families: conjunctions, disjunctions and implications of GF and FG, and chains through X.
import type { Formula, FormulaStore } from '../formula.ts';
import { type PatternFamily, parametricFamily } from './family.ts';
import { conjunction, disjunction, eventuallyAlways, indices, nestRight, nextTimes, recurrently } from './shapes.ts';

const reference = "no known publication; the name is the one of Spot's formula generator";

const allRecur = (store: FormulaStore, n: number): Formula =>
  conjunction(store, indices(1, n), (i) => recurrently(store.proposition(`a${i}`)));
const p = (store: FormulaStore, i: number): Formula => store.proposition(`p${i}`);

export const fairnessFamilies: readonly PatternFamily[] = [
  parametricFamily(
    { name: 'and-fg', title: 'each of n propositions holds from some point on', reference },
    (store, n) => conjunction(store, indices(1, n), (i) => eventuallyAlways(p(store, i))),
  ),
  parametricFamily({ name: 'or-fg', title: 'one of n propositions holds from some point on', reference }, (store, n) =>
    disjunction(store, indices(1, n), (i) => eventuallyAlways(p(store, i))),
  ),
  parametricFamily({ name: 'fxg-or', title: 'F and XG alternating with ∨', reference }, (store, n) => {
    const chain = nestRight(n, store.false, (i, inner) => store.next(store.globally(store.or(p(store, i), inner))));
    return store.finally(store.or(p(store, 0), chain));
  }),
  parametricFamily({ name: 'gxf-and', title: 'G and XF alternating with ∧', reference }, (store, n) => {
    const chain = nestRight(n, store.true, (i, inner) => store.next(store.finally(store.and(p(store, i), inner))));
    return store.globally(store.and(p(store, 0), chain));
  }),
  parametricFamily({ name: 'gf-equiv', title: 'n recurrent propositions if and only if one', reference }, (store, n) =>
    store.equivalent(allRecur(store, n), recurrently(store.proposition('z'))),
  ),
  parametricFamily({ name: 'gf-implies', title: 'n recurrent propositions imply one', reference }, (store, n) =>
    store.implies(allRecur(store, n), recurrently(store.proposition('z'))),
  ),
  parametricFamily(
    { name: 'gf-equiv-xn', title: 'infinitely often equal to the letter n steps later', reference },
    (store, n) => {
      const a = store.proposition('a');
      return recurrently(store.equivalent(a, nextTimes(a, n)));
    },
  ),
  parametricFamily(
    { name: 'gf-implies-xn', title: 'infinitely often implies the letter n steps later', reference },
    (store, n) => {
      const a = store.proposition('a');
      return recurrently(store.implies(a, nextTimes(a, n)));
    },
  ),
];
