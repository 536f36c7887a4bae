// Parity acceptance: every edge has a priority, and the largest one that is seen infinitely often decides: odd accepts. The
// number of priorities is made as small as the loops allow [CM99]: loops are peeled from the outside, and a loop gets the priority of the loops
// inside it, raised by one where it disagrees with them.
//
// Smallest priority 0 rejects and is written as no mark, so that priority p > 0 is mark p - 1: the condition is "parity max
// even" of the Hanoi format, and with one mark it is Büchi's.
import { invariant } from '../../base/assert.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import {
  ACCEPT_NONE,
  type Acceptance,
  type AcceptanceFormula,
  acceptAll,
  acceptAnd,
  acceptOr,
  fin,
  inf,
  MAX_SETS,
} from '../acceptance.ts';
import { type Graph, strongComponents } from '../scc.ts';

/** Inf(n-1) ∨ (Fin(n-2) ∧ …) or Fin(n-1) ∧ (Inf(n-2) ∨ …): the largest mark seen for ever decides; even ones accept. */
function parityMaxEven(setCount: number): Acceptance {
  let formula: AcceptanceFormula = ACCEPT_NONE;
  for (let set = 0; set < setCount; set++) {
    formula = set % 2 === 0 ? acceptOr([inf(set), formula]) : acceptAnd([fin(set), formula]);
  }
  return { setCount, formula };
}

/** How the largest priority that is seen infinitely often is found in priorities given the other way round. */
interface Priorities {
  readonly of: Int32Array;
  /** Which priority of a loop decides. */
  readonly deciding: 'smallest' | 'largest';
  /** Which parity accepts. */
  readonly accepting: 'odd' | 'even';
}

/**
 * Priorities as small as possible with the same accepting cycles, the largest deciding, odd accepting; and the largest
 * of them. For a deterministic automaton 1 means that the language is a recurrence property, and no fewer
 * priorities would do on any other automaton.
 */
export function leastPriorities(
  graph: Graph,
  given: Priorities,
  stopwatch: Stopwatch = new Stopwatch(),
): { priorities: Int32Array; highest: number } {
  const priorities = new Int32Array(graph.edgeTarget.length);
  const tasks: Loop[] = [];
  const isCut = new Uint8Array(graph.edgeTarget.length);
  peel(graph, given, { tasks, isCut, stopwatch });
  let highest = 0;
  // The loops inside a loop come after it: going backwards, they are done first.
  for (let i = tasks.length - 1; i >= 0; i--) {
    const loop = tasks[i];
    const own = (loop.inner & 1) === loop.parity ? loop.inner : loop.inner + 1;
    for (const e of loop.edges) priorities[e] = own;
    if (loop.parent >= 0) tasks[loop.parent].inner = Math.max(tasks[loop.parent].inner, own);
    highest = Math.max(highest, own);
  }
  return { priorities, highest };
}

/** A strongly connected part: its deciding edges, and later the largest priority of the loops inside. */
interface Loop {
  readonly parent: number;
  readonly parity: number;
  readonly edges: readonly number[];
  inner: number;
}

interface Peeling {
  readonly tasks: Loop[];
  readonly isCut: Uint8Array;
  readonly stopwatch: Stopwatch;
}

/**
 * Finds the loops level by level: the components of what is left, the deciding edges of each, which are then cut. Each
 * round takes away at least one priority from every component, so there are no more rounds than priorities.
 */
function peel(graph: Graph, { of, deciding, accepting }: Priorities, peeling: Peeling): void {
  const { tasks, isCut, stopwatch } = peeling;
  const all = Int32Array.from({ length: graph.stateCount }, (_, i) => i);
  const sign = deciding === 'largest' ? 1 : -1;
  const flip = accepting === 'odd' ? 0 : 1;
  let loopOf = new Int32Array(graph.stateCount).fill(-1);
  for (let found = true; found; ) {
    found = false;
    stopwatch.look();
    const components = strongComponents(graph, all, isCut);
    const best = new Float64Array(components.count).fill(Number.NEGATIVE_INFINITY);
    const inner: number[][] = [];
    for (let s = 0; s < graph.stateCount; s++) {
      const c = components.of[s];
      for (let e = graph.edgeStart[s]; e < graph.edgeStart[s + 1]; e++) {
        if (isCut[e] || components.of[graph.edgeTarget[e]] !== c) continue;
        if (sign * of[e] > best[c]) {
          best[c] = sign * of[e];
          inner[c] = [];
        }
        if (sign * of[e] === best[c]) inner[c].push(e);
      }
    }
    const next = new Int32Array(graph.stateCount).fill(-1);
    for (let c = 0; c < components.count; c++) {
      if (inner[c] === undefined) continue;
      found = true;
      const members = components.states.subarray(components.start[c], components.start[c + 1]);
      for (const state of members) next[state] = tasks.length;
      const parity = (of[inner[c][0]] & 1) ^ flip;
      tasks.push({ parent: loopOf[members[0]], parity, edges: inner[c], inner: parity });
      for (const e of inner[c]) isCut[e] = 1;
    }
    loopOf = next;
  }
}

/** The acceptance condition and the marks for priorities of which the largest decides and odd ones accept. */
export function parityMarks(
  graph: Graph,
  priorities: Int32Array,
  highest: number,
): { acceptance: Acceptance; marks: Int32Array } {
  if (highest > MAX_SETS) throw new LimitExceeded('memory', `parity acceptance with ${highest} priorities`);
  if (highest === 1 && everyCycleAccepts(graph, priorities)) {
    return { acceptance: acceptAll(), marks: new Int32Array(priorities.length) };
  }
  const acceptance = parityMaxEven(highest);
  invariant(acceptance.setCount === highest, 'one mark for each positive priority');
  return { acceptance, marks: priorities.map((priority) => (priority === 0 ? 0 : 1 << (priority - 1))) };
}

/** Whether no cycle stays at priority 0. */
function everyCycleAccepts(graph: Graph, priorities: Int32Array): boolean {
  const isCut = Uint8Array.from(priorities, (priority) => (priority > 0 ? 1 : 0));
  const components = strongComponents(
    graph,
    Int32Array.from({ length: graph.stateCount }, (_, i) => i),
    isCut,
  );
  for (let s = 0; s < graph.stateCount; s++) {
    for (let e = graph.edgeStart[s]; e < graph.edgeStart[s + 1]; e++) {
      if (!isCut[e] && components.of[graph.edgeTarget[e]] === components.of[s]) return false;
    }
  }
  return true;
}
