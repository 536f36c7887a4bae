// The size of a testing automaton as it is reported.
import { countAssignments } from '../../dd/measure.ts';
import { isDeterministic } from '../properties.ts';
import { toDifferenceAutomaton } from './difference-automaton.ts';
import type { TestingAutomaton } from './testing-automaton.ts';

export interface TestingStatistics {
  readonly states: number;
  readonly initialStates: number;
  readonly edges: number;
  /** Edges counted once for each changeset that they read; exact below 2^53. */
  readonly transitions: number;
  readonly acceptanceSets: number;
  /** No letter begins in two states, and no two edges of a state agree on a changeset. */
  readonly deterministic: boolean;
}

/** Counts states, edges and the rest. */
export function testingStatistics(testing: TestingAutomaton): TestingStatistics {
  const { bdd, propositions, edgeChange } = testing;
  let transitions = 0;
  for (const change of edgeChange) transitions += countAssignments(bdd, change, propositions.length);
  return {
    states: testing.stateCount,
    initialStates: testing.initial.length,
    edges: testing.edgeCount,
    transitions,
    acceptanceSets: testing.setCount,
    deterministic: isDeterministic(toDifferenceAutomaton(testing)),
  };
}
