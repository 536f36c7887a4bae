// Complementation: the cheapest way that the automaton allows, in the end generalized Büchi acceptance.
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { negateAcceptance } from '../acceptance.ts';
import { type Automaton, languageProperties } from '../automaton.ts';
import { componentFacts, isWeakComponent } from '../component-facts.ts';
import { isDeterministic } from '../properties.ts';
import { componentsOf } from '../scc.ts';
import { complementWeak } from './complement-weak.ts';
import { complete } from './complete.ts';
import { determinizeToParity } from './determinize.ts';
import { toGeneralizedBuchi } from './to-generalized-buchi.ts';

/**
 * An automaton with generalized Büchi acceptance for exactly the words that the given one does not accept. Deterministic
 * automata are dualised, weak ones go through breakpoints, all others are determinised first. Throws
 * `LimitExceeded` when the limits are reached; the cost is exponential in general.
 */
export function complement(automaton: Automaton, limits?: Limits | Stopwatch): Automaton {
  const stopwatch = Stopwatch.over(limits);
  if (isDeterministic(automaton)) return toGeneralizedBuchi(dualize(automaton), stopwatch);
  if (isWeak(automaton, stopwatch)) return complementWeak(automaton, stopwatch);
  return toGeneralizedBuchi(dualize(determinizeToParity(automaton, stopwatch)), stopwatch);
}

/** Whether in each component all cycles accept, or none does. */
export function isWeak(automaton: Automaton, stopwatch: Stopwatch = new Stopwatch()): boolean {
  if (automaton.properties.weak !== 'maybe') return automaton.properties.weak === 'yes';
  return componentFacts(automaton, componentsOf(automaton), stopwatch).every(isWeakComponent);
}

/** The complement of a deterministic automaton: completed, with the opposite acceptance condition. */
export function dualize(deterministic: Automaton): Automaton {
  const full = complete(deterministic);
  const { setCount, formula } = full.acceptance;
  return full.with({
    acceptance: { setCount, formula: negateAcceptance(formula) },
    properties: { ...languageProperties(full.properties), terminal: 'maybe' },
    name: '',
    stateFormulas: undefined,
  });
}
