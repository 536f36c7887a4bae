// A thread that helps searches: it works at every place that it is sent, until that is given up.
import { parentPort, workerData } from 'node:worker_threads';
import { type HelperPlace, help } from '../../explicit/index.ts';

parentPort?.on('message', (place: HelperPlace) => help(place));
// Whoever has started it may be busy, and hears no messages.
if (workerData instanceof Int32Array) Atomics.store(workerData, 0, 1);
