// Which formulas are stutter-invariant, or stay true when words are shortened, as constructions and reductions ask it: often, of small formulas,
// and with "no" as a safe answer. A formula without X is; others are decided by their languages, up to a size, and every answer is kept.
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { NEXT_FREE } from '../../formula/traits.ts';
import type { Automaton } from '../automaton.ts';
import { Languages } from '../semantics/languages.ts';
import type { SemanticOptions } from '../semantics/questions.ts';
import { staysTrueWhenShortened } from '../semantics/shortening.ts';
import { isStutterInvariant } from '../semantics/stutter-invariance.ts';

interface DecisionOptions {
  /** For larger formulas with X the answer is no; 40 by default. */
  readonly maxSize?: number;
  /** The same for formulas whose decision looks at more states; 2000 by default. */
  readonly maxStates?: number;
  /** Of all decisions together: when they are reached, the function throws `LimitExceeded`. */
  readonly limits?: Limits | Stopwatch;
}

/** A function that decides stutter invariance semantically; false also stands for "too large to find out". */
export function makeStutterDecision(options: DecisionOptions = {}): (formula: Formula) => boolean {
  return makeDecision(isStutterInvariant, options);
}

/** The same for `staysTrueWhenShortened`. */
export function makeShorteningDecision(options: DecisionOptions = {}): (formula: Formula) => boolean {
  return makeDecision(staysTrueWhenShortened, options);
}

function makeDecision(
  ask: (formula: Formula, options: SemanticOptions) => boolean,
  options: DecisionOptions,
): (formula: Formula) => boolean {
  const { maxSize = 40, maxStates = 2000 } = options;
  const stopwatch = Stopwatch.over(options.limits);
  const languages = new Languages({ maxStates });
  const known = new Map<Formula, boolean>();
  const decide = (formula: Formula): boolean => {
    if (formula.size > maxSize) return false;
    const answer = stopwatch.attempt({ states: maxStates }, (limits) => ask(formula, { languages, limits }));
    return answer ?? false;
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
