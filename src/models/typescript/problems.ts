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
export function problem(
  code: 'TSM802' | 'TSM803' | 'TSM804' | 'TSM805' | 'TSM806',
  message: string,
  hint: string,
): InputError {
  return new InputError({ code, message, hint });
}

/** What a callback threw, with the state in which it did; the error itself is the cause. */
export function thrown(what: string, error: unknown, where?: string): InputError {
  const message = `${what} threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
  const wrapped = new InputError({ code: 'TSM801', message, ...(where && { hint: where }) });
  wrapped.cause = error;
  return wrapped;
}

/** A value that cannot be a state, and why. */
export function notPlain(what: string, why: string, value: unknown): InputError {
  return problem('TSM803', `${what} cannot be a state: ${why}`, `it is ${shown(value)}`);
}

export function notDeterministic(title: string, state: unknown): InputError {
  const hint = `called twice with the state ${shown(state)}, it gave different successors`;
  return problem('TSM804', `${title} is not deterministic`, hint);
}

export function changesArgument(title: string, state: unknown): InputError {
  const hint = `after the call the state is ${shown(state)}; make a copy instead, as in { ...state, x: 1 }`;
  return problem('TSM805', `${title} changes its argument`, hint);
}
