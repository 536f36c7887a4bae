// The smallest safety property around a language, also called its topological closure.
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { acceptAll } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder } from '../automaton.ts';
import { componentsOf } from '../scc.ts';
import { productiveStates } from './productive.ts';

/**
 * The words of which every finite prefix begins some accepted word: all runs through states from which something is
 * accepted. The language is a safety property exactly when it equals this one [AS87].
 */
export function safetyClosure(automaton: Automaton, limits?: Limits | Stopwatch): Automaton {
  const { edgeStart, edgeLabel, edgeTarget } = automaton;
  const productive = productiveStates(automaton, componentsOf(automaton), Stopwatch.over(limits));
  const builder = new AutomatonBuilder(automaton.propositions, automaton.bdd);
  builder.addStates(automaton.stateCount);
  for (const state of automaton.initial) if (productive[state]) builder.setInitial(state);
  for (let state = 0; state < automaton.stateCount; state++) {
    if (!productive[state]) continue;
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      if (productive[edgeTarget[e]]) builder.addEdge(state, edgeLabel[e], 0, edgeTarget[e]);
    }
  }
  return builder.build(acceptAll(), { properties: { weak: 'yes' } });
}
