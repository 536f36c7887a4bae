// Threads of Node for programs: one with the face of a browser's worker, for `checkInWorker`, and those that help to count states.
import { Worker } from 'node:worker_threads';
import { UsageError } from '../../diagnostics/index.ts';
import type { WorkerLike } from '../../worker/index.ts';

export { nodeThreads } from './helper-threads.ts';

/** Starts a thread that answers `checkInWorker`. It does not keep the process alive while it has nothing to do. */
export function nodeWorker(): WorkerLike {
  return new NodeWorker();
}

type Listener = (event: object) => void;

class NodeWorker implements WorkerLike {
  private readonly thread = new Worker(new URL('./node-worker-entry.js', import.meta.url));
  private readonly listeners = { message: new Set<Listener>(), error: new Set<Listener>() };

  private hasEnded = false;

  constructor() {
    this.thread.unref();
    this.thread.on('message', (data: unknown) => {
      for (const listener of [...this.listeners.message]) listener({ data });
    });
    this.thread.on('error', (error) => {
      for (const listener of [...this.listeners.error]) listener({ error });
    });
    this.thread.on('exit', () => {
      const error = new Error('the worker has ended before it answered');
      for (const listener of [...this.listeners.error]) listener({ error });
      this.hasEnded = true;
    });
  }

  postMessage(message: unknown): void {
    if (this.hasEnded) throw new UsageError('the worker has ended: make another one');
    this.thread.postMessage(message);
  }

  terminate(): unknown {
    return this.thread.terminate();
  }

  addEventListener(type: 'message' | 'error', listener: Listener): void {
    this.listeners[type].add(listener);
    this.thread.ref(); // somebody waits for an answer
  }

  removeEventListener(type: 'message' | 'error', listener: Listener): void {
    this.listeners[type].delete(listener);
    if (this.listeners.message.size === 0) this.thread.unref();
  }
}
