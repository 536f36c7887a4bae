// Which formulas are stutter-invariant, as the constructions ask it: often, of small formulas, and with "no" as a safe answer. A
// formula without X is; others are decided by their languages, up to a size, and every answer is kept.
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Formula } from '../../formula/formula.ts';
import { NEXT_FREE } from '../../formula/traits.ts';
import type { Automaton } from '../automaton.ts';
import { Languages } from '../semantics/languages.ts';
import { isStutterInvariant } from '../semantics/stutter-invariance.ts';

interface DecisionOptions {
  /** Larger formulas with X count as not stutter-invariant; 40 unless told. */
  readonly maxSize?: number;
  /** The same for formulas whose decision looks at more states; 2000 unless told. */
  readonly maxStates?: number;
  /** Called every now and then; what it throws ends the decision, with the safe answer. */
  readonly watch?: () => void;
}

/** A function that decides stutter invariance semantically; false also stands for "too large to find out". */
export function makeStutterDecision(options: DecisionOptions = {}): (formula: Formula) => boolean {
  const { maxSize = 40, maxStates = 2000, watch } = options;
  const languages = new Languages({ maxStates, watch });
  const known = new Map<Formula, boolean>();
  const decide = (formula: Formula): boolean => {
    if (formula.size > maxSize) return false;
    try {
      return isStutterInvariant(formula, { languages, limits: { states: maxStates } });
    } catch (error) {
      if (error instanceof LimitExceeded) return false;
      throw error;
    }
  };
  return (formula) => {
    if (formula.has(NEXT_FREE)) return true;
    let answer = known.get(formula);
    if (answer === undefined) known.set(formula, (answer = decide(formula)));
    return answer;
  };
}

/** The same for the states of the formula's automaton, by the formulas that label them; no formula, no simplification. */
export function stateDecision(
  formula: Formula,
  automaton: Automaton,
  options: DecisionOptions = {},
): (state: number) => boolean {
  const decide = makeStutterDecision(options);
  if (decide(formula)) return () => true;
  return (state) => {
    const label = automaton.stateFormulas?.[state];
    return label !== null && label !== undefined && decide(label);
  };
}
