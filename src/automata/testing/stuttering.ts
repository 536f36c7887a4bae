// Stuttering cycles of a labelled automaton: both [BDK12, Prop. 3] and [BDK12, Prop. 5] are built on them.
import { allMarks } from '../acceptance.ts';
import type { LabelledAutomaton } from './labelling.ts';
import { type MarkedGraph, nearestOf, statesOnCycles } from './livelocks.ts';

/** What the stuttering edges between lenient states lead to. */
export interface StutteringFacts {
  /** 1 where the state lies on a stuttering cycle that shows all marks: an accepting stuttering component. */
  readonly accepting: Uint8Array;
  /** A state of such a component that stuttering leads to, as near as possible; itself when it lies in one, -1 if none. */
  readonly nearest: Int32Array;
}

/** Finds the accepting stuttering components, [BDK12, Prop. 3.1 and 5.1], and the states that stutter into them. */
export function stutteringFacts(labelled: LabelledAutomaton): StutteringFacts {
  const graph = stutteringEdges(labelled);
  const accepting = statesOnCycles(graph, allMarks(labelled.setCount));
  return { accepting, nearest: nearestOf(graph, accepting) };
}

function stutteringEdges(labelled: LabelledAutomaton): MarkedGraph {
  const stateCount = labelled.origin.length;
  const edges = labelled.edges.filter(({ stuttering, source }) => stuttering && labelled.lenient[source]);
  const edgeStart = new Int32Array(stateCount + 1);
  for (const { source } of edges) edgeStart[source + 1]++;
  for (let s = 0; s < stateCount; s++) edgeStart[s + 1] += edgeStart[s];
  const next = edgeStart.slice(0, stateCount);
  const edgeMarks = new Int32Array(edges.length);
  const edgeTarget = new Int32Array(edges.length);
  for (const { source, marks, target } of edges) {
    const at = next[source]++;
    edgeMarks[at] = marks;
    edgeTarget[at] = target;
  }
  return { stateCount, edgeStart, edgeMarks, edgeTarget };
}
