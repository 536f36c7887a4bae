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

/** One name for merged states: `(a U Gb, !a & b), (Gb, b)`. */
export function joinNames(names: readonly string[]): string {
  if (names.length === 1) return names[0];
  const isJoined = (name: string): boolean => name.startsWith('(') && name.endsWith(')') && name.includes('), (');
  return names.map((name) => (isJoined(name) ? name : `(${name})`)).join(', ');
}

const SYMBOLS: readonly [RegExp, string][] = [
  [/!(?!=)/g, '¬'],
  [/ & /g, ' ∧ '],
  [/ \| /g, ' ∨ '],
  [/ <-> /g, ' ↔ '],
  [/ -> /g, ' → '],
  [/ xor /g, ' ⊕ '],
];

/** The name with the Boolean symbols of pictures; what stands between quotes stays. */
export function nameInSymbols(name: string): string {
  const parts = name.split(/("(?:[^"\\]|\\.)*")/);
  const inSymbols = (text: string): string =>
    SYMBOLS.reduce((result, [pattern, symbol]) => result.replace(pattern, symbol), text);
  return parts.map((part, i) => (i % 2 === 1 ? part : inSymbols(part))).join('');
}
