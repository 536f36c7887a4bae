// A counterexample as every picture of it shows it: the steps with what changes in them, the propositions with their truth, the cycle,
// and why the formula fails. Text, SVG and HTML are made from this.
import type { Counterexample, TraceStep } from '../check/counterexample.ts';
import { explainLoss, explainViolation } from '../check/explanation.ts';
import type { CheckResult } from '../check/result.ts';
import { printFormula } from '../formula/print/print.ts';
import { propositionsOf } from '../formula/traverse.ts';
import type { Word } from '../formula/word.ts';
import type { Model, StateEntry } from '../models/model.ts';
import { formatExplanation } from './explanation-text.ts';

export interface TraceViewStep {
  /** In the first step all that is not plain, afterwards what the step changed. */
  readonly changes: readonly StateEntry[];
  readonly state: readonly StateEntry[];
  /** The propositions that hold here, sorted. */
  readonly holds: readonly string[];
  /** The transition that leaves the state; null where a deadlock repeats, and at the end of a run that is cut. */
  readonly transition: string | null;
}

export interface TraceView {
  readonly model: string;
  readonly formula: string;
  readonly propositions: readonly string[];
  readonly steps: readonly TraceViewStep[];
  /** The step to which the last one returns; null for a run that is shown up to the step where the formula is lost. */
  readonly cycleStart: number | null;
  /** Why the formula fails on this run, in words. */
  readonly why: readonly string[];
}

/** The view of the counterexample of a violated formula. */
export function viewCounterexample(result: CheckResult, counterexample: Counterexample): TraceView {
  const { model, formula } = result;
  const { kind, prefix, cycle } = counterexample;
  const word = wordOf(counterexample);
  const reason = kind === 'prefix' ? explainLoss(word.prefix, formula) : explainViolation(word, formula);
  return {
    model: model.name,
    formula: printFormula(formula),
    propositions: propositionsOf(formula),
    steps: viewSteps(model, [...prefix, ...cycle]),
    cycleStart: kind === 'prefix' ? null : prefix.length,
    why: formatExplanation(reason, prefix.length),
  };
}

/** What the formula sees of a counterexample. */
function wordOf({ prefix, cycle }: Counterexample): Word {
  return { prefix: prefix.map(({ letter }) => letter), cycle: cycle.map(({ letter }) => letter) };
}

/** The steps, each with what it changes. */
export function viewSteps(model: Model, steps: readonly TraceStep[]): TraceViewStep[] {
  let before: ReadonlyMap<string, string> | null = null;
  return steps.map(({ state, letter, transition }) => {
    const entries = model.describe(state);
    const last = before;
    const changes = last
      ? entries.filter(({ name, value }) => last.get(name) !== value)
      : entries.filter(({ plain }) => !plain);
    before = new Map(entries.map(({ name, value }) => [name, value]));
    return { changes, state: entries, holds: [...letter].sort(), transition };
  });
}
