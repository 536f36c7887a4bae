// A process of `tegata bench` as its owner sees it: one task at a time, a hard limit on its time, and a new process after so many tasks or when
// it died.
import { type ChildProcess, fork } from 'node:child_process';
import { failedCheck, type ResultRecord, type Task } from '../../experiments/index.ts';
import type { BenchAnswer, BenchOrder } from './bench-protocol.ts';

/** Seconds beyond the limit of a check after which the process is ended. */
const GRACE = 10;

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
  private ended = false;

  constructor(settings: ProcessSettings) {
    this.settings = settings;
  }

  /** Does the task; `lost` when the process died of it (a check has its record all the same), or was ended. */
  async run(task: Task): Promise<'done' | 'lost'> {
    const started = performance.now();
    const child = this.process();
    const { seconds, memoryBytes, checksPerProcess, onRecord } = this.settings;
    const alone = checksPerProcess === 1;
    if (task.kind === 'check') this.checks++;
    const problem = await new Promise<string | null>((resolve) => {
      // a selection is many checks, each with its own limit; a check may count its full product after it
      const timeout = task.kind === 'check' ? setTimeout(() => end(late), (seconds * 2 + GRACE) * 1000) : undefined;
      const late = `no answer in ${seconds} s`;
      const end = (reason: string | null): void => {
        clearTimeout(timeout);
        for (const event of ['message', 'exit', 'error']) child.removeAllListeners(event);
        resolve(reason);
      };
      child.on('message', (message: BenchAnswer) => {
        if ('record' in message) onRecord(message.record);
        else end(null);
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
    const spent = (performance.now() - started) / 1000;
    if (task.kind === 'check') onRecord(failedCheck(task, outcome, problem, spent));
    return 'lost';
  }

  /** Ends the process, whatever it is doing. */
  end(): void {
    this.ended = true;
    this.replace();
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
  }
}
