// Events of products: tables over automaton states with relations of the model.
import { type Graph, strongComponents } from '../automata/scc.ts';
import type { MddEvents, MddSet } from '../dd/mdd/index.ts';
import { EMPTY } from '../dd/mdd/index.ts';
import type { PairStep, Pairs } from './pairs.ts';
import type { SymbolicSpace } from './space.ts';

/** An edge of the automaton, with what the model does meanwhile. */
export interface ProductEdge extends PairStep {
  readonly marks: number;
}

/** The events of some edges of the automaton. */
export interface ProductEvents {
  /** All steps, and those in each acceptance set. */
  readonly steps: MddEvents;
  readonly marked: readonly MddEvents[];
  /** Edges over dead states that repeat: all, and those in each set. They apply to pairs with a state of `dead`. */
  readonly deadSteps: MddEvents;
  readonly deadMarked: readonly MddEvents[];
  /** Events that close the exact part, and the stuttering part. */
  readonly exactClosure: MddEvents;
  readonly stutteringClosure: MddEvents;
}

/** Lists of edges, one for each relation of the model; the edges over dead states; what closes the two parts. */
interface EventSources {
  readonly setCount: number;
  readonly edges: readonly (readonly ProductEdge[])[];
  readonly deadEdges: readonly ProductEdge[];
  readonly exactClosure: (steps: () => MddEvents) => MddEvents;
  readonly stutteringClosure: () => MddEvents;
}

/** Events that are made when they are first asked for: no search needs all of them, and of large nets there are many. */
export function eventsOnDemand(over: PairSpace, sources: EventSources): ProductEvents {
  const { setCount, edges, deadEdges } = sources;
  const marks = Array.from({ length: setCount }, (_, mark) => mark);
  const steps = once(() => edgeEvents(over, edges));
  const marked = once(() => marks.map((mark) => edgeEvents(over, edges, mark)));
  const deadSteps = once(() => edgeEvents(over, [deadEdges]));
  const deadMarked = once(() => marks.map((mark) => edgeEvents(over, [deadEdges], mark)));
  const exactClosure = once(() => sources.exactClosure(steps));
  const stutteringClosure = once(sources.stutteringClosure);
  return {
    get steps() {
      return steps();
    },
    get marked() {
      return marked();
    },
    get deadSteps() {
      return deadSteps();
    },
    get deadMarked() {
      return deadMarked();
    },
    get exactClosure() {
      return exactClosure();
    },
    get stutteringClosure() {
      return stutteringClosure();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The events of each list of edges: of all edges, or of those that carry a mark. */
export function edgeEvents(
  { space, pairs }: PairSpace,
  lists: readonly (readonly ProductEdge[])[],
  mark?: number,
): MddEvents {
  const { mdd } = space;
  return mdd.events(
    lists.flatMap((edges) => {
      mdd.tick();
      return pairs.events(mark === undefined ? edges : edges.filter(({ marks }) => ((marks >>> mark) & 1) === 1));
    }),
  );
}

/** A space, and the pairs over it. */
export interface PairSpace {
  readonly space: SymbolicSpace;
  readonly pairs: Pairs;
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

/** Whether every cycle of the automaton shows all of the marks with each edge: a run that waits for nothing is one that it accepts. */
export function everyCycleAccepts(automaton: MarkedGraph, marks: number): boolean {
  const { stateCount, edgeStart, edgeTarget, edgeMarks } = automaton;
  const { of } = strongComponents(
    automaton,
    Array.from({ length: stateCount }, (_, q) => q),
  );
  for (let q = 0; q < stateCount; q++) {
    for (let e = edgeStart[q]; e < edgeStart[q + 1]; e++) {
      if (of[edgeTarget[e]] === of[q] && (edgeMarks[e] & marks) !== marks) return false;
    }
  }
  return true;
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
export function pairsWith(
  { space, pairs }: PairSpace,
  statesFor: (vector: readonly number[]) => readonly number[],
): MddSet {
  const { mdd } = space;
  let found: MddSet = EMPTY;
  for (const state of space.model.initialStates()) {
    const vector = space.vectorOf(state);
    for (const q of new Set(statesFor(vector))) found = mdd.union(found, pairs.singleton(vector, q));
  }
  return found;
}
