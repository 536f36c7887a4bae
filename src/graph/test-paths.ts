// Test sequences from a model: paths from an initial state that together take every step, see every state, or show one execution that a
// formula describes. The real program is driven along them, and compared with the states.

import { check } from '../check/check.ts';
import { UsageError } from '../diagnostics/diagnostic.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import { type StateJsonValue, stateToJson } from '../models/state-json.ts';
import type { ValueModel } from '../models/typescript/definition.ts';
import { type GraphStep, type StateGraph, type StateGraphOptions, stateGraph } from './state-graph.ts';

/** A step of a path: what is done, and the state afterwards. */
export interface TestStep<S> {
  readonly action: string;
  readonly state: S;
}

/** A path from an initial state. */
export interface TestPath<S> {
  readonly initial: S;
  readonly steps: readonly TestStep<S>[];
}

/** States as the model has them: the values of a model in code, and otherwise texts by the names of variables. */
export type StateValue<M extends Model> =
  M extends ValueModel<infer S, infer _> ? S : Readonly<Record<string, StateJsonValue>>;

/** What the paths cover: all steps, all states, or one execution that satisfies a formula. */
export type Coverage = 'transitions' | 'states' | { readonly formula: Formula };

export interface TestPathOptions extends Pick<StateGraphOptions, 'limits'> {
  /** `transitions` unless given. */
  readonly cover?: Coverage;
}

/**
 * Paths that cover the model. For `states` each is a shortest path to a state, and none is the beginning of another; for `transitions` each
 * goes on as long as there is a step ahead that was not taken before; for a formula there is one path, of an execution that satisfies it,
 * with its cycle once, or none. Throws `LimitExceeded` where the model is too large.
 */
export function* testPaths<M extends Model>(
  model: M,
  options: TestPathOptions = {},
): Generator<TestPath<StateValue<M>>, void, void> {
  const decoded = (vector: Int32Array): StateValue<M> => stateValue(model, vector) as StateValue<M>;
  for (const { initial, steps } of vectorPaths(model, options)) {
    yield { initial: decoded(initial), steps: steps.map(({ action, state }) => ({ action, state: decoded(state) })) };
  }
}

/** A state as the model has it. */
export function stateValue(model: Model, vector: Int32Array): unknown {
  if ('stateOf' in model) return (model as ValueModel<unknown>).stateOf(vector);
  return stateToJson(model.describe(vector));
}

type VectorPath = TestPath<Int32Array>;

function* vectorPaths(model: Model, { cover = 'transitions', limits }: TestPathOptions): Generator<VectorPath> {
  if (typeof cover === 'object') {
    yield* executionOf(model, cover.formula, limits);
    return;
  }
  if (cover !== 'states' && cover !== 'transitions') {
    throw new UsageError(`paths cover transitions, states, or { formula }, not ${String(cover)}`);
  }
  const graph = stateGraph(model, { limits });
  if (cover === 'states') yield* statePaths(graph);
  else yield* transitionPaths(graph);
}

function* executionOf(model: Model, formula: Formula, limits: TestPathOptions['limits']): Generator<VectorPath> {
  const { verdict } = check(model, formula.store.not(formula), { limits, reductions: 'none', trace: 'lasso' });
  if (verdict.outcome === 'unknown') throw new UsageError(`no execution was found: ${verdict.reason}`);
  if (verdict.outcome === 'holds') return;
  const { prefix, cycle } = verdict.counterexample;
  const all = [...prefix, ...cycle, cycle[0]];
  const steps = all.slice(1).map(({ state }, i) => ({ action: all[i].transition, state }));
  yield {
    initial: all[0].state,
    steps: steps.flatMap(({ action, state }) => (action === null ? [] : [{ action, state }])),
  };
}

/** A shortest path to every state that no other such path passes. */
function* statePaths(graph: StateGraph): Generator<VectorPath> {
  const ways = shortestWays(graph);
  const passed = new Set(ways.map((step) => step?.source));
  for (const state of graph.states.keys()) if (!passed.has(state)) yield pathOf(graph, wayTo(state, ways), state);
}

/** Walks that each take at least one step for the first time. */
function* transitionPaths(graph: StateGraph): Generator<VectorPath> {
  const ways = shortestWays(graph);
  const open = graph.states.map((): GraphStep[] => []);
  for (const step of graph.steps.slice().reverse()) open[step.source].push(step);
  for (const source of graph.states.keys()) {
    while (open[source].length > 0) {
      const walk = [...wayTo(source, ways)];
      for (let at = source; open[at].length > 0; at = walk.at(-1)!.target) walk.push(open[at].pop()!);
      // Steps on the way count as taken; they were taken before, since states are numbered breadth-first.
      yield pathOf(graph, walk);
    }
  }
  if (graph.steps.length === 0) yield* statePaths(graph);
}

/** By state: the last step of a shortest path to it; undefined for initial states. */
function shortestWays({ states, steps, initial }: StateGraph): (GraphStep | undefined)[] {
  const ways: (GraphStep | undefined)[] = states.map(() => undefined);
  // Steps are in the order of their sources, and states in the order in which they were found: the first step to a state found it.
  for (const step of steps) if (step.target >= initial) ways[step.target] ??= step;
  return ways;
}

function wayTo(state: number, ways: readonly (GraphStep | undefined)[]): GraphStep[] {
  const path: GraphStep[] = [];
  for (let step = ways[state]; step !== undefined; step = ways[step.source]) path.push(step);
  return path.reverse();
}

function pathOf({ states }: StateGraph, walk: readonly GraphStep[], start = 0): VectorPath {
  const first = walk.length === 0 ? start : walk[0].source;
  return {
    initial: states[first].vector,
    steps: walk.map(({ action, target }) => ({ action, state: states[target].vector })),
  };
}
