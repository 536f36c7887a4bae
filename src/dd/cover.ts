// Boolean functions as sums of products: disjoint cubes read off the paths, and irredundant covers by Minato and Morreale
// [Min92; Mor70], which are what people want to read on an edge.
import { invariant } from '../base/assert.ts';
import type { Bdd, BddRef } from './bdd.ts';

/** A conjunction of literals with increasing variables; see `literalVariable` and `isPositive`. */
export type Cube = readonly number[];

/** A literal of a cube: twice the variable, plus one when it is negated. */
function makeLiteral(variable: number, positive: boolean): number {
  return variable * 2 + (positive ? 0 : 1);
}

export function literalVariable(literal: number): number {
  return literal >> 1;
}

export function isPositive(literal: number): boolean {
  return (literal & 1) === 0;
}

/** The function of a cube. */
export function cubeToBdd(bdd: Bdd, cube: Cube): BddRef {
  let result = bdd.true;
  for (let i = cube.length - 1; i >= 0; i--) {
    result = bdd.and(bdd.literal(literalVariable(cube[i]), isPositive(cube[i])), result);
  }
  return result;
}

/** One cube for each path of `f` to true: pairwise disjoint, their union is `f`. There may be exponentially many. */
export function* disjointCubes(bdd: Bdd, f: BddRef): Generator<Cube> {
  const stack: { readonly f: BddRef; readonly cube: Cube }[] = [{ f, cube: [] }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (top.f === bdd.false) continue;
    bdd.tick();
    if (top.f === bdd.true) {
      yield top.cube;
      continue;
    }
    const variable = bdd.topVariable(top.f);
    stack.push({ f: bdd.low(top.f), cube: [...top.cube, makeLiteral(variable, false)] });
    stack.push({ f: bdd.high(top.f), cube: [...top.cube, makeLiteral(variable, true)] });
  }
}

/** A cube of `f`, which must not be false: the path that takes the high edge wherever it can. */
export function pickCube(bdd: Bdd, f: BddRef): Cube {
  invariant(f !== bdd.false, 'the constant false has no satisfying assignment');
  const cube: number[] = [];
  while (f !== bdd.true) {
    const variable = bdd.topVariable(f);
    const high = bdd.high(f);
    cube.push(makeLiteral(variable, high !== bdd.false));
    f = high !== bdd.false ? high : bdd.low(f);
  }
  return cube;
}

/** An irredundant cover of `f` by prime implicants: no cube and no literal can be left out. */
export function irredundantCover(bdd: Bdd, f: BddRef): Cube[] {
  return coverBetween(bdd, f, f);
}

/** An irredundant sum of products c with lower ⊆ c ⊆ upper, where lower ⊆ upper. */
export function coverBetween(bdd: Bdd, lower: BddRef, upper: BddRef): Cube[] {
  const cover = new Cover(bdd).between(lower, upper);
  return cover.cubes.map((cube) => {
    bdd.tick();
    return [...cube].sort((a, b) => a - b);
  });
}

interface Partial {
  readonly cubes: readonly Cube[];
  readonly f: BddRef;
}

/** The recursion of Minato–Morreale over the levels; the cubes of a result hold only variables below its level. */
class Cover {
  private readonly bdd: Bdd;
  private readonly known = new Map<string, Partial>();

  constructor(bdd: Bdd) {
    this.bdd = bdd;
  }

  between(lower: BddRef, upper: BddRef): Partial {
    const { bdd } = this;
    if (lower === bdd.false) return { cubes: [], f: bdd.false };
    if (upper === bdd.true) return { cubes: [[]], f: bdd.true };
    const key = `${lower},${upper}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const result = this.split(lower, upper);
    this.known.set(key, result);
    return result;
  }

  private split(lower: BddRef, upper: BddRef): Partial {
    const { bdd } = this;
    const variable = Math.min(topOf(bdd, lower), topOf(bdd, upper));
    const [lower0, lower1] = cofactors(bdd, lower, variable);
    const [upper0, upper1] = cofactors(bdd, upper, variable);
    const without = this.between(bdd.difference(lower0, upper1), upper0);
    const with1 = this.between(bdd.difference(lower1, upper0), upper1);
    const rest = bdd.or(bdd.difference(lower0, without.f), bdd.difference(lower1, with1.f));
    const both = this.between(rest, bdd.and(upper0, upper1));
    const literal0 = makeLiteral(variable, false);
    const literal1 = makeLiteral(variable, true);
    // There may be very many cubes, made by few operations.
    const prefixed = (literal: number, cube: Cube): Cube => {
      bdd.tick();
      return [literal, ...cube];
    };
    const cubes = [
      ...with1.cubes.map((cube) => prefixed(literal1, cube)),
      ...without.cubes.map((cube) => prefixed(literal0, cube)),
      ...both.cubes,
    ];
    const f = bdd.or(bdd.node(variable, without.f, with1.f), both.f);
    return { cubes, f };
  }
}

function topOf(bdd: Bdd, f: BddRef): number {
  return bdd.isConstant(f) ? Number.POSITIVE_INFINITY : bdd.topVariable(f);
}

function cofactors(bdd: Bdd, f: BddRef, variable: number): [BddRef, BddRef] {
  return topOf(bdd, f) === variable ? [bdd.low(f), bdd.high(f)] : [f, f];
}
