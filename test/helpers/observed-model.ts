// Random models as the oracle sees them, with a random condition for each name.
import type { Random } from '../../src/base/random.ts';
import { isTokenModel } from '../../src/models/analysis/sums.ts';
import { EvaluationFault, type Expression, evaluate } from '../../src/models/expression/expression.ts';
import type { Model } from '../../src/models/model.ts';
import { type NaiveKripke, naiveGraph } from './naive-check.ts';

export interface Observed {
  readonly kripke: NaiveKripke;
  /** In the order of the names. */
  readonly conditions: readonly Expression[];
}

/** Null where the model is large, or it or a condition has a fault. */
export function observed(
  random: Random,
  model: Model,
  { names, maxStates }: { readonly names: readonly string[]; readonly maxStates: number },
): Observed | null {
  try {
    const graph = naiveGraph(model, { deadlock: 'stutter', maxStates });
    if (graph === null) return null;
    const hasArrays = !isTokenModel(model); // conditions of nets have none
    const conditions = names.map(() => someCondition(random, graph.states, hasArrays));
    const letters = graph.states.map((state) => new Set(names.filter((_, i) => evaluate(conditions[i], state) !== 0)));
    const successors = graph.steps.map((steps) => steps.map(({ target }) => target));
    return { kripke: { initial: graph.initial, successors, letters }, conditions };
  } catch (error) {
    if (error instanceof EvaluationFault) return null;
    throw error;
  }
}

/** What is read has a value that some variable has in some state, or one more. */
function someCondition(random: Random, states: readonly Int32Array[], hasArrays: boolean): Expression {
  const state = random.pick(states);
  const variable = random.below(state.length);
  return {
    kind: 'binary',
    operator: random.pick(['==', '>=', '!='] as const),
    left: hasArrays && random.chance(0.3) ? someElement(random, state.length) : { kind: 'variable', variable },
    right: { kind: 'constant', value: state[variable] + random.below(2) },
  };
}

/** One of several neighbours by the value of a variable: an array of the formula, whatever the model has there. */
function someElement(random: Random, variables: number): Expression {
  const base = random.below(variables);
  const length = random.between(1, Math.min(4, variables - base));
  const left = { kind: 'variable', variable: random.below(variables) } as const;
  const index: Expression = { kind: 'binary', operator: '%', left, right: { kind: 'constant', value: length } };
  return { kind: 'element', base, length, index, name: 'some' };
}
