// One symbolic check with what [BDKT14] measures of it: time and memory. States and product are found anew each time, by the same variable
// order for every approach of a model.

import { automatonOf } from '../check/question.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import { observe } from '../models/observation.ts';
import { checkSymbolically } from '../symbolic/check.ts';
import { ExploredModel } from '../symbolic/explored-model.ts';
import type { SymbolicApproach } from './approaches.ts';
import type { Measured, MeasureOptions } from './measure.ts';

interface SymbolicMeasureOptions extends MeasureOptions {
  /** The states of the model, where they need not be found anew. */
  readonly explored?: ExploredModel;
}

/** Checks the formula in decision diagrams. Throws `LimitExceeded`, and `InputError` as `check` does. */
export function measureSymbolic(
  model: Model,
  formula: Formula,
  approach: SymbolicApproach,
  {
    limits,
    explored = new ExploredModel(model, { strategy: approach.strategy, property: 'top' }),
  }: SymbolicMeasureOptions = {},
): Measured {
  const { automaton, strategy } = approach;
  const started = performance.now();
  const negation = automatonOf(formula.store.not(formula), automaton, Stopwatch.over(limits));
  const result = checkSymbolically(explored, negation, observe(model, formula), {
    strategy,
    hull: 'owcty',
    deadlock: 'stutter',
    limits,
  });
  const productStates = Number(result.productStates);
  return {
    outcome: result.lasso === null ? 'holds' : 'violated',
    automatonStates: result.automatonStates,
    automatonTransitions: null,
    productStates,
    productTransitions: null,
    exploredStates: productStates,
    exploredTransitions: null,
    passes: result.iterations,
    seconds: (performance.now() - started) / 1000,
    translationSeconds: null,
    memoryBytes: result.diagrams.peakBytes,
  };
}
