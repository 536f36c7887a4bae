// Stuttering cycles of a labelled automaton: the strongly connected components of its stuttering edges, and who reaches
// the accepting ones without any change. Both [BDK12, Prop. 3] and [BDK12, Prop. 5] are built on them.
import { allMarks } from '../acceptance.ts';
import { strongComponents } from '../scc.ts';
import type { LabelledAutomaton, LabelledEdge } from './labelling.ts';

/** What the stuttering edges between lenient states lead to. */
export interface StutteringFacts {
  /** 1 where the state lies on a stuttering cycle that shows all marks: an accepting stuttering component. */
  readonly accepting: Uint8Array;
  /**
   * For each state a state of an accepting stuttering component that stuttering edges lead to, as near as possible: itself when
   * it lies in one, -1 when there is none.
   */
  readonly nearest: Int32Array;
}

/** Finds the accepting stuttering components, [BDK12, Prop. 3.1 and 5.1], and the states that stutter into them. */
export function stutteringFacts(labelled: LabelledAutomaton): StutteringFacts {
  const count = labelled.origin.length;
  const edges = labelled.edges.filter(({ stuttering, source }) => stuttering && labelled.lenient[source]);
  const accepting = acceptingStates(count, edges, allMarks(labelled.setCount));
  const nearest = new Int32Array(count).fill(-1);
  const queue: number[] = [];
  for (let state = 0; state < count; state++) {
    if (!accepting[state]) continue;
    nearest[state] = state;
    queue.push(state);
  }
  const predecessors: number[][] = Array.from({ length: count }, () => []);
  for (const { source, target } of edges) predecessors[target].push(source);
  for (let head = 0; head < queue.length; head++) {
    for (const state of predecessors[queue[head]]) {
      if (nearest[state] >= 0) continue;
      nearest[state] = nearest[queue[head]];
      queue.push(state);
    }
  }
  return { accepting, nearest };
}

function acceptingStates(count: number, edges: readonly LabelledEdge[], all: number): Uint8Array {
  const edgeStart = new Int32Array(count + 1);
  for (const { source } of edges) edgeStart[source + 1]++;
  for (let s = 0; s < count; s++) edgeStart[s + 1] += edgeStart[s];
  const next = edgeStart.slice(0, count);
  const edgeTarget = new Int32Array(edges.length);
  for (const { source, target } of edges) edgeTarget[next[source]++] = target;
  const everyState = Int32Array.from({ length: count }, (_, state) => state);
  const components = strongComponents({ stateCount: count, edgeStart, edgeTarget }, everyState);
  const marksOf = new Int32Array(components.count);
  const cyclic = new Uint8Array(components.count);
  for (const { source, target, marks } of edges) {
    const c = components.of[source];
    if (components.of[target] !== c) continue;
    cyclic[c] = 1;
    marksOf[c] |= marks;
  }
  return Uint8Array.from(components.of, (c) => (cyclic[c] && marksOf[c] === all ? 1 : 0));
}
