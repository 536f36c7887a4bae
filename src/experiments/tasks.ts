// The two kinds of work: selecting the formulas of a set for a model, and checking one of them by one approach. Both turn into records, whatever
// happens.
import type { Limits } from '../diagnostics/limit.ts';
import { limitOf } from '../diagnostics/out-of-memory.ts';
import type { Formula } from '../formula/formula.ts';
import { parseLtl } from '../formula/parse.ts';
import type { Model } from '../models/model.ts';
import type { VariableOrder } from '../symbolic/order/orders.ts';
import { type ApproachId, approachOf } from './approaches.ts';
import { deadlockReading, type SetName } from './formula-sets.ts';
import { type Measured, type MeasureOptions, measureExplicit, wallClock } from './measure.ts';
import { commonOrder, measureSymbolic } from './measure-symbolic.ts';
import type { CheckRecord, ResultRecord } from './records.ts';
import { type SelectTask, select } from './select.ts';

export interface CheckTask {
  readonly kind: 'check';
  readonly model: string;
  readonly set: SetName;
  readonly formula: string;
  readonly approach: ApproachId;
}

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

/** A model, and what is found out once for all its checks. */
export class Subject {
  readonly model: Model;
  private order: VariableOrder | null = null;

  constructor(model: Model) {
    this.model = model;
  }

  /** The variable order of all symbolic approaches. */
  variableOrder(limits: Limits): VariableOrder {
    this.order ??= commonOrder(this.model, limits);
    return this.order;
  }
}

/** The limits of a check, and the clock by which it is timed. */
interface TaskOptions {
  readonly limits: Limits;
  readonly now?: () => number;
}

/** Does the task and gives its records one by one. */
export function* runTask(subject: Subject, task: Task, options: TaskOptions): Generator<ResultRecord, void> {
  if (task.kind === 'check') yield runCheck(subject, task, options);
  else yield* select(subject.model, task, options.limits);
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

function runCheck(subject: Subject, task: CheckTask, { limits, now = wallClock }: TaskOptions): CheckRecord {
  const { set, formula, approach } = task;
  const started = now();
  try {
    const measured = measure(subject, parseLtl(formula), approach, {
      limits,
      now,
      deadlock: deadlockReading(task.model),
    });
    return { kind: 'check', model: task.model, set, formula, approach, ...measured };
  } catch (error) {
    const seconds = (now() - started) / 1000;
    const limit = limitOf(error);
    if (limit !== null) return failedCheck(task, 'unknown', limit.message, seconds);
    return failedCheck(task, 'failed', error instanceof Error ? error.message : String(error), seconds);
  }
}

function measure(subject: Subject, formula: Formula, id: ApproachId, options: MeasureOptions): Measured {
  const { model } = subject;
  const approach = approachOf(id);
  return approach.engine === 'explicit'
    ? measureExplicit(model, formula, approach, options)
    : measureSymbolic(model, formula, approach, { ...options, order: subject.variableOrder(options.limits ?? {}) });
}
