// States of a property that lie on no accepting cycle: a state of a product with such a one need only be visited, never searched for
// cycles. Decided on the graph of the property, without its labels, so that some are missed; none is wrongly taken.
import { strongComponents } from '../../automata/scc.ts';
import type { AcceptanceMode } from './product.ts';

/** The edges of a property, sorted by source, with all marks that they may carry. */
export interface MarkedGraph {
  readonly stateCount: number;
  readonly edgeStart: Int32Array;
  readonly edgeTarget: Int32Array;
  readonly edgeMarks: Int32Array;
}

/**
 * 1 for the states that lie on no cycle which one of the modes accepts. Such a cycle stays, without the edges that the mode forbids, in
 * one component, whose edges show all marks that it requires.
 */
export function hopelessStates(graph: MarkedGraph, modes: readonly AcceptanceMode[]): Uint8Array {
  const { stateCount, edgeStart, edgeTarget, edgeMarks } = graph;
  const hopeless = new Uint8Array(stateCount).fill(1);
  const everywhere = Int32Array.from({ length: stateCount }, (_, state) => state);
  for (const { required, forbidden } of modes) {
    const isCut = Uint8Array.from(edgeMarks, (marks) => ((marks & forbidden) === 0 ? 0 : 1));
    const { of, count } = strongComponents(graph, everywhere, isCut);
    const missing = new Int32Array(count).fill(required);
    const hasCycle = new Uint8Array(count);
    for (let state = 0; state < stateCount; state++) {
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
        if (isCut[e] === 1 || of[edgeTarget[e]] !== of[state]) continue;
        hasCycle[of[state]] = 1;
        missing[of[state]] &= ~edgeMarks[e];
      }
    }
    for (let state = 0; state < stateCount; state++) {
      if (hasCycle[of[state]] === 1 && missing[of[state]] === 0) hopeless[state] = 0;
    }
  }
  return hopeless;
}
