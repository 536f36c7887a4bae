// Events of products: tables over automaton states, on top of relations of the model.
import { type Graph, strongComponents } from '../automata/scc.ts';
import type { MddEvent, MddEvents, MddSet } from '../dd/mdd/index.ts';
import { EMPTY } from '../dd/mdd/index.ts';
import type { Relation } from './relation.ts';
import type { SymbolicSpace } from './space.ts';

/** An edge of the automaton, with what the model does meanwhile. */
export interface ProductEdge {
  readonly from: number;
  readonly to: number;
  readonly marks: number;
  readonly relation: Relation;
}

/** One event for each list of edges: all edges, and those that carry each mark. */
export function edgeEvents(
  space: SymbolicSpace,
  lists: readonly (readonly ProductEdge[])[],
  setCount: number,
): { readonly all: MddEvents; readonly marked: readonly MddEvents[] } {
  const { mdd } = space;
  const level = space.levelOf.length;
  const eventOf = (edges: readonly ProductEdge[]): MddEvent | null => {
    if (edges.length === 0) return null;
    const rows = edges.map(({ from, to, relation }) => ({ from, to, next: space.event(relation) }));
    return mdd.table(level, rows);
  };
  const marked = Array.from({ length: setCount }, (_, mark) =>
    mdd.events(lists.map((edges) => eventOf(edges.filter(({ marks }) => ((marks >>> mark) & 1) === 1)))),
  );
  return { all: mdd.events(lists.map(eventOf)), marked };
}

/** An automaton as a graph with marks. */
interface MarkedGraph extends Graph {
  readonly edgeMarks: Int32Array;
}

/** For each state the number of its component if cycles of that component can show all of the marks, otherwise -1. */
export function fairComponentsOf(automaton: MarkedGraph, marks: number): Int32Array {
  const { stateCount, edgeStart, edgeTarget, edgeMarks } = automaton;
  const { of, count } = strongComponents(
    automaton,
    Array.from({ length: stateCount }, (_, q) => q),
  );
  const shown = new Int32Array(count);
  const hasStep = new Uint8Array(count);
  for (let q = 0; q < stateCount; q++) {
    for (let e = edgeStart[q]; e < edgeStart[q + 1]; e++) {
      if (of[edgeTarget[e]] !== of[q]) continue;
      hasStep[of[q]] = 1;
      shown[of[q]] |= edgeMarks[e];
    }
  }
  return of.map((component) => (hasStep[component] === 1 && (shown[component] & marks) === marks ? component : -1));
}

/** The states with a component. */
export function coreStatesOf(components: Int32Array): number[] {
  return Array.from(components.keys()).filter((q) => components[q] !== -1);
}

/** The edges that stay in a component of cycles with all marks. */
export function coreEdges(edges: readonly ProductEdge[], components: Int32Array): ProductEdge[] {
  return edges.filter(({ from, to }) => components[from] !== -1 && components[from] === components[to]);
}

/** The edges that come back to where they are and carry all of the marks. */
export function fairLoops(edges: readonly ProductEdge[], marks: number): ProductEdge[] {
  return edges.filter((edge) => edge.from === edge.to && (edge.marks & marks) === marks);
}

/** The initial states of the model, each with the automaton states in which a run may start there. */
export function pairsWith(space: SymbolicSpace, statesFor: (vector: readonly number[]) => readonly number[]): MddSet {
  const { mdd } = space;
  let pairs: MddSet = EMPTY;
  for (const state of space.model.initialStates()) {
    const vector = space.vectorOf(state);
    const set = mdd.singleton(vector);
    for (const q of new Set(statesFor(vector))) pairs = mdd.union(pairs, mdd.branch([[q, set]]));
  }
  return pairs;
}
