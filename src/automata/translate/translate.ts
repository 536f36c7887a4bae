// LTL → automata, from formula to reduced automaton: the door to this folder.
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
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
  /** `states` bounds the automaton before it is reduced. */
  readonly limits?: Limits | Stopwatch;
  /** Called where reductions were left out because they would take too much work; the automaton is right all the same. */
  readonly onCutShort?: () => void;
}

/** An automaton that accepts exactly the words that satisfy the formula. Throws `LimitExceeded` at the limits. */
export function translate(formula: Formula, options: TranslateOptions = {}): Automaton {
  const { to = 'tgba', preference = 'small', effort = 'high', propositions, limits } = options;
  const translation = new Translation(formula, { preference, effort, propositions, stopwatch: Stopwatch.over(limits) });
  const automaton = to === 'ba' ? translation.ba() : translation.tgba();
  if (translation.isCut) options.onCutShort?.();
  return automaton;
}
