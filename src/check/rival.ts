// A rival: another thread that works on the same questions with the symbolic engine, while this one searches state by state. Whoever
// answers first wins. The search here never returns to its event loop, so answers are polled.
import type { LimitKind } from '../diagnostics/limit.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import { observe } from '../models/observation.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import { validateCounterexample } from './counterexample.ts';
import type { CompleteCheckOptions } from './options.ts';
import type { CheckResult, CheckStatistics, Verdict } from './result.ts';

/** What a rival found; everything in it can be sent between threads. */
export interface RivalAnswer {
  readonly question: number;
  readonly found:
    | { readonly outcome: 'holds' }
    | { readonly outcome: 'violated'; readonly lasso: StateLasso }
    | { readonly outcome: 'unknown'; readonly limit: LimitKind; readonly reason: string };
  readonly automaton: CompleteCheckOptions['automaton'];
  readonly statistics: CheckStatistics;
}

export interface Rival {
  /** Whether a question is under way. */
  readonly busy: boolean;
  /** Begins with a question; the one that was under way is given up. */
  ask(question: number, formula: Formula, seconds: number): void;
  /** The next answer, if there is one. */
  poll(): RivalAnswer | null;
  /** The next answer, or null when there is none in this time. */
  wait(milliseconds: number): RivalAnswer | null;
  /** The question under way need not be answered. */
  cancel(): void;
}

/** The answer as a result of this thread: a counterexample is replayed and judged here, as always. */
export function resultOfRival(
  model: Model,
  formula: Formula,
  answer: RivalAnswer,
  options: CompleteCheckOptions,
): CheckResult {
  const { found, automaton, statistics } = answer;
  let verdict: Verdict;
  if (found.outcome === 'violated') {
    const { deadlock } = options;
    const counterexample = validateCounterexample(model, formula, found.lasso, {
      observation: observe(model, formula),
      deadlock,
    });
    verdict = { outcome: 'violated', counterexample };
  } else verdict = found;
  return {
    model,
    formula,
    verdict,
    options: { ...options, engine: 'symbolic', automaton },
    emptiness: null,
    statistics,
  };
}
