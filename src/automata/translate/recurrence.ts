// G F φ for a guarantee φ, which a finite prefix of a word decides: automata for φ are run again and again. Each time one
// reaches the state that accepts everything, the edge into it gets the mark and leads back to the start.
import type { Formula } from '../../formula/formula.ts';
import { GUARANTEE } from '../../formula/traits.ts';
import { allMarks, buchi } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder } from '../automaton.ts';
import { acceptingComponents } from '../component-facts.ts';
import { componentsOf } from '../scc.ts';

/** The φ of a formula G F φ where φ is a guarantee by its syntax and looks beyond the present; null for others. */
export function recurringGuarantee(formula: Formula): Formula | null {
  if (formula.kind !== 'globally' || formula.children[0].kind !== 'finally') return null;
  const inner = formula.children[0].children[0];
  return inner.has(GUARANTEE) && inner.depth > 1 ? inner : null;
}

/**
 * G F φ from an automaton of φ: wait at its initial state, try φ whenever it seems good, come back with a mark. Null
 * if the automaton does not accept by reaching a state that accepts everything.
 */
export function repeatNondeterministically(guarantee: Automaton): Automaton | null {
  const isEnd = endStates(guarantee);
  if (isEnd === null || guarantee.initial.length !== 1 || isEnd[guarantee.initial[0]]) return null;
  const [start] = guarantee.initial;
  const builder = new AutomatonBuilder(guarantee.propositions, guarantee.bdd);
  builder.addStates(guarantee.stateCount);
  builder.setInitial(start);
  builder.addEdge(start, guarantee.bdd.true, 0, start);
  forEachEdge(guarantee, (source, label, target) => {
    if (isEnd[source]) return;
    if (isEnd[target]) builder.addEdge(source, label, 1, start);
    else builder.addEdge(source, label, 0, target);
  });
  return builder.build(buchi());
}

/**
 * G F φ from a deterministic automaton of F φ: where it ends, the letter just read is already the first one of the next
 * round. As no finite prefix matters to the language, the automaton may start anywhere; it starts in a cycle.
 */
export function repeatDeterministically(eventually: Automaton): Automaton | null {
  const isEnd = endStates(eventually);
  if (isEnd === null || eventually.initial.length !== 1 || isEnd[eventually.initial[0]]) return null;
  const [start] = eventually.initial;
  const { bdd, edgeStart, edgeLabel, edgeTarget } = eventually;
  const builder = new AutomatonBuilder(eventually.propositions, bdd);
  builder.addStates(eventually.stateCount);
  forEachEdge(eventually, (source, label, target) => {
    if (isEnd[source]) return;
    if (!isEnd[target]) {
      builder.addEdge(source, label, 0, target);
      return;
    }
    for (let e = edgeStart[start]; e < edgeStart[start + 1]; e++) {
      const next = isEnd[edgeTarget[e]] ? start : edgeTarget[e];
      builder.addEdge(source, bdd.and(label, edgeLabel[e]), 1, next);
    }
  });
  builder.setInitial(start);
  const repeated = builder.build(buchi());
  const components = componentsOf(repeated);
  const last = components.states[components.start[0]]; // component 0 leads to no other
  return repeated.with({ initial: [last] });
}

/** 1 for the states that accept every word by a loop; null if some other cycle accepts too. */
function endStates(automaton: Automaton): Uint8Array | null {
  const { bdd, edgeStart, edgeLabel, edgeTarget, edgeMarks, acceptance } = automaton;
  const all = allMarks(acceptance.setCount);
  const components = componentsOf(automaton);
  const accepting = acceptingComponents(automaton, components);
  const isEnd = new Uint8Array(automaton.stateCount);
  for (let c = 0; c < components.count; c++) {
    if (!accepting[c]) continue;
    const state = components.states[components.start[c]];
    const e = edgeStart[state];
    const isLoop = edgeStart[state + 1] === e + 1 && edgeTarget[e] === state && edgeLabel[e] === bdd.true;
    if (!isLoop || edgeMarks[e] !== all) return null;
    isEnd[state] = 1;
  }
  return isEnd;
}

function forEachEdge(automaton: Automaton, visit: (source: number, label: number, target: number) => void): void {
  const { edgeStart, edgeLabel, edgeTarget } = automaton;
  for (let source = 0; source < automaton.stateCount; source++) {
    for (let e = edgeStart[source]; e < edgeStart[source + 1]; e++) visit(source, edgeLabel[e], edgeTarget[e]);
  }
}
