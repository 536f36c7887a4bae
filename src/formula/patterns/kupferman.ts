// Formulas whose deterministic automata are doubly exponential, after Kupferman and Vardi [KV05] and after
// Kupferman and Rosenberg [KR10].
// All speak of words #w₁#w₂#…$w: one of the blocks before the `$` must equal the block after it. `c` stands for #, `d` for $.
import type { Formula, FormulaStore } from '../formula.ts';
import { type PatternFamily, parametricFamily } from './family.ts';
import { conjunction, disjunction, indices, nestRight, neverTwo, nextLadder, nextTimes } from './shapes.ts';

const rosenberg = "Kupferman, Rosenberg: The blow-up in translating LTL to deterministic automata, MoChArt'10";
const vardi = 'Kupferman, Vardi: From linear time to branching time, ACM TOCL 6(2), 2005';

/** Blocks of n letters `a` or `b`; the comparison goes through X. */
function quadratic(store: FormulaStore, n: number): Formula {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => store.proposition(name));
  const letter = store.or(a, b);
  const lastBlock = nestRight(n, store.next(store.globally(c)), (_, inner) => store.next(store.and(letter, inner)));
  const same = (later: Formula): Formula => store.and(later, store.globally(store.implies(d, later)));
  const [laterA, laterB] = [nextLadder(a, n + 1), nextLadder(b, n + 1)];
  return store.and(
    store.until(store.not(d), store.and(d, lastBlock)),
    store.finally(
      store.and(
        c,
        conjunction(store, indices(1, n), (i) => store.or(same(laterA[i]), same(laterB[i]))),
        nextTimes(c, n + 1),
      ),
    ),
    neverTwo(store, [a, b, c, d]),
  );
}

/** Blocks of n letters, the i-th `aᵢ` or `bᵢ`: an own pair of propositions for each position. */
function linear(store: FormulaStore, n: number): Formula {
  const [c, d] = [store.proposition('c'), store.proposition('d')];
  const a = (i: number): Formula => store.proposition(`a${i}`);
  const b = (i: number): Formula => store.proposition(`b${i}`);
  const letter = (i: number): Formula => store.or(a(i), b(i));
  const again = (x: Formula): Formula => store.and(x, store.finally(store.and(d, store.finally(x))));
  const always = (formula: Formula): Formula => store.globally(formula);
  const afterBlock = store.and(c, store.next(store.or(letter(1), d, store.globally(c))));
  const equal = disjunction(store, indices(1, n), (i) => store.or(again(a(i)), again(b(i))));
  const anyLetter = disjunction(store, indices(1, n), letter);
  return store.and(
    c,
    store.next(store.or(letter(1), d)),
    always(conjunction(store, indices(1, n - 1), (i) => store.implies(letter(i), store.next(letter(i + 1))))),
    always(store.implies(letter(n), store.next(afterBlock))),
    store.until(store.not(d), store.and(d, store.next(store.and(letter(1), nextTimes(store.globally(c), n))))),
    store.finally(store.and(c, store.next(store.and(store.not(c), store.until(equal, c))))),
    always(store.implies(store.or(c, d), store.not(anyLetter))),
    always(store.implies(c, store.not(d))),
    always(conjunction(store, indices(1, n), (i) => store.implies(a(i), store.not(b(i))))),
  );
}

/** The number i in binary, least significant bit first, `y` for 0 and `z` for 1, one bit a letter. */
function code(store: FormulaStore, i: number, bits: number): Formula {
  const bit = (k: number): Formula => store.proposition(Math.floor(i / 2 ** (k - 1)) % 2 === 0 ? 'y' : 'z');
  return nestRight(bits - 1, bit(bits), (k, inner) => store.and(bit(k), store.next(inner)));
}

/** Blocks of n letters `a` or `b`, each after the number of its position, in ⌈log₂ n⌉ bits (at least one). */
function quasilinear(store: FormulaStore, n: number): Formula {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => store.proposition(name));
  const bits = Math.max(1, Math.ceil(Math.log2(n)));
  const codes = indices(0, n - 1).map((i) => code(store, i, bits));
  const letter = store.or(a, b);
  const start = store.or(codes[0], d);
  const afterBlock = store.and(c, store.next(store.or(start, store.globally(c))));
  const order = codes.map((position, i) => {
    const after = i + 1 < n ? codes[i + 1] : afterBlock;
    return store.implies(position, nextTimes(store.and(letter, store.next(after)), bits));
  });
  const again = (x: Formula, position: Formula): Formula =>
    store.and(x, store.finally(store.and(d, store.finally(store.and(position, nextTimes(x, bits))))));
  const equal = codes.map((position) =>
    store.implies(position, nextTimes(store.or(again(a, position), again(b, position)), bits)),
  );
  const lastBlock = store.next(store.and(codes[0], nextTimes(store.globally(c), n * (bits + 1))));
  const letters = (n === 1 ? ['y'] : ['y', 'z']).map((name) => store.proposition(name));
  return store.and(
    c,
    store.next(start),
    store.globally(store.nary('and', order.slice(0, -1))),
    store.globally(order[n - 1]),
    store.until(store.not(d), store.and(d, lastBlock)),
    store.finally(store.and(c, store.next(store.and(store.not(c), store.until(store.nary('and', equal), c))))),
    neverTwo(store, [a, b, c, d, ...letters]),
  );
}

export const kupfermanFamilies: readonly PatternFamily[] = [
  parametricFamily(
    { name: 'kr-n', title: 'linear size, doubly exponential deterministic automaton', reference: rosenberg },
    linear,
  ),
  parametricFamily(
    { name: 'kr-nlogn', title: 'size n log n, doubly exponential deterministic automaton', reference: rosenberg },
    quasilinear,
  ),
  parametricFamily(
    { name: 'kv-psi', title: 'quadratic size, doubly exponential deterministic automaton', reference: vardi },
    quadratic,
  ),
];
