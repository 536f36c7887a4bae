// Names of the states of a testing automaton, as the papers write them: the original state and its letter.
import type { Bdd, BddRef } from '../../dd/bdd.ts';
import { isPositive, literalVariable, pickCube } from '../../dd/cover.ts';
import { printFormula } from '../../formula/print/print.ts';
import type { Automaton } from '../automaton.ts';

/** `origin, letter`, such as `a U G b, a & !b`; the origin by its name in the automaton, or its formula, where it has one. */
export function nameState(automaton: Automaton, state: number, letters: BddRef): string {
  const formula = automaton.stateFormulas?.[state];
  const name = automaton.stateNames?.[state] ?? (formula ? printFormula(formula) : String(state));
  return withLetter(name, automaton.bdd, automaton.propositions, letters);
}

/** The name and a cube of letters. */
export function withLetter(name: string, bdd: Bdd, propositions: readonly string[], letters: BddRef): string {
  const literals = pickCube(bdd, letters).map(
    (literal) => (isPositive(literal) ? '' : '!') + propositions[literalVariable(literal)],
  );
  return literals.length === 0 ? name : `${name}, ${literals.join(' & ')}`;
}
