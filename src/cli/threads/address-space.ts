// Whether the process may use much less address space than others do (`ulimit -v`). Node ends the process without a word to us when there is
// too little for the heap of another thread, so it is asked for before one is started.
import { readFileSync } from 'node:fs';

/** What a thread reserves when it starts, measured with Node 20: between 512 MB and 640 MB of addresses. */
const THREAD_BYTES = 700 * 2 ** 20;
const PAGE_BYTES = 4096;

/** Whether another thread can be started; true where that is not known. */
export function hasRoomForThread(): boolean {
  const left = addressSpaceLeft();
  return left === null || left >= THREAD_BYTES;
}

/** Bytes of addresses that the process may still reserve; null where there is no limit, or none can be read. */
function addressSpaceLeft(): number | null {
  try {
    const limit = /^Max address space +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    if (limit === undefined) return null;
    const pages = Number(readFileSync('/proc/self/statm', 'latin1').split(' ')[0]);
    return Number(limit) - pages * PAGE_BYTES;
  } catch {
    return null; // not on this system
  }
}
