// The present of a tableau state taken apart into edges: labels over the propositions, which are the first variables, and
// sets of further variables (what is owed, what is put off), in which the function is monotone.
import type { Bdd, BddRef } from '../../dd/bdd.ts';
import { type Cube, cubeToBdd, irredundantCover, isPositive, literalVariable } from '../../dd/cover.ts';

export type Splitting = 'primes' | 'letters';

/** One edge: under `label` it is enough that all variables of `owed` hold. */
interface Piece {
  readonly label: BddRef;
  readonly owed: readonly number[];
}

/** Pieces whose union is `f`; those with the same `owed` are one. Variables below `width` are propositions. */
export function decompose(bdd: Bdd, f: BddRef, width: number, splitting: Splitting = 'primes'): Piece[] {
  const pieces = new Map<string, { label: BddRef; owed: readonly number[] }>();
  const add = (label: BddRef, owed: readonly number[]): void => {
    const key = owed.join();
    const piece = pieces.get(key);
    if (piece === undefined) pieces.set(key, { label, owed });
    else piece.label = bdd.or(piece.label, label);
  };
  if (splitting === 'primes') {
    for (const cube of irredundantCover(bdd, f)) {
      const cut = cube.findIndex((literal) => literalVariable(literal) >= width);
      const end = cut < 0 ? cube.length : cut;
      add(cubeToBdd(bdd, cube.slice(0, end)), positiveVariables(cube, end));
    }
  } else {
    for (const { label, rest } of splitAtLevel(bdd, f, width)) {
      for (const cube of irredundantCover(bdd, rest)) add(label, positiveVariables(cube, 0));
    }
  }
  return [...pieces.values()];
}

/** The variables of a cube from `start`; in a prime cube of a monotone function they are positive. */
function positiveVariables(cube: Cube, start: number): number[] {
  return cube.slice(start).filter(isPositive).map(literalVariable);
}

/** `f` as a sum of label ∧ rest, the labels disjoint functions of the first `width` variables, the rests distinct. */
function splitAtLevel(bdd: Bdd, f: BddRef, width: number): { label: BddRef; rest: BddRef }[] {
  const known = new Map<BddRef, Map<BddRef, BddRef>>();
  const split = (g: BddRef): Map<BddRef, BddRef> => {
    let parts = known.get(g);
    if (parts !== undefined) return parts;
    parts = new Map();
    if (bdd.isConstant(g) || bdd.topVariable(g) >= width) {
      if (g !== bdd.false) parts.set(g, bdd.true);
    } else {
      const variable = bdd.variable(bdd.topVariable(g));
      for (const [child, literal] of [
        [bdd.low(g), bdd.not(variable)],
        [bdd.high(g), variable],
      ]) {
        for (const [rest, label] of split(child)) {
          parts.set(rest, bdd.or(parts.get(rest) ?? bdd.false, bdd.and(literal, label)));
        }
      }
    }
    known.set(g, parts);
    return parts;
  };
  return [...split(f)].map(([rest, label]) => ({ label, rest }));
}
