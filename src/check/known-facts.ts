// The step of the road at which formulas are made smaller by facts of all runs of the model (`src/reductions/knowledge/`), before any search
// or thread begins. Facts of all reachable states, and of the first ones, hold whatever a deadlock means and whatever fairness is assumed; only
// where a deadlock is an error all states have to be seen, and nothing is gained.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import { analyse } from '../models/analysis/analyse.ts';
import type { Model } from '../models/model.ts';
import { FormulaFacts } from '../reductions/knowledge/formula-facts.ts';
import type { CompleteChoices } from './options.ts';
import { isSmall } from './plan.ts';
import type { FormulaQuestion } from './question.ts';
import type { SimplifiedQuestion } from './result.ts';
import { stateBound } from './state-bound.ts';

/** Seconds that may be spent on the facts of one model, and the part of the time that is left. */
const MOST_SECONDS = 10;
const SHARE = 0.2;

/** Whether the choices ask for facts about this model. */
export function asksForFacts(
  model: Model,
  { engine, deadlock, reductions }: CompleteChoices,
  stopwatch: Stopwatch,
): boolean {
  if (deadlock === 'error' || reductions === 'none') return false;
  if (reductions !== 'auto') return reductions.includes('lp');
  return engine.kind === 'auto' && !isSmall({ states: stateBound(analyse(model, { stopwatch })) });
}

/** The facts of one model, kept for all questions about it. */
export class KnownFacts {
  private readonly model: Model;
  /** Null where there are none. */
  private made: { readonly facts: FormulaFacts | null } | null = null;
  private secondsSpent = 0;

  constructor(model: Model) {
    this.model = model;
  }

  /** What the question becomes; null where nothing was found out. A limit of the run is left to the search, which meets it too. */
  simplify({ formula, observation }: FormulaQuestion, stopwatch: Stopwatch): SimplifiedQuestion | null {
    const seconds = Math.min(MOST_SECONDS, SHARE * stopwatch.secondsLeft) - this.secondsSpent;
    const started = stopwatch.seconds;
    if (seconds <= 0) return null;
    const simplified = stopwatch.attempt({ seconds }, (part) => {
      this.made ??= { facts: FormulaFacts.of(this.model, { seconds: seconds / 2, stopwatch: part }) };
      return this.made.facts?.simplify(formula, observation, part) ?? null;
    });
    // Facts that take too long to collect are not begun again.
    this.made ??= { facts: null };
    const spent = stopwatch.seconds - started;
    this.secondsSpent += spent;
    return simplified && { ...simplified, seconds: spent };
  }
}
