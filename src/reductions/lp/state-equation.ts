// The state equation of a net: every reachable marking is m = m₀ + C·x for some x ≥ 0, where x says how often each transition fires and C
// what each firing changes. The converse is false, so the solutions are a superset of the reachable markings: what no solution does, no
// reachable marking does [Mur89, Sect. V]. Conditions of transitions (inhibitor arcs, capacities) are not in it, which only adds solutions.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { isTokenModel } from '../../models/analysis/sums.ts';
import type { Model } from '../../models/model.ts';

/** A sum of tokens: places with coefficients that are whole numbers other than 0, each place once. */
export type Terms = readonly { readonly place: number; readonly coefficient: number }[];

/** A sum of tokens is at least a whole number. */
export interface Constraint {
  readonly terms: Terms;
  readonly atLeast: number;
}

/** A sparse matrix by rows: those of row i are the entries `start[i]` … `start[i + 1] - 1`. */
interface SparseRows {
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly value: Float64Array;
}

export interface StateEquation {
  readonly placeCount: number;
  /** The distinct effects that transitions have; one that changes nothing is none. */
  readonly effectCount: number;
  /** Of each transition the number of its effect, -1 where it has none. */
  readonly effectOf: Int32Array;
  readonly initial: Int32Array;
  /** C by its columns: what each effect adds to which places. */
  readonly byEffect: SparseRows;
  /** C by its rows: the effects that change each place. */
  readonly byPlace: SparseRows;
}

/**
 * The state equation of a model of tokens; null for other models, and where a number is too large to be exact. The stopwatch can end this
 * with `LimitExceeded`.
 */
export function stateEquation(model: Model, stopwatch: Stopwatch): StateEquation | null {
  if (!isTokenModel(model)) return null;
  const [initial] = model.initialStates();
  const placeCount = model.variables.length;
  const effects: Int32Array[] = [];
  const numbers = new Map<string, number>();
  const effectOf = new Int32Array(model.groups.length).fill(-1);
  const values: Float64Array[] = [];
  let transitions = 0;
  for (const { behaviour } of model.groups) {
    const t = transitions++;
    stopwatch.tick();
    const { changes } = behaviour;
    if (changes.length === 0) continue;
    if (!changes.every(({ delta }) => Number.isSafeInteger(delta))) return null;
    const key = changes.map(({ variable, delta }) => `${variable}:${delta}`).join();
    const known = numbers.get(key);
    effectOf[t] = known ?? values.length;
    if (known !== undefined) continue;
    numbers.set(key, values.length);
    effects.push(Int32Array.from(changes, ({ variable }) => variable));
    values.push(Float64Array.from(changes, ({ delta }) => delta));
  }
  const byEffect = rowsOf(effects, values);
  const byPlace = transposed(byEffect, placeCount);
  return { placeCount, effectCount: values.length, effectOf, initial, byEffect, byPlace };
}

function rowsOf(indices: readonly Int32Array[], values: readonly Float64Array[]): SparseRows {
  const start = new Int32Array(indices.length + 1);
  for (let i = 0; i < indices.length; i++) start[i + 1] = start[i] + indices[i].length;
  const index = new Int32Array(start[indices.length]);
  const value = new Float64Array(start[indices.length]);
  for (let i = 0; i < indices.length; i++) {
    index.set(indices[i], start[i]);
    value.set(values[i], start[i]);
  }
  return { start, index, value };
}

function transposed({ start, index, value }: SparseRows, count: number): SparseRows {
  const turned = new Int32Array(count + 1);
  for (const column of index) turned[column + 1]++;
  for (let i = 0; i < count; i++) turned[i + 1] += turned[i];
  const next = turned.slice(0, count);
  const rows = new Int32Array(index.length);
  const values = new Float64Array(index.length);
  for (let row = 0; row + 1 < start.length; row++) {
    for (let k = start[row]; k < start[row + 1]; k++) {
      const place = next[index[k]]++;
      rows[place] = row;
      values[place] = value[k];
    }
  }
  return { start: turned, index: rows, value: values };
}
