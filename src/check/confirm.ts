// The one place where a lasso becomes a counterexample: lifted through the layers, replayed on the user's model, judged on what the user
// asked. Neither the engine that found it nor the layers are believed.
import { invariant } from '../base/assert.ts';
import type { Formula } from '../formula/formula.ts';
import type { Word } from '../formula/word.ts';
import { assumptionsOf, isFair } from '../models/fairness.ts';
import type { Model } from '../models/model.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import {
  type Counterexample,
  type ReplayedRun,
  type ReplayedStep,
  type ReplayOptions,
  replay,
  type TraceStep,
} from './counterexample.ts';
import type { CompleteChoices } from './options.ts';
import type { PreparedModel } from './prepare.ts';
import { FormulaQuestion, type Question } from './question.ts';

/** What the user asked of the given model. */
interface Asked {
  readonly question: Question;
  readonly choices: Pick<CompleteChoices, 'deadlock' | 'fairness'>;
}

/** A lasso of the model that was searched as a counterexample of the given one. Anything that does not fit is an internal error. */
export function confirm(prepared: PreparedModel, lasso: StateLasso, asked: Asked): Counterexample {
  return confirmLasso(prepared.given, prepared.lift(lasso), asked);
}

/**
 * Replays a lasso with the model's own successor function, finds the transition of each step, and has the lasso judge confirm that its
 * word violates the formula.
 */
export function validateCounterexample(
  model: Model,
  formula: Formula,
  lasso: StateLasso,
  { observation, deadlock }: ReplayOptions,
): Counterexample {
  return confirmLasso(model, lasso, { question: new FormulaQuestion(formula, observation), choices: { deadlock } });
}

/** The same as `confirm` for a lasso of the given model. */
export function confirmLasso(model: Model, lasso: StateLasso, { question, choices }: Asked): Counterexample {
  const { observation } = question;
  const run = replay(model, lasso, { observation, deadlock: choices.deadlock });
  invariant(question.isViolation(wordOf(run)), 'a counterexample satisfies the property');
  if (choices.fairness !== undefined) {
    invariant(isFair(assumptionsOf(model, choices.fairness), run.cycle), 'a counterexample is not fair');
  }
  const grows = run.grows === undefined ? {} : { grows: run.grows };
  return { prefix: run.prefix.map(shown), cycle: run.cycle.map(shown), ...grows };
}

function shown({ state, letter, transition }: ReplayedStep): TraceStep {
  return { state, letter, transition };
}

function wordOf({ prefix, cycle }: ReplayedRun): Word {
  return { prefix: prefix.map(({ letter }) => letter), cycle: cycle.map(({ letter }) => letter) };
}
