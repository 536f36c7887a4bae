// The reports of a check that go to files: test cases for CI, and results as JSON, one a line.
import { existsSync } from 'node:fs';
import { type JunitCase, joinedJunit, junitDocument } from '../../report/index.ts';
import { readText } from '../input/read-file.ts';
import type { CheckJob } from '../threads/check-job.ts';

/** What reports say of one formula or automaton, as far as they are asked for. */
export interface ReportEntry {
  readonly junit?: JunitCase;
  /** A line of JSON. */
  readonly record?: string;
}

/** Writes the reports that were asked for, behind those of other models if the job says so. */
export function writeReports(
  { junit, records, model, reports }: Pick<CheckJob, 'junit' | 'records' | 'model' | 'reports'>,
  entries: readonly ReportEntry[],
  write: (text: string, file: string) => void,
): void {
  const before = (file: string): string => (reports === 'added' && existsSync(file) ? readText(file) : '');
  if (junit !== undefined) {
    const cases = entries.flatMap((entry) => entry.junit ?? []);
    write(joinedJunit(before(junit), junitDocument(model, cases)), junit);
  }
  if (records !== undefined) {
    const lines = entries.flatMap((entry) => (entry.record === undefined ? [] : [`${entry.record}\n`]));
    write(before(records) + lines.join(''), records);
  }
}
