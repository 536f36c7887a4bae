// The two kinds of work: selecting the formulas of a set for a model, and checking one of them by one approach. Both turn into records, whatever
// happens.
import type { Limits } from '../diagnostics/limit.ts';
import { limitOf } from '../diagnostics/out-of-memory.ts';
import type { Formula } from '../formula/formula.ts';
import { parseLtl } from '../formula/parse.ts';
import type { Model } from '../models/model.ts';
import { type ApproachId, approachOf } from './approaches.ts';
import type { SetName } from './formula-sets.ts';
import { type Measured, measureExplicit } from './measure.ts';
import { measureSymbolic } from './measure-symbolic.ts';
import type { CheckRecord, ResultRecord } from './records.ts';
import { type SelectTask, select } from './select.ts';

export interface CheckTask {
  readonly kind: 'check';
  readonly model: string;
  readonly set: SetName;
  readonly formula: string;
  readonly approach: ApproachId;
}

/** The approach after whose checks the stuttering transitions of the model are counted, for [BDKT14, Table 1]. */
const COUNTS_STUTTERING: ApproachId = 'symbolic-tgta-sat';

export type Task = SelectTask | CheckTask;

const NOTHING = {
  automatonStates: null,
  automatonTransitions: null,
  productStates: null,
  productTransitions: null,
  exploredStates: null,
  exploredTransitions: null,
  passes: null,
  translationSeconds: null,
  memoryBytes: null,
};

/** Does the task and gives its records one by one. */
export function* runTask(model: Model, task: Task, limits: Limits): Generator<ResultRecord, void> {
  if (task.kind === 'check') yield runCheck(model, task, limits);
  else yield* select(model, task, limits);
}

/** A check that did not come to its end. */
export function failedCheck(
  { model, set, formula, approach }: CheckTask,
  outcome: 'unknown' | 'failed',
  reason: string,
  seconds: number,
): CheckRecord {
  return { kind: 'check', model, set, formula, approach, outcome, reason, ...NOTHING, seconds };
}

function runCheck(model: Model, task: CheckTask, limits: Limits): CheckRecord {
  const { set, formula, approach } = task;
  const started = performance.now();
  try {
    const measured = measure(model, parseLtl(formula), approach, limits);
    return { kind: 'check', model: task.model, set, formula, approach, ...measured };
  } catch (error) {
    const seconds = (performance.now() - started) / 1000;
    const limit = limitOf(error);
    if (limit !== null) return failedCheck(task, 'unknown', limit.message, seconds);
    return failedCheck(task, 'failed', error instanceof Error ? error.message : String(error), seconds);
  }
}

function measure(model: Model, formula: Formula, id: ApproachId, limits: Limits): Measured {
  const approach = approachOf(id);
  return approach.engine === 'explicit'
    ? measureExplicit(model, formula, approach, { limits })
    : measureSymbolic(model, formula, approach, {
        limits,
        stuttering: id === COUNTS_STUTTERING ? 'counted' : 'not counted',
      });
}
