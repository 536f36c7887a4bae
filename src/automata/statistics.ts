// The size of an automaton as it is usually reported.
import { countAssignments } from '../dd/measure.ts';
import type { Automaton } from './automaton.ts';
import { isComplete, isDeterministic, nondeterministicStates } from './properties.ts';
import { componentsOf } from './scc.ts';

export interface AutomatonStatistics {
  readonly states: number;
  readonly edges: number;
  /** Edges counted once for each letter that they read; exact below 2^53. */
  readonly transitions: number;
  readonly acceptanceSets: number;
  readonly components: number;
  readonly nondeterministicStates: number;
  readonly deterministic: boolean;
  readonly complete: boolean;
}

/** Counts states, edges and the rest. */
export function statisticsOf(automaton: Automaton): AutomatonStatistics {
  const { bdd, edgeLabel, propositions } = automaton;
  let transitions = 0;
  for (const label of edgeLabel) transitions += countAssignments(bdd, label, propositions.length);
  return {
    states: automaton.stateCount,
    edges: automaton.edgeCount,
    transitions,
    acceptanceSets: automaton.acceptance.setCount,
    components: componentsOf(automaton).count,
    nondeterministicStates: nondeterministicStates(automaton),
    deterministic: isDeterministic(automaton),
    complete: isComplete(automaton),
  };
}
