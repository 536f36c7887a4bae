// What a Boolean function looks like from outside: its variables, the number of its assignments.
import type { Bdd, BddRef } from './bdd.ts';

/** The variables that `f` depends on, ascending. */
export function support(bdd: Bdd, f: BddRef): number[] {
  return supportOfAll(bdd, [f]);
}

/** The variables that at least one of the functions depends on, ascending. */
export function supportOfAll(bdd: Bdd, functions: Iterable<BddRef>): number[] {
  const found = new Set<number>();
  forEachNode(bdd, functions, (node) => found.add(bdd.topVariable(node)));
  return [...found].sort((a, b) => a - b);
}

/** The number of assignments of the first `variableCount` variables that satisfy `f`; exact below 2^53. */
export function countAssignments(bdd: Bdd, f: BddRef, variableCount: number): number {
  const known = new Map<BddRef, number>();
  /** The share of all assignments that satisfy g; halving is exact in binary. */
  const share = (g: BddRef): number => {
    if (bdd.isConstant(g)) return g;
    let value = known.get(g);
    if (value === undefined) known.set(g, (value = (share(bdd.low(g)) + share(bdd.high(g))) / 2));
    return value;
  };
  return share(f) * 2 ** variableCount;
}

function forEachNode(bdd: Bdd, functions: Iterable<BddRef>, visit: (node: BddRef) => void): void {
  const seen = new Set<number>();
  const stack: BddRef[] = [...functions];
  for (let f = stack.pop(); f !== undefined; f = stack.pop()) {
    if (bdd.isConstant(f) || seen.has(f >> 1)) continue;
    seen.add(f >> 1);
    visit(f);
    stack.push(bdd.low(f), bdd.high(f));
  }
}
