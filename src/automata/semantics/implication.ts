// Language containment as the simplifier wants it: a function that answers quickly and often. "No" means that the implication does not
// hold, or that finding out would cost too much.
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import type { Automaton } from '../automaton.ts';
import { intersects } from '../operations/intersects.ts';
import { Languages } from './languages.ts';

export interface ImplicationOptions {
  /** Formulas larger than this are not translated; 40 by default. */
  readonly maxSize?: number;
  /** Automata that have more states before they are reduced are not compared; 60 by default. */
  readonly maxStates?: number;
  /** Of all answers together: when they are reached, the function throws `LimitExceeded`. */
  readonly limits?: Limits | Stopwatch;
}

/** A function that tells whether every word that satisfies `a` satisfies `b`. It remembers its answers and automata. */
export function makeImplication(options: ImplicationOptions = {}): (a: Formula, b: Formula) => boolean {
  const { maxSize = 40, maxStates = 60 } = options;
  const stopwatch = Stopwatch.over(options.limits);
  const languages = new Languages({ maxStates });
  const tooLarge = new Set<Formula>();
  const answers = new Map<Formula, Map<Formula, boolean>>();
  /** The automaton of the formula, or null when it is too large. */
  const automatonOf = (formula: Formula): Automaton | null => {
    if (formula.size > maxSize || tooLarge.has(formula)) return null;
    const automaton = stopwatch.attempt({}, (part) => languages.of(formula, part));
    if (automaton === null) tooLarge.add(formula);
    return automaton;
  };
  const decide = (a: Formula, b: Formula): boolean => {
    const left = automatonOf(a);
    const right = left === null ? null : automatonOf(b.store.not(b));
    return left !== null && right !== null && !intersects(left, right, stopwatch.part({}));
  };
  return (a, b) => {
    if (a === b) return true;
    let row = answers.get(a);
    if (row === undefined) answers.set(a, (row = new Map()));
    let answer = row.get(b);
    if (answer === undefined) row.set(b, (answer = decide(a, b)));
    return answer;
  };
}
