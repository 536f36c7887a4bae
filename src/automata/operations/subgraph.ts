// Parts of an automaton as graphs of their own: some states, and the edges between them that carry none of some marks.
// Cutting a component smaller and smaller then costs what is left of it, never the size of the whole.
import { Int32List } from '../../base/growable.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Marks } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { type Components, type Graph, strongComponents } from '../scc.ts';

/** States are numbered anew; `states` and `edges` say which state and edge of the automaton each one is. */
export interface Subgraph extends Graph {
  readonly states: Int32Array;
  readonly edges: Int32Array;
}

/** Makes subgraphs of one automaton, and looks at the stopwatch with each: who cuts an automaton smaller and smaller can be stopped. */
export class Subgraphs {
  private readonly automaton: Automaton;
  private readonly stopwatch: Stopwatch;
  /** The new number of a state in the subgraph that is being made; stale where `states` does not point back. */
  private readonly numbers: Int32Array;

  constructor(automaton: Automaton, stopwatch: Stopwatch = new Stopwatch()) {
    this.automaton = automaton;
    this.stopwatch = stopwatch;
    this.numbers = new Int32Array(automaton.stateCount).fill(-1);
  }

  /** The subgraph of the given states without the edges that carry a mark of `avoid`. */
  of(states: Int32Array, avoid: Marks): Subgraph {
    this.stopwatch.look();
    const { numbers } = this;
    const { edgeStart, edgeMarks, edgeTarget } = this.automaton;
    states.forEach((state, i) => {
      numbers[state] = i;
    });
    const starts = new Int32Array(states.length + 1);
    const [targets, edges] = [new Int32List(), new Int32List()];
    for (let i = 0; i < states.length; i++) {
      for (let e = edgeStart[states[i]]; e < edgeStart[states[i] + 1]; e++) {
        const target = numbers[edgeTarget[e]];
        if ((edgeMarks[e] & avoid) !== 0 || target < 0 || states[target] !== edgeTarget[e]) continue;
        targets.push(target);
        edges.push(e);
      }
      starts[i + 1] = edges.length;
    }
    return {
      stateCount: states.length,
      edgeStart: starts,
      edgeTarget: targets.toArray(),
      states,
      edges: edges.toArray(),
    };
  }

  /** The states of each strongly connected component that has an edge inside, by their numbers in the automaton. */
  components(graph: Subgraph): Int32Array[] {
    const components = strongComponents(
      graph,
      Array.from({ length: graph.stateCount }, (_, i) => i),
    );
    const found: Int32Array[] = [];
    for (let c = 0; c < components.count; c++) {
      const members = components.states.subarray(components.start[c], components.start[c + 1]);
      if (members.length > 1 || hasLoop(graph, components, members[0])) {
        found.push(members.map((member) => graph.states[member]));
      }
    }
    return found;
  }
}

function hasLoop(graph: Graph, components: Components, state: number): boolean {
  for (let e = graph.edgeStart[state]; e < graph.edgeStart[state + 1]; e++) {
    if (components.of[graph.edgeTarget[e]] === components.of[state]) return true;
  }
  return false;
}

/** All states that the initial ones reach, as a subgraph with all edges. */
export function reachableStates(automaton: Automaton): Int32Array {
  const seen = new Uint8Array(automaton.stateCount);
  const order = new Int32List();
  const visit = (state: number): void => {
    if (seen[state]) return;
    seen[state] = 1;
    order.push(state);
  };
  automaton.initial.forEach(visit);
  for (let i = 0; i < order.length; i++) {
    const state = order.get(i);
    for (let e = automaton.edgeStart[state]; e < automaton.edgeStart[state + 1]; e++) visit(automaton.edgeTarget[e]);
  }
  return order.toArray();
}
