// Structural properties of automata, decided by looking: deterministic, complete, weak, terminal, very weak, state-based.
import type { BddRef } from '../dd/bdd.ts';
import type { Automaton, Known, Properties } from './automaton.ts';
import { type ComponentFacts, componentFacts, isWeakComponent } from './component-facts.ts';
import { type Components, componentsOf } from './scc.ts';

/** One initial state, and no two edges of a state agree on a letter. */
export function isDeterministic(automaton: Automaton): boolean {
  if (automaton.initial.length !== 1) return false;
  for (let state = 0; state < automaton.stateCount; state++) if (!isDeterministicState(automaton, state)) return false;
  return true;
}

/** The number of states with two edges that agree on a letter. */
export function nondeterministicStates(automaton: Automaton): number {
  let count = 0;
  for (let state = 0; state < automaton.stateCount; state++) if (!isDeterministicState(automaton, state)) count++;
  return count;
}

function isDeterministicState(automaton: Automaton, state: number): boolean {
  const { bdd, edgeStart, edgeLabel } = automaton;
  let seen: BddRef = bdd.false;
  for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
    if (!bdd.isDisjoint(seen, edgeLabel[e])) return false;
    seen = bdd.or(seen, edgeLabel[e]);
  }
  return true;
}

/** At least one initial state, and every state has an edge for every letter. */
export function isComplete(automaton: Automaton): boolean {
  if (automaton.initial.length === 0) return false;
  for (let state = 0; state < automaton.stateCount; state++) {
    if (lettersRead(automaton, state) !== automaton.bdd.true) return false;
  }
  return true;
}

/** The letters for which the state has an edge. */
export function lettersRead(automaton: Automaton, state: number): BddRef {
  const { bdd, edgeStart, edgeLabel } = automaton;
  let seen: BddRef = bdd.false;
  for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) seen = bdd.or(seen, edgeLabel[e]);
  return seen;
}

/** All edges out of one state carry the same marks. */
export function hasStateAcceptance(automaton: Automaton): boolean {
  const { edgeStart, edgeMarks } = automaton;
  for (let state = 0; state < automaton.stateCount; state++) {
    for (let e = edgeStart[state] + 1; e < edgeStart[state + 1]; e++) {
      if (edgeMarks[e] !== edgeMarks[edgeStart[state]]) return false;
    }
  }
  return true;
}

/** Everything that can be decided by looking at the automaton, filled in; the rest stays as it was. */
export function withProperties(automaton: Automaton): Automaton {
  const known = (value: boolean): Known => (value ? 'yes' : 'no');
  const components = componentsOf(automaton);
  const facts = componentFacts(automaton);
  const weak = facts.every(isWeakComponent);
  const single = components.count === components.states.length;
  const deterministic = isDeterministic(automaton);
  const properties: Partial<Properties> = {
    deterministic: known(deterministic),
    complete: known(isComplete(automaton)),
    weak: known(weak),
    terminal: known(weak && isTerminal(automaton, components, facts)),
    veryWeak: known(weak && single),
    stateAcceptance: known(hasStateAcceptance(automaton)),
    ...(deterministic ? { unambiguous: 'yes' } : {}),
  };
  return automaton.with({ properties });
}

/** Whether accepting components are never left and read every letter in each of their states. */
function isTerminal(automaton: Automaton, components: Components, facts: readonly ComponentFacts[]): boolean {
  const { edgeStart, edgeTarget } = automaton;
  for (let c = 0; c < components.count; c++) {
    if (!facts[c].accepting) continue;
    for (const state of components.states.subarray(components.start[c], components.start[c + 1])) {
      if (lettersRead(automaton, state) !== automaton.bdd.true) return false;
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++)
        if (components.of[edgeTarget[e]] !== c) return false;
    }
  }
  return true;
}
