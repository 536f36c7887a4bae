// What a campaign found, as tables of texts: a row for each question, and one for each strategy.
import type { AnswerOutcome, AnswerRecord, Ledger, QuestionState } from './answers.ts';
import { wayText } from './jobs.ts';

/** What is said of a question: its verdict, or that its answers contradict each other, or that there is none (yet). */
type QuestionOutcome = AnswerOutcome | 'disputed' | 'open';

export interface QuestionRow {
  readonly model: string;
  readonly property?: string;
  readonly formula: string;
  readonly outcome: QuestionOutcome;
  /** The strategy that answered. */
  readonly by?: string;
  readonly seconds?: number;
  readonly memoryBytes?: number;
  /** Why there is no verdict. */
  readonly reason?: string;
}

export interface StrategyRow {
  readonly strategy: string;
  readonly jobs: number;
  /** Questions that it answered first. */
  readonly won: number;
  readonly holds: number;
  readonly violated: number;
  readonly unknown: number;
  readonly failed: number;
  /** Not done, since their questions were answered. */
  readonly spared: number;
  readonly seconds: number;
  /** The most of all its jobs. */
  readonly memoryBytes?: number;
}

interface CampaignSummary {
  readonly questions: readonly QuestionRow[];
  readonly strategies: readonly StrategyRow[];
}

export function summaryOf(ledger: Ledger): CampaignSummary {
  const states = ledger.questions();
  return { questions: states.map((state) => questionRow(state, ledger)), strategies: strategyRows(states, ledger) };
}

function questionRow(state: QuestionState, ledger: Ledger): QuestionRow {
  const { jobs, answers, winner } = state;
  const [{ modelName: model, property, formula }] = jobs;
  const outcome = outcomeOf(state, ledger);
  const shown = winner ?? answers.find((answer) => answer.outcome === outcome);
  return {
    model,
    ...(property !== undefined && { property }),
    formula,
    outcome,
    ...(winner !== null && { by: wayText(winner) }),
    ...(winner !== null && { seconds: winner.seconds }),
    ...(winner?.memoryBytes !== undefined && { memoryBytes: winner.memoryBytes }),
    ...(shown?.reason !== undefined && { reason: shown.reason }),
  };
}

function outcomeOf({ jobs, answers, winner, isDisputed }: QuestionState, ledger: Ledger): QuestionOutcome {
  if (isDisputed) return 'disputed';
  if (winner !== null) return winner.outcome;
  if (jobs.some((job) => ledger.isOpen(job))) return 'open';
  return answers.some(({ outcome }) => outcome === 'unknown') ? 'unknown' : 'failed';
}

function strategyRows(states: readonly QuestionState[], ledger: Ledger): StrategyRow[] {
  const names = [...new Set(ledger.jobs.map(({ strategy }) => strategy))];
  return names.map((strategy) => {
    const jobs = ledger.jobs.filter((job) => job.strategy === strategy);
    const ours = states.flatMap(({ answers }) => answers).filter((answer) => answer.strategy === strategy);
    const count = (outcome: AnswerOutcome): number => ours.filter((answer) => answer.outcome === outcome).length;
    const memory = Math.max(0, ...ours.map(({ memoryBytes = 0 }) => memoryBytes));
    return {
      strategy,
      jobs: jobs.length,
      won: states.filter(({ winner }) => winner?.strategy === strategy).length,
      holds: count('holds'),
      violated: count('violated'),
      unknown: count('unknown'),
      failed: count('failed'),
      spared: jobs.filter((job) => !ledger.hasAnswer(job.id) && !ledger.isOpen(job)).length,
      seconds: ours.reduce((sum, { seconds }) => sum + seconds, 0),
      ...(memory > 0 && { memoryBytes: memory }),
    };
  });
}

/** The sure answers that contradict each other. */
export function disputesOf(ledger: Ledger): readonly (readonly AnswerRecord[])[] {
  return ledger.questions().flatMap(({ answers, isDisputed }) => (isDisputed ? [answers] : []));
}

/** The rows of strategies as lines of a table. */
export function strategyLines(rows: readonly StrategyRow[]): string[] {
  const head = ['strategy', 'jobs', 'won', 'holds', 'violated', 'unknown', 'failed', 'spared', 'seconds', 'memory'];
  const cells = rows.map((row) => [
    row.strategy,
    ...[row.jobs, row.won, row.holds, row.violated, row.unknown, row.failed, row.spared].map(String),
    secondsText(row.seconds),
    memoryText(row.memoryBytes),
  ]);
  return alignedLines([head, ...cells]);
}

/** The rows of questions as lines of a table, without times: these differ from run to run. */
export function questionLines(rows: readonly QuestionRow[]): string[] {
  const cells = rows.map(({ model, property, formula, outcome, by }) => [
    model,
    property === undefined ? formula : `${property}: ${formula}`,
    outcome,
    by ?? '–',
  ]);
  return alignedLines([['model', 'formula', 'verdict', 'by'], ...cells], { right: [] });
}

/** Columns of equal width; all but the first are put to the right, unless these are named. */
function alignedLines(
  rows: readonly (readonly string[])[],
  { right }: { readonly right?: readonly number[] } = {},
): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => [...row[column]].length)));
  const isRight = (column: number): boolean => right?.includes(column) ?? column > 0;
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const space = ' '.repeat(widths[column] - [...cell].length);
        return isRight(column) ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd(),
  );
}

export function secondsText(seconds: number | undefined): string {
  if (seconds === undefined) return '–';
  return seconds < 100 ? seconds.toFixed(2) : String(Math.round(seconds));
}

/** Megabytes of 2^20 bytes. */
export function memoryText(bytes: number | undefined): string {
  return bytes === undefined ? '–' : `${Math.round(bytes / 2 ** 20)} MB`;
}
