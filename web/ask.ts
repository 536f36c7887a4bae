// Questions to the desk. Each part of the page has a lane of its own: a newer question there ends the older one, whatever it was doing.
import type { Reply, Request, RequestKind, Requests } from './desk/protocol.ts';
import { startWorker } from './workers.ts';

/** The question is no longer wanted. Nothing is to be shown for it. */
export class Superseded extends Error {}

interface Pending {
  readonly number: number;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

export class Lane {
  #worker: Worker | null = null;
  #pending: Pending | null = null;
  #numbers = 0;

  ask<K extends RequestKind>(kind: K, question: Requests[K]['question']): Promise<Requests[K]['answer']> {
    this.drop();
    this.#worker ??= this.#start();
    const number = ++this.#numbers;
    const request: Request = { number, kind, question };
    return new Promise((resolve, reject) => {
      this.#pending = { number, resolve, reject };
      this.#worker!.postMessage(request);
    });
  }

  /** Ends what is under way. */
  drop(): void {
    if (this.#pending === null) return;
    this.#worker?.terminate();
    this.#worker = null;
    this.#settle(({ reject }) => reject(new Superseded()));
  }

  #start(): Worker {
    const worker = startWorker('desk');
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      if (data.number !== this.#pending?.number) return;
      if ('answer' in data) this.#settle(({ resolve }) => resolve(data.answer as never));
      else this.#settle(({ reject }) => reject(new Error(data.failure)));
    });
    worker.addEventListener('error', ({ message }) => {
      this.#worker = null;
      this.#settle(({ reject }) => reject(new Error(message || 'the worker of the page could not be started')));
    });
    return worker;
  }

  #settle(finish: (pending: Pending) => void): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending !== null) finish(pending);
  }
}
