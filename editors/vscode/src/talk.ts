// The extension's end of a thread.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Reply, Request, Talk } from './protocol.ts';

/** Thrown where somebody has ended the thread that was asked. */
export class Cancelled extends Error {
  override name = 'Cancelled';
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly tell: (states: number) => void;
}

/** A thread that answers questions. It is started with the first of them, and again when it has died. */
export class Thread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #number = 0;

  ask<K extends keyof Talk>(
    question: Talk[K]['question'] & { readonly kind: K },
    tell: (states: number) => void = () => {},
  ): Promise<Talk[K]['answer']> {
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve: resolve as (answer: unknown) => void, reject, tell });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ number, question } satisfies Request);
    });
  }

  /** Ends the thread; whoever waits for it is told `Cancelled`. */
  end(): void {
    void this.#worker?.terminate();
    this.#lose(this.#worker, new Cancelled('cancelled'));
  }

  #start(): Worker {
    const worker = new Worker(join(__dirname, 'thread.js'));
    worker.unref();
    worker.on('message', (reply: Reply) => {
      const waiting = this.#waiting.get(reply.number);
      if ('states' in reply) {
        waiting?.tell(reply.states);
        return;
      }
      this.#waiting.delete(reply.number);
      if ('answer' in reply) waiting?.resolve(reply.answer);
      else waiting?.reject(new Error(reply.failure));
    });
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('the thread has ended before it answered')));
    return worker;
  }

  #lose(worker: Worker | null, error: Error): void {
    if (worker === null || worker !== this.#worker) return;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
