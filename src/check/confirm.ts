// The one place where a lasso becomes a counterexample: lifted through the layers, replayed on the user's model, judged on what the user
// asked. Neither the engine that found it nor the layers are believed. What is then shown (present.ts) is replayed and judged again.
import { invariant } from '../base/assert.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
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
import { type Presented, present } from './present.ts';
import { FormulaQuestion, type Question } from './question.ts';

/** What the user asked of the given model. */
interface Asked {
  readonly question: Question;
  readonly choices: Pick<CompleteChoices, 'deadlock' | 'fairness' | 'trace'>;
  /** Whether the lasso is known to be a shortest one, or a limit came first; absent where none was asked for. */
  readonly shortest?: 'proved' | 'not proved';
  /** Ends it with `LimitExceeded`: what is not confirmed is not known. */
  readonly watch?: Pick<Stopwatch, 'look'>;
  /** The limits of what is done for show. */
  readonly stopwatch: Stopwatch;
  /** `as found`: nobody looks at it, so nothing is done for show. */
  readonly show?: 'short' | 'as found';
}

/** A lasso of the model that was searched as a counterexample of the given one. Anything that does not fit is an internal error. */
export function confirm(prepared: PreparedModel, lasso: StateLasso, asked: Asked): Presented {
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
  invariant(lasso.cycle.length > 0, 'a counterexample needs a cycle');
  const question = new FormulaQuestion(formula, observation);
  return shown(
    confirmed(model, lasso, { question, choices: { deadlock, trace: 'lasso' }, stopwatch: new Stopwatch() }),
  );
}

/** The same as `confirm` for a lasso of the given model. */
export function confirmLasso(model: Model, lasso: StateLasso, asked: Asked): Presented {
  const run = confirmed(model, lasso, asked);
  const asFound: Presented = { counterexample: shown(run), ...(asked.shortest && { shortest: asked.shortest }) };
  if (asked.show === 'as found') return asFound;
  try {
    return present(model, run, { ...asked, confirmed: (shorter) => shown(confirmed(model, shorter, asked)) });
  } catch (error) {
    if (error instanceof LimitExceeded) return asFound; // there is an answer: it is shown as it is
    throw error;
  }
}

/** The lasso, or the path if it has no cycle, replayed and judged. */
function confirmed(model: Model, lasso: StateLasso, { question, choices, watch }: Asked): ReplayedRun {
  const { deadlock, fairness } = choices;
  const enabled = fairness === undefined ? 'not kept' : 'kept';
  const run = replay(model, lasso, { observation: question.observation, deadlock, watch, enabled });
  const { prefix, cycle } = wordOf(run);
  if (cycle.length === 0) {
    invariant(question.isLostBy(prefix, watch), 'a bad prefix may still satisfy the property');
    return run;
  }
  invariant(question.isViolation({ prefix, cycle }, watch), 'a counterexample satisfies the property');
  if (choices.fairness !== undefined) {
    invariant(isFair(assumptionsOf(model, choices.fairness), run.cycle), 'a counterexample is not fair');
  }
  return run;
}

function shown({ prefix, cycle, grows }: ReplayedRun): Counterexample {
  const kind = cycle.length === 0 ? 'prefix' : 'lasso';
  return { kind, prefix: prefix.map(shownStep), cycle: cycle.map(shownStep), ...(grows && { grows }) };
}

function shownStep({ state, letter, transition, taken }: ReplayedStep): TraceStep {
  return { state, letter, transition, group: taken };
}

function wordOf({ prefix, cycle }: ReplayedRun): Word {
  return { prefix: prefix.map(({ letter }) => letter), cycle: cycle.map(({ letter }) => letter) };
}
