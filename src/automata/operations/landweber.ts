// Which deterministic automata have languages that deterministic Büchi automata recognise: those where no accepting loop lies
// inside a rejecting one [Lan69]. The acceptance condition may
// be any; a clause of the negated condition, Fin(F) ∧ Inf(I), is met by the loops without marks of F that see all of I,
// and each of them lies inside a strongly connected component of the automaton without the edges that carry F.
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { type AcceptanceFormula, negateAcceptance } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { disjunctiveClauses } from './acceptance-forms.ts';
import { hasCycleAmong } from './emptiness.ts';
import { reachableStates, Subgraphs } from './subgraph.ts';

/** Whether the language of the deterministic automaton is a recurrence property: that of a deterministic Büchi automaton. */
export function isRecurrence(deterministic: Automaton, stopwatch: Stopwatch = new Stopwatch()): boolean {
  return !hasLoopInside(deterministic, deterministic.acceptance.formula, stopwatch);
}

/** Whether the language of the deterministic automaton is a persistence property: the complement of a recurrence. */
export function isPersistence(deterministic: Automaton, stopwatch: Stopwatch = new Stopwatch()): boolean {
  return !hasLoopInside(deterministic, negateAcceptance(deterministic.acceptance.formula), stopwatch);
}

/** Whether some loop that satisfies the condition lies inside one that does not. */
function hasLoopInside(automaton: Automaton, condition: AcceptanceFormula, stopwatch: Stopwatch): boolean {
  const subgraphs = new Subgraphs(automaton, stopwatch);
  const states = reachableStates(automaton);
  for (const clause of disjunctiveClauses(negateAcceptance(condition))) {
    for (const component of subgraphs.components(subgraphs.of(states, clause.fin))) {
      const { edges } = subgraphs.of(component, clause.fin);
      const marks = edges.reduce((mask, e) => mask | automaton.edgeMarks[e], 0);
      if ((marks & clause.inf) !== clause.inf) continue;
      if (hasCycleAmong(automaton, { states: component, avoid: clause.fin, formula: condition }, subgraphs))
        return true;
    }
  }
  return false;
}
