// Weak and terminal automata, for which lighter emptiness checks suffice. A cycle of the product stays in one component of the
// automaton; when all cycles of a component accept, or none does, where it is decides.
import { generalizedBuchi, isGeneralizedBuchi } from '../../automata/acceptance.ts';
import { Automaton } from '../../automata/automaton.ts';
import { acceptingComponents } from '../../automata/component-facts.ts';
import { withProperties } from '../../automata/properties.ts';
import { componentsOf } from '../../automata/scc.ts';
import type { TestingAutomaton } from '../../automata/testing/testing-automaton.ts';
import type { Weakness } from './product.ts';

/** What is known when the automaton is weak, otherwise null. Conditions with Fin are not looked at. */
export function weaknessOf(automaton: Automaton): Weakness | null {
  if (!isGeneralizedBuchi(automaton.acceptance)) return null;
  const { properties } = withProperties(automaton);
  if (properties.weak !== 'yes') return null;
  const components = componentsOf(automaton);
  const inside = acceptingComponents(automaton, components);
  const accepting = new Uint8Array(automaton.stateCount);
  for (const state of components.states) accepting[state] = inside[components.of[state]];
  return { terminal: properties.terminal === 'yes', accepting };
}

/** The same for a TGTA: an automaton that reads changesets instead of letters. The kinds with livelocks are not looked at. */
export function weaknessOfTgta(tgta: TestingAutomaton): Weakness | null {
  if (tgta.kind !== 'tgta') return null;
  return weaknessOf(
    new Automaton({
      ...tgta,
      propositions: tgta.propositions,
      initial: tgta.initial.map(({ state }) => state),
      edgeLabel: tgta.edgeChange,
      acceptance: generalizedBuchi(tgta.setCount),
      stateNames: undefined,
    }),
  );
}
