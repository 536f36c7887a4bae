// Limits: what a long run may use, and the one exception by which it ends when it has used it up. What was reached is data; `limitText` is the
// one place that puts it into words.

/** Bounds on a run; an absent one does not bind. */
export interface Limits {
  readonly seconds?: number;
  /**
   * Milliseconds from any beginning, by which `seconds` count; those of the wall unless given. A run that is measured on a busy machine counts what it uses
   * of the processors, so that it is not ended for having waited.
   */
  readonly clock?: () => number;
  readonly states?: number;
  readonly memoryBytes?: number;
  /** How many bytes are in use now, for runs that cannot tell by themselves: `memoryBytes` binds them only with it. */
  readonly memoryUsed?: () => number;
  readonly signal?: AbortSignal;
  /** Like `signal`, for runs that never return to the event loop: asked every now and then. */
  readonly isCancelled?: () => boolean;
}

/** `hashing`: all was done that there was to do, but only traces of states were kept, which proves nothing. */
export type LimitKind = 'time' | 'states' | 'memory' | 'cancelled' | 'hashing';

/** The limit that ended a run. */
export interface LimitReached {
  readonly limit: LimitKind;
  /** The bound that was set: seconds, states or bytes. Absent when somebody said stop, and where the tool itself cannot do more. */
  readonly value?: number;
  /** What needs more, where that is not the run as a whole; and where there is no bound, all there is to say. */
  readonly what?: string;
  /** What is not known for that reason. */
  readonly consequence?: string;
}

/** The limit in words. */
export function limitText(reached: LimitReached): string {
  const { consequence } = reached;
  return consequence === undefined ? withoutConsequence(reached) : `${withoutConsequence(reached)}: ${consequence}`;
}

function withoutConsequence({ limit, value, what }: LimitReached): string {
  if (value === undefined) return what ?? WITHOUT_VALUE[limit];
  switch (limit) {
    case 'time':
      return `no answer in ${value} s`;
    case 'states':
      return what === undefined ? `more than ${value} states` : `${what} needs more than ${value} states`;
    case 'memory':
      return `more than ${Math.round(value / 2 ** 20)} MB of memory in use`;
    case 'cancelled':
    case 'hashing':
      return WITHOUT_VALUE[limit];
  }
}

const WITHOUT_VALUE: Readonly<Record<LimitKind, string>> = {
  time: 'there was no time for it',
  states: 'there are too many states',
  memory: 'out of memory',
  cancelled: 'interrupted',
  hashing: 'only traces of states were kept',
};

/** A limit was reached. Caught once by the pipeline and turned into the verdict `unknown`. */
export class LimitExceeded extends Error {
  override name = 'LimitExceeded';
  readonly reached: LimitReached;

  /** `what` alone for what the tool itself cannot do. */
  constructor(limit: LimitKind, what?: string, more: Pick<LimitReached, 'value' | 'consequence'> = {}) {
    const reached: LimitReached = { limit, ...(what !== undefined && { what }), ...more };
    super(limitText(reached));
    this.reached = reached;
  }

  get limit(): LimitKind {
    return this.reached.limit;
  }

  /** The same limit, and what is not known for it. */
  therefore(consequence: string): LimitExceeded {
    return LimitExceeded.of({ ...this.reached, consequence });
  }

  static of({ limit, what, value, consequence }: LimitReached): LimitExceeded {
    const bound = value === undefined ? {} : { value };
    return new LimitExceeded(limit, what, consequence === undefined ? bound : { ...bound, consequence });
  }
}
