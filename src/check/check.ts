// The front door: does every execution of the model satisfy the formula?
//
//     ¬formula → automaton → product with the model → emptiness check → verdict, its counterexample replayed and judged
import { tightAutomaton } from '../automata/translate/tight.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { AutomatonProperty } from '../explicit/product/automaton-property.ts';
import type { Formula } from '../formula/formula.ts';
import { parseLtl } from '../formula/parse.ts';
import { simplify } from '../formula/simplify/simplify.ts';
import type { Model } from '../models/model.ts';
import { observe } from '../models/observation.ts';
import type { FormulaTextFor } from '../models/typescript/formula-text.ts';
import { checkByItself } from './auto.ts';
import { condense } from './condense.ts';
import { validateCounterexample } from './counterexample.ts';
import { checkFairly } from './fair.ts';
import { type CheckOptions, type CompleteCheckOptions, completeCheckOptions, type EngineOptions } from './options.ts';
import { searchProduct } from './product-search.ts';
import { compileProperty } from './property.ts';
import type { CheckResult } from './result.ts';
import { checkInDiagrams } from './symbolic-check.ts';

/**
 * Checks the formula, or its text, on all infinite executions of the model. Throws `InputError` when the two do not fit; where
 * the type of the model knows its propositions, a misspelt one in a literal is already a type error.
 */
export function check<M extends Model, const T extends string>(
  model: M,
  formula: Formula | (T & FormulaTextFor<M, T>),
  options: CheckOptions = {},
): CheckResult {
  const parsed = typeof formula === 'string' ? parseLtl(formula) : formula;
  const { fairness, engine, ...given } = options;
  const rest = { ...given, limits: Stopwatch.over(given.limits) };
  if (fairness !== undefined) {
    // what is known of the given model is not known of the one that remembers who moved
    const { graph: _, symbolic: { explored: __, ...symbolic } = {}, ...fair } = rest;
    return checkFairly(model, parsed, fairness, (remembering, implied) =>
      check(remembering, implied, { ...fair, engine, symbolic }),
    );
  }
  if (engine === 'auto') return checkByItself(model, parsed, rest, checkByEngine);
  return checkByEngine(model, parsed, { ...rest, engine });
}

function checkByEngine(model: Model, parsed: Formula, options: EngineOptions): CheckResult {
  const complete = completeCheckOptions(options);
  if (complete.engine === 'symbolic') return checkInDiagrams(model, parsed, observe(model, parsed), complete);
  return checkExplicitly(model, parsed, complete);
}

function checkExplicitly(model: Model, formula: Formula, options: CompleteCheckOptions): CheckResult {
  const asked = observe(model, formula);
  const { automaton, deadlock, limits } = options;
  const knowsLetters = automaton !== 'tgba' && automaton !== 'ba';
  const { formula: condensed, observation } = knowsLetters ? condense(formula, asked) : { formula, observation: asked };
  const outcome = searchProduct({
    model,
    observation,
    options,
    compile: (letters) => compileProperty(condensed, automaton, { letters, names: observation.names, limits }),
    compileTight: (letters) => {
      const negation = simplify(condensed.store.not(condensed), { limits });
      return new AutomatonProperty(tightAutomaton(negation, limits.part({})), letters, observation.names);
    },
    confirm: (lasso) => validateCounterexample(model, formula, lasso, { observation: asked, deadlock }),
  });
  return { model, formula, options, ...outcome };
}
