// The scalable families of Geldenhuys and Hansen [GH06], with which testing automata were first measured.
import type { Formula, FormulaStore } from '../formula.ts';
import { type PatternFamily, parametricFamily } from './family.ts';
import { conjunction, disjunction, eventuallyAlways, indices, nestRight, recurrently } from './shapes.ts';

const reference = "Geldenhuys, Hansen: Larger automata and less work for LTL model checking, SPIN'06";

const p = (store: FormulaStore, i: number): Formula => store.proposition(`p${i}`);

export const geldenhuysHansenFamilies: readonly PatternFamily[] = [
  parametricFamily({ name: 'gh-c1', title: 'one of n propositions holds infinitely often', reference }, (store, n) =>
    disjunction(store, indices(1, n), (i) => recurrently(p(store, i))),
  ),
  parametricFamily({ name: 'gh-c2', title: 'each of n propositions holds infinitely often', reference }, (store, n) =>
    conjunction(store, indices(1, n), (i) => recurrently(p(store, i))),
  ),
  parametricFamily({ name: 'gh-e', title: 'each of n propositions holds at some time', reference }, (store, n) =>
    conjunction(store, indices(1, n), (i) => store.finally(p(store, i))),
  ),
  parametricFamily({ name: 'gh-q', title: 'chain of F pᵢ or G pᵢ₊₁', reference }, (store, n) =>
    conjunction(store, indices(1, n), (i) => store.or(store.finally(p(store, i)), store.globally(p(store, i + 1)))),
  ),
  parametricFamily({ name: 'gh-r', title: 'chain of GF pᵢ or FG pᵢ₊₁', reference }, (store, n) =>
    conjunction(store, indices(1, n), (i) => store.or(recurrently(p(store, i)), eventuallyAlways(p(store, i + 1)))),
  ),
  parametricFamily({ name: 'gh-s', title: 'one of n propositions holds always', reference }, (store, n) =>
    disjunction(store, indices(1, n), (i) => store.globally(p(store, i))),
  ),
  parametricFamily({ name: 'gh-u', title: 'U nested to the left', reference }, (store, n) => {
    let result = p(store, 1);
    for (let i = 2; i <= n; i++) result = store.until(result, p(store, i));
    return result;
  }),
  parametricFamily({ name: 'gh-u2', title: 'U nested to the right', reference }, (store, n) =>
    nestRight(n - 1, p(store, n), (i, inner) => store.until(p(store, i), inner)),
  ),
];
