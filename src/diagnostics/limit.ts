// Limits: what a long run may use, and the one exception by which it ends when it has used it up.

/** Bounds on a run; an absent one does not bind. */
export interface Limits {
  readonly seconds?: number;
  readonly states?: number;
  readonly memoryBytes?: number;
  /** How many bytes are in use now, for runs that cannot tell by themselves: `memoryBytes` binds them only with it. */
  readonly memoryUsed?: () => number;
  readonly signal?: AbortSignal;
  /** Like `signal`, for runs that never return to the event loop: asked every now and then. */
  readonly isCancelled?: () => boolean;
}

export type LimitKind = 'time' | 'states' | 'memory' | 'cancelled';

/** A limit was reached. Caught once by the pipeline and turned into the verdict `unknown`. */
export class LimitExceeded extends Error {
  override name = 'LimitExceeded';
  readonly limit: LimitKind;

  constructor(limit: LimitKind, message: string) {
    super(message);
    this.limit = limit;
  }
}

/** What is said when the process has more memory than it may. */
export function memoryReason(memoryBytes: number): string {
  return `more than ${Math.round(memoryBytes / 2 ** 20)} MB of memory in use`;
}
