export type { SendableOptions } from '../check/options.ts';
export { checkInWorker, type WorkerCheckOptions, type WorkerLike } from './client.ts';
export { type Failure, toError, toFailure } from './failure.ts';
export type { ModelSource, WorkerQuestion } from './protocol.ts';
export { serveChecks, type WorkerScope } from './serve.ts';
