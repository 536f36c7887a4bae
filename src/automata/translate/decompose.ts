// The present of a tableau state taken apart into edges: labels over the variables that stand for propositions, and
// sets of further variables (what is owed, what is put off), in which the function is monotone.
import type { Bdd, BddRef } from '../../dd/bdd.ts';
import { cubeToBdd, irredundantCover, isPositive, literalVariable } from '../../dd/cover.ts';

/** One edge: under `label` it is enough that all variables of `owed` hold. */
interface Piece {
  readonly label: BddRef;
  readonly owed: readonly number[];
}

/** Pieces whose union is `f`, from a cover by prime implicants; those with the same `owed` are one. Labels may overlap. */
export function decomposeByPrimes(bdd: Bdd, f: BddRef, isProposition: (variable: number) => boolean): Piece[] {
  const pieces = new Pieces(bdd);
  for (const cube of irredundantCover(bdd, f)) {
    const label = cube.filter((literal) => isProposition(literalVariable(literal)));
    const others = cube.filter((literal) => !isProposition(literalVariable(literal)));
    pieces.add(cubeToBdd(bdd, label), positiveVariables(others));
  }
  return pieces.list;
}

/**
 * The same after the letters are split by what they leave owed, so that labels overlap only where a choice remains. Propositions are the variables
 * below `width`.
 */
export function decomposeByLetters(bdd: Bdd, f: BddRef, width: number): Piece[] {
  const pieces = new Pieces(bdd);
  for (const { label, rest } of splitAtLevel(bdd, f, width)) {
    for (const cube of irredundantCover(bdd, rest)) pieces.add(label, positiveVariables(cube));
  }
  return pieces.list;
}

class Pieces {
  private readonly bdd: Bdd;
  private readonly byOwed = new Map<string, { label: BddRef; owed: readonly number[] }>();

  constructor(bdd: Bdd) {
    this.bdd = bdd;
  }

  get list(): Piece[] {
    return [...this.byOwed.values()];
  }

  add(label: BddRef, owed: readonly number[]): void {
    const key = owed.join();
    const piece = this.byOwed.get(key);
    if (piece === undefined) this.byOwed.set(key, { label, owed });
    else piece.label = this.bdd.or(piece.label, label);
  }
}

/** The variables of a cube; in a prime cube of a monotone function they are positive. */
function positiveVariables(cube: readonly number[]): number[] {
  return cube.filter(isPositive).map(literalVariable);
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
