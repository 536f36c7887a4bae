// What is written beside the states of an automaton, in files and in pictures.
import { type PrintSyntax, printFormula } from '../formula/print/print.ts';
import type { Automaton } from './automaton.ts';

/** The names that the states have, the formulas that define their languages (names where there are none), or nothing. */
export type StateNaming = 'names' | 'formulas' | 'none';

/** A text for each state, '' where it has none; null if no state has one. */
export function stateTexts(automaton: Automaton, naming: StateNaming, syntax: PrintSyntax = 'spot'): string[] | null {
  const { stateNames, stateFormulas, stateCount } = automaton;
  if (naming === 'none' || (stateNames === null && (naming === 'names' || stateFormulas === null))) return null;
  return Array.from({ length: stateCount }, (_, state) => {
    const formula = naming === 'formulas' ? stateFormulas?.[state] : null;
    return formula ? printFormula(formula, { syntax }) : (stateNames?.[state] ?? '');
  });
}
