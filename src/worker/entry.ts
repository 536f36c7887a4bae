// The module of a worker in a browser: `new Worker(new URL('tegata/worker/entry', …), { type: 'module' })`.
import { serveChecks, type WorkerScope } from './serve.ts';

serveChecks(globalThis as unknown as WorkerScope);
