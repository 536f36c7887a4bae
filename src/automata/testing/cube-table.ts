// Letters over the propositions that a state observes, as numbers: bit i of a code is the value of the i-th of them.
import type { Bdd, BddRef } from '../../dd/bdd.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';

/** Codes are bit masks. Far fewer propositions fill the memory. */
const MAX_OBSERVED = 30;
/** Up to this many variables cubes are kept in an array, beyond in a map. */
const MAX_ARRAY_BITS = 16;

/** The cubes over one list of variables, by number: bit i of the code is the value of variable i of the list. */
export class CubeTable {
  readonly variables: readonly number[];
  private readonly bdd: Bdd;
  private readonly dense: Int32Array | null;
  private readonly sparse = new Map<number, BddRef>();
  private readonly positions = new Map<CubeTable, readonly number[]>();

  constructor(bdd: Bdd, variables: readonly number[]) {
    this.bdd = bdd;
    this.variables = variables;
    this.dense = variables.length <= MAX_ARRAY_BITS ? new Int32Array(1 << variables.length).fill(-1) : null;
  }

  cube(code: number): BddRef {
    const known = this.dense === null ? this.sparse.get(code) : this.dense[code];
    if (known !== undefined && known >= 0) return known;
    let cube = this.bdd.true;
    for (let i = this.variables.length - 1; i >= 0; i--) {
      cube = this.bdd.and(this.bdd.literal(this.variables[i], ((code >>> i) & 1) === 1), cube);
    }
    if (this.dense === null) this.sparse.set(code, cube);
    else this.dense[code] = cube;
    return cube;
  }

  /** The codes of the cubes that meet `letters`, ascending. */
  codesIn(letters: BddRef): number[] {
    if (this.variables.length > MAX_OBSERVED) {
      throw new LimitExceeded('states', `a state observes ${this.variables.length} propositions: too many letters`);
    }
    const { bdd } = this;
    let partial: { code: number; rest: BddRef }[] = letters === bdd.false ? [] : [{ code: 0, rest: letters }];
    for (const [i, variable] of this.variables.entries()) {
      partial = partial.flatMap(({ code, rest }) =>
        [false, true].flatMap((positive) => {
          const remaining = bdd.and(rest, bdd.literal(variable, positive));
          return remaining === bdd.false ? [] : [{ code: positive ? code | (1 << i) : code, rest: remaining }];
        }),
      );
    }
    return partial.map(({ code }) => code).sort((a, b) => a - b);
  }

  /** The part of a cube of `other` that these variables see; `other` has all of them. */
  project(other: CubeTable, code: number): number {
    if (other === this) return code;
    let result = 0;
    for (const [i, position] of this.positionsIn(other).entries()) if ((code >>> position) & 1) result |= 1 << i;
    return result;
  }

  private positionsIn(other: CubeTable): readonly number[] {
    let positions = this.positions.get(other);
    if (positions === undefined) {
      positions = this.variables.map((variable) => other.variables.indexOf(variable));
      this.positions.set(other, positions);
    }
    return positions;
  }
}

/** Tables by their variables, each made once. */
export class CubeTables {
  private readonly bdd: Bdd;
  private readonly tables = new Map<string, CubeTable>();

  constructor(bdd: Bdd) {
    this.bdd = bdd;
  }

  over(variables: readonly number[]): CubeTable {
    const key = variables.join();
    let table = this.tables.get(key);
    if (table === undefined) this.tables.set(key, (table = new CubeTable(this.bdd, variables)));
    return table;
  }
}
