// The front door: does every execution of the model satisfy the formula?
//
//     (model, formula, options) → prepare → session → schedule → engine → confirm → result
import type { Automaton } from '../automata/automaton.ts';
import type { Formula } from '../formula/formula.ts';
import { parseLtl } from '../formula/parse.ts';
import type { FairnessNameFor } from '../models/fairness.ts';
import type { Model } from '../models/model.ts';
import type { FormulaCompletion, FormulaTextFor } from '../models/typescript/formula-text.ts';
import type { CheckOptions } from './options.ts';
import type { CheckResult, NeverResult } from './result.ts';
import { CheckSession } from './session.ts';

/**
 * Checks the formula, or its text, on all infinite executions of the model. Throws `InputError` when the two do not fit; where
 * the type of the model knows its propositions and transitions, a misspelt one in a literal is already a type error.
 */
export function check<M extends Model, const T extends string, F extends string>(
  model: M,
  formula: Formula | (T & FormulaTextFor<M, T>) | NoInfer<FormulaCompletion<M, T>>,
  options: CheckOptions<FairnessNameFor<M, F>> = {},
): CheckResult {
  const parsed = typeof formula === 'string' ? parseLtl(formula) : formula;
  return new CheckSession(model, options).check(parsed);
}

/** Checks that no infinite execution of the model is accepted by the automaton of bad behaviours. */
export function checkNever(model: Model, automaton: Automaton, options: CheckOptions = {}): NeverResult {
  return new CheckSession(model, options).checkNever(automaton);
}
