// Livelocks of a graph with marks on its edges: cycles that show all marks, and who reaches them. The graphs are those of the
// stuttering edges of an automaton, so that these cycles accept words that stutter for ever.
import type { Marks } from '../acceptance.ts';
import { strongComponents } from '../scc.ts';

/** A directed graph with its edges sorted by source. */
export interface MarkedGraph {
  readonly stateCount: number;
  readonly edgeStart: Int32Array;
  readonly edgeMarks: Int32Array;
  readonly edgeTarget: Int32Array;
}

/** The states of the components that have a cycle and show all of the marks. */
export function statesOnCycles(graph: MarkedGraph, all: Marks): Uint8Array {
  const { stateCount, edgeStart, edgeMarks, edgeTarget } = graph;
  const components = strongComponents(
    graph,
    Int32Array.from({ length: stateCount }, (_, state) => state),
  );
  const marksOf = new Int32Array(components.count);
  const cyclic = new Uint8Array(components.count);
  for (let s = 0; s < stateCount; s++) {
    for (let e = edgeStart[s]; e < edgeStart[s + 1]; e++) {
      const c = components.of[s];
      if (components.of[edgeTarget[e]] !== c) continue;
      cyclic[c] = 1;
      marksOf[c] |= edgeMarks[e];
    }
  }
  return Uint8Array.from(components.of, (c) => (cyclic[c] && marksOf[c] === all ? 1 : 0));
}

/** For each state a nearest state of the set that it reaches, itself if it belongs to it; -1 when there is none. */
export function nearestOf(graph: MarkedGraph, set: Uint8Array): Int32Array {
  const { stateCount, edgeStart, edgeTarget } = graph;
  const predecessors: number[][] = Array.from({ length: stateCount }, () => []);
  for (let s = 0; s < stateCount; s++) {
    for (let e = edgeStart[s]; e < edgeStart[s + 1]; e++) predecessors[edgeTarget[e]].push(s);
  }
  const nearest = Int32Array.from(set, (member, state) => (member ? state : -1));
  const queue = Array.from(nearest).filter((state) => state >= 0);
  for (let head = 0; head < queue.length; head++) {
    for (const state of predecessors[queue[head]]) {
      if (nearest[state] >= 0) continue;
      nearest[state] = nearest[queue[head]];
      queue.push(state);
    }
  }
  return nearest;
}
