export { checkInWorker, type WorkerCheckOptions, type WorkerLike } from './client.ts';
export { type Failure, toError, toFailure } from './failure.ts';
export type { ModelSource, SendableOptions, WorkerQuestion } from './protocol.ts';
export { serveChecks, type WorkerScope } from './serve.ts';
