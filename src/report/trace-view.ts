// A counterexample as every picture of it shows it: the steps with what changes in them, the propositions with their truth, the cycle,
// and why the formula fails. Text, SVG and HTML are made from this.
import type { Counterexample, TraceStep } from '../check/counterexample.ts';
import { explainLoss, explainViolation, type Reason } from '../check/explanation.ts';
import type { CheckResult } from '../check/result.ts';
import { printFormula } from '../formula/print/print.ts';
import { propositionsOf } from '../formula/traverse.ts';
import type { Word } from '../formula/word.ts';
import type { Model, StateEntry } from '../models/model.ts';
import type { StepParts } from '../models/step-parts.ts';
import { formatWatched } from '../models/watch.ts';
import { formatExplanation } from './explanation-text.ts';

export interface TraceViewStep {
  /** In the first step all that is not plain, afterwards what the step changed. */
  readonly changes: readonly StateEntry[];
  readonly state: readonly StateEntry[];
  /** The propositions that hold here, sorted. */
  readonly holds: readonly string[];
  /** The transition that leaves the state; null where a deadlock repeats, and at the end of a run that is cut. */
  readonly transition: string | null;
  /** Watched expressions with their values, on one line each. */
  readonly watched: readonly string[];
  /** Who takes part in the step that leaves the state; null where the model has no processes, or no step leaves it. */
  readonly parts: StepParts | null;
}

export interface TraceView {
  readonly model: string;
  readonly formula: string;
  readonly propositions: readonly string[];
  readonly steps: readonly TraceViewStep[];
  /** The step to which the last one returns; null for a run that is shown up to the step where the formula is lost. */
  readonly cycleStart: number | null;
  /** Why the formula fails on this run, in words; empty where formula and run are too long for that. */
  readonly why: readonly string[];
  /** The processes of the model, in the order in which they are shown; empty where it has none. */
  readonly processes: readonly string[];
}

/** Truth values, of all subformulas at all steps, from which reasons are read: more take seconds and gigabytes, and nobody reads the reasons. */
const MOST_EXPLAINED = 20_000_000;

/** The view of the counterexample of a violated formula. */
export function viewCounterexample(result: CheckResult, counterexample: Counterexample): TraceView {
  const { model, formula } = result;
  const { kind, prefix } = counterexample;
  const word = wordOf(counterexample);
  const isShort = (word.prefix.length + word.cycle.length) * formula.size <= MOST_EXPLAINED;
  const explain = (): Reason =>
    kind === 'prefix' ? explainLoss(word.prefix, formula) : explainViolation(word, formula);
  return {
    model: model.name,
    formula: printFormula(formula),
    propositions: propositionsOf(formula),
    ...viewRun(model, counterexample),
    why: isShort ? formatExplanation(explain(), prefix.length) : [],
  };
}

/** What the formula sees of a counterexample. */
function wordOf({ prefix, cycle }: Counterexample): Word {
  return { prefix: prefix.map(({ letter }) => letter), cycle: cycle.map(({ letter }) => letter) };
}

/** The steps of a run, where it returns to, and who takes part in it. */
export function viewRun(
  model: Model,
  { prefix, cycle }: Counterexample,
): Pick<TraceView, 'steps' | 'cycleStart' | 'processes'> {
  const all = [...prefix, ...cycle];
  const steps = viewSteps(model, all).map((step, i) => ({
    ...step,
    parts: partsOf(model, all[i], all[i + 1] ?? cycle[0]),
  }));
  return { steps, cycleStart: cycle.length === 0 ? null : prefix.length, processes: model.processes ?? [] };
}

function partsOf(model: Model, { group, state }: TraceStep, next: TraceStep | undefined): StepParts | null {
  if (model.stepParts === undefined || group === null || next === undefined) return null;
  return model.stepParts(group, state, next.state);
}

/** The steps, each with what it changes. */
function viewSteps(model: Model, steps: readonly TraceStep[]): Omit<TraceViewStep, 'parts'>[] {
  let before: ReadonlyMap<string, string> | null = null;
  return steps.map(({ state, letter, transition, watched = {} }) => {
    const entries = model.describe(state);
    const last = before;
    const changes = last
      ? entries.filter(({ name, value }) => last.get(name) !== value)
      : entries.filter(({ plain }) => !plain);
    before = new Map(entries.map(({ name, value }) => [name, value]));
    const lines = Object.entries(watched).map(([text, value]) => formatWatched(text, value));
    return { changes, state: entries, holds: [...letter].sort(), transition, watched: lines };
  });
}
