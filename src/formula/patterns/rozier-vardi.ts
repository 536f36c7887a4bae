// The counters of Rozier and Vardi [RV07]: a word that satisfies the formula counts upwards in n-bit numbers, least
// significant bit first, one bit a letter. `b` is the bit, `m` marks the first bit of each number, `c` is the carry.
// The linear variants nest X, where the others write powers of X.
import type { Formula, FormulaStore } from '../formula.ts';
import { type Origin, type PatternFamily, parametricFamily } from './family.ts';
import { nestRight, nextLadder, nextTimes } from './shapes.ts';

const reference = "Rozier, Vardi: LTL satisfiability checking, SPIN'07";

type Writing = 'powers' | 'nested';

interface Counter {
  readonly store: FormulaStore;
  readonly n: number;
  readonly writing: Writing;
  readonly b: Formula;
  readonly m: Formula;
  readonly c: Formula;
  readonly notB: Formula;
  readonly notM: Formula;
  readonly notC: Formula;
}

function counter(store: FormulaStore, n: number, writing: Writing): Counter {
  const [b, m, c] = ['b', 'm', 'c'].map((name) => store.proposition(name));
  return { store, n, writing, b, m, c, notB: store.not(b), notM: store.not(m), notC: store.not(c) };
}

/** The marker holds first and then every n letters; the first number is 0. */
function frame({ store, n, writing, m, notM, notB }: Counter): Formula[] {
  if (writing === 'nested') {
    const period = nestRight(n - 1, store.next(m), (_, inner) => store.next(store.and(notM, inner)));
    const zero = nestRight(n - 1, notB, (_, inner) => store.and(notB, store.next(inner)));
    return [m, store.globally(store.implies(m, period)), zero];
  }
  const between = nextLadder(notM, n).slice(1);
  const period = store.and(...between, nextTimes(m, n));
  return [m, store.globally(store.implies(m, period)), ...nextLadder(notB, n)];
}

/** Adding one without a carry bit: the ones at the start flip, and so does the first zero; the rest is copied. */
function increment(parts: Counter): Formula[] {
  const { store, n, writing, b, m, notB, notM } = parts;
  const copyRest = store.until(store.and(notM, store.equivalent(b, nextTimes(b, n))), m);
  // "The same bit of the next number is `value`, and from the next bit on `rest`."
  const then = (value: Formula, rest: Formula): Formula =>
    writing === 'nested'
      ? store.next(store.and(nextTimes(value, n - 1), rest))
      : store.and(nextTimes(value, n), store.next(rest));
  const firstZero = then(b, copyRest);
  const carrying = store.and(notM, b, nextTimes(notB, n));
  const stop = store.or(m, store.and(notM, notB, firstZero));
  return [
    store.globally(store.implies(store.and(m, notB), firstZero)),
    store.globally(store.implies(store.and(m, b), then(notB, store.until(carrying, stop)))),
  ];
}

/** Adding one with the carry as a proposition of its own. */
function incrementWithCarry({ store, n, writing, b, m, c, notB, notM, notC }: Counter): Formula[] {
  const startOnZero = store.implies(store.and(m, notB), store.and(notC, nextTimes(b, n)));
  const startOnOne = store.implies(store.and(m, b), store.and(c, nextTimes(notB, n)));
  const noCarry = store.and(notC, store.next(notM));
  if (writing === 'nested') {
    const copy = store.next(store.and(notC, store.equivalent(b, nextTimes(b, n))));
    const add = store.next(
      store.and(
        store.implies(notB, store.and(notC, nextTimes(b, n))),
        store.implies(b, store.and(c, nextTimes(notB, n))),
      ),
    );
    return [startOnZero, startOnOne, store.implies(noCarry, copy), store.implies(c, add)].map((f) => store.globally(f));
  }
  const X = (formula: Formula): Formula => store.next(formula);
  const copy = store.and(X(notC), store.equivalent(X(b), nextTimes(b, n + 1)));
  const add = store.and(
    store.implies(X(notB), store.and(X(notC), nextTimes(b, n + 1))),
    store.implies(X(b), store.and(X(c), nextTimes(notB, n + 1))),
  );
  return [startOnZero, startOnOne, store.implies(noCarry, copy), store.implies(c, add)].map((f) => store.globally(f));
}

function family(
  origin: Omit<Origin, 'reference'>,
  writing: Writing,
  add: (parts: Counter) => Formula[],
): PatternFamily {
  return parametricFamily({ ...origin, reference }, (store, n) => {
    const parts = counter(store, n, writing);
    return store.nary('and', [...frame(parts), ...add(parts)]);
  });
}

export const rozierVardiFamilies: readonly PatternFamily[] = [
  family({ name: 'rv-counter', title: 'n-bit counter' }, 'powers', increment),
  family({ name: 'rv-counter-carry', title: 'n-bit counter with carry' }, 'powers', incrementWithCarry),
  family({ name: 'rv-counter-linear', title: 'n-bit counter of linear size' }, 'nested', increment),
  family(
    { name: 'rv-counter-carry-linear', title: 'n-bit counter with carry, of linear size' },
    'nested',
    incrementWithCarry,
  ),
];
