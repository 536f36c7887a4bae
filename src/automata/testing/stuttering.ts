// Stuttering cycles of a labelled automaton: both [BDK12, Prop. 3] and [BDK12, Prop. 5] are built on them.
import { allMarks } from '../acceptance.ts';
import { EdgeList, holdsNoChange } from './edge-list.ts';
import type { LabelledAutomaton } from './labelled.ts';
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
  const graph = stutteringGraph(labelled, (source) => labelled.lenient[source]);
  const accepting = statesOnCycles(graph, allMarks(labelled.setCount));
  return { accepting, nearest: nearestOf(graph, accepting) };
}

/** The graph of the stuttering edges that are chosen. */
export function stutteringGraph(
  { bdd, stateCount, edges }: LabelledAutomaton,
  isChosen: (source: number, target: number) => boolean,
): MarkedGraph {
  const edgeStart = new Int32Array(stateCount + 1);
  const found = new EdgeList();
  for (let i = 0; i < edges.length; i++) {
    const [source, change] = [edges.source.data[i], edges.change.data[i]];
    if (!isChosen(source, edges.target.data[i]) || !holdsNoChange(bdd, change)) continue;
    found.push(source, change, edges.marks.data[i], edges.target.data[i]);
    edgeStart[source + 1]++;
  }
  for (let s = 0; s < stateCount; s++) edgeStart[s + 1] += edgeStart[s];
  const next = edgeStart.slice(0, stateCount);
  const edgeMarks = new Int32Array(found.length);
  const edgeTarget = new Int32Array(found.length);
  for (let i = 0; i < found.length; i++) {
    const at = next[found.source.data[i]]++;
    edgeMarks[at] = found.marks.data[i];
    edgeTarget[at] = found.target.data[i];
  }
  return { stateCount, edgeStart, edgeMarks, edgeTarget };
}
