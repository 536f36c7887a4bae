// Several formulas under one time limit: rounds with growing slices of time, so that the easy ones are answered first and the hard
// ones share what is left. All checks share the explored part of the model.
import { ModelGraph } from '../explicit/model-graph.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import { check } from './check.ts';
import type { CheckOptions } from './options.ts';
import type { CheckResult } from './result.ts';

/** Seconds for each formula in the first round; each further round gives four times as much. */
const FIRST_SLICE = 0.5;
const GROWTH = 4;

export interface RoundsOptions extends Omit<CheckOptions, 'graph'> {
  /** For all formulas together; without it each formula has all the time it needs. */
  readonly seconds?: number;
}

/** Calls `onResult` with the number of each formula and its result, decided ones as soon as they are, the rest at the end. */
export function checkInRounds(
  model: Model,
  formulas: readonly Formula[],
  options: RoundsOptions,
  onResult: (index: number, result: CheckResult) => void,
): void {
  const { seconds = Number.POSITIVE_INFINITY, limits, ...rest } = options;
  const deadline = performance.now() + seconds * 1000;
  const graph = new ModelGraph(model, { deadlock: rest.deadlock ?? 'stutter', maxStates: limits?.states });
  let open = formulas.map((formula, index) => ({ formula, index }));
  for (let slice = FIRST_SLICE; open.length > 0; slice *= GROWTH) {
    const undecided: typeof open = [];
    for (const [position, entry] of open.entries()) {
      const left = (deadline - performance.now()) / 1000;
      const fair = Math.min(slice, left / (open.length - position));
      const result = check(model, entry.formula, {
        ...rest,
        graph,
        limits: { ...limits, seconds: Math.max(fair, 0.001) },
      });
      const isLast = left <= fair * 1.01 || (result.verdict.outcome === 'unknown' && result.verdict.limit !== 'time');
      if (result.verdict.outcome !== 'unknown' || isLast) onResult(entry.index, result);
      else undecided.push(entry);
    }
    open = undecided;
  }
}
