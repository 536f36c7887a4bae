// The size of an automaton, as statistics show it.
import type { Automaton } from '../automata/automaton.ts';
import type { TestingAutomaton } from '../automata/testing/testing-automaton.ts';
import { countAssignments } from '../dd/measure.ts';
import type { CheckStatistics } from './result.ts';

export type AutomatonSizes = Pick<CheckStatistics, 'automatonStates' | 'automatonEdges' | 'automatonTransitions'>;

/** Transitions are edges counted once for each letter or changeset that they read. */
export function automatonSizes(automaton: Automaton | TestingAutomaton): AutomatonSizes {
  const { bdd, propositions, stateCount, edgeCount } = automaton;
  let transitions = 0;
  for (const label of 'edgeLabel' in automaton ? automaton.edgeLabel : automaton.edgeChange) {
    transitions += countAssignments(bdd, label, propositions.length);
  }
  return { automatonStates: stateCount, automatonEdges: edgeCount, automatonTransitions: transitions };
}
