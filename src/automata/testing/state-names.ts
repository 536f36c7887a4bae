// Names of the states of a testing automaton, as the papers write them: the original state and its letter.
import { isPositive, literalVariable, pickCube } from '../../dd/cover.ts';
import type { Automaton } from '../automaton.ts';
import type { LabelledAutomaton } from './labelling.ts';

/** `origin, letter`, such as `a U G b, a & !b`; the origin by its name in the automaton where it has one. */
export function nameStates(automaton: Automaton, labelled: LabelledAutomaton): string[] {
  return labelled.origin.map((state, i) => {
    const literals = pickCube(labelled.bdd, labelled.letters[i]).map(
      (literal) => (isPositive(literal) ? '' : '!') + labelled.propositions[literalVariable(literal)],
    );
    const name = automaton.stateNames?.[state] ?? String(state);
    return literals.length === 0 ? name : `${name}, ${literals.join(' & ')}`;
  });
}
