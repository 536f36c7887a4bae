// Boolean functions as text, through their irredundant covers.
import type { Bdd, BddRef } from './bdd.ts';
import { type Cube, irredundantCover, isPositive, literalVariable } from './cover.ts';

/** How the operators are written; `name` gives the text of a variable, already quoted where that is needed. */
export interface BooleanNotation {
  readonly name: (variable: number) => string;
  readonly not: string;
  readonly and: string;
  readonly or: string;
  readonly true: string;
  readonly false: string;
}

/** `!a & b | c` with the given names. */
export function infixNotation(name: (variable: number) => string): BooleanNotation {
  return { name, not: '!', and: ' & ', or: ' | ', true: '1', false: '0' };
}

/** `f` as a disjunction of conjunctions of literals. */
export function formatFunction(bdd: Bdd, f: BddRef, notation: BooleanNotation): string {
  if (f === bdd.true) return notation.true;
  if (f === bdd.false) return notation.false;
  const cover = [...irredundantCover(bdd, f)].sort(compareCubes);
  return cover.map((cube) => formatCube(cube, notation)).join(notation.or);
}

/** The literals of a cube, joined by ∧. */
function formatCube(cube: Cube, notation: BooleanNotation): string {
  if (cube.length === 0) return notation.true;
  const literals = cube.map((literal) => {
    const name = notation.name(literalVariable(literal));
    return isPositive(literal) ? name : notation.not + name;
  });
  return literals.join(notation.and);
}

/** Shorter cubes first, then by their literals: an order that depends on the function only. */
function compareCubes(a: Cube, b: Cube): number {
  if (a.length !== b.length) return a.length - b.length;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
