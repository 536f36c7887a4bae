// Families that nest one operator: those of Gastin and Oddoux [GO01], of Cichoń, Czubak and Jasiński [CCJ09], and
// nested R.
import type { Formula, FormulaStore } from '../formula.ts';
import { type PatternFamily, parametricFamily } from './family.ts';
import { conjunction, indices, nestRight, nextLadder, recurrently } from './shapes.ts';

const gastinOddoux = "Gastin, Oddoux: Fast LTL to Büchi automata translation, CAV'01";
const cichon = "Cichoń, Czubak, Jasiński: Minimal Büchi automata for certain classes of LTL formulas, DepCoS'09";
const folklore = "no known publication; the dual of nested U, under the name of Spot's formula generator";

const p = (store: FormulaStore, i: number): Formula => store.proposition(`p${i}`);

/** F(x₁ ∧ F(x₂ ∧ … F xₙ)). */
function inTurn(store: FormulaStore, letter: string, n: number): Formula {
  return nestRight(n, store.true, (i, inner) => store.finally(store.and(store.proposition(`${letter}${i}`), inner)));
}

/** F(x ∧ X(x ∧ … X x)), with n times x. */
function runNested(store: FormulaStore, letter: string, n: number): Formula {
  const x = store.proposition(letter);
  return store.finally(nestRight(n - 1, x, (_, inner) => store.and(x, store.next(inner))));
}

/** F(x ∧ X x ∧ XX x …), with n times x. */
function runFlat(store: FormulaStore, letter: string, n: number): Formula {
  return store.finally(store.nary('and', nextLadder(store.proposition(letter), n)));
}

export const nestingFamilies: readonly PatternFamily[] = [
  parametricFamily(
    { name: 'go-theta', title: 'negated response under n fairness hypotheses', reference: gastinOddoux },
    (store, n) => {
      const fair = conjunction(store, indices(1, n), (i) => recurrently(p(store, i)));
      const [q, r] = [store.proposition('q'), store.proposition('r')];
      return store.not(store.implies(fair, store.globally(store.implies(q, store.finally(r)))));
    },
  ),
  parametricFamily({ name: 'go-phi', title: 'U nested to the right', reference: gastinOddoux }, (store, n) =>
    nestRight(n - 1, p(store, n), (i, inner) => store.until(p(store, i), inner)),
  ),
  parametricFamily({ name: 'ccj-alpha', title: 'two chains of n events in turn', reference: cichon }, (store, n) =>
    store.and(inTurn(store, 'p', n), inTurn(store, 'q', n)),
  ),
  parametricFamily(
    { name: 'ccj-beta', title: 'two runs of n equal letters, nested X', reference: cichon },
    (store, n) => store.and(runNested(store, 'p', n), runNested(store, 'q', n)),
  ),
  parametricFamily(
    { name: 'ccj-beta-prime', title: 'two runs of n equal letters, powers of X', reference: cichon },
    (store, n) => store.and(runFlat(store, 'p', n), runFlat(store, 'q', n)),
  ),
  parametricFamily({ name: 'r-left', title: 'R nested to the left', reference: folklore }, (store, n) => {
    let result = p(store, 1);
    for (let i = 2; i <= n; i++) result = store.release(result, p(store, i));
    return result;
  }),
  parametricFamily({ name: 'r-right', title: 'R nested to the right', reference: folklore }, (store, n) =>
    nestRight(n - 1, p(store, n), (i, inner) => store.release(p(store, i), inner)),
  ),
];
