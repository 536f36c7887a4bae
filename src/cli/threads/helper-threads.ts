// Threads of Node that help a search (src/explicit/kernel/threads/).
import { availableParallelism } from 'node:os';
import type { HelperThread, ThreadHost } from '../../explicit/index.ts';
import { startThread } from './start-thread.ts';

/** More were not measured. */
const MOST_BY_DEFAULT = 4;

/** As many threads as there are processors, within reason. */
function usualThreads(): number {
  return Math.min(MOST_BY_DEFAULT, availableParallelism());
}

/** Threads of this process, up to so many with the one that asks; undefined where that one is enough. */
export function nodeThreads(threads: number = usualThreads()): ThreadHost | undefined {
  return threads > 1 ? { threads, start: startHelper } : undefined;
}

function startHelper(): HelperThread | null {
  const ready = new Int32Array(new SharedArrayBuffer(4));
  const worker = startThread('./helper-worker.js', { workerData: ready });
  if (worker === null) return null;
  let isLost = false;
  const lose = (): void => {
    isLost = true;
  };
  worker.once('error', lose); // the search is told by the thread itself, or by its end
  worker.once('exit', lose);
  worker.unref();
  return {
    send: (place) => worker.postMessage(place),
    get isReady() {
      return Atomics.load(ready, 0) !== 0;
    },
    get isLost() {
      return isLost;
    },
    end: () => void worker.terminate(),
  };
}
