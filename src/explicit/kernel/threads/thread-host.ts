// What a search with several threads asks of the system: threads to which places can be sent. Nothing here knows whose threads they are; those of
// Node are in src/cli/threads/, and a page gives its own workers.
import type { HelperPlace } from './helper.ts';

export interface ThreadHost {
  /** How many threads may work together, the one that asks included. */
  readonly threads: number;
  /** Starts a thread; null where the system grants none. */
  start(): HelperThread | null;
}

/** A thread that helps: it calls `help` (helper.ts) with every place that it is sent. */
export interface HelperThread {
  send(place: HelperPlace): void;
  /** Whether it has come up, where that can be known. Until then it is not waited for. */
  readonly isReady?: boolean;
  /** Whether it is known to have ended. */
  readonly isLost: boolean;
  /** Ends it, whatever it is doing. */
  end(): void;
}
