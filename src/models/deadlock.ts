// What a state without successors means: the readings that can be chosen, and the complaint of the one that refuses it.
import { InputError } from '../diagnostics/diagnostic.ts';
import { nothingShown } from './describe.ts';
import type { Model } from './model.ts';

/**
 * What a state without successors means: `stutter` repeats it for ever (the contest's reading), `drop` says that no infinite
 * execution passes through it, `error` that the model must have no reachable one, whatever is asked of it.
 */
export type DeadlockReading = 'stutter' | 'drop' | 'error';

export const deadlockReadings: readonly DeadlockReading[] = ['stutter', 'drop', 'error'];

/** The complaint about a deadlock where the reading is `error`. */
export function deadlockError(model: Model, state: Int32Array): InputError {
  const entries = model.describe(state);
  const shown = entries.flatMap(({ name, value, plain }) => (plain ? [] : [`${name} = ${value}`])).join(', ');
  return new InputError({
    code: 'CHK702',
    message: `the model has a deadlock: ${shown || `the state in which ${nothingShown(entries)}`}`,
    hint: '--deadlock stutter repeats it for ever, --deadlock drop ignores executions that end in it',
  });
}
