// The families with which Sickert, Esparza, Jaax and Křetínský [SEJK16] and later Müller and Sickert [MS17] measured translations
// to limit-deterministic and deterministic automata.
import type { Formula, FormulaStore } from '../formula.ts';
import { listFamily, type PatternFamily, parametricFamily } from './family.ts';
import { conjunction, eventuallyAlways, indices, nextLadder, nextTimes, recurrently } from './shapes.ts';

const sickert =
  "Sickert, Esparza, Jaax, Křetínský: Limit-deterministic Büchi automata for linear temporal logic, CAV'16";
const muller = "Müller, Sickert: LTL to deterministic Emerson–Lei automata, GandALF'17";

const a = (store: FormulaStore, i: number): Formula => store.proposition(`a${i}`);
const b = (store: FormulaStore, i: number): Formula => store.proposition(`b${i}`);

/**
 * f(0, j) = (GF a₀) U Xʲ b and f(i + 1, j) = (GF aᵢ₊₁) U G f(i, j); the family takes i = j = n. As G f is the only
 * use of f above level 0, each level nests one U below a G.
 */
export function nestedRecurrence(store: FormulaStore, i: number, j: number): Formula {
  let result = store.until(recurrently(a(store, 0)), nextTimes(store.proposition('b'), j));
  for (let k = 1; k <= i; k++) result = store.until(recurrently(a(store, k)), store.globally(result));
  return result;
}

/** ⋁ FG(a ∨ Xⁱ b) for even and FG(¬a ∨ Xⁱ b) for odd i, from 0 to n. */
function shiftedHistory(store: FormulaStore, n: number): Formula {
  const [x, y] = [store.proposition('a'), store.proposition('b')];
  const terms = nextLadder(y, n + 1).map((later, i) =>
    eventuallyAlways(store.or(i % 2 === 0 ? x : store.not(x), later)),
  );
  return store.nary('or', terms);
}

/** FG aᵢ and GF bᵢ joined by ∧ and ∨ in turn; `outermost` joins the two of index n. */
function alternatingPairs(store: FormulaStore, n: number, outermost: 'and' | 'or'): Formula {
  const dual = outermost === 'and' ? 'or' : 'and';
  let result: Formula | null = null;
  for (let i = 0; i <= n; i++) {
    const inner = (n - i) % 2 === 0 ? outermost : dual;
    const pair = store.nary(inner, [eventuallyAlways(a(store, i)), recurrently(b(store, i))]);
    result = result === null ? pair : store.nary(inner === 'and' ? 'or' : 'and', [pair, result]);
  }
  return result!;
}

export const sickertFamilies: readonly PatternFamily[] = [
  listFamily({ name: 'sejk', title: 'three mixtures of GF, FG and X', reference: sickert }, [
    'G F(F p0 | G p1 | F G(p0 | X p1))',
    'F G(G p0 | F !p1 | G F(p0 & X p1))',
    'G F(F p0 | G X p1 | F G(p0 | X X p1))',
  ]),
  parametricFamily(
    { name: 'sejk-j', title: 'n recurrent propositions imply n others', reference: sickert },
    (store, n) => {
      const all = (letter: typeof a): Formula =>
        conjunction(store, indices(1, n), (i) => recurrently(letter(store, i)));
      return store.implies(all(a), all(b));
    },
  ),
  parametricFamily({ name: 'sejk-k', title: 'n pairs GF aᵢ or FG bᵢ', reference: sickert }, (store, n) =>
    conjunction(store, indices(1, n), (i) => store.or(recurrently(a(store, i)), eventuallyAlways(b(store, i)))),
  ),
  parametricFamily(
    { name: 'sejk-f', title: 'f(n, n): U and G nested n deep over GF and Xⁿ', reference: sickert },
    (store, n) => nestedRecurrence(store, n, n),
    0,
  ),
  parametricFamily(
    { name: 'ms-phi-h', title: 'n + 1 stability conditions on ever later letters', reference: muller },
    shiftedHistory,
    0,
  ),
  parametricFamily(
    { name: 'ms-phi-r', title: 'Rabin-like alternation of FG and GF', reference: muller },
    (store, n) => alternatingPairs(store, n, 'and'),
    0,
  ),
  parametricFamily(
    { name: 'ms-phi-s', title: 'Streett-like alternation of FG and GF', reference: muller },
    (store, n) => alternatingPairs(store, n, 'or'),
    0,
  ),
];
