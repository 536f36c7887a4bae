// A campaign on several machines, as its run sees it: jobs go into a queue of BullMQ, workers answer, and the answers are asked for again and again.
// Nothing rests on an event that could be lost: whatever is open and no longer in the queue is put there once more.
import { randomUUID } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { CampaignJob, RemoteJob, RemoteModel } from '../../campaign/index.ts';
import { InputError, UsageError } from '../../diagnostics/index.ts';
import type { ModelSource } from '../input/campaign-input.ts';
import { statOf } from '../input/read-file.ts';
import { addressText, queueLibrary, type RedisAddress } from '../input/redis-address.ts';
import { CampaignStore, connect, QUEUE_PREFIX, queueId } from '../threads/campaign-queue.ts';
import type { Carrier } from './campaign-run.ts';

/** Milliseconds between two looks at the answers, and at what has gone from the queue. */
const PERIOD = { answers: 300, queue: 3000 } as const;
/** Jobs that are asked for or added at a time. */
const CHUNK = 500;
/** Milliseconds before a job that failed is tried again; twice as long each time. */
const BACKOFF = 1000;

interface RedisSettings {
  readonly address: RedisAddress;
  readonly queue: string;
  /** A folder that workers see too: models in it are named, not sent. */
  readonly shared?: string;
  /** The most bytes of a model that is sent. */
  readonly modelLimit: number;
}

type Work = Parameters<Carrier>[0];

/** The carrier of other machines. */
export function redisCarrier(settings: RedisSettings): Carrier {
  return async (work) => {
    const models = work.campaign.sources.map((source) => remoteModelOf(source, settings));
    const { bullmq } = await queueLibrary();
    const redis = await connect(settings.address);
    const queue = new bullmq.Queue(settings.queue, {
      connection: { ...settings.address, maxRetriesPerRequest: null },
      prefix: QUEUE_PREFIX,
    });
    queue.on('error', () => undefined); // it is tried again
    const run = new RedisRun(work, {
      redis,
      queue,
      models,
      store: new CampaignStore(redis, settings.queue),
      place: addressText(settings.address),
    });
    try {
      await run.run();
    } finally {
      await Promise.allSettled([queue.close(), redis.quit()]);
      redis.disconnect();
    }
  };
}

/** How a model is named to workers; throws where it cannot travel. */
function remoteModelOf({ argument, kind, files }: ModelSource, { shared, modelLimit }: RedisSettings): RemoteModel {
  if (kind === 'library') return { kind, name: argument, files: [] };
  const names = files.map(({ name, sha256 }) => ({ name, sha256 }));
  const place =
    shared === undefined ? null : relative(realpathSync(shared), realpathSync(argument)).replaceAll('\\', '/');
  if (place !== null && !place.startsWith('..')) return { kind, name: argument, files: names, shared: place };
  if (kind === 'module') {
    throw new UsageError(
      `${argument} is code, which does not travel: put it into a folder that workers see, and name that with --shared (and with --allow-code there)`,
    );
  }
  const bytes = files.reduce((sum, { path }) => sum + (statOf(path)?.size ?? 0), 0);
  if (bytes > modelLimit) {
    const hint = 'put it into a folder that workers see too, and name that with --shared; or set --model-limit';
    throw new InputError({
      code: 'CMD005',
      message: `${argument} has ${bytes} bytes: no more than ${modelLimit} are sent through Redis`,
      hint,
    });
  }
  if (names.some(({ name }) => name.startsWith('..'))) {
    throw new UsageError(
      `${argument} includes files from outside its folder: put all into a folder that workers see, and name that with --shared`,
    );
  }
  return { kind, name: argument, files: names };
}

interface RunParts {
  readonly redis: Redis;
  readonly queue: Queue;
  readonly store: CampaignStore;
  readonly models: readonly RemoteModel[];
  /** Where Redis is, for people. */
  readonly place: string;
}

class RedisRun {
  private readonly work: Work;
  private readonly parts: RunParts;
  private readonly id = randomUUID();

  constructor(work: Work, parts: RunParts) {
    this.work = work;
    this.parts = parts;
  }

  async run(): Promise<void> {
    const { signal, ledger } = this.work;
    let looked = Number.NEGATIVE_INFINITY;
    while (!signal.aborted && !ledger.isComplete) {
      await this.collect();
      if (performance.now() - looked > PERIOD.queue) {
        await this.fill();
        await this.takeFailed();
        looked = performance.now();
      }
      this.tell();
      await this.pause();
    }
    await this.end();
  }

  private open(): CampaignJob[] {
    return this.work.ledger.jobs.filter((job) => this.work.ledger.isOpen(job));
  }

  /** Keeps the answers that have come. */
  private async collect(jobs: readonly CampaignJob[] = this.open()): Promise<void> {
    for (const chunk of chunksOf(jobs)) {
      const answers = await this.guarded(
        this.parts.store.answers(
          this.id,
          chunk.map(({ id }) => id),
        ),
      );
      for (const [i, found] of (answers ?? []).entries()) {
        if (found !== null) this.work.onAnswer(chunk[i], found.answer, found.worker);
      }
    }
  }

  /** Puts into the queue what is open and not there: at first everything, later what a queue or a server has lost. */
  private async fill(): Promise<void> {
    const { queue, redis } = this.parts;
    for (const chunk of chunksOf(this.open())) {
      if (this.work.signal.aborted) return;
      const present = await this.guarded(
        redis.pipeline(chunk.map(({ id }) => ['exists', queue.toKey(queueId(id))])).exec(),
      );
      if (present === undefined || present === null) return;
      const missing = chunk.filter((_, i) => present[i]?.[1] === 0);
      if (missing.length === 0) continue;
      await this.sendFiles(missing);
      await this.guarded(
        queue.addBulk(missing.map((job) => ({ name: 'check', data: this.dataOf(job), opts: this.optionsOf(job) }))),
      );
    }
  }

  private dataOf(job: CampaignJob): RemoteJob {
    const { id, question, formula, deadlock, fairness, engine, reductions, limits } = job;
    const { answers, attempts } = this.work.campaign.plan;
    const task = {
      formula,
      deadlock,
      ...(fairness && { fairness }),
      engine,
      ...(reductions && { reductions }),
      limits,
    };
    return { run: this.id, id, question, answers, attempts, model: this.parts.models[job.model], task };
  }

  private optionsOf({ id }: CampaignJob): Parameters<Queue['add']>[2] {
    const { attempts } = this.work.campaign.plan;
    // what is completed has its answer elsewhere; what has failed is looked at, and then removed
    return { jobId: queueId(id), attempts, backoff: { type: 'exponential', delay: BACKOFF }, removeOnComplete: true };
  }

  private async sendFiles(jobs: readonly CampaignJob[]): Promise<void> {
    const { models, store } = this.parts;
    for (const model of new Set(jobs.map((job) => job.model))) {
      if (models[model].kind !== 'files' || models[model].shared !== undefined) continue;
      for (const { path, sha256 } of this.work.campaign.sources[model].files) {
        if (await this.guarded(store.hasFile(sha256))) continue;
        await this.guarded(store.putFile(sha256, readFileSync(path)));
      }
    }
  }

  /** Jobs that were given up without an answer: worker after worker was lost with them. */
  private async takeFailed(): Promise<void> {
    const { queue } = this.parts;
    const failed = (await this.guarded(queue.getJobs(['failed'], 0, CHUNK))) ?? [];
    for (const job of failed) {
      const { id = '' } = (job.data ?? {}) as Partial<RemoteJob>;
      const ours = this.work.ledger.job(id);
      if (ours === undefined) continue;
      if (this.work.ledger.isOpen(ours)) {
        this.work.onAnswer(ours, {
          outcome: 'failed',
          reason: job.failedReason || 'its workers were lost',
          seconds: 0,
        });
      }
      await this.guarded(job.remove());
    }
  }

  private tell(): void {
    const { redis, place } = this.parts;
    this.work.output.say(redis.status === 'ready' ? '' : `waiting for ${place}`);
  }

  /** Late answers of jobs that nobody waited for are looked at too: one that differs would be a wrong verdict. */
  private async end(): Promise<void> {
    const { store, redis } = this.parts;
    if (redis.status !== 'ready') return; // what is left there is forgotten by itself
    await this.guarded(store.stop(this.id));
    await this.collect(this.work.ledger.jobs.filter(({ id }) => !this.work.ledger.hasAnswer(id)));
  }

  private async pause(): Promise<void> {
    await delay(PERIOD.answers, undefined, { signal: this.work.signal }).catch(() => undefined);
  }

  /** What Redis says, or undefined when the run is to end first: a command waits as long as Redis is away. */
  private async guarded<T>(asked: Promise<T>): Promise<T | undefined> {
    const { signal } = this.work;
    let onAbort: () => void = () => undefined;
    const aborted = new Promise<undefined>((resolve) => {
      // what has been asked has a moment to be answered
      onAbort = () => void setTimeout(() => resolve(undefined), PERIOD.answers);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
    });
    try {
      return await Promise.race([asked, aborted]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}

function* chunksOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += CHUNK) yield items.slice(at, at + CHUNK);
}
