// Tiny models for tests: a graph whose states show sets of propositions.
import type { Random } from '../../src/base/random.ts';
import type { Expression } from '../../src/models/expression/expression.ts';
import type { Model } from '../../src/models/model.ts';

export interface Graph {
  readonly initial: readonly number[];
  /** Successors of each state, in order. */
  readonly successors: readonly (readonly number[])[];
  /** Propositions that hold in each state. */
  readonly labels: readonly (readonly string[])[];
}

/** The graph as a model with one variable, the state number. */
export function graphModel(graph: Graph): Model {
  const holdsIn = (states: readonly number[]): Expression => ({
    kind: 'any',
    operands: states.map((value) => ({
      kind: 'binary',
      operator: '==',
      left: { kind: 'variable', variable: 0 },
      right: { kind: 'constant', value },
    })),
  });
  const truth = (name: string): Expression =>
    name === 'dead' ? { kind: 'dead' } : holdsIn(graph.labels.flatMap((label, i) => (label.includes(name) ? [i] : [])));
  return {
    name: 'graph',
    format: 'kripke',
    variables: [{ name: 'state', lower: 0, upper: graph.successors.length - 1 }],
    groups: [{ name: 'step', reads: [0], writes: [0], behaviour: { kind: 'opaque' } }],
    names: {
      value: () => null,
      truth,
      valueNamed: () => null,
      fireable: () => null,
      references: () => new Set(graph.labels.flat()),
      transitions: () => ['step'],
    },
    initialStates: () => graph.initial.map((state) => Int32Array.of(state)),
    successors: (state, visit) => {
      for (const target of graph.successors[state[0]]) visit(Int32Array.of(target), 0);
    },
    predicate: (proposition) => ({ value: truth(proposition), diagnostics: [] }),
    describe: (state) => [{ name: 'state', value: String(state[0]), plain: false }],
  };
}

export interface RandomGraphOptions {
  readonly states: number;
  readonly propositions: readonly string[];
  /** Expected number of successors. */
  readonly degree: number;
  /** Whether states without successors may occur. */
  readonly deadlocks: boolean;
}

/** A random graph; the same for the same random stream. */
export function randomGraph(random: Random, options: RandomGraphOptions): Graph {
  const { states, propositions, degree, deadlocks } = options;
  const all = Array.from({ length: states }, (_, i) => i);
  const successors = all.map(() => {
    const targets = all.filter(() => random.chance(degree / states));
    return random.shuffle(targets.length > 0 || deadlocks ? targets : [random.below(states)]);
  });
  const labels = all.map(() => propositions.filter(() => random.chance(0.5)));
  return { initial: [0], successors, labels };
}
