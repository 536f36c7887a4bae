// Matchers for test runners of the family of jest: expect(model).toSatisfy('G(request -> F grant)'). A property that does not come
// out as expected fails the test with the counterexample, or with what was explored.
import { check } from '../check/check.ts';
import type { CheckOptions } from '../check/options.ts';
import type { CheckResult } from '../check/result.ts';
import { isVacuous } from '../check/vacuity.ts';
import { InputError, UsageError } from '../diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../diagnostics/format.ts';
import type { Formula } from '../formula/formula.ts';
import { parseLtl } from '../formula/parse.ts';
import { printFormula } from '../formula/print/print.ts';
import type { FairnessNameFor } from '../models/fairness.ts';
import type { Model } from '../models/model.ts';
import type { FormulaCompletion, FormulaTextFor } from '../models/typescript/formula-text.ts';
import { formatCheck } from '../report/check-report.ts';

/** What a matcher answers. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** What test runners tell a matcher. */
export interface MatcherContext {
  /** Whether the test says `expect(model).not`. */
  readonly isNot?: boolean;
}

/** The options of a check; with `vacuity: 'error'` a property that holds for the wrong reason fails the test too. */
export interface MatcherOptions<Fair extends string = string> extends Omit<CheckOptions<Fair>, 'vacuity'> {
  readonly vacuity?: CheckOptions['vacuity'] | 'error';
}

/** The matchers as test code sees them, on a value of type `T`. */
export interface ModelMatchers<T, R = void> {
  /** All infinite executions of the model satisfy the formula. */
  toSatisfy<const F extends string, N extends string>(
    formula: Formula | (F & FormulaTextFor<T, F>) | NoInfer<FormulaCompletion<T, F>>,
    options?: MatcherOptions<FairnessNameFor<T, N>>,
  ): R;
  /** Some infinite execution of the model violates the formula. */
  toViolate<const F extends string, N extends string>(
    formula: Formula | (F & FormulaTextFor<T, F>) | NoInfer<FormulaCompletion<T, F>>,
    options?: CheckOptions<FairnessNameFor<T, N>>,
  ): R;
}

/** For `expect.extend`. */
export const matchers = {
  toSatisfy(this: MatcherContext, model: unknown, formula: unknown, options?: MatcherOptions): MatcherResult {
    // vitest has a matcher of this name for functions; it keeps its meaning.
    if (typeof formula === 'function') return satisfiesPredicate(model, formula as (value: unknown) => unknown);
    return answer(this, { model, formula, options, wanted: 'holds' });
  },
  toViolate(this: MatcherContext, model: unknown, formula: unknown, options?: CheckOptions): MatcherResult {
    return answer(this, { model, formula, options, wanted: 'violated' });
  },
};

interface Question {
  readonly model: unknown;
  readonly formula: unknown;
  readonly options: MatcherOptions | undefined;
  readonly wanted: 'holds' | 'violated';
}

function answer(context: MatcherContext, question: Question): MatcherResult {
  const result = ask(question);
  const { outcome } = result.verdict;
  // Without a verdict the test fails, whichever way it asks.
  const pass = outcome === 'unknown' ? context.isNot === true : outcome === question.wanted;
  const { vacuity } = result;
  const isHollow = question.options?.vacuity === 'error' && vacuity !== undefined && isVacuous(vacuity);
  if (pass && isHollow && context.isNot !== true) return { pass: false, message: () => explainHollow(result) };
  return { pass, message: () => explain(result, question) };
}

function ask({ model, formula, options }: Question): CheckResult {
  if (!isModel(model)) {
    throw new UsageError(
      'expect(…) must be given a model, as made by defineModel, defineSystem, fromMachine or loadModel',
    );
  }
  if (typeof formula !== 'string' && !isFormula(formula)) {
    throw new UsageError('the property must be an LTL formula: a text, or made by ltl');
  }
  try {
    const { vacuity = 'skip', ...others } = options ?? {};
    const asked = typeof formula === 'string' ? parseLtl(formula) : formula;
    return check(model, asked, { ...others, vacuity: vacuity === 'error' ? 'look' : vacuity });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // Test runners show the message alone: it needs the place and the hint.
    throw new Error(error.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic)).join('\n'), { cause: error });
  }
}

function nameOf({ model }: CheckResult): string {
  return model.name === 'model' ? 'the model' : `the model ${model.name}`;
}

function explainHollow(result: CheckResult): string {
  const found = formatCheck(result, { statistics: 'when-unknown' });
  return `expected ${nameOf(result)} to satisfy ${printFormula(result.formula)} for a reason\n\n${found}`;
}

function explain(result: CheckResult, { wanted }: Question): string {
  const name = nameOf(result);
  const formula = printFormula(result.formula);
  const verb = wanted === 'holds' ? 'satisfy' : 'violate';
  const { outcome } = result.verdict;
  const not = outcome === wanted ? 'not ' : '';
  const found = formatCheck(result, { statistics: 'when-unknown' });
  const states = outcome === 'holds' ? `\n  model: ${result.statistics.modelStates} states seen` : '';
  return `expected ${name} ${not}to ${verb} ${formula}\n\n${found}${states}`;
}

function satisfiesPredicate(value: unknown, predicate: (value: unknown) => unknown): MatcherResult {
  const pass = Boolean(predicate(value));
  return {
    pass,
    message: () => `expected the value ${pass ? 'not ' : ''}to satisfy ${predicate.name || 'the function'}`,
  };
}

function isModel(value: unknown): value is Model {
  return typeof value === 'object' && value !== null && 'successors' in value && 'predicate' in value;
}

function isFormula(value: unknown): value is Formula {
  return typeof value === 'object' && value !== null && 'kind' in value && 'children' in value;
}
