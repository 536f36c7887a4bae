// A formula without an answer because a limit came before there was a model to ask, or ended the whole run: as text and as JSON, in the form of
// all other answers.
import type { CompleteChoices } from '../check/options.ts';
import { NOTHING_EXPLORED } from '../check/result.ts';
import { type LimitReached, limitText } from '../diagnostics/limit.ts';
import { visible } from '../diagnostics/visible.ts';
import type { Formula } from '../formula/formula.ts';
import { printFormula } from '../formula/print/print.ts';
import { type CheckFacts, type CheckJson, limitToJson, readingOf, statisticsToJson } from './check-report.ts';

export interface Unanswered {
  /** The model as it was named. */
  readonly model: string;
  readonly formula: Formula;
  /** What was asked for. */
  readonly options: CompleteChoices;
  readonly reached: LimitReached;
}

export function formatUnanswered({ formula, options, reached }: Unanswered): string {
  const reading = options.deadlock === 'stutter' ? [] : readingOf({ options }, 'always');
  return visible(
    `unknown: ${printFormula(formula)}${reading.map((text) => `   (${text})`).join('')}\n  ${limitText(reached)}`,
  );
}

export function unansweredToJson({ model, formula, options, reached }: Unanswered, facts: CheckFacts = {}): CheckJson {
  const { engine, deadlock, fairness } = options;
  return {
    model,
    formula: printFormula(formula),
    verdict: 'unknown',
    ...limitToJson({ outcome: 'unknown', ...reached, reason: limitText(reached) }),
    automaton: engine.automaton ?? 'tgba',
    engine: engine.kind,
    emptiness: null,
    strategy: null,
    deadlock,
    order: null,
    ...(fairness && { fairness }),
    counterexample: null,
    vacuity: null,
    statistics: statisticsToJson(NOTHING_EXPLORED, facts),
  };
}
