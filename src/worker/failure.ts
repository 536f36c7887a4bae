// Errors that travel from a worker to who asked it: as data on the way, as the same classes at the end.
import { InternalError } from '../base/assert.ts';
import { type Diagnostic, InputError, UsageError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded, type LimitReached } from '../diagnostics/limit.ts';
import { limitOf } from '../diagnostics/out-of-memory.ts';

/** An error in a form that can be sent. */
export type Failure =
  | { readonly kind: 'input'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'usage'; readonly message: string }
  | { readonly kind: 'limit'; readonly reached: LimitReached }
  | { readonly kind: 'internal' | 'unexpected'; readonly message: string; readonly stack?: string };

export function toFailure(error: unknown): Failure {
  if (error instanceof InputError) return { kind: 'input', diagnostics: error.diagnostics };
  if (error instanceof UsageError) return { kind: 'usage', message: error.message };
  const limit = limitOf(error);
  if (limit !== null) return { kind: 'limit', reached: limit.reached };
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
      return LimitExceeded.of(failure.reached);
    default: {
      const error = failure.kind === 'internal' ? new InternalError(failure.message) : new Error(failure.message);
      error.stack = failure.stack;
      return error;
    }
  }
}
