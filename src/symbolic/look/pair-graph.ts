// Lassos in a piece of the product that is given edge by edge.
import { type Graph, strongComponents } from '../../automata/scc.ts';
import { invariant } from '../../base/assert.ts';

export interface PairGraph extends Graph {
  readonly edgeMarks: Int32Array;
  /** The pairs 0 … initialCount - 1 are initial. */
  readonly initialCount: number;
  readonly allMarks: number;
}

/** Numbers of pairs. */
interface PairNumbers {
  readonly prefix: readonly number[];
  readonly cycle: readonly number[];
}

/** A lasso whose cycle shows all marks, with a shortest prefix; null when there is none. */
export function fairLasso(graph: PairGraph): PairNumbers | null {
  const initial = Array.from({ length: graph.initialCount }, (_, pair) => pair);
  const components = strongComponents(graph, initial);
  const fair = fairComponents(graph, components.of, components.count);
  if (!fair.includes(1)) return null;
  const inFair = (pair: number): boolean => fair[components.of[pair]] === 1;
  const stem = shortestPath(graph, initial, { ends: (edge) => inFair(graph.edgeTarget[edge]), isGoal: inFair });
  const start = stem[stem.length - 1];
  const home = components.of[start];
  const within = (pair: number): boolean => components.of[pair] === home;
  const walk = [start];
  for (let missing = graph.allMarks; missing !== 0; ) {
    const ends = (edge: number): boolean => (graph.edgeMarks[edge] & missing) !== 0 && within(graph.edgeTarget[edge]);
    const part = shortestPath(graph, [walk[walk.length - 1]], { ends, within });
    missing &= ~marksAlong(graph, part);
    walk.push(...part.slice(1));
  }
  if (walk.length === 1 || walk[walk.length - 1] !== start) {
    const ends = (edge: number): boolean => graph.edgeTarget[edge] === start;
    walk.push(...shortestPath(graph, [walk[walk.length - 1]], { ends, within }).slice(1));
  }
  return { prefix: stem.slice(0, -1), cycle: walk.slice(0, -1) };
}

/** For each component, 1 if it has a step inside and its steps inside show all marks. */
function fairComponents(
  { stateCount, edgeStart, edgeTarget, edgeMarks, allMarks }: PairGraph,
  of: Int32Array,
  count: number,
): Uint8Array {
  const marks = new Int32Array(count);
  const hasStep = new Uint8Array(count);
  for (let pair = 0; pair < stateCount; pair++) {
    for (let e = edgeStart[pair]; e < edgeStart[pair + 1]; e++) {
      if (of[edgeTarget[e]] !== of[pair]) continue;
      hasStep[of[pair]] = 1;
      marks[of[pair]] |= edgeMarks[e];
    }
  }
  return hasStep.map((step, c) => (step === 1 && marks[c] === allMarks ? 1 : 0));
}

/** The marks on the best edges between neighbours of a path. */
function marksAlong({ edgeStart, edgeTarget, edgeMarks }: PairGraph, path: readonly number[]): number {
  let marks = 0;
  for (let i = 0; i + 1 < path.length; i++) {
    for (let e = edgeStart[path[i]]; e < edgeStart[path[i] + 1]; e++) {
      if (edgeTarget[e] === path[i + 1]) marks |= edgeMarks[e];
    }
  }
  return marks;
}

interface PathQuery {
  /** The path ends with such an edge. */
  readonly ends: (edge: number) => boolean;
  /** A first pair for which this holds is a path by itself. */
  readonly isGoal?: (pair: number) => boolean;
  /** Pairs that the path may visit; all unless given. */
  readonly within?: (pair: number) => boolean;
}

/** A shortest path, breadth-first; there must be one. */
function shortestPath(
  { stateCount, edgeStart, edgeTarget }: PairGraph,
  first: readonly number[],
  query: PathQuery,
): number[] {
  const { ends, isGoal, within } = query;
  const goal = isGoal === undefined ? undefined : first.find(isGoal);
  if (goal !== undefined) return [goal];
  const parents = new Int32Array(stateCount).fill(-2);
  for (const pair of first) parents[pair] = -1;
  const queue = [...first];
  for (let i = 0; i < queue.length; i++) {
    const pair = queue[i];
    for (let e = edgeStart[pair]; e < edgeStart[pair + 1]; e++) {
      const target = edgeTarget[e];
      if (ends(e)) return [...backToFirst(parents, pair), target];
      if (parents[target] !== -2 || within?.(target) === false) continue;
      parents[target] = pair;
      queue.push(target);
    }
  }
  return invariant(false, 'a component has a path between any two of its pairs') as never;
}

function backToFirst(parents: Int32Array, pair: number): number[] {
  const path: number[] = [];
  for (let at = pair; at >= 0; at = parents[at]) path.push(at);
  return path.reverse();
}
