// Checking under fairness assumptions: only the fair executions count. The formula becomes assumptions → formula on a model that
// remembers who moved; the counterexample, a fair execution, is lifted back to the model that was given.
import type { Formula } from '../formula/formula.ts';
import { propositionsOf } from '../formula/traverse.ts';
import { FairModel, type Fairness } from '../models/fairness.ts';
import type { Model } from '../models/model.ts';
import type { TraceStep } from './counterexample.ts';
import type { CheckResult } from './result.ts';

/** Checks `formula` on the fair executions of `model`; `check` is asked about the model that remembers. */
export function checkFairly(
  model: Model,
  formula: Formula,
  fairness: Fairness,
  check: (model: Model, formula: Formula) => CheckResult,
): CheckResult {
  const fair = new FairModel(model, fairness);
  const { store } = formula;
  const result = check(fair, store.implies(fair.assumed(store), formula));
  const options = { ...result.options, fairness };
  if (result.verdict.outcome !== 'violated') return { ...result, model, formula, options };
  const names = new Set(propositionsOf(formula));
  const lifted = (steps: readonly TraceStep[]): TraceStep[] =>
    steps.map((step) => ({
      ...step,
      state: fair.lift(step.state),
      letter: new Set([...step.letter].filter((name) => names.has(name))),
    }));
  const { prefix, cycle } = result.verdict.counterexample;
  const counterexample = { prefix: lifted(prefix), cycle: lifted(cycle) };
  return { ...result, model, formula, options, verdict: { ...result.verdict, counterexample } };
}
