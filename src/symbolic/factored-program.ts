// A group with guard and effects, taken apart: the tests that must all be true, and for each variable that it writes the value that it has in the end, both over the values
// before (`residual.ts`). An assignment then depends on what it reads alone, and a relation over all of them is built level by level (`factored-relation.ts`) without a
// row for each combination of values.
//
// Arrays: which elements are looked at depends on the index. There is a part for each value of the variables that indices depend on, so that each
// has few variables.
import type { Expression } from '../models/expression/expression.ts';
import type { Behaviour, Effect, Group } from '../models/model.ts';
import { FAULT, type Residual, type ResidualStore } from './residual.ts';
import type { ShownValues } from './shown-values.ts';

/** Tests that must all be true, and the values after of some variables; the others keep theirs. */
export interface FactoredPart {
  readonly tests: readonly Residual[];
  readonly after: ReadonlyMap<number, Residual>;
  /** What it depends on or writes, ascending. */
  readonly variables: readonly number[];
}

/** Parts of a group for the values of indices; indices with more are left as they are. */
const MOST_PARTS = 64;

export class FactoredProgram {
  readonly kind = 'factored';
  /** All variables that it reads or writes, ascending. */
  readonly variables: readonly number[];
  private readonly store: ResidualStore;
  /** In the order in which they are evaluated. */
  private readonly tests: Residual[] = [];
  private readonly after = new Map<number, Residual>();
  private readonly indices: readonly number[];
  private readonly known = new Map<string, FactoredPart | null>();

  constructor(store: ResidualStore, group: Group, behaviour: Extract<Behaviour, { kind: 'program' }>) {
    this.store = store;
    this.variables = [...new Set([...group.reads, ...group.writes])].sort((a, b) => a - b);
    for (const conjunct of conjunctsOf(behaviour.guard)) this.test(conjunct);
    for (const effect of behaviour.effects) this.run(effect);
    for (const [variable, value] of this.after) if (value === store.variable(variable)) this.after.delete(variable);
    const indices = new Set<number>();
    for (const residual of [...this.tests, ...this.after.values()]) store.indexVariables(residual, indices);
    this.indices = [...indices];
  }

  /** The group in parts that have no step in common, for the values shown so far. */
  parts(shown: ShownValues): readonly FactoredPart[] {
    const chosen = this.chosenIndices(shown);
    let combinations: number[][] = [[]];
    for (const variable of chosen) {
      combinations = combinations.flatMap((values) => shown.values(variable).map((value) => [...values, value]));
    }
    return combinations.flatMap((values) => this.part(chosen, values) ?? []);
  }

  /** The part that one step belongs to: the same one for all with these values of indices, of those that `chosenIndices` gives. */
  partOf(chosen: readonly number[], valueAt: (variable: number) => number): FactoredPart | null {
    return this.part(chosen, chosen.map(valueAt));
  }

  /** The variables of indices whose values tell the parts apart. */
  chosenIndices(shown: ShownValues): readonly number[] {
    const chosen: number[] = [];
    let count = 1;
    for (const variable of this.indices.toSorted((a, b) => shown.values(a).length - shown.values(b).length)) {
      count *= shown.values(variable).length;
      if (count > MOST_PARTS) break;
      chosen.push(variable);
    }
    return chosen;
  }

  /** The states in which the group has a fault. */
  faults(): readonly FactoredPart[] {
    const { store, tests } = this;
    return tests.flatMap((test, i) => {
      if (!store.mayFail(test)) return [];
      return partOf(store, [...tests.slice(0, i), store.fails(test)], new Map()) ?? [];
    });
  }

  private part(variables: readonly number[], values: readonly number[]): FactoredPart | null {
    const { store } = this;
    const key = `${variables.join()}:${values.join()}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const given = (residual: Residual): Residual =>
      variables.reduce((left, variable, i) => store.substitute(left, variable, values[i]), residual);
    const tests = variables.map((variable, i) => store.equal(store.variable(variable), store.constant(values[i])));
    const after = new Map([...this.after].map(([variable, value]) => [variable, given(value)]));
    // What an index does not choose stays, but an index that is written changes.
    for (const [variable, value] of after) if (value === store.variable(variable)) after.delete(variable);
    const part = partOf(store, [...tests, ...this.tests.map(given)], after);
    this.known.set(key, part);
    return part;
  }

  private valueOf = (variable: number): Residual => this.after.get(variable) ?? this.store.variable(variable);

  private test(expression: Expression): void {
    this.tests.push(this.store.of(expression, this.valueOf));
  }

  private run(effect: Effect): void {
    if ('required' in effect) {
      this.test(effect.required);
      return;
    }
    const { store } = this;
    const { target, width } = effect;
    const plain = store.of(effect.value, this.valueOf);
    const value = width === 'byte' || width === 'int16' ? store.reduced(width, plain) : plain;
    if (store.mayFail(value)) this.tests.push(store.succeeds(value));
    if (target.kind === 'variable') {
      this.after.set(target.variable, value);
      return;
    }
    const { base, length } = target;
    const index = store.of(target.index, this.valueOf);
    const nothing = store.constant(0);
    this.tests.push(
      store.succeeds(
        store.element(
          index,
          Array.from({ length }, () => nothing),
        ),
      ),
    );
    for (let i = 0; i < length; i++) {
      const isMeant = store.equal(index, store.constant(i));
      this.after.set(base + i, store.choice(isMeant, value, this.valueOf(base + i)));
    }
  }
}

function conjunctsOf(guard: Expression): Expression[] {
  if (guard.kind === 'all') return guard.operands.flatMap(conjunctsOf);
  if (guard.kind === 'binary' && guard.operator === '&&') return [guard.left, guard.right].flatMap(conjunctsOf);
  return [guard];
}

/** Null if there is no such step. */
function partOf(
  store: ResidualStore,
  all: readonly Residual[],
  after: ReadonlyMap<number, Residual>,
): FactoredPart | null {
  const tests = openTests(store, all);
  if (tests === null) return null;
  const variables = new Set([...after.keys(), ...[...tests, ...after.values()].flatMap((one) => store.support(one))]);
  return { tests, after, variables: [...variables].sort((a, b) => a - b) };
}

/** The tests that are still open, each once; null if one of them is not true. */
export function openTests(store: ResidualStore, tests: readonly Residual[]): Residual[] | null {
  const open = new Set<Residual>();
  for (const test of tests) {
    const value = store.value(test);
    if (test === FAULT || value === 0) return null;
    if (value === null) open.add(test);
  }
  return [...open].sort((a, b) => a - b);
}
