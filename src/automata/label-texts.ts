// The labels of an automaton as text. Each is worked out once, however many edges carry it.
import type { BddRef } from '../dd/bdd.ts';
import { type BooleanNotation, formatFunction } from '../dd/print.ts';
import { isPlainName, quoteName } from '../formula/syntax/quoting.ts';
import type { Automaton } from './automaton.ts';

/** Gives the text of labels in one notation. */
export class LabelTexts {
  private readonly bdd: Automaton['bdd'];
  private readonly notation: BooleanNotation;
  private readonly known = new Map<BddRef, string>();

  constructor(automaton: Pick<Automaton, 'bdd'>, notation: BooleanNotation) {
    this.bdd = automaton.bdd;
    this.notation = notation;
  }

  of(label: BddRef): string {
    let text = this.known.get(label);
    if (text === undefined) {
      text = formatFunction(this.bdd, label, this.notation);
      this.known.set(label, text);
    }
    return text;
  }
}

/** `!a & b | c` or `¬a ∧ b ∨ c` over the given propositions, names quoted where formulas need it. */
export function labelNotation(propositions: readonly string[], symbols: 'ascii' | 'unicode'): BooleanNotation {
  const names = propositions.map((name) => (isPlainName(name) ? name : quoteName(name)));
  const name = (variable: number): string => names[variable];
  return symbols === 'ascii'
    ? { name, not: '!', and: ' & ', or: ' | ', true: '1', false: '0' }
    : { name, not: '¬', and: ' ∧ ', or: ' ∨ ', true: '⊤', false: '⊥' };
}
