// What is told about an error that has ended a run, and the exit status that it gives.
import { CommanderError } from 'commander';
import { InternalError } from '../../base/index.ts';
import { formatDiagnostic, InputError, inMessage, limitOf, UsageError, visible } from '../../diagnostics/index.ts';
import { version } from '../start/version.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { OutputClosed, OutputFailed } from './output-errors.ts';
import { decoration, flush, reportLoss, writeError } from './terminal.ts';

/** Tells the user what has ended the run; gives the exit status. */
export function reportError(error: unknown): ExitCode {
  if (error instanceof OutputFailed) return reportLoss(error);
  try {
    for (const message of messagesOf(error)) writeError(message);
    flush();
  } catch (failure) {
    if (failure instanceof OutputFailed) return reportLoss(failure);
  }
  return statusOf(error);
}

/** The exit status of an error. */
function statusOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof OutputClosed) return EXIT.ok;
  if (error instanceof OutputFailed) return EXIT.output;
  if (error instanceof InputError) {
    return error.diagnostics.every((diagnostic) => diagnostic.code === 'CMD001') ? EXIT.usage : EXIT.input;
  }
  if (error instanceof UsageError) return EXIT.usage;
  return limitOf(error) === null ? EXIT.internal : EXIT.unknown;
}

/** What there is to say about it. */
function messagesOf(error: unknown): string[] {
  if (error instanceof CommanderError || error instanceof OutputClosed) return []; // the one has printed already
  if (error instanceof InputError) return error.diagnostics.map((one) => formatDiagnostic(one, decoration));
  if (error instanceof UsageError) return [`error: ${inMessage(error.message)}`];
  const limit = limitOf(error);
  if (limit !== null) return [`unknown: ${inMessage(limit.message)}`];
  const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const name = error instanceof InternalError ? 'internal error' : 'unexpected error';
  return [
    `${name}: ${visible(shown)}\nThis is a bug in tegata ${version}. Please report it with the command and its input.`,
  ];
}
