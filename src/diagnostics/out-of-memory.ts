// Memory that the host has not got. An allocation can fail anywhere, also in the middle of a change to a table: whoever goes on after it must forget
// what was under way. So this is no limit that parts of a run may meet and pass over; it ends the question, or the run.
import { LimitExceeded } from './limit.ts';

/** What hosts say, as `RangeError`: V8 of arrays, strings, maps and WebAssembly, then other engines. */
const MESSAGES = new RegExp(
  [
    'allocation failed|could not allocate|out of memory|allocation size overflow',
    'Invalid (typed )?array length(: \\d|$)|Invalid string length|(Map|Set|BigInt) (maximum )?size exceeded',
  ].join('|'),
  'i',
);

/** Whether the host has no more memory, or a structure of its own is as large as it can be. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && MESSAGES.test(error.message);
}

/** The limit that has ended a run, also when it is one of the host; null for any other error. */
export function limitOf(error: unknown): LimitExceeded | null {
  if (error instanceof LimitExceeded) return error;
  return isOutOfMemory(error) ? new LimitExceeded('memory') : null;
}
