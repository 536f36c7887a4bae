// The front door: does every execution of the model satisfy the formula?
//
//     (model, formula, options) → prepare → session → schedule → engine → confirm → result
import type { Automaton } from '../automata/automaton.ts';
import type { Limits } from '../diagnostics/limit.ts';
import type { Formula } from '../formula/formula.ts';
import { parseLtl } from '../formula/parse.ts';
import type { FairnessNameFor } from '../models/fairness.ts';
import type { Model } from '../models/model.ts';
import { isValueModel } from '../models/typescript/definition.ts';
import type { FormulaCompletion, FormulaTextFor } from '../models/typescript/formula-text.ts';
import type { CheckOptions } from './options.ts';
import type { CheckResult, NeverResult, Verdict } from './result.ts';
import { CheckSession } from './session.ts';

/**
 * Checks the formula, or its text, on all infinite executions of the model. Throws `InputError` when the two do not fit; where
 * the type of the model knows its propositions and transitions, a misspelt one in a literal is already a type error. Models in code
 * are checked within 4 seconds and 1,000,000 states unless `limits` are given.
 */
export function check<M extends Model, const T extends string, F extends string>(
  model: M,
  formula: Formula | (T & FormulaTextFor<M, T>) | NoInfer<FormulaCompletion<M, T>>,
  options: CheckOptions<FairnessNameFor<M, F>> = {},
): CheckResult {
  const parsed = typeof formula === 'string' ? parseLtl(formula) : formula;
  if (options.limits !== undefined || !isValueModel(model)) return new CheckSession(model, options).check(parsed);
  const result = new CheckSession(model, options).check(parsed, DEFAULT_LIMITS);
  return { ...result, verdict: withDefaultNamed(result.verdict) };
}

/**
 * What a check of a model in code may use unless `limits` are given: a slip makes such a model infinite, and a test should fail with a
 * message before its runner gives up (5 seconds in vitest and jest). `limits: {}` stands for none.
 */
const DEFAULT_LIMITS: Limits = { seconds: 4, states: 1_000_000 };

function withDefaultNamed(verdict: Verdict): Verdict {
  if (verdict.outcome !== 'unknown' || verdict.value === undefined) return verdict;
  return { ...verdict, reason: `${verdict.reason} (the default for models in code; \`limits\` sets another)` };
}

/** Checks that no infinite execution of the model is accepted by the automaton of bad behaviours. */
export function checkNever(model: Model, automaton: Automaton, options: CheckOptions = {}): NeverResult {
  return new CheckSession(model, options).checkNever(automaton);
}
