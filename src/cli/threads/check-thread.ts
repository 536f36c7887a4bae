// The checking thread as the command line sees it: it is given a job, hears of Ctrl-C, and ends with an exit code or an error. Where no thread
// can be started, the job is done in the thread of the command line.
import { randomUUID } from 'node:crypto';
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { invariant } from '../../base/index.ts';
import type { PlannedCheck } from '../../config/index.ts';
import { InputError, LimitExceeded } from '../../diagnostics/index.ts';
import type { Explored } from '../../report/index.ts';
import type { ExitCode } from '../output/exit-codes.ts';
import { writeError } from '../output/terminal.ts';
import {
  type CheckEnd,
  type ConfigJob,
  type Job,
  newSignals,
  readExplored,
  type SealedEnd,
  type SealedJob,
  SIGNALS,
  toError,
  type Unstarted,
} from './check-job.ts';
import { startRival } from './rival-keeper.ts';
import type { RivalRequest } from './rival-protocol.ts';
import { startThread } from './start-thread.ts';
import { Watchdog } from './watchdog.ts';

/** Milliseconds between Ctrl-C and the end of a thread that does not look at the flag (it reads). */
const GRACE = 5000;

/** Milliseconds in which a second signal is the first one once more: a shell or `timeout` sends it to the process and to its group. */
const ECHO = 500;

const ENDED = {
  code: 'CMD003',
  message: 'the model has ended the thread that reads it',
  hint: 'a module that exports a model must not end the process, nor wait for what never comes',
} as const;

/** Said where there is no second thread. */
const ALONE =
  'note: the system grants no second thread: limits are looked at less often, and Ctrl-C ends the run without an answer';

export class CheckThread {
  private readonly signals = newSignals();
  private readonly channel = new MessageChannel();
  private readonly seal = randomUUID();
  /** Null where none could be started. */
  private readonly worker: Worker | null = startThread('./check-worker.js');
  private readonly ended: Promise<CheckEnd>;
  private fail: (error: Error) => void = () => undefined;
  private timer: NodeJS.Timeout | undefined;
  /** When the first signal came. */
  private interrupted = 0;
  private watchdog: Watchdog | undefined;
  /** The one that the thread has asked for. */
  private rival: Worker | null = null;

  constructor() {
    this.ended = new Promise((resolve, reject) => {
      this.fail = reject;
      this.worker?.on('message', (message: SealedEnd | RivalRequest | null) => {
        // A module that the thread has loaded may send whatever it likes.
        if (typeof message !== 'object' || message === null) return;
        if ('rival' in message) this.rival = startRival(message.rival);
        else if (message.seal === this.seal) resolve(message.end);
      });
      this.worker?.once('error', (error) => reject(explained(error)));
      // after its last message, which was heard first, or without one: a module has ended it
      this.worker?.once('exit', () => reject(new InputError(ENDED)));
    });
    this.ended.catch(() => undefined); // told by `run`, also when it is called after the thread has failed
  }

  /** How many formulas were answered so far, whether one is violated, and what was counted for the next. */
  get told(): { readonly answered: number; readonly isViolated: boolean; readonly explored: Explored | null } {
    const [answered, violated] = [SIGNALS.answered, SIGNALS.violated].map((at) => Atomics.load(this.signals, at));
    return { answered, isViolated: violated !== 0, explored: readExplored(this.signals) };
  }

  /** Whether the user has asked for an end. */
  get isCancelled(): boolean {
    return Atomics.load(this.signals, SIGNALS.cancelled) !== 0;
  }

  /**
   * What the run has said of its answers, in their order, and not yet been asked for: entries of a report, or the names of formulas. All of them
   * once the thread has ended.
   */
  answers<T>(): T[] {
    const found: T[] = [];
    for (;;) {
      const received = receiveMessageOnPort(this.channel.port1) as { message: T } | undefined;
      if (received === undefined) return found;
      found.push(received.message);
    }
  }

  /** Does the job; throws what went wrong in the thread. Until then, Ctrl-C is for the process. */
  async run(unstarted: Unstarted<Exclude<Job, ConfigJob>>): Promise<ExitCode> {
    const answers = this.channel.port2;
    const job: Exclude<Job, ConfigJob> = { ...unstarted, signals: this.signals, answers };
    if (this.worker === null) {
      writeError(ALONE);
      const { runJob } = await import('./run-job.ts'); // most runs do without it here
      return runJob(job, 'alone');
    }
    const end = await this.endOf(this.worker, job, [answers]);
    invariant('exitCode' in end, 'a check ends with an exit code');
    return end.exitCode;
  }

  /** Reads a configuration; throws what went wrong in the thread. */
  async plan(unstarted: Unstarted<ConfigJob>): Promise<readonly PlannedCheck[]> {
    if (this.worker === null) {
      writeError(ALONE);
      const { loadConfig } = await import('../input/load-config.ts');
      return loadConfig(unstarted.file);
    }
    const end = await this.endOf(this.worker, { ...unstarted, signals: this.signals });
    invariant('checks' in end, 'a configuration is a list of checks');
    return end.checks;
  }

  private async endOf(
    worker: Worker,
    job: Job,
    ports: readonly MessagePort[] = [],
  ): Promise<Exclude<CheckEnd, { readonly failure: unknown }>> {
    process.on('SIGINT', this.interrupt);
    worker.postMessage({ job, seal: this.seal } satisfies SealedJob, [...ports]);
    this.watchdog = new Watchdog(job, this.fail);
    const end = await this.ended;
    if ('failure' in end) throw toError(end.failure);
    return end;
  }

  /** Ends the thread, whatever it is doing. */
  async end(): Promise<void> {
    process.removeListener('SIGINT', this.interrupt);
    clearTimeout(this.timer);
    this.watchdog?.end();
    await Promise.all([this.worker?.terminate(), this.rival?.terminate()]);
  }

  /** The first time the search is asked to end and show what it has; the second time, or if it does not, it is stopped. */
  private readonly interrupt = (): void => {
    const stop = (): void => this.fail(new LimitExceeded('cancelled'));
    const now = performance.now();
    if (Atomics.exchange(this.signals, SIGNALS.cancelled, 1) === 0) {
      this.interrupted = now;
      this.timer = setTimeout(stop, GRACE);
    } else if (now - this.interrupted > ECHO) stop();
  };
}

function explained(error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return new LimitExceeded('memory');
  return error instanceof Error ? error : new Error(String(error));
}
