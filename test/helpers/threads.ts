// Threads for searches in tests: real ones, from the built package, kept from one search to the next, because starting them takes longer than
// the searches.
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HelpersOptions } from '../../src/explicit/kernel/threads/helpers.ts';
import type { HelperThread, ThreadHost } from '../../src/explicit/kernel/threads/thread-host.ts';

/** All of a search is shared, however small it is. */
export const SMALL: HelpersOptions = { fromStates: 0, fromWaiting: 0, sharedLevel: 0, trial: null };
/** And with all threads from the start. */
export const AT_ONCE: HelpersOptions = { ...SMALL, presence: 'awaited' };

/** A thread of its own. */
export function realThread(): HelperThread & { readonly worker: Worker } {
  const worker = new Worker(resolve('dist/cli/bundle/helper-worker.js'));
  let isLost = false;
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    isLost = true;
  });
  return {
    worker,
    send: (place) => worker.postMessage(place),
    get isLost() {
      return isLost;
    },
    end: () => void worker.terminate(),
  };
}

/** Threads that are used by one search after the other. */
export class ThreadPool implements ThreadHost {
  readonly threads: number;
  private readonly kept: HelperThread[] = [];
  private given = 0;

  constructor(threads: number) {
    this.threads = threads;
    for (let i = 1; i < threads; i++) this.kept.push(realThread());
  }

  start(): HelperThread {
    const thread = this.kept[this.given++ % this.kept.length];
    return { send: (place) => thread.send(place), isLost: false, end: () => undefined };
  }

  end(): void {
    for (const thread of this.kept) thread.end();
  }
}
