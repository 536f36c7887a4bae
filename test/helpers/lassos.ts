// All lassos of a small graph, one by one: the slow way to know whether a formula holds.
import type { Formula } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import type { Graph } from './graph-model.ts';

/** A lasso of the graph of at most `longest` states whose word violates the formula, or null. Deadlocks repeat for ever. */
export function findViolation(graph: Graph, formula: Formula, longest: number): number[] | null {
  const letters = graph.labels.map((label) => new Set(label));
  const successors = (state: number): readonly number[] =>
    graph.successors[state].length > 0 ? graph.successors[state] : [state];
  const stack = graph.initial.map((state) => [state]);
  for (let path = stack.pop(); path !== undefined; path = stack.pop()) {
    for (const next of successors(path[path.length - 1])) {
      for (let start = 0; start < path.length; start++) {
        if (path[start] !== next) continue;
        const word = path.map((state) => letters[state]);
        if (!satisfies({ prefix: word.slice(0, start), cycle: word.slice(start) }, formula)) return path;
      }
      if (path.length < longest) stack.push([...path, next]);
    }
  }
  return null;
}
