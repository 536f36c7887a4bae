// Copies of functions in another manager, under other variables: how automata over different propositions meet, and a way
// to leave all garbage behind.
import type { Bdd, BddRef } from './bdd.ts';

/** Copies functions of `source` into `target`, variable i becoming `variables[i]` (itself where absent). */
export class Transfer {
  private readonly source: Bdd;
  private readonly target: Bdd;
  private readonly variables: readonly number[] | null;
  private readonly known = new Map<BddRef, BddRef>();

  constructor(source: Bdd, target: Bdd, variables: readonly number[] | null = null) {
    this.source = source;
    this.target = target;
    this.variables = variables;
  }

  /** The copy of `f`. Recurses over levels. */
  copy(f: BddRef): BddRef {
    const { source, target } = this;
    if (source.isConstant(f)) return f;
    if (f & 1) return target.not(this.copy(f ^ 1));
    const known = this.known.get(f);
    if (known !== undefined) return known;
    const low = this.copy(source.low(f));
    const high = this.copy(source.high(f));
    const variable = source.topVariable(f);
    const result = target.ite(target.variable(this.variables?.[variable] ?? variable), high, low);
    this.known.set(f, result);
    return result;
  }
}
