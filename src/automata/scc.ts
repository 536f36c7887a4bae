// Strongly connected components of automata (Tarjan 1972, without recursion), and which of them have accepting or
// rejecting cycles under any Emerson–Lei acceptance condition.
import {
  ACCEPT_NONE,
  type AcceptanceFormula,
  acceptAnd,
  acceptOr,
  allMarks,
  finSets,
  isAccepted,
  isGeneralizedBuchi,
  type Marks,
  negateAcceptance,
} from './acceptance.ts';
import type { Automaton } from './automaton.ts';

/** A directed graph with its edges sorted by source; an `Automaton` is one. */
export interface Graph {
  readonly stateCount: number;
  readonly edgeStart: Int32Array;
  readonly edgeTarget: Int32Array;
}

/** The components that are reachable from the roots. */
export interface Components {
  readonly count: number;
  /**
   * The component of each state, or -1 where the roots do not lead. Numbers are topological, last first: an edge never
   * leads to a component with a larger number.
   */
  readonly of: Int32Array;
  /** The states, component after component: those of c are `states[start[c]]` up to `states[start[c + 1]]`. */
  readonly states: Int32Array;
  readonly start: Int32Array;
}

/** The components of the graph without the edges for which `isCut` says 1. */
export function strongComponents(graph: Graph, roots: ArrayLike<number>, isCut?: Uint8Array): Components {
  const { stateCount, edgeStart, edgeTarget } = graph;
  const component = new Int32Array(stateCount).fill(-1);
  const index = new Int32Array(stateCount).fill(-1);
  const low = new Int32Array(stateCount);
  const nextEdge = new Int32Array(stateCount);
  const [open, path, states] = [new Int32Array(stateCount), new Int32Array(stateCount), new Int32Array(stateCount)];
  const start = new Int32Array(stateCount + 1);
  let [visited, count, openLength, pathLength, found] = [0, 0, 0, 0, 0];
  const enter = (state: number): void => {
    index[state] = low[state] = visited++;
    nextEdge[state] = edgeStart[state];
    open[openLength++] = state;
    path[pathLength++] = state;
  };
  for (let r = 0; r < roots.length; r++) {
    if (index[roots[r]] < 0) enter(roots[r]);
    while (pathLength > 0) {
      const state = path[pathLength - 1];
      if (nextEdge[state] < edgeStart[state + 1]) {
        const edge = nextEdge[state]++;
        if (isCut?.[edge]) continue;
        const target = edgeTarget[edge];
        if (index[target] < 0) enter(target);
        else if (component[target] < 0 && index[target] < low[state]) low[state] = index[target];
        continue;
      }
      pathLength--;
      if (pathLength > 0 && low[state] < low[path[pathLength - 1]]) low[path[pathLength - 1]] = low[state];
      if (low[state] !== index[state]) continue;
      for (let member = -1; member !== state; ) {
        member = open[--openLength];
        component[member] = count;
        states[found++] = member;
      }
      start[++count] = found;
    }
  }
  return { count, of: component, states: states.subarray(0, found), start: start.subarray(0, count + 1) };
}

/** The components of the part of the automaton that its initial states reach. */
export function componentsOf(automaton: Automaton): Components {
  return automaton.derive(reachableComponents);
}

function reachableComponents(automaton: Automaton): Components {
  return strongComponents(automaton, automaton.initial);
}

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
): ComponentFacts[] {
  const { formula } = automaton.acceptance;
  const accepting = acceptingComponents(automaton, components);
  const missing = isGeneralizedBuchi(automaton.acceptance) ? componentsMissingMarks(automaton, components) : null;
  return Array.from({ length: components.count }, (_, c) => {
    const states = components.states.subarray(components.start[c], components.start[c + 1]);
    const { trivial, marks } = innerMarks(automaton, components, states);
    if (trivial) return { trivial, marks, accepting: false, rejecting: false };
    const rejecting = missing ? missing[c] === 1 : hasCycle(automaton, states, negateAcceptance(formula));
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
export function acceptingComponents(automaton: Automaton, components: Components): Uint8Array {
  const { formula, setCount } = automaton.acceptance;
  const simple = isGeneralizedBuchi(automaton.acceptance);
  const result = new Uint8Array(components.count);
  for (let c = 0; c < components.count; c++) {
    const states = components.states.subarray(components.start[c], components.start[c + 1]);
    const { trivial, marks } = innerMarks(automaton, components, states);
    if (trivial) continue;
    const accepting = simple ? marks === allMarks(setCount) : hasCycle(automaton, states, formula);
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

/**
 * Whether some cycle among the given states sees marks that satisfy `formula`. Each round finds the components of what
 * is left; one whose marks satisfy the formula is a witness. Otherwise a Fin(i) stands in the way: the cycles without
 * mark i and those with it (Fin(i) false) are tried apart, so the cost may double with each Fin set, never with states.
 */
export function hasCycle(automaton: Automaton, states: Int32Array, formula: AcceptanceFormula): boolean {
  const isCut = new Uint8Array(automaton.edgeCount).fill(1);
  const inside = new Uint8Array(automaton.stateCount);
  for (const state of states) inside[state] = 1;
  forEachEdge(automaton, states, (e, target) => {
    if (inside[target]) isCut[e] = 0;
  });
  const work = [{ states, formula, isCut }];
  for (let task = work.pop(); task !== undefined; task = work.pop()) {
    const components = strongComponents(automaton, task.states, task.isCut);
    for (let c = 0; c < components.count; c++) {
      const members = components.states.subarray(components.start[c], components.start[c + 1]);
      let marks = 0;
      let cyclic = false;
      const cut = new Uint8Array(automaton.edgeCount).fill(1);
      forEachEdge(automaton, members, (e, target) => {
        if (task.isCut[e] || components.of[target] !== c) return;
        cyclic = true;
        marks |= automaton.edgeMarks[e];
        cut[e] = 0;
      });
      if (!cyclic) continue;
      if (isAccepted(task.formula, marks)) return true;
      const blocking = finSets(task.formula) & marks;
      if (blocking === 0) continue;
      const set = 31 - Math.clz32(blocking & -blocking);
      work.push({ states: members, formula: dropFin(task.formula, set), isCut: cut });
      const without = cut.map((one, e) => one | ((automaton.edgeMarks[e] >>> set) & 1));
      work.push({ states: members, formula: task.formula, isCut: without });
    }
  }
  return false;
}

type VisitEdge = (edge: number, target: number, source: number) => void;

function forEachEdge(automaton: Automaton, states: Int32Array, visit: VisitEdge): void {
  const { edgeStart, edgeTarget } = automaton;
  for (const source of states) {
    for (let e = edgeStart[source]; e < edgeStart[source + 1]; e++) visit(e, edgeTarget[e], source);
  }
}

/** The condition with every Fin(set) taken as false. */
function dropFin(formula: AcceptanceFormula, set: number): AcceptanceFormula {
  if ('set' in formula) return formula.kind === 'fin' && formula.set === set ? ACCEPT_NONE : formula;
  if (!('operands' in formula)) return formula;
  const operands = formula.operands.map((operand) => dropFin(operand, set));
  return formula.kind === 'and' ? acceptAnd(operands) : acceptOr(operands);
}
