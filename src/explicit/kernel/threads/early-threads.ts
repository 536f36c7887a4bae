// Threads that are started before they are needed: until they have come up, the search goes on without them.
import type { HelperThread, ThreadHost } from './thread-host.ts';

export class EarlyThreads implements ThreadHost {
  readonly threads: number;
  private readonly host: ThreadHost;
  private waiting: HelperThread[] | null = null;

  constructor(host: ThreadHost) {
    this.host = host;
    this.threads = host.threads;
  }

  /** Starts them, once. */
  prepare(): void {
    this.waiting ??= Array.from({ length: this.threads - 1 }, () => this.host.start()).filter(
      (thread) => thread !== null,
    );
  }

  start(): HelperThread | null {
    return this.waiting?.pop() ?? this.host.start();
  }

  /** Ends those that nobody has asked for. */
  end(): void {
    for (const thread of this.waiting ?? []) thread.end();
    this.waiting = [];
  }
}
