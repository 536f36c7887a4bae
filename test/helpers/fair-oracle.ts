// The oracle of checks under fairness: is there a fair execution of the model itself that violates the formula? The product of the state graph,
// with the group of each step, and an automaton of the negation is built in full, and searched for a component that satisfies the Streett
// condition by the textbook: what a strong assumption asks for and a component lacks is taken out, and the rest is divided anew. Nothing
// is shared with the model that searches use under fairness.
import type { Automaton } from '../../src/automata/automaton.ts';
import { evaluate } from '../../src/models/expression/expression.ts';
import type { Model } from '../../src/models/model.ts';
import { textbookComponents } from './naive-check.ts';

/** Groups of which fairness is assumed. */
export interface NaiveAssumption {
  readonly kind: 'weak' | 'strong';
  readonly groups: readonly number[];
}

export interface FairOracleOptions {
  readonly assumptions: readonly NaiveAssumption[];
  readonly deadlock: 'stutter' | 'drop';
  readonly maxStates: number;
}

interface Step {
  readonly target: number;
  /** -1 where a deadlock repeats. */
  readonly group: number;
}

interface Edge extends Step {
  readonly source: number;
  readonly marks: number;
}

/** Whether the generalized Büchi automaton accepts a fair execution; null when the model has more states than it may. */
export function acceptsFairly(model: Model, automaton: Automaton, options: FairOracleOptions): boolean | null {
  const graph = graphOf(model, options);
  if (graph === null) return null;
  const { steps, states, initial } = graph;
  const { acceptance, bdd, propositions } = automaton;
  const predicates = propositions.map((name) => model.predicate(name).value!);
  const letterOf = (s: number): boolean[] => {
    const isDead = steps[s].every(({ group }) => group < 0);
    return predicates.map((predicate) => evaluate(predicate, states[s], () => isDead) !== 0);
  };
  // pairs of a model state and an automaton state
  const numbers = new Map<string, number>();
  const pairs: { s: number; q: number }[] = [];
  const numberOf = (s: number, q: number): number => {
    const key = `${s},${q}`;
    if (!numbers.has(key)) {
      numbers.set(key, pairs.length);
      pairs.push({ s, q });
    }
    return numbers.get(key)!;
  };
  for (const s of initial) for (const q of automaton.initial) numberOf(s, q);
  const edges: Edge[] = [];
  for (let p = 0; p < pairs.length; p++) {
    const { s, q } = pairs[p];
    const letter = letterOf(s);
    for (let e = automaton.edgeStart[q]; e < automaton.edgeStart[q + 1]; e++) {
      if (!bdd.evaluate(automaton.edgeLabel[e], (i) => letter[i])) continue;
      for (const { target, group } of steps[s]) {
        edges.push({
          source: p,
          target: numberOf(target, automaton.edgeTarget[e]),
          group,
          marks: automaton.edgeMarks[e],
        });
      }
    }
  }
  const isEnabled = (p: number, groups: readonly number[]): boolean =>
    steps[pairs[p].s].some(({ group }) => groups.includes(group));
  const all = 2 ** acceptance.setCount - 1;
  return hasFairComponent(pairs.length, edges, all, options.assumptions, isEnabled);
}

function hasFairComponent(
  count: number,
  edges: readonly Edge[],
  all: number,
  assumptions: readonly NaiveAssumption[],
  isEnabled: (pair: number, groups: readonly number[]) => boolean,
): boolean {
  const pending: (readonly Edge[])[] = [edges];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const component = textbookComponents(count, part);
    const inside = new Map<number, Edge[]>();
    for (const edge of part) {
      if (component[edge.source] !== component[edge.target]) continue;
      const c = component[edge.source];
      inside.set(c, [...(inside.get(c) ?? []), edge]);
    }
    for (const own of inside.values()) {
      const seen = own.reduce((marks, edge) => marks | edge.marks, 0);
      if (seen !== all) continue;
      const takes = (groups: readonly number[]): boolean => own.some(({ group }) => groups.includes(group));
      const open = assumptions.filter(({ groups }) => !takes(groups));
      const isWeaklyFair = open
        .filter(({ kind }) => kind === 'weak')
        .every(({ groups }) => own.some(({ source }) => !isEnabled(source, groups)));
      if (!isWeaklyFair) continue;
      const hurt = open.filter(({ kind }) => kind === 'strong');
      const kept = own.filter(
        ({ source, target }) => !hurt.some(({ groups }) => isEnabled(source, groups) || isEnabled(target, groups)),
      );
      if (kept.length === own.length) return true;
      if (kept.length > 0) pending.push(kept);
    }
  }
  return false;
}

function graphOf(
  model: Model,
  { deadlock, maxStates }: FairOracleOptions,
): { steps: Step[][]; states: Int32Array[]; initial: number[] } | null {
  const numbers = new Map<string, number>();
  const states: Int32Array[] = [];
  const numberOf = (state: Int32Array): number => {
    const key = state.join();
    if (!numbers.has(key)) {
      numbers.set(key, states.length);
      states.push(state.slice());
    }
    return numbers.get(key)!;
  };
  const initial = [...new Set(model.initialStates().map(numberOf))];
  const steps: Step[][] = [];
  for (let s = 0; s < states.length; s++) {
    if (states.length > maxStates) return null;
    const own: Step[] = [];
    model.successors(states[s].slice(), (target, group) => own.push({ target: numberOf(target), group }));
    if (own.length === 0 && deadlock === 'stutter') own.push({ target: s, group: -1 });
    steps.push(own);
  }
  return { steps, states, initial };
}
