// Removing what cannot matter: states from which no accepting cycle can be reached, and marks outside accepting
// components. Works for every acceptance condition, though marks are touched only under generalized Büchi.
import { isGeneralizedBuchi } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { acceptingComponents } from '../component-facts.ts';
import { type Components, componentsOf } from '../scc.ts';
import { rebuild } from './rebuild.ts';

/** The same language without useless states, marks on all edges of a state kept alike if asked for. An empty automaton is one initial state without edges. */
export function pruneUseless(automaton: Automaton, marksOn: 'edges' | 'states' = 'edges'): Automaton {
  const components = componentsOf(automaton);
  const accepting = acceptingComponents(automaton, components);
  const useful = usefulComponents(automaton, components, accepting);
  const representative = new Int32Array(automaton.stateCount).fill(-1);
  for (const state of components.states) if (useful[components.of[state]]) representative[state] = state;
  const isWhole = !representative.includes(-1);
  if (!isGeneralizedBuchi(automaton.acceptance)) return isWhole ? automaton : rebuild(automaton, { representative });
  const marks = automaton.edgeMarks.slice();
  let changed = false;
  for (let state = 0; state < automaton.stateCount; state++) {
    const home = components.of[state];
    for (let e = automaton.edgeStart[state]; e < automaton.edgeStart[state + 1]; e++) {
      const leaves = marksOn === 'edges' && components.of[automaton.edgeTarget[e]] !== home;
      if (marks[e] === 0 || !(home < 0 || leaves || !accepting[home])) continue;
      marks[e] = 0;
      changed = true;
    }
  }
  if (isWhole && !changed) return automaton;
  return rebuild(automaton, { representative, marks });
}

/** 1 for the components that reach an accepting one; numbers ascend against the edges, so one pass is enough. */
function usefulComponents(automaton: Automaton, components: Components, accepting: Uint8Array): Uint8Array {
  const useful = accepting.slice();
  const { edgeStart, edgeTarget } = automaton;
  for (let c = 0; c < components.count; c++) {
    for (let i = components.start[c]; i < components.start[c + 1] && !useful[c]; i++) {
      const state = components.states[i];
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
        if (useful[components.of[edgeTarget[e]]]) useful[c] = 1;
      }
    }
  }
  return useful;
}
