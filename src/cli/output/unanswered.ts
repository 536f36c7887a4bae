// What is written about the formulas of a check that a limit has ended as a whole, while the model was read or by the watchdog: the lines, the
// annotations, and the report with what was answered before.
import { existsSync } from 'node:fs';
import { completeChoices } from '../../check/index.ts';
import type { LimitExceeded } from '../../diagnostics/index.ts';
import { type Formula, printFormula } from '../../formula/index.ts';
import {
  type Explored,
  formatUnanswered,
  githubUnanswered,
  junitUnanswered,
  unansweredToJson,
} from '../../report/index.ts';
import type { CheckJob, Unstarted } from '../threads/check-job.ts';
import { peakMemoryBytes } from '../threads/memory.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type ReportEntry, writeReports } from './reports.ts';
import { writeError, writeLine } from './terminal.ts';
import { writeText } from './write-trace.ts';

/** A formula, and where it was found if that was a file. */
export type PlacedFormula = Omit<CheckJob['formulas'][number], 'formula'> & { readonly formula: Formula };

/** What is known of a run that has ended. */
interface Told {
  readonly left: readonly PlacedFormula[];
  readonly isViolated: boolean;
  /** Of what was answered. */
  readonly entries: readonly ReportEntry[];
  /** What was counted for the first of those that are left; null where its search had not told yet. */
  readonly explored: Explored | null;
}

/** Tells what has become of the formulas that are left; gives the exit code. */
export function tellUnanswered(job: Unstarted<CheckJob>, error: LimitExceeded, told: Told): ExitCode {
  const { model, output, traces } = job;
  const { reached } = error;
  const options = completeChoices(job.options);
  for (const [index, { formula }] of told.left.entries()) {
    const unanswered = { model, formula, options, reached, explored: index === 0 ? told.explored : null };
    if (output === 'json') {
      writeLine(JSON.stringify(unansweredToJson(unanswered, { peakMemoryBytes: peakMemoryBytes() })));
    } else if (traces.includes('-')) writeError(formatUnanswered(unanswered));
    else writeLine(formatUnanswered(unanswered));
  }
  const rest = restOf(job);
  if (rest !== null) writeError(`unknown: ${error.message}; ${rest}`);
  reportUnanswered(job, error, told);
  return told.isViolated ? EXIT.violated : EXIT.unknown;
}

/** Writes the reports that were asked for. */
export function reportUnanswered(job: Unstarted<CheckJob>, { message }: LimitExceeded, { left, entries }: Told): void {
  const { annotations, junit, records, model } = job;
  if (annotations === undefined && junit === undefined && records === undefined) return;
  const rest = restOf(job);
  const unanswered = [
    ...left.map(({ formula, origin, id }) => ({ name: id ?? printFormula(formula), origin, reason: message })),
    ...(rest === null ? [] : [{ name: rest, reason: message }]),
  ];
  const file = existsSync(model) ? model : null;
  if (annotations === 'github') for (const one of unanswered) writeError(githubUnanswered(one, file));
  const missing = unanswered.map((one): ReportEntry => ({ junit: junitUnanswered(model, one) }));
  const unknown = left.map(({ formula, id }) => {
    const json = {
      file: model,
      model,
      ...(id !== undefined && { id }),
      formula: printFormula(formula),
      verdict: 'unknown',
      reason: message,
    };
    return { record: JSON.stringify(json) };
  });
  writeReports(job, [...entries, ...missing, ...unknown], writeText);
}

/** What is said of properties and automata, whose files were not read here; null where there are none. */
function restOf({ properties, never, ownProperties }: Unstarted<CheckJob>): string | null {
  return properties.length + never.length > 0 || ownProperties !== undefined ? 'the rest was not checked' : null;
}
