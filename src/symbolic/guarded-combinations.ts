// The combinations of values for which the guard of a group may be true, without a look at all the others: variables get their values one after another,
// in the order in which the guard asks for them, and where the guard is false already, whatever the rest may be, nobody goes on. Most guards
// begin with the location of a process, so that one of its values is left at once.
import type { Expression } from '../models/expression/expression.ts';
import { compilePartial, type PartialEvaluator } from '../models/expression/partial.ts';
import { collectReads } from '../models/expression/support.ts';
import type { Behaviour } from '../models/model.ts';
import type { ValueCoding } from './coding.ts';

/** The combinations of one group. */
export class GuardedCombinations {
  private readonly variables: readonly number[];
  private readonly codings: readonly ValueCoding[];
  private readonly guard: PartialEvaluator;
  /** The places of the variables in the order in which they get their values. */
  private readonly places: readonly number[];
  private readonly state: Int32Array;
  private readonly isKnown: Uint8Array;

  /** The variables are those of the group, ascending; the codings those of the whole model. */
  constructor(behaviour: Behaviour, variables: readonly number[], codings: readonly ValueCoding[]) {
    this.variables = variables;
    this.codings = codings;
    const guard = behaviour.kind === 'program' ? behaviour.guard : null;
    this.guard = guard === null ? () => null : compilePartial(guard);
    const order = new Set([...(guard === null ? [] : inOrderOfTests(guard)), ...variables]);
    this.places = Array.from(order, (variable) => variables.indexOf(variable));
    this.state = new Int32Array(codings.length);
    this.isKnown = new Uint8Array(codings.length);
  }

  /**
   * Visits the combinations of the codes that are given for each variable; the array is the same each time. `step` is called for each value that a variable
   * gets. Either ends everything by false; whether all combinations were visited.
   */
  visit(
    codes: readonly (readonly number[])[],
    step: () => boolean,
    visitor: (combination: Int32Array) => boolean,
  ): boolean {
    const { places, variables, state, isKnown, codings } = this;
    const combination = new Int32Array(places.length);
    const at = new Int32Array(places.length + 1);
    isKnown.fill(0);
    for (let depth = 0; depth >= 0; ) {
      if (depth === places.length) {
        if (!visitor(combination)) return false;
        depth--;
        continue;
      }
      const place = places[depth];
      const variable = variables[place];
      if (at[depth] === codes[place].length) {
        isKnown[variable] = 0;
        at[depth--] = 0;
        continue;
      }
      if (!step()) return false;
      combination[place] = codes[place][at[depth]++];
      state[variable] = codings[variable].decode(combination[place]);
      isKnown[variable] = 1;
      if (this.guard(state, isKnown) !== 0) depth++;
    }
    return true;
  }
}

/** The variables of the tests that must all be true: first those of the tests that look at the fewest. */
function inOrderOfTests(guard: Expression): number[] {
  const tests: number[][] = [];
  const pending = [guard];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'all') pending.push(...next.operands);
    else if (next.kind === 'binary' && next.operator === '&&') pending.push(next.left, next.right);
    else {
      const asked = new Set<number>();
      collectReads(next, asked);
      tests.push([...asked].reverse()); // the index of an array before its elements
    }
  }
  return tests.sort((a, b) => a.length - b.length).flat();
}
