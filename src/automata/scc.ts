// Strongly connected components of graphs and automata [Tar72], without recursion.
import type { Automaton } from './automaton.ts';

/** A directed graph with its edges sorted by source; an `Automaton` is one. */
export interface Graph {
  readonly stateCount: number;
  readonly edgeStart: Int32Array;
  readonly edgeTarget: Int32Array;
}

/** The components that are reachable from the roots. */
export interface Components {
  readonly count: number;
  /**
   * The component of each state, or -1 where the roots do not lead. Numbers are topological, last first: an edge never
   * leads to a component with a larger number.
   */
  readonly of: Int32Array;
  /** The states, component after component: those of c are `states[start[c]]` up to `states[start[c + 1]]`. */
  readonly states: Int32Array;
  readonly start: Int32Array;
}

/** The components of the graph without the edges for which `isCut` says 1. */
export function strongComponents(graph: Graph, roots: ArrayLike<number>, isCut?: Uint8Array): Components {
  const { stateCount, edgeStart, edgeTarget } = graph;
  const component = new Int32Array(stateCount).fill(-1);
  const states = new Int32Array(stateCount);
  // Small automata are taken apart very often, and making an array takes longer than filling it: one piece of memory for all that is not kept.
  const scratch = new Int32Array(5 * stateCount);
  const [index, low, nextEdge, open, path] = [0, 1, 2, 3, 4].map((i) =>
    scratch.subarray(i * stateCount, (i + 1) * stateCount),
  );
  index.fill(-1);
  const start = new Int32Array(stateCount + 1);
  let [visited, count, openLength, pathLength, found] = [0, 0, 0, 0, 0];
  const enter = (state: number): void => {
    index[state] = low[state] = visited++;
    nextEdge[state] = edgeStart[state];
    open[openLength++] = state;
    path[pathLength++] = state;
  };
  for (let r = 0; r < roots.length; r++) {
    if (index[roots[r]] < 0) enter(roots[r]);
    while (pathLength > 0) {
      const state = path[pathLength - 1];
      if (nextEdge[state] < edgeStart[state + 1]) {
        const edge = nextEdge[state]++;
        if (isCut?.[edge]) continue;
        const target = edgeTarget[edge];
        if (index[target] < 0) enter(target);
        else if (component[target] < 0 && index[target] < low[state]) low[state] = index[target];
        continue;
      }
      pathLength--;
      if (pathLength > 0 && low[state] < low[path[pathLength - 1]]) low[path[pathLength - 1]] = low[state];
      if (low[state] !== index[state]) continue;
      for (let member = -1; member !== state; ) {
        member = open[--openLength];
        component[member] = count;
        states[found++] = member;
      }
      start[++count] = found;
    }
  }
  return { count, of: component, states: states.subarray(0, found), start: start.subarray(0, count + 1) };
}

/** The components of the part of the automaton that its initial states reach. */
export function componentsOf(automaton: Automaton): Components {
  return automaton.derive(reachableComponents);
}

function reachableComponents(automaton: Automaton): Components {
  return strongComponents(automaton, automaton.initial);
}
