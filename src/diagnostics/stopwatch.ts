// The stopwatch of a run: started once, where the run begins, and passed down to everything that may take long. It knows all limits (time,
// cancellation, memory) and ends the run with `LimitExceeded` at the first one that is reached.
import { LimitExceeded, type LimitKind, type Limits } from './limit.ts';

/** Steps between two looks at the clock: a power of two. */
const INTERVAL = 256;

/**
 * Milliseconds for which a measured memory counts, at least and at most, and between these as a multiple of what asking took: the system answers at
 * once or after a millisecond, and a run that asks all the time loses an eighth of its time.
 */
const MEMORY_AGE = { least: 10, most: 100, multiple: 50 };

const wallClock = (): number => performance.now();

export class Stopwatch {
  /** What the run may use; `seconds` counts from the start of this watch. */
  readonly limits: Limits;
  /** Milliseconds from any beginning. */
  private readonly clock: () => number;
  private readonly started: number;
  private readonly parent: Stopwatch | null;
  /** Shared with all parts: many short ones are looked at as often as a long one. */
  private readonly ticks: { count: number };
  private readonly gauge: MemoryGauge | null;
  /** The count at which the work of this part is done; `Infinity` unless it was made by `budgeted`. */
  private readonly lastTick: number;

  /** `secondsAgo` for a run that began before there was a watch; `work` for `budgeted`. */
  constructor(limits: Limits = {}, parent: Stopwatch | null = null, secondsAgo = 0, work?: number) {
    this.clock = limits.clock ?? parent?.clock ?? wallClock;
    this.started = this.clock() - secondsAgo * 1000;
    this.limits = limits;
    this.parent = parent;
    this.ticks = work === undefined && parent !== null ? parent.ticks : { count: 0 };
    this.lastTick = work ?? parent?.lastTick ?? Number.POSITIVE_INFINITY;
    this.gauge = limits.memoryUsed === undefined ? (parent?.gauge ?? null) : new MemoryGauge(limits.memoryUsed);
  }

  /** A watch that starts now; one that runs already is taken as it is, so that a public function can be given either. */
  static over(limits: Limits | Stopwatch = {}): Stopwatch {
    return limits instanceof Stopwatch ? limits : new Stopwatch(limits);
  }

  /** Seconds since the start. */
  get seconds(): number {
    return (this.clock() - this.started) / 1000;
  }

  /** Seconds until the time is up, here or in what this is a part of; negative when it is, `Infinity` when there is no limit. */
  get secondsLeft(): number {
    const own = (this.limits.seconds ?? Number.POSITIVE_INFINITY) - this.seconds;
    return this.parent === null ? own : Math.min(own, this.parent.secondsLeft);
  }

  /** The bound of this kind that was set, here or in what this is a part of: seconds, states or bytes. */
  bound(limit: LimitKind): number | undefined {
    const { seconds, states, memoryBytes } = this.limits;
    const own = { time: seconds, states, memory: memoryBytes, cancelled: undefined, hashing: undefined }[limit];
    return own ?? this.parent?.bound(limit);
  }

  /** The memory that may be used, here or in what this is a part of; undefined when there is no limit. */
  get memoryBytes(): number | undefined {
    const own = this.limits.memoryBytes;
    const whole = this.parent?.memoryBytes;
    return own === undefined || whole === undefined ? (own ?? whole) : Math.min(own, whole);
  }

  /** What is left of that by now, as far as the memory in use is measured. */
  get memoryLeft(): number | undefined {
    const { memoryBytes } = this;
    return memoryBytes === undefined ? undefined : Math.max(0, memoryBytes - (this.gauge?.used() ?? 0));
  }

  /** Whether somebody wants the run to end, for whatever reason but a limit. */
  get isCancelled(): boolean {
    const { signal, isCancelled } = this.limits;
    return signal?.aborted === true || isCancelled?.() === true || this.parent?.isCancelled === true;
  }

  /** Throws `LimitExceeded` when the run must end. */
  look(): void {
    if (this.isCancelled) throw new LimitExceeded('cancelled');
    if (this.ticks.count > this.lastTick) throw new LimitExceeded('time', 'the work that was allowed is done');
    this.lookAtTime();
    this.lookAtMemory();
  }

  /** The same once in many calls: for loops whose steps are short. A call may stand for several steps. */
  tick(steps = 1): void {
    const before = this.ticks.count;
    this.ticks.count += steps;
    if (((before ^ this.ticks.count) & -INTERVAL) !== 0) this.look();
  }

  /** To be called when states are made: throws when there are more than may be, and looks at the rest now and then. */
  countStates(count: number, what = 'the automaton'): void {
    const { states } = this.limits;
    if (states !== undefined && count > states) {
      throw new LimitExceeded('states', what, { value: states });
    }
    this.tick();
  }

  /** A part of this run with limits of its own besides: it ends with this one at the latest. The number of states is only its own. */
  part(limits: Limits): Stopwatch {
    return new Stopwatch(limits, this);
  }

  /** Steps counted so far; a budgeted watch begins at 0, and its parts count with it. */
  get work(): number {
    return this.ticks.count;
  }

  /**
   * A part of this run that may do so many steps: unlike seconds, these end at the same point in every run and on every machine. It counts by
   * itself, whatever the run has done before.
   */
  budgeted(work: number): Stopwatch {
    this.tick();
    return new Stopwatch({}, this, 0, work);
  }

  /**
   * What the work gives as a part with limits of its own; null when these or another limit met in it were too narrow for it. When this run
   * itself must end, it ends.
   */
  attempt<T>(limits: Limits, work: (part: Stopwatch) => T): T | null {
    try {
      return work(this.part(limits));
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      this.look();
      return null;
    }
  }

  private lookAtTime(): void {
    const { seconds } = this.limits;
    if (seconds !== undefined && this.seconds > seconds) throw new LimitExceeded('time', undefined, { value: seconds });
    this.parent?.lookAtTime();
  }

  private lookAtMemory(): void {
    const { memoryBytes } = this.limits;
    if (memoryBytes !== undefined && this.gauge !== null && this.gauge.used() > memoryBytes) {
      throw new LimitExceeded('memory', undefined, { value: memoryBytes });
    }
    this.parent?.lookAtMemory();
  }
}

/** The memory in use, asked for only every now and then. */
class MemoryGauge {
  private readonly measure: () => number;
  private countsUntil = Number.NEGATIVE_INFINITY;
  private bytes = 0;

  constructor(measure: () => number) {
    this.measure = measure;
  }

  used(): number {
    const now = performance.now();
    if (now > this.countsUntil) {
      this.bytes = this.measure();
      const after = performance.now();
      const { least, most, multiple } = MEMORY_AGE;
      this.countsUntil = after + Math.min(most, Math.max(least, multiple * (after - now)));
    }
    return this.bytes;
  }
}
