// The properties of an automaton under the names of the Hanoi format. `inherently-weak` there is what `weak` is here: all
// cycles of a component accept, or none does; `weak` there also asks for the same marks all over a component.
import { isGeneralizedBuchi } from '../acceptance.ts';
import { type Automaton, type Known, NOTHING_KNOWN, type Properties } from '../automaton.ts';
import { isComplete, isDeterministic, withProperties } from '../properties.ts';
import { componentsOf } from '../scc.ts';

/** The properties that hold, in a fixed order, those that follow from others included, as the format recommends. What can be decided by looking is; the rest is what is known. */
export function hoaProperties(automaton: Automaton, marksOn: 'states' | 'edges'): string[] {
  const properties = isEasy(automaton) ? withProperties(automaton).properties : visibleProperties(automaton);
  const weak = properties.weak === 'yes' && hasUniformComponents(automaton, marksOn);
  const holds: readonly [string, boolean][] = [
    ['complete', properties.complete === 'yes'],
    ['deterministic', properties.deterministic === 'yes'],
    ['unambiguous', properties.unambiguous === 'yes' || properties.deterministic === 'yes'],
    ['stutter-invariant', properties.stutterInvariant === 'yes'],
    ['inherently-weak', properties.weak === 'yes'],
    ['weak', weak],
    ['terminal', weak && properties.terminal === 'yes'],
    ['very-weak', weak && properties.veryWeak === 'yes'],
    ['colored', isColoured(automaton)],
  ];
  return holds.flatMap(([name, value]) => (value ? [name] : []));
}

/**
 * Whether weakness is quickly decided: it costs a search for each component, and in general twice as many for
 * each further set.
 */
function isEasy({ acceptance, stateCount }: Automaton): boolean {
  return isGeneralizedBuchi(acceptance) || (stateCount <= 5000 && acceptance.setCount <= 8);
}

/** What costs little to decide; weakness is left open, even where it is known, so that the text does not depend on that. */
function visibleProperties(automaton: Automaton): Properties {
  const known = (value: boolean): Known => (value ? 'yes' : 'no');
  const deterministic = known(isDeterministic(automaton));
  const complete = known(isComplete(automaton));
  const { stutterInvariant, unambiguous } = automaton.properties;
  return { ...NOTHING_KNOWN, deterministic, complete, stutterInvariant, unambiguous };
}

/** Whether in each component all states, or all edges, carry the same marks. */
function hasUniformComponents(automaton: Automaton, marksOn: 'states' | 'edges'): boolean {
  const { edgeStart, edgeTarget, edgeMarks } = automaton;
  const components = componentsOf(automaton);
  for (let c = 0; c < components.count; c++) {
    let marks: number | null = null;
    for (const state of components.states.subarray(components.start[c], components.start[c + 1])) {
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
        if (marksOn === 'edges' && components.of[edgeTarget[e]] !== c) continue;
        marks ??= edgeMarks[e];
        if (marks !== edgeMarks[e]) return false;
      }
    }
  }
  return true;
}

/** Whether each edge carries exactly one mark. */
function isColoured({ edgeMarks, acceptance }: Automaton): boolean {
  return (
    acceptance.setCount > 1 &&
    edgeMarks.length > 0 &&
    edgeMarks.every((marks) => marks !== 0 && (marks & (marks - 1)) === 0)
  );
}
