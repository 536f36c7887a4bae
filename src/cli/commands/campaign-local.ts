// A campaign on this machine: some processes at a time, each with one job; the first sure answer to a question ends its other jobs.
import { setTimeout as delay } from 'node:timers/promises';
import type { CampaignJob, JobAnswer, Ledger } from '../../campaign/index.ts';
import { CampaignProcess } from '../threads/campaign-process.ts';

/** Milliseconds before a job whose process died is tried again; twice as long each time. */
const BACKOFF = 250;

interface LocalSettings {
  readonly ledger: Ledger;
  /** The model of a job, for a process. */
  readonly modelOf: (job: CampaignJob) => string;
  /** How many at a time. */
  readonly jobs: number;
  /** Memory of a job that has no limit of its own. */
  readonly memoryBytes: number;
  readonly attempts: number;
  /** Keeps an answer. */
  readonly onAnswer: (job: CampaignJob, answer: JobAnswer) => void;
  readonly signal: AbortSignal;
}

/** Does what is open, until all is done or the signal says stop. */
export async function runLocally(settings: LocalSettings): Promise<void> {
  const run = new LocalRun(settings);
  settings.signal.addEventListener('abort', run.stop);
  try {
    await Promise.all(Array.from({ length: settings.jobs }, () => run.work()));
  } finally {
    settings.signal.removeEventListener('abort', run.stop);
    run.stop();
  }
}

class LocalRun {
  private readonly settings: LocalSettings;
  private next = 0;
  /** What is under way. */
  private readonly running = new Map<CampaignProcess, CampaignJob>();
  private readonly processes: CampaignProcess[] = [];

  constructor(settings: LocalSettings) {
    this.settings = settings;
  }

  /** One of those that work: a process that is given jobs until there are none. */
  async work(): Promise<void> {
    const process = new CampaignProcess(this.settings.memoryBytes);
    this.processes.push(process);
    for (let job = this.take(); job !== null; job = this.take()) {
      this.running.set(process, job);
      await this.answer(process, job);
      this.running.delete(process);
    }
    process.end();
  }

  readonly stop = (): void => {
    for (const process of this.processes) process.end();
  };

  private take(): CampaignJob | null {
    const { ledger, signal } = this.settings;
    while (!signal.aborted && this.next < ledger.jobs.length) {
      const job = ledger.jobs[this.next++];
      if (ledger.isOpen(job)) return job;
    }
    return null;
  }

  private async answer(process: CampaignProcess, job: CampaignJob): Promise<void> {
    const { ledger, modelOf, attempts, onAnswer, signal } = this.settings;
    const started = performance.now();
    for (let attempt = 1; !signal.aborted && ledger.isOpen(job); attempt++) {
      const end = await process.run(modelOf(job), job);
      if (end.kind === 'ended') return;
      if (end.kind === 'answer' || attempt >= attempts) {
        const seconds = (performance.now() - started) / 1000;
        onAnswer(job, end.kind === 'answer' ? end.answer : { outcome: 'failed', reason: end.reason, seconds });
        this.endSpared();
        return;
      }
      await delay(BACKOFF * 2 ** (attempt - 1), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Ends what is under way though nobody needs it any more. */
  private endSpared(): void {
    for (const [process, job] of this.running) {
      if (!this.settings.ledger.isOpen(job) && !this.settings.ledger.hasAnswer(job.id)) process.end();
    }
  }
}
