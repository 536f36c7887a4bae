// Two automata side by side: which pairs of states are reached together by some finite word, and which have an infinite
// word in common. For generalized Büchi acceptance, a common manager and the same propositions.
import { firstNumbers } from '../../base/first-numbers.ts';
import { Int32List } from '../../base/growable.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { allMarks } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { type Components, type Graph, strongComponents } from '../scc.ts';

/** Entry s · m + t tells of state s of the first and state t of the second automaton, which has m states. */
export interface Joint {
  readonly width: number;
  /** 1 where some finite word leads to both states. */
  readonly reached: Uint8Array;
  /** 1 where some infinite word is accepted from both states. */
  readonly common: Uint8Array;
  /** The number of edges of the product: what it cost. */
  readonly cost: number;
}

/** All pairs of states of the two automata, reachable or not. */
export function joinAutomata(a: Automaton, b: Automaton, stopwatch: Stopwatch = new Stopwatch()): Joint {
  const width = b.stateCount;
  const { graph, marksA, marksB } = fullProduct(a, b, stopwatch);
  const every = firstNumbers(graph.stateCount);
  const components = strongComponents(graph, every);
  const [allA, allB] = [allMarks(a.acceptance.setCount), allMarks(b.acceptance.setCount)];
  const good = new Uint8Array(components.count);
  const [seenA, seenB] = [new Int32Array(components.count), new Int32Array(components.count)];
  forEachEdge(graph, (e, source, target) => {
    const c = components.of[source];
    if (components.of[target] !== c) return;
    seenA[c] |= marksA[e];
    seenB[c] |= marksB[e];
    if (seenA[c] === allA && seenB[c] === allB) good[c] = 1;
  });
  return { width, reached: reachable(graph, a, b), common: leadingTo(graph, components, good), cost: marksA.length };
}

interface FullProduct {
  readonly graph: Graph;
  readonly marksA: Int32Array;
  readonly marksB: Int32Array;
}

function fullProduct(a: Automaton, b: Automaton, stopwatch: Stopwatch): FullProduct {
  const { bdd } = a;
  const width = b.stateCount;
  const edgeStart = new Int32Array(a.stateCount * width + 1);
  const [targets, marksA, marksB] = [new Int32List(), new Int32List(), new Int32List()];
  for (let s = 0; s < a.stateCount; s++) {
    for (let t = 0; t < width; t++) {
      stopwatch.tick();
      for (let e = a.edgeStart[s]; e < a.edgeStart[s + 1]; e++) {
        for (let f = b.edgeStart[t]; f < b.edgeStart[t + 1]; f++) {
          if (bdd.isDisjoint(a.edgeLabel[e], b.edgeLabel[f])) continue;
          targets.push(a.edgeTarget[e] * width + b.edgeTarget[f]);
          marksA.push(a.edgeMarks[e]);
          marksB.push(b.edgeMarks[f]);
        }
      }
      edgeStart[s * width + t + 1] = targets.length;
    }
  }
  const graph = { stateCount: a.stateCount * width, edgeStart, edgeTarget: targets.toArray() };
  return { graph, marksA: marksA.toArray(), marksB: marksB.toArray() };
}

function forEachEdge(graph: Graph, visit: (e: number, source: number, target: number) => void): void {
  for (let source = 0; source < graph.stateCount; source++) {
    for (let e = graph.edgeStart[source]; e < graph.edgeStart[source + 1]; e++) visit(e, source, graph.edgeTarget[e]);
  }
}

function reachable(graph: Graph, a: Automaton, b: Automaton): Uint8Array {
  const reached = new Uint8Array(graph.stateCount);
  const stack = new Int32List();
  const enter = (pair: number): void => {
    if (reached[pair]) return;
    reached[pair] = 1;
    stack.push(pair);
  };
  for (const s of a.initial) for (const t of b.initial) enter(s * b.stateCount + t);
  while (stack.length > 0) {
    const pair = stack.pop();
    for (let e = graph.edgeStart[pair]; e < graph.edgeStart[pair + 1]; e++) enter(graph.edgeTarget[e]);
  }
  return reached;
}

/** 1 for the states that lead to a good component; numbers of components ascend against the edges. */
function leadingTo(graph: Graph, components: Components, good: Uint8Array): Uint8Array {
  for (let i = 0; i < components.states.length; i++) {
    const state = components.states[i];
    const c = components.of[state];
    for (let e = graph.edgeStart[state]; e < graph.edgeStart[state + 1] && !good[c]; e++) {
      good[c] = good[components.of[graph.edgeTarget[e]]];
    }
  }
  return Uint8Array.from({ length: graph.stateCount }, (_, state) => good[components.of[state]]);
}
