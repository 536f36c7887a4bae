// What is written about the formulas of a check that a limit has ended as a whole, while the model was read or by the watchdog.
import { completeChoices } from '../../check/index.ts';
import type { LimitExceeded } from '../../diagnostics/index.ts';
import type { Formula } from '../../formula/index.ts';
import { formatUnanswered, unansweredToJson } from '../../report/index.ts';
import type { CheckJob, Unstarted } from '../threads/check-job.ts';
import { peakMemoryBytes } from '../threads/memory.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { writeError, writeLine } from './terminal.ts';

/** Tells what has become of the formulas that are left; gives the exit code. */
export function tellUnanswered(
  job: Unstarted<CheckJob>,
  { reached, message }: LimitExceeded,
  { left, isViolated }: { readonly left: readonly Formula[]; readonly isViolated: boolean },
): ExitCode {
  const { model, output, traces } = job;
  const options = completeChoices(job.options);
  for (const formula of left) {
    const unanswered = { model, formula, options, reached };
    if (output === 'json') {
      writeLine(JSON.stringify(unansweredToJson(unanswered, { peakMemoryBytes: peakMemoryBytes() })));
    } else if (traces.includes('-')) writeError(formatUnanswered(unanswered));
    else writeLine(formatUnanswered(unanswered));
  }
  const isMore = job.properties.length + job.never.length > 0 || job.ownProperties !== undefined;
  // what their files hold is not known here
  if (isMore) writeError(`unknown: ${message}; the rest was not checked`);
  return isViolated ? EXIT.violated : EXIT.unknown;
}
