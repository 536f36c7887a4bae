// A process of `tegata bench` as its owner sees it: one task at a time, a hard limit on its time, and a new process after so many tasks or when
// it died.
import { type ChildProcess, fork } from 'node:child_process';
import { failedCheck, type ResultRecord, type Task } from '../../experiments/index.ts';
import type { BenchAnswer, BenchOrder } from './bench-protocol.ts';
import { processorSeconds } from './processor-time.ts';

/** Seconds of processor time beyond the limit of a check after which the process is ended. */
const GRACE = 10;

/** How often in a row a process may be found not to have done anything. */
const MOST_IDLE = 3;

interface ProcessSettings {
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly checksPerProcess: number;
  /** Receives each record as soon as it is known. */
  readonly onRecord: (record: ResultRecord) => void;
}

export class BenchProcess {
  private readonly settings: ProcessSettings;
  private child: ChildProcess | null = null;
  private checks = 0;
  /** Seconds that the process had used of the processors when its last task was done. */
  private used = 0;
  private ended = false;

  constructor(settings: ProcessSettings) {
    this.settings = settings;
  }

  /** Does the task; `lost` when the process died of it (a check has its record all the same), or was ended. */
  async run(task: Task): Promise<'done' | 'lost'> {
    const child = this.process();
    const { seconds, memoryBytes, checksPerProcess, onRecord } = this.settings;
    const alone = checksPerProcess === 1;
    if (task.kind === 'check') this.checks++;
    let spent = 0;
    const problem = await new Promise<string | null>((resolve) => {
      // a selection is many checks, each with its own limit; a check may count its full product after it
      const most = seconds * 2 + GRACE;
      let idle = 0;
      let timeout: NodeJS.Timeout | undefined;
      const wait = (left: number): void => {
        timeout = setTimeout(() => {
          const before = spent;
          spent = this.spentBy(child);
          idle = spent > before ? 0 : idle + 1;
          // a process that waits for others is given its time; one that does nothing again and again will not do anything
          if (idle < MOST_IDLE && spent < most) wait(Math.max(most - spent, GRACE));
          else end(`no answer in ${seconds} s`);
        }, left * 1000);
      };
      if (task.kind === 'check') wait(most);
      const end = (reason: string | null): void => {
        clearTimeout(timeout);
        for (const event of ['message', 'exit', 'error']) child.removeAllListeners(event);
        resolve(reason);
      };
      child.on('message', (message: BenchAnswer) => {
        if ('record' in message) onRecord(message.record);
        else {
          this.used = message.processorSeconds;
          end(null);
        }
      });
      child.once('exit', (code, signal) => end(`the process ended with ${signal ?? code}`));
      child.once('error', (error) => end(error.message));
      child.send({ task, seconds, memoryBytes, alone } satisfies BenchOrder);
    });
    if (problem === null) {
      if (this.checks >= checksPerProcess) this.replace();
      return 'done';
    }
    this.replace();
    if (this.ended) return 'lost';
    const outcome = problem.startsWith('no answer') ? 'unknown' : 'failed';
    if (task.kind === 'check') onRecord(failedCheck(task, outcome, problem, Number.isFinite(spent) ? spent : seconds));
    return 'lost';
  }

  /** Ends the process, whatever it is doing. */
  end(): void {
    this.ended = true;
    this.replace();
  }

  /** Seconds that the task has used of the processors so far; `Infinity` where that is not to be had, and the time on the wall has to do. */
  private spentBy({ pid }: ChildProcess): number {
    const used = pid === undefined ? null : processorSeconds(pid);
    return used === null ? Number.POSITIVE_INFINITY : used - this.used;
  }

  private process(): ChildProcess {
    if (this.child?.connected !== true) this.replace();
    this.child ??= fork(new URL('./bench-worker.js', import.meta.url), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return this.child;
  }

  private replace(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
    this.checks = 0;
    this.used = 0;
  }
}
