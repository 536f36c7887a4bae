// What the thread of `nodeWorker` runs.
import { parentPort } from 'node:worker_threads';
import { invariant } from '../../base/index.ts';
import { serveChecks } from '../../worker/index.ts';

const port = parentPort;
invariant(port !== null, 'this module runs in a worker thread');
serveChecks({
  postMessage: (message) => port.postMessage(message),
  addEventListener: (_type, listener) => {
    port.on('message', (data: unknown) => listener({ data }));
  },
});
