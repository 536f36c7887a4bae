// The state graph of a small model, to be looked at or walked through: states as they are described, steps by their names.

import { VectorTable } from '../base/intern.ts';
import { LimitExceeded, type Limits } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { evaluate } from '../models/expression/expression.ts';
import type { Model } from '../models/model.ts';
import { observeNames } from '../models/observation.ts';
import { stepNameOf } from '../models/step-name.ts';

/** A state of the graph. */
export interface GraphState {
  readonly vector: Int32Array;
  /** The propositions asked for that hold here, in the order in which they were asked for. */
  readonly holds: readonly string[];
}

/** A step; several of the same name between two states are one. */
export interface GraphStep {
  readonly source: number;
  readonly target: number;
  readonly action: string;
}

/** The reachable states and steps of a model. States are numbered breadth-first, the initial ones come first. */
export interface StateGraph {
  readonly model: Model;
  readonly propositions: readonly string[];
  readonly states: readonly GraphState[];
  readonly steps: readonly GraphStep[];
  /** The number of initial states. */
  readonly initial: number;
}

export interface StateGraphOptions {
  /** Conditions on states, as formulas name them. */
  readonly propositions?: readonly string[];
  /** `states` is 10,000 unless given. */
  readonly limits?: Limits | Stopwatch;
}

/** More states are hardly meant to be looked at. */
const MOST_STATES = 10_000;

/** All reachable states and steps. Throws `LimitExceeded`, and `InputError` for propositions that the model does not have. */
export function stateGraph(model: Model, options: StateGraphOptions = {}): StateGraph {
  const { names, predicates } = observeNames(model, options.propositions ?? []);
  const stopwatch = Stopwatch.over(options.limits);
  const table = new VectorTable(model.variables.length, model.identity);
  const vectors: Int32Array[] = [];
  const admit = (vector: Int32Array): number => {
    const state = table.intern(vector);
    if (state < vectors.length) return state;
    vectors.push(Int32Array.from(vector));
    requireFewer(vectors.length, stopwatch);
    return state;
  };
  for (const vector of model.initialStates()) admit(vector);
  const initial = vectors.length;
  const states: GraphState[] = [];
  const steps: GraphStep[] = [];
  for (let source = 0; source < vectors.length; source++) {
    stopwatch.look();
    const vector = vectors[source];
    const before = steps.length;
    for (const { action, state } of namedSuccessors(model, vector))
      steps.push({ source, target: admit(state), action });
    const isDead = steps.length === before;
    const holds = names.filter((_, i) => evaluate(predicates[i], vector, () => isDead) !== 0);
    states.push({ vector, holds });
  }
  return { model, propositions: names, states, steps, initial };
}

/** Throws `LimitExceeded` where there are more states than may be shown. */
export function requireFewer(states: number, { limits }: Stopwatch): void {
  const most = limits.states ?? MOST_STATES;
  if (states > most) throw new LimitExceeded('states', `more than ${most} states`);
}

/** The successors of a state with the names of the steps; what is the same in both comes once. */
function namedSuccessors(model: Model, from: Int32Array): { readonly action: string; readonly state: Int32Array }[] {
  const found = new Map<string, { action: string; state: Int32Array }>();
  model.successors(from, (vector, group) => {
    const action = stepNameOf(model, { group, from, to: vector });
    const key = `${vector.join()} ${action}`;
    if (!found.has(key)) found.set(key, { action, state: Int32Array.from(vector) });
  });
  return [...found.values()];
}
