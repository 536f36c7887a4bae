// Symbolic emptiness checks compute a hull: a set of pairs that contains every fair cycle (one that shows all acceptance sets), and is
// empty exactly when there is none. A fair cycle lies over one component of the automaton, and only some of these have cycles with all
// marks: the hull is computed in the core of the product, which has no other edges.
//
//   owcty              forwards, with the inner loop that drops what no cycle reaches [BDKT14, Fig. 2]
//   owcty-whole        the same as printed, for comparisons: on the whole product, not on its core, and without the early stop
//   emerson-lei        forwards, without the inner loop: where there is an acceptance set, its own step does the work
//   emerson-lei-back   backwards inside the reachable pairs: what can reach every acceptance set again and again
//                      [EL86]
import { EMPTY, type MddSet } from '../../dd/mdd/index.ts';
import type { SymbolicProduct } from '../product.ts';

export const hullAlgorithms = ['owcty', 'emerson-lei', 'emerson-lei-back', 'owcty-whole'] as const;

export type HullAlgorithm = (typeof hullAlgorithms)[number];

/**
 * The default: on recorded formulas of BEEM models (3 a model) it took half the time of `owcty`, whose inner loop goes step by
 * step.
 */
export const DEFAULT_HULL: HullAlgorithm = 'emerson-lei';

export interface Hull {
  /** Empty exactly when the product has no fair cycle. */
  readonly pairs: MddSet;
  /** The reachable pairs. */
  readonly reachable: MddSet;
  /** `after`: the hull is closed under steps, and each of its pairs is reached from a fair cycle; `before`: each reaches one. */
  readonly side: 'after' | 'before';
  readonly iterations: number;
  /** A fair component, where one was seen before the hull was computed. */
  readonly component?: MddSet;
}

/**
 * Told of each step of `emerson-lei`, from a set that is closed under steps to a smaller one that is so too: no step between the pairs that
 * go is in acceptance set `mark`; where there is none, there is no step between them at all.
 */
type OnHullStep = (before: MddSet, after: MddSet, mark?: number) => void;

/** The hull of the fair cycles of the product, whose reachable pairs are given; `core` is its core. */
export function fairHull(
  { product, core, reachable }: { product: SymbolicProduct; core: SymbolicProduct; reachable: MddSet },
  algorithm: HullAlgorithm,
  onStep?: OnHullStep,
): Hull {
  const { mdd } = product.parts.space;
  if (algorithm === 'owcty-whole') return { ...forwards(product, reachable, 'trim'), reachable };
  // The early stop: a dead state that repeats for ever and is accepted is a fair cycle.
  const dead = product.fairDeadPairs(reachable);
  if (dead !== EMPTY) {
    return { pairs: dead, reachable, side: 'after', iterations: 0, component: mdd.singleton(mdd.pick(dead)!) };
  }
  const inCore = product.select(reachable, product.parts.coreStates);
  if (inCore === EMPTY) return { pairs: EMPTY, reachable, side: 'after', iterations: 0 };
  switch (algorithm) {
    case 'owcty':
      return { ...forwards(core, inCore, 'trim'), reachable };
    case 'emerson-lei':
      // Where acceptance sets tell nothing, as in the core of a weak automaton, only the inner loop is left.
      return { ...forwards(core, inCore, core.tellingSets === 0 ? 'trim' : 'keep', onStep), reachable };
    case 'emerson-lei-back':
      return { ...backwards(core, inCore), reachable };
  }
}

/**
 *     P ← the reachable pairs of the core
 *     while P changes:
 *       while P changes: P ← PostImage(P)            (unless `keep`)
 *       for each acceptance set f: P ← Reach(PostImage(P, f))
 *
 * P stays closed under steps throughout, hence it only shrinks.
 */
function forwards(
  product: SymbolicProduct,
  reachable: MddSet,
  inner: 'trim' | 'keep',
  onStep?: OnHullStep,
): Omit<Hull, 'reachable'> {
  const { mdd } = product.parts.space;
  const sets = product.tellingSets;
  let pairs = reachable;
  let iterations = 0;
  for (let before: MddSet = EMPTY; pairs !== before; iterations++) {
    before = pairs;
    pairs = mdd.scope(() => {
      let rest = before;
      for (let last: MddSet = EMPTY; inner === 'trim' && rest !== last; ) {
        last = rest;
        rest = product.image(rest);
        onStep?.(last, rest);
      }
      for (let mark = 0; mark < sets && rest !== EMPTY; mark++) {
        const closed = product.reach(product.image(rest, mark));
        onStep?.(rest, closed, mark);
        rest = closed;
      }
      return rest;
    });
  }
  return { pairs, side: 'after', iterations };
}

/** νZ. ∧_f EX (E[Z U Z ∧ EX_f Z]) inside the reachable pairs; without acceptance sets νZ. EX Z. */
function backwards(product: SymbolicProduct, reachable: MddSet): Omit<Hull, 'reachable'> {
  const { mdd } = product.parts.space;
  const sets = product.tellingSets;
  let pairs = reachable;
  let iterations = 0;
  for (let before: MddSet = EMPTY; pairs !== before; iterations++) {
    before = pairs;
    pairs = mdd.scope(() => {
      let rest = before;
      if (sets === 0) return product.preimage(rest, rest);
      for (let mark = 0; mark < sets && rest !== EMPTY; mark++) {
        rest = product.reachBackwards(product.preimage(rest, rest, mark), rest);
      }
      return rest;
    });
  }
  return { pairs, side: 'before', iterations };
}
