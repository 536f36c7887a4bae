// The checking thread as the command line sees it: it is given a job, hears of Ctrl-C, and ends with an exit code or an error.
import { Worker } from 'node:worker_threads';
import { InputError, LimitExceeded } from '../../diagnostics/index.ts';
import type { ExitCode } from '../output/exit-codes.ts';
import { type CheckEnd, type Job, toError } from './check-job.ts';

/** Milliseconds between Ctrl-C and the end of a thread that does not look at the flag (it reads). */
const GRACE = 5000;

/** Milliseconds in which a second signal is the first one once more: a shell or `timeout` sends it to the process and to its group. */
const ECHO = 500;

/** Milliseconds beyond a multiple of the limit of time after which a thread that does not look at the clock is ended. */
const OVERTIME = 5000;
/** The multiples: for reading the model, which the limit does not count, and for a formula on a busy machine. */
const TIME_FACTORS = { reading: 5, checking: 2 } as const;

const ENDED = {
  code: 'CMD003',
  message: 'the model has ended the thread that reads it',
  hint: 'a module that exports a model must not end the process, nor wait for what never comes',
} as const;

/** A job before the thread adds the flag by which it is told to end. */
type Unstarted<J> = J extends Job ? Omit<J, 'cancelled'> : never;

export class CheckThread {
  private readonly worker = startWorker();
  private readonly cancelled = new Int32Array(new SharedArrayBuffer(8));
  private readonly ended: Promise<CheckEnd>;
  private fail: (error: Error) => void = () => undefined;
  private timer: NodeJS.Timeout | undefined;
  /** When the first signal came. */
  private interrupted = 0;
  private watchdog: NodeJS.Timeout | undefined;

  constructor() {
    this.ended = new Promise((resolve, reject) => {
      this.fail = reject;
      this.worker.once('message', resolve);
      this.worker.once('error', (error) => reject(explained(error)));
      // after its last message, which was heard first, or without one: a module has ended it
      this.worker.once('exit', () => reject(new InputError(ENDED)));
    });
    this.ended.catch(() => undefined); // told by `run`, also when it is called after the thread has failed
    process.on('SIGINT', this.interrupt);
  }

  /** Does the job; throws what went wrong in the thread. */
  async run(job: Unstarted<Job>): Promise<ExitCode> {
    this.worker.postMessage({ ...job, cancelled: this.cancelled } satisfies Job);
    const seconds = job.kind === 'check' ? job.options.limits.seconds : undefined;
    if (seconds !== undefined) this.watch(seconds);
    const end = await this.ended;
    if ('failure' in end) throw toError(end.failure);
    return end.exitCode;
  }

  /** Ends the thread, whatever it is doing. */
  async end(): Promise<void> {
    process.removeListener('SIGINT', this.interrupt);
    clearTimeout(this.timer);
    clearInterval(this.watchdog);
    await this.worker.terminate();
  }

  /** Ends a thread that is far beyond the time of a formula: readers do not look at the clock. */
  private watch(seconds: number): void {
    let last = { formulas: -1, since: 0 };
    this.watchdog = setInterval(() => {
      const formulas = Atomics.load(this.cancelled, 1);
      const now = performance.now();
      if (formulas !== last.formulas) last = { formulas, since: now };
      const times = formulas === 0 ? TIME_FACTORS.reading : TIME_FACTORS.checking;
      if (now - last.since < times * seconds * 1000 + OVERTIME) return;
      this.fail(new LimitExceeded('time', `no answer in ${seconds} s; nothing after it was checked`));
    }, 500);
  }

  /** The first time the search is asked to end and show what it has; the second time, or if it does not, it is stopped. */
  private readonly interrupt = (): void => {
    const stop = (): void => this.fail(new LimitExceeded('cancelled', 'interrupted'));
    const now = performance.now();
    if (Atomics.exchange(this.cancelled, 0, 1) === 0) {
      this.interrupted = now;
      this.timer = setTimeout(stop, GRACE);
    } else if (now - this.interrupted > ECHO) stop();
  };
}

/** Throws `LimitExceeded` where the system grants no more threads. */
function startWorker(): Worker {
  try {
    return new Worker(new URL('./check-worker.js', import.meta.url));
  } catch (error) {
    throw explained(error);
  }
}

function explained(error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_INIT_FAILED') return new LimitExceeded('memory', 'no thread could be started');
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return new LimitExceeded('memory', 'out of memory');
  return error instanceof Error ? error : new Error(String(error));
}
