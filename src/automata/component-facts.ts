// Which strongly connected components of an automaton have accepting or rejecting cycles, under any Emerson–Lei acceptance
// condition. Generalized Büchi acceptance is decided by the marks alone.
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { allMarks, isGeneralizedBuchi, type Marks, negateAcceptance } from './acceptance.ts';
import type { Automaton } from './automaton.ts';
import { hasCycleAmong } from './operations/emptiness.ts';
import { Subgraphs } from './operations/subgraph.ts';
import { type Components, componentsOf, strongComponents } from './scc.ts';

/** What the cycles of one component look like. */
export interface ComponentFacts {
  /** No cycle at all: a single state without a loop. */
  readonly trivial: boolean;
  /** Some cycle is accepting. */
  readonly accepting: boolean;
  /** Some cycle is rejecting. */
  readonly rejecting: boolean;
  /** The marks on its inner edges. */
  readonly marks: Marks;
}

/** A component is weak when all its cycles accept or all reject. */
export function isWeakComponent(facts: ComponentFacts): boolean {
  return !(facts.accepting && facts.rejecting);
}

/** Which components have accepting and rejecting cycles. */
export function componentFacts(
  automaton: Automaton,
  components: Components = componentsOf(automaton),
  stopwatch: Stopwatch = new Stopwatch(),
): ComponentFacts[] {
  const { formula } = automaton.acceptance;
  const opposite = negateAcceptance(formula);
  const subgraphs = new Subgraphs(automaton, stopwatch);
  const accepting = acceptingComponents(automaton, components, stopwatch);
  const missing = isGeneralizedBuchi(automaton.acceptance) ? componentsMissingMarks(automaton, components) : null;
  return Array.from({ length: components.count }, (_, c) => {
    const states = components.states.subarray(components.start[c], components.start[c + 1]);
    const { trivial, marks } = innerMarks(automaton, components, states);
    if (trivial) return { trivial, marks, accepting: false, rejecting: false };
    const rejecting = missing
      ? missing[c] === 1
      : hasCycleAmong(automaton, { states, avoid: 0, formula: opposite }, subgraphs);
    return { trivial, marks, accepting: accepting[c] === 1, rejecting };
  });
}

/** For each component, whether some cycle misses a mark: one search for each mark, without the edges that carry it. */
function componentsMissingMarks(automaton: Automaton, components: Components): Uint8Array {
  const { edgeMarks, acceptance } = automaton;
  const result = new Uint8Array(components.count);
  for (let set = 0; set < acceptance.setCount; set++) {
    const isCut = Uint8Array.from(edgeMarks, (marks) => (marks >>> set) & 1);
    const rest = strongComponents(automaton, components.states, isCut);
    forEachEdge(automaton, components.states, (e, target, source) => {
      if (!isCut[e] && rest.of[source] === rest.of[target]) result[components.of[source]] = 1;
    });
  }
  return result;
}

/** For each component, whether it has an accepting cycle: 1 or 0. Cheaper than all facts. */
export function acceptingComponents(
  automaton: Automaton,
  components: Components,
  stopwatch: Stopwatch = new Stopwatch(),
): Uint8Array {
  const { formula, setCount } = automaton.acceptance;
  const simple = isGeneralizedBuchi(automaton.acceptance);
  const subgraphs = new Subgraphs(automaton, stopwatch);
  const result = new Uint8Array(components.count);
  for (let c = 0; c < components.count; c++) {
    const states = components.states.subarray(components.start[c], components.start[c + 1]);
    const { trivial, marks } = innerMarks(automaton, components, states);
    if (trivial) continue;
    const accepting = simple
      ? marks === allMarks(setCount)
      : hasCycleAmong(automaton, { states, avoid: 0, formula }, subgraphs);
    result[c] = accepting ? 1 : 0;
  }
  return result;
}

function innerMarks(
  automaton: Automaton,
  components: Components,
  states: Int32Array,
): { trivial: boolean; marks: Marks } {
  const { edgeStart, edgeMarks, edgeTarget } = automaton;
  let trivial = true;
  let marks = 0;
  for (const state of states) {
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      if (components.of[edgeTarget[e]] !== components.of[state]) continue;
      trivial = false;
      marks |= edgeMarks[e];
    }
  }
  return { trivial, marks };
}

type VisitEdge = (edge: number, target: number, source: number) => void;

function forEachEdge(automaton: Automaton, states: Int32Array, visit: VisitEdge): void {
  const { edgeStart, edgeTarget } = automaton;
  for (const source of states) {
    for (let e = edgeStart[source]; e < edgeStart[source + 1]; e++) visit(e, edgeTarget[e], source);
  }
}
