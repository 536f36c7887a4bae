// Starts the rival for the checking thread, and tells that one when it has ended. A thread that runs out of memory dies without a word of its own:
// only an event loop hears of it, and that of the checking thread does not turn while it searches or waits.
import type { Worker } from 'node:worker_threads';
import { reportRivalFault } from './rival-fault.ts';
import { announce, RIVAL, type RivalSetup } from './rival-protocol.ts';
import { startThread } from './start-thread.ts';

/** The rival that was asked for; null where it cannot be started, for whatever reason. Whoever waits for it hears of its end in either case. */
export function startRival(setup: RivalSetup): Worker | null {
  const { state } = setup;
  const tellEnd = (): void => {
    Atomics.store(state, RIVAL.over, 1);
    announce(state);
  };
  const worker = started(setup);
  if (worker === null) {
    tellEnd();
    return null;
  }
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') reportRivalFault(String(error));
  });
  worker.once('exit', tellEnd);
  worker.unref();
  return worker;
}

function started(setup: RivalSetup): Worker | null {
  try {
    return startThread('./rival-worker.js', { workerData: setup, transferList: [setup.port] });
  } catch {
    return null;
  }
}
