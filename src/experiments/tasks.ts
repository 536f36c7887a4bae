// The two kinds of work: selecting the formulas of a set for a model, and checking one of them by one approach. Both turn into records, whatever
// happens.
import { InputError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded, type Limits } from '../diagnostics/limit.ts';
import type { Formula } from '../formula/formula.ts';
import { parseLtl } from '../formula/parse.ts';
import { printFormula } from '../formula/print/print.ts';
import type { Model } from '../models/model.ts';
import { type ApproachId, approachOf } from './approaches.ts';
import { candidate, dedicatedFormulas, propositionsFor, type SetName } from './formula-sets.ts';
import { type Measured, measureExplicit } from './measure.ts';
import { measureSymbolic } from './measure-symbolic.ts';
import type { CheckRecord, FormulaRecord, ResultRecord } from './records.ts';

export interface SelectTask {
  readonly kind: 'select';
  readonly model: string;
  readonly set: SetName;
  readonly seed: number;
  /** The first candidate to look at, and how many formulas of each outcome are still wanted. */
  readonly from: number;
  readonly wanted: Readonly<Record<'holds' | 'violated', number>>;
  readonly threshold: number;
  readonly maxCandidates: number;
}

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
    if (error instanceof LimitExceeded) return failedCheck(task, 'unknown', error.message, seconds);
    return failedCheck(task, 'failed', error instanceof Error ? error.message : String(error), seconds);
  }
}

function measure(model: Model, formula: Formula, id: ApproachId, limits: Limits): Measured {
  const approach = approachOf(id);
  return approach.engine === 'explicit'
    ? measureExplicit(model, formula, approach, { limits })
    : measureSymbolic(model, formula, approach, { limits });
}

/**
 * Looks at one candidate after the other until enough are found. A candidate is taken when the TGBA check explores more product states
 * than the threshold (RND of SUMo'11 §3.2); for the symbolic set, when the symbolic product has more.
 *
 * Differs from the papers: SUMo'11 selects RND only, TGTA-all by time; here all random sets are selected in this one way.
 */
function* select(model: Model, task: SelectTask, limits: Limits): Generator<ResultRecord, void> {
  const { set, seed, threshold } = task;
  const missing = { ...task.wanted };
  let index = task.from;
  for (const [formula, number] of candidates(model, task)) {
    if (missing.holds <= 0 && missing.violated <= 0) break;
    index = number + 1;
    const found = formula && consider(model, formula, set, limits);
    if (!found || (found.exploredStates ?? 0) <= threshold) continue;
    const { outcome } = found;
    if (outcome !== 'holds' && outcome !== 'violated') continue;
    if (set !== 'dedicated' && missing[outcome]-- <= 0) continue;
    yield {
      kind: 'formula',
      model: task.model,
      set,
      seed,
      candidate: number,
      formula: printFormula(formula),
      outcome,
      exploredStates: found.exploredStates ?? 0,
    } satisfies FormulaRecord;
  }
  yield { kind: 'selected', model: task.model, set, candidates: index };
}

function* candidates(model: Model, task: SelectTask): Generator<readonly [Formula | null, number]> {
  if (task.set === 'dedicated') {
    yield* dedicatedFormulas(task.model).map((formula, i) => [formula, i] as const);
    return;
  }
  const propositions = propositionsFor(model);
  for (let i = task.from; i < task.maxCandidates; i++) yield [candidate(task.set, task.seed, i, propositions), i];
}

/** The selecting check; null where it comes to no answer. */
function consider(model: Model, formula: Formula, set: SetName, limits: Limits): Measured | null {
  try {
    if (set !== 'symbolic') {
      const approach = approachOf('tgba');
      return approach.engine === 'explicit'
        ? measureExplicit(model, formula, approach, { limits, fullProduct: 'skip' })
        : null;
    }
    const approach = approachOf('symbolic-tgta-sat');
    return approach.engine === 'symbolic' ? measureSymbolic(model, formula, approach, { limits }) : null;
  } catch (error) {
    if (error instanceof LimitExceeded || error instanceof InputError) return null;
    throw error;
  }
}
