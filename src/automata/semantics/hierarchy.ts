// The place of a formula in the hierarchy of Manna and Pnueli [MP90], by its
// language and not by its shape.
//
// Safety is decided by the safety closure, guarantee by that of the negation, obligation by the weak deterministic automaton
// that the language would have. For the rest a deterministic automaton is asked whether its loops are those of a recurrence or of
// a persistence; an obligation is both.
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { HierarchyClass } from '../../formula/classes.ts';
import type { Formula } from '../../formula/formula.ts';
import { simplify } from '../../formula/simplify/simplify.ts';
import { GUARANTEE, OBLIGATION, PERSISTENCE, RECURRENCE, SAFETY } from '../../formula/traits.ts';
import type { Automaton, Known } from '../automaton.ts';
import { intersects } from '../operations/intersects.ts';
import { isPersistence, isRecurrence } from '../operations/landweber.ts';
import { safetyClosure } from '../operations/safety-closure.ts';
import { minimizeObligation } from '../reduce/obligation.ts';
import { deterministicAutomaton } from './deterministic.ts';
import { Languages } from './languages.ts';
import type { SemanticOptions } from './questions.ts';

/** A language by an automaton for it and one for its complement. */
interface LanguagePair {
  readonly language: Automaton;
  readonly complement: Automaton;
}

/** The smallest class that the formula's language is in. Throws `LimitExceeded` when the limits are reached. */
export function hierarchyClass(given: Formula, options: SemanticOptions = {}): HierarchyClass {
  const { languages = new Languages() } = options;
  const limits = Stopwatch.over(options.limits);
  const formula = simplify(given, { limits });
  const pair = { language: languages.of(formula, limits), complement: languages.ofNegation(formula, limits) };
  const safety = formula.has(SAFETY) || isSafety(pair, limits);
  const guarantee =
    formula.has(GUARANTEE) || isSafety({ language: pair.complement, complement: pair.language }, limits);
  if (safety || guarantee) return safety && guarantee ? 'bottom' : safety ? 'safety' : 'guarantee';
  const obligation = formula.has(OBLIGATION) ? 'yes' : isObligation(pair, limits);
  if (obligation === 'yes') return 'obligation';
  // What is in both of the next classes is an obligation: knowing one of them, and that it is none, is enough.
  if (obligation === 'no' && formula.has(RECURRENCE)) return 'recurrence';
  if (obligation === 'no' && formula.has(PERSISTENCE)) return 'persistence';
  const automaton = deterministicAutomaton(formula, { languages, limits });
  const [recurrence, persistence] = [isRecurrence(automaton, limits), isPersistence(automaton, limits)];
  if (recurrence && persistence) return 'obligation';
  return recurrence ? 'recurrence' : persistence ? 'persistence' : 'reactivity';
}

/** Whether the language contains every word whose prefixes all begin words of it. */
function isSafety({ language, complement }: LanguagePair, limits?: Limits | Stopwatch): boolean {
  const stopwatch = Stopwatch.over(limits);
  return !intersects(safetyClosure(language, stopwatch), complement, stopwatch);
}

/** Sets of states that the quick test for obligations may look at; beyond, the parity automaton decides. */
const OBLIGATION_STATES = 2000;

/** Whether the language is that of its weak deterministic automaton; 'maybe' when this would be too large. */
function isObligation({ language, complement }: LanguagePair, stopwatch: Stopwatch): Known {
  let answer: Known = 'no';
  const onLimit = (): void => {
    answer = 'maybe';
  };
  const weak = language.bdd.during(stopwatch, () =>
    minimizeObligation(language, { complement, maxStates: OBLIGATION_STATES, onLimit, stopwatch }),
  );
  return weak === null ? answer : 'yes';
}
