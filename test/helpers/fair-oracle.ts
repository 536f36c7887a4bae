// The oracle of checks under fairness: is there a fair execution of the model itself that violates the formula? The product of the state graph,
// with the group of each step, and an automaton of the negation is built in full, and searched for a component that satisfies the Streett
// condition by the textbook: what a strong assumption asks for and a component lacks is taken out, and the rest is divided anew. Nothing
// is shared with the model that searches use under fairness.
import type { Automaton } from '../../src/automata/automaton.ts';
import type { Model } from '../../src/models/model.ts';
import { naiveGraph, naiveLetters, naiveProduct, type SteppingEdge, textbookComponents } from './naive-check.ts';

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

/** Whether the generalized Büchi automaton accepts a fair execution; null when the model has more states than it may. */
export function acceptsFairly(model: Model, automaton: Automaton, options: FairOracleOptions): boolean | null {
  const graph = naiveGraph(model, options);
  if (graph === null) return null;
  const letters = naiveLetters(model, graph, automaton.propositions);
  const { edges, pairs } = naiveProduct({ ...graph, letters }, automaton);
  const isEnabled = (pair: number, groups: readonly number[]): boolean =>
    graph.steps[pairs[pair][0]].some(({ group }) => groups.includes(group));
  const all = 2 ** automaton.acceptance.setCount - 1;
  return hasFairComponent(pairs.length, edges, all, options.assumptions, isEnabled);
}

function hasFairComponent(
  count: number,
  edges: readonly SteppingEdge[],
  all: number,
  assumptions: readonly NaiveAssumption[],
  isEnabled: (pair: number, groups: readonly number[]) => boolean,
): boolean {
  const pending: (readonly SteppingEdge[])[] = [edges];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const component = textbookComponents(count, part);
    const inside = new Map<number, SteppingEdge[]>();
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
