// A formula without an answer because a limit came before there was a model to ask, or ended the whole run: as text and as JSON, in the form of
// all other answers.
import type { CompleteChoices } from '../check/options.ts';
import { NOTHING_EXPLORED } from '../check/result.ts';
import { type LimitReached, limitText } from '../diagnostics/limit.ts';
import { visible } from '../diagnostics/visible.ts';
import type { Formula } from '../formula/formula.ts';
import { printFormula } from '../formula/print/print.ts';
import { type CheckFacts, type CheckJson, limitToJson, readingOf, statisticsToJson } from './check-report.ts';
import { type Explored, exploredText } from './counts.ts';

export interface Unanswered {
  /** The model as it was named. */
  readonly model: string;
  readonly formula: Formula;
  /** What was asked for. */
  readonly options: CompleteChoices;
  readonly reached: LimitReached;
  /** Where it ended a search: what that had counted when it told last. */
  readonly explored?: Explored | null;
}

export function formatUnanswered({ formula, options, reached, explored = null }: Unanswered): string {
  const reading = options.deadlock === 'stutter' ? [] : readingOf({ options }, 'always');
  const first = `unknown: ${printFormula(formula)}${reading.map((text) => `   (${text})`).join('')}`;
  const counts = explored === null ? [] : [`  ${exploredText(explored)}`];
  return visible([first, `  ${limitText(reached)}`, ...counts].join('\n'));
}

export function unansweredToJson(
  { model, formula, options, reached, explored = null }: Unanswered,
  facts: CheckFacts = {},
): CheckJson {
  const { engine, deadlock, fairness } = options;
  const statistics =
    explored === null
      ? NOTHING_EXPLORED
      : {
          ...NOTHING_EXPLORED,
          productStates: explored.states,
          productTransitions: explored.transitions,
          passes: explored.passes,
        };
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
    statistics: statisticsToJson(statistics, facts),
  };
}
