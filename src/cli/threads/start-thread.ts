// Starts threads, where the system grants them. Node ends the process without a word to us when there is too little address space (`ulimit -v`)
// for the heap of another thread, so that is looked at before one is started.
import { readFileSync } from 'node:fs';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** What a thread reserves when it starts: with Node 20 between 512 MB and 640 MB of addresses. */
const THREAD_BYTES = 700 * 2 ** 20;
const PAGE_BYTES = 4096;

/** A thread that runs the file beside this one; null where the system does not grant one: too little address space, or too many threads. */
export function startThread(file: string, options: WorkerOptions = {}): Worker | null {
  if (addressSpaceLeft() < THREAD_BYTES) return null;
  try {
    return new Worker(new URL(file, import.meta.url), options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_INIT_FAILED') return null;
    throw error;
  }
}

/** Bytes of addresses that the process may still reserve, where that is known; as many as it likes elsewhere. */
function addressSpaceLeft(): number {
  try {
    const limit = /^Max address space +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    if (limit === undefined) return Number.POSITIVE_INFINITY;
    const pages = Number(readFileSync('/proc/self/statm', 'latin1').split(' ')[0]);
    return Number(limit) - pages * PAGE_BYTES;
  } catch {
    return Number.POSITIVE_INFINITY; // not on this system
  }
}
