// What can go wrong in the callbacks of a TypeScript model, as diagnostics that show the state.
import { InputError } from '../../diagnostics/diagnostic.ts';
import { Describer } from './describe-value.ts';

/** A state on one line, cut where it is very long. */
export function shown(value: unknown): string {
  return new Describer()
    .describe(value, 50)
    .map((entry) => `${entry.name} = ${entry.value}`)
    .join(', ');
}

/** A complaint about what a callback gave or did. */
export function problem(code: 'TSM802' | 'TSM803' | 'TSM804' | 'TSM805', message: string, hint: string): InputError {
  return new InputError({ code, message, hint });
}

/** What a callback threw, with the state in which it did; the error itself is the cause. */
export function thrown(what: string, error: unknown, where?: string): InputError {
  const message = `${what} threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
  const wrapped = new InputError({ code: 'TSM801', message, ...(where && { hint: where }) });
  wrapped.cause = error;
  return wrapped;
}
