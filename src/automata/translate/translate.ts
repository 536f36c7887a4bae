// LTL → automata, from formula to reduced automaton: the door to this folder.
import type { Formula } from '../../formula/formula.ts';
import type { Automaton } from '../automaton.ts';
import { type Effort, type Preference, Translation } from './translation.ts';

export type { Effort, Preference } from './translation.ts';

export interface TranslateOptions {
  /** Generalized Büchi with marks on edges, or Büchi with marks on states; tgba by default. */
  readonly to?: 'tgba' | 'ba';
  /** What to prefer: few states, determinism, or nothing in particular; small by default. */
  readonly preference?: Preference;
  /** How much to spend on it; high by default. */
  readonly effort?: Effort;
  /** The propositions of the automaton, if more than occur in the formula. */
  readonly propositions?: readonly string[];
  /** Called every now and then; may throw to end the translation. It goes on watching the automaton's decision diagrams. */
  readonly watch?: () => void;
}

/** An automaton that accepts exactly the words that satisfy the formula. */
export function translate(formula: Formula, options: TranslateOptions = {}): Automaton {
  const { to = 'tgba', preference = 'small', effort = 'high', propositions, watch } = options;
  const translation = new Translation(formula, { preference, effort, propositions, watch });
  return to === 'ba' ? translation.ba() : translation.tgba();
}
