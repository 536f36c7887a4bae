// Which states matter: those from which some word is accepted, and those from which every word is.
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Automaton } from '../automaton.ts';
import { acceptingComponents, type ComponentFacts } from '../component-facts.ts';
import { lettersRead } from '../properties.ts';
import { type Components, componentsOf } from '../scc.ts';

/** 1 for the reachable states from which some word is accepted. */
export function productiveStates(
  automaton: Automaton,
  components: Components = componentsOf(automaton),
  stopwatch: Stopwatch = new Stopwatch(),
): Uint8Array {
  const { edgeStart, edgeTarget } = automaton;
  const result = new Uint8Array(automaton.stateCount);
  const good = acceptingComponents(automaton, components, stopwatch);
  // Components are numbered against the edges: what a component leads to is decided before it.
  for (let c = 0; c < components.count; c++) {
    const states = components.states.subarray(components.start[c], components.start[c + 1]);
    for (const state of states) {
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) if (result[edgeTarget[e]]) good[c] = 1;
    }
    if (good[c]) for (const state of states) result[state] = 1;
  }
  return result;
}

/**
 * 1 for states from which every word is accepted: for each letter there is an edge to another such state, and all cycles
 * among them accept. Sufficient, not necessary.
 */
export function universalStates(
  automaton: Automaton,
  components: Components,
  facts: readonly ComponentFacts[],
): Uint8Array {
  const { bdd, edgeStart, edgeLabel, edgeTarget } = automaton;
  const result = new Uint8Array(automaton.stateCount);
  for (const state of components.states) {
    const { accepting, rejecting } = facts[components.of[state]];
    if (accepting && !rejecting && lettersRead(automaton, state) === bdd.true) result[state] = 1;
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (const state of components.states) {
      if (!result[state]) continue;
      let letters = bdd.false;
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
        if (result[edgeTarget[e]]) letters = bdd.or(letters, edgeLabel[e]);
      }
      if (letters === bdd.true) continue;
      result[state] = 0;
      changed = true;
    }
  }
  return result;
}
