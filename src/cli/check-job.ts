// What the thread of the command line and the thread that checks tell each other. The search never returns to the event loop,
// where signals are handled; so it has a thread of its own, and Ctrl-C reaches it through a flag in shared memory.
import { InternalError } from '../base/assert.ts';
import type { AutomatonKind, DeadlockReading, EmptinessName, SuccessorOrder } from '../check/options.ts';
import { type Diagnostic, InputError, UsageError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded, type LimitKind } from '../diagnostics/limit.ts';
import type { ExitCode } from './exit-codes.ts';
import { OutputClosed } from './terminal.ts';

/** A run of `tegata check`; everything in it can be sent from thread to thread. */
export interface CheckJob {
  readonly model: string;
  /** Formulas in the syntax that `printFormula` writes, and where they were found if that was a file. */
  readonly formulas: readonly {
    readonly text: string;
    readonly origin?: { readonly file: string; readonly line: number };
  }[];
  /** Property files of the contest. */
  readonly properties: readonly string[];
  readonly automaton: AutomatonKind;
  readonly deadlock: DeadlockReading;
  readonly emptiness?: EmptinessName;
  readonly order?: SuccessorOrder;
  readonly seconds?: number;
  readonly states?: number;
  readonly memoryBytes: number;
  readonly output: 'text' | 'statistics' | 'json';
  /** Where the first counterexample goes; `-` is standard output, and the text then goes to stderr. */
  readonly traces: readonly string[];
  /** Where a JUnit report goes. */
  readonly junit?: string;
  readonly annotations?: 'github';
  /** Columns for the live line; 0 for none. */
  readonly columns: number;
  /** Its first number is not 0 once the run is to end. */
  readonly cancelled: Int32Array;
}

/** How the checking thread ends. */
export type CheckEnd = { readonly exitCode: ExitCode } | { readonly failure: Failure };

/** An error in a form that can be sent. */
export type Failure =
  | { readonly kind: 'input'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'usage'; readonly message: string }
  | { readonly kind: 'limit'; readonly limit: LimitKind; readonly message: string }
  | { readonly kind: 'output-closed' }
  | { readonly kind: 'internal' | 'unexpected'; readonly message: string; readonly stack?: string };

export function toFailure(error: unknown): Failure {
  if (error instanceof InputError) return { kind: 'input', diagnostics: error.diagnostics };
  if (error instanceof UsageError) return { kind: 'usage', message: error.message };
  if (error instanceof LimitExceeded) return { kind: 'limit', limit: error.limit, message: error.message };
  if (error instanceof OutputClosed) return { kind: 'output-closed' };
  const kind = error instanceof InternalError ? 'internal' : 'unexpected';
  return error instanceof Error
    ? { kind, message: error.message, stack: error.stack }
    : { kind, message: String(error) };
}

export function toError(failure: Failure): Error {
  switch (failure.kind) {
    case 'input':
      return new InputError(failure.diagnostics);
    case 'usage':
      return new UsageError(failure.message);
    case 'limit':
      return new LimitExceeded(failure.limit, failure.message);
    case 'output-closed':
      return new OutputClosed();
    default: {
      const error = failure.kind === 'internal' ? new InternalError(failure.message) : new Error(failure.message);
      error.stack = failure.stack;
      return error;
    }
  }
}
