// The program's end: one question to a worker, its progress, its answer. The thread that asks stays free meanwhile.
import type { Progress } from '../explicit/emptiness/result.ts';
import type { CheckJson } from '../report/check-report.ts';
import { toError } from './failure.ts';
import type { WorkerQuestion, WorkerReply, WorkerRequest } from './protocol.ts';

/** A worker as browsers have it; `tegata/node` makes the same of a thread of Node. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  addEventListener(type: 'message' | 'error', listener: (event: object) => void): void;
  removeEventListener(type: 'message' | 'error', listener: (event: object) => void): void;
}

export interface WorkerCheckOptions {
  /** Ends the worker at once; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Asks a worker that runs `tegata/worker/entry` (or `serveChecks`). Rejects with what `check` would throw. The worker can be asked
 * again afterwards, unless the signal has ended it; the caller terminates it.
 */
export function checkInWorker(
  worker: WorkerLike,
  question: WorkerQuestion,
  options: WorkerCheckOptions = {},
): Promise<CheckJson> {
  const { signal, onProgress } = options;
  const number = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('error', onError);
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const onMessage = (event: object): void => {
      const reply = (event as { data: WorkerReply }).data;
      if (reply.number !== number) return;
      if ('progress' in reply) onProgress?.(reply.progress);
      else if ('answer' in reply) settle(() => resolve(reply.answer));
      else settle(() => reject(toError(reply.failure)));
    };
    const onError = (event: object): void => settle(() => reject(errorOf(event)));
    const onAbort = (): void => {
      worker.terminate();
      settle(() => reject(signal?.reason as Error));
    };
    if (signal?.aborted) {
      onAbort();
      return;
    }
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', onError);
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.postMessage({ ...question, number } satisfies WorkerRequest);
  });
}

function errorOf(event: object): Error {
  const { error, message } = event as { error?: unknown; message?: string };
  return error instanceof Error ? error : new Error(message ?? 'the worker has failed');
}
