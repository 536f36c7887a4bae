// The watchdog of the command line: it looks at the clock and at the memory of the process while the checking thread works, and says when
// that is beyond its limits in spite of its own looks. Between two looks of a run there may be a call into the model's own code, a long
// built-in function, or a mistake of ours.
//
// What is promised (docs/first-steps.md): 1 s or 20 % more time, 20 % more memory. The watchdog acts before that, and after the run itself
// had its chance.
import { LimitExceeded } from '../../diagnostics/index.ts';
import { type Job, SIGNALS } from './check-job.ts';
import { usedMemoryBytes } from './memory.ts';

/** Milliseconds between two looks. */
const PERIOD = 25;
/** Beyond the time: so many milliseconds or this part of it, whichever is more. */
const OVERTIME = { milliseconds: 700, share: 0.15 } as const;
/**
 * Beyond the memory: at once from the larger part of it on, from the smaller one after so many milliseconds. A table that is doubled passes the
 * smaller one in a moment, and the run, which then ends with what it has found, measures its memory up to 100 ms later (`stopwatch.ts`).
 */
const MORE_MEMORY = { share: 0.1, milliseconds: 150, atOnce: 0.17 } as const;

export class Watchdog {
  private readonly job: Job;
  private readonly bark: (error: LimitExceeded) => void;
  private readonly timer: NodeJS.Timeout;
  /** How many formulas were begun, and when the last of them was: each has its time, the first one from the start of the process on. */
  private begun = 0;
  private since: number;
  /** Since when there is too much memory in use; `Infinity` while there is not. */
  private tooMuchSince = Number.POSITIVE_INFINITY;

  /** Watches from now on; `bark` is called once, when the job is beyond its limits. */
  constructor(job: Job, bark: (error: LimitExceeded) => void) {
    this.job = job;
    this.bark = bark;
    this.since = job.started;
    this.timer = setInterval(() => this.look(), PERIOD);
  }

  end(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const { memoryBytes } = this.job;
    if (this.isLate()) this.stop(new LimitExceeded('time', undefined, { value: secondsOf(this.job) }));
    else if (this.hasTooMuchMemory(memoryBytes)) {
      this.stop(new LimitExceeded('memory', undefined, { value: memoryBytes }));
    }
  }

  private isLate(): boolean {
    const seconds = secondsOf(this.job);
    const begun = Atomics.load(this.job.signals, SIGNALS.begun);
    const now = Date.now();
    if (begun > this.begun) {
      if (this.begun > 0) this.since = now;
      this.begun = begun;
    }
    if (seconds === undefined) return false;
    return now - this.since > seconds * 1000 + Math.max(OVERTIME.milliseconds, OVERTIME.share * seconds * 1000);
  }

  private hasTooMuchMemory(memoryBytes: number): boolean {
    const share = usedMemoryBytes() / memoryBytes - 1;
    if (share <= MORE_MEMORY.share) {
      this.tooMuchSince = Number.POSITIVE_INFINITY;
      return false;
    }
    const now = Date.now();
    this.tooMuchSince = Math.min(this.tooMuchSince, now);
    return share > MORE_MEMORY.atOnce || now - this.tooMuchSince > MORE_MEMORY.milliseconds;
  }

  private stop(error: LimitExceeded): void {
    this.end();
    this.bark(error);
  }
}

/** The time that the job has, or each question of it. */
function secondsOf(job: Job): number | undefined {
  switch (job.kind) {
    case 'check':
      return job.options.limits.seconds;
    case 'mcc':
    case 'ask':
    case 'config':
      return job.seconds;
    case 'states':
      return job.settings.timeout;
  }
}
