// A thread that helps searches: it works at every place that it is sent, until that is given up.
import { parentPort } from 'node:worker_threads';
import { type HelperPlace, help } from '../../explicit/index.ts';

parentPort?.on('message', (place: HelperPlace) => help(place));
