// The program's end: one question to a worker, its progress, its answer. The thread that asks stays free meanwhile.
import { UsageError } from '../diagnostics/diagnostic.ts';
import type { Progress } from '../explicit/emptiness/result.ts';
import type { CheckJson } from '../report/check-report.ts';
import { toError } from './failure.ts';
import type { WorkerQuestion, WorkerReply, WorkerRequest } from './protocol.ts';

/** Seconds of silence after which a worker is taken for dead. */
const SILENCE = 60;

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
  /**
   * Seconds without a sign of life after which the worker is taken for dead; 60 unless given. A browser does not tell when somebody
   * terminates a worker or the system ends it.
   */
  readonly silence?: number;
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
  const number = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  return new Promise((resolve, reject) => {
    requireWorker(worker);
    requireQuestion(question);
    requireObject(options, 'the last argument of `checkInWorker` is an object of options');
    const { signal, onProgress, silence = SILENCE } = options;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('error', onError);
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const listen = (reason: string): void => {
      clearTimeout(timer);
      const message = `the worker has given no sign of life for ${silence} s: ${reason}`;
      timer = setTimeout(() => settle(() => reject(new Error(message))), silence * 1000);
    };
    const onMessage = (event: object): void => {
      listen('it was terminated, or its thread has died'); // a worker that answers another question lives
      const reply = (event as { data: WorkerReply }).data;
      if (reply.number !== number || 'pulse' in reply) return;
      if ('progress' in reply) onProgress?.(reply.progress);
      else if ('answer' in reply) settle(() => resolve(reply.answer));
      else settle(() => reject(toError(reply.failure)));
    };
    const onError = (event: object): void => {
      const error = errorOf(event);
      if (error instanceof NotStarted) unstarted.set(worker, error);
      settle(() => reject(error));
    };
    const onAbort = (): void => {
      worker.terminate();
      settle(() => reject(signal?.reason as Error));
    };
    if (signal?.aborted) {
      onAbort();
      return;
    }
    const failure = unstarted.get(worker);
    if (failure !== undefined) {
      reject(failure);
      return;
    }
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', onError);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      worker.postMessage({ ...question, number } satisfies WorkerRequest);
      listen(`it was terminated, or it does not run \`tegata/worker/entry\`, or ${NOT_STARTED}`);
    } catch (error) {
      // a function or a signal among the options cannot be sent
      const message = `the question cannot be sent to a worker: ${(error as Error).message}`;
      settle(() => reject(error instanceof UsageError ? error : new UsageError(message)));
    }
  });
}

// For programs that are not type-checked.

function requireObject(value: unknown, message: string): void {
  if (typeof value !== 'object' || value === null) throw new UsageError(message);
}

function requireWorker(worker: Partial<WorkerLike> | null | undefined): void {
  const methods = [worker?.postMessage, worker?.terminate, worker?.addEventListener, worker?.removeEventListener];
  if (methods.every((method) => typeof method === 'function')) return;
  throw new UsageError('the first argument of `checkInWorker` is a worker: one of a browser, or `nodeWorker()`');
}

function requireQuestion(question: WorkerQuestion): void {
  requireObject(question, 'a question to a worker is { model, formula, options? }');
  const { model, formula, options } = question;
  if (options !== undefined) requireObject(options, 'the options of a question to a worker are an object');
  if (typeof formula !== 'string') throw new UsageError('the formula of a question to a worker is a text');
  const source = model as Partial<{ name: unknown; text: unknown; module: unknown }> | null | undefined;
  const isText =
    typeof source?.name === 'string' && (typeof source.text === 'string' || source.text instanceof Uint8Array);
  if (isText || typeof source?.module === 'string') return;
  throw new UsageError('the model of a question to a worker is { name, text } or { module }');
}

/** What a browser does not tell of a worker that it could not start. */
const NOT_STARTED =
  'its script could not be loaded: it is not at its address, is not served as JavaScript, imports what cannot be found, or the ' +
  'Content-Security-Policy of the page does not allow it (worker-src, script-src)';

/** The worker will never answer. */
class NotStarted extends Error {}

/** Workers that could not be started: whoever asks one again is told at once. */
const unstarted = new WeakMap<WorkerLike, NotStarted>();

/** A worker that could not be started has an event without a message; an error in its script one with a message and a place. */
function errorOf(event: object): Error {
  const { error, message, filename, lineno } = event as Partial<Record<'error', unknown> & ScriptError>;
  if (error instanceof Error) return error;
  if (message === undefined || message === '') return new NotStarted(`the worker has failed: ${NOT_STARTED}`);
  const place = filename ? ` (${filename}:${lineno})` : '';
  return new Error(`the worker has failed: ${message}${place}`);
}

/** Of the `ErrorEvent` of browsers. */
interface ScriptError {
  readonly message: string;
  readonly filename: string;
  readonly lineno: number;
}
