// `tegata campaign worker`: takes jobs from the queue, does them in processes of their own, and keeps their answers in Redis. What a job says is
// looked at before it is believed, and nothing of it is run: models in code are those that are here already, in folders that the worker allows.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { Job } from 'bullmq';
import { type RemoteJob, type RemoteModel, remoteJob } from '../../campaign/index.ts';
import { sha256 } from '../input/campaign-input.ts';
import { modelHash } from '../input/model-input.ts';
import { isModuleName } from '../input/module-name.ts';
import { isFile } from '../input/read-file.ts';
import { addressText, queueLibrary, type RedisAddress } from '../input/redis-address.ts';
import { writeError } from '../output/terminal.ts';
import { makeFolder, writeFile } from '../output/write-file.ts';
import { CampaignProcess } from '../threads/campaign-process.ts';
import { CampaignStore, connect, QUEUE_PREFIX } from '../threads/campaign-queue.ts';
import { memoryOfJob } from './campaign-run.ts';

/** Milliseconds between two looks at whether the jobs under way are still needed. */
const PERIOD = 1000;
/** How often a job may lose its worker before it is given up. */
const MOST_LOSSES = 10;

interface WorkerSettings {
  readonly address: RedisAddress;
  readonly queue: string;
  readonly jobs: number;
  /** Seconds without a sign of life after which a worker's job is taken over. */
  readonly lock: number;
  /** Seconds without a job after which the worker ends; it waits for ever unless given. */
  readonly idle?: number;
  /** The folder of models that are named, not sent. */
  readonly shared?: string;
  /** Folders of models in code that may be run. */
  readonly allowCode: readonly string[];
}

/** Works until Ctrl-C, or until there was nothing to do for so long. */
export async function runWorker(settings: WorkerSettings): Promise<void> {
  const { bullmq } = await queueLibrary();
  const redis = await connect(settings.address);
  const desk = new Desk(settings, new CampaignStore(redis, settings.queue));
  const worker = new bullmq.Worker(settings.queue, (job, token) => desk.process(job, token), {
    connection: { ...settings.address, maxRetriesPerRequest: null },
    prefix: QUEUE_PREFIX,
    concurrency: settings.jobs,
    lockDuration: settings.lock * 1000,
    stalledInterval: settings.lock * 1000,
    maxStalledCount: MOST_LOSSES,
  });
  worker.on('error', () => undefined); // Redis is away, or took the job for lost: both are mended by trying again
  const place = `${addressText(settings.address)}, queue ${settings.queue}`;
  writeError(`waiting for jobs at ${place}, ${settings.jobs} at a time; Ctrl-C ends`);
  try {
    await desk.over;
  } finally {
    desk.close();
    await worker.close();
    await Promise.allSettled([redis.quit()]);
    redis.disconnect();
    desk.end();
  }
  writeError(`${desk.done} jobs done`);
}

class Desk {
  done = 0;
  /** Fulfilled when the worker is to end. */
  readonly over: Promise<void>;
  private readonly settings: WorkerSettings;
  private readonly store: CampaignStore;
  private readonly folder = mkdtempSync(join(tmpdir(), 'tegata-campaign-'));
  private readonly free: CampaignProcess[];
  private readonly running = new Map<CampaignProcess, RemoteJob>();
  private readonly name = `${hostname()} ${process.pid}`;
  private readonly timer: NodeJS.Timeout;
  private isClosing = false;
  private since = performance.now();
  private finish: () => void = () => undefined;

  constructor(settings: WorkerSettings, store: CampaignStore) {
    this.settings = settings;
    this.store = store;
    const memoryBytes = memoryOfJob(settings.jobs);
    this.free = Array.from({ length: settings.jobs }, () => new CampaignProcess(memoryBytes));
    this.over = new Promise((resolve) => (this.finish = resolve));
    this.timer = setInterval(() => void this.look(), PERIOD);
    process.on('SIGINT', this.finish);
    process.on('SIGTERM', this.finish);
  }

  /** Jobs under way go back to the queue. */
  close(): void {
    this.isClosing = true;
    for (const process of this.running.keys()) process.end();
  }

  end(): void {
    clearInterval(this.timer);
    process.removeListener('SIGINT', this.finish);
    process.removeListener('SIGTERM', this.finish);
    for (const process of this.free) process.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Does a job; throws when it is to be tried again. */
  async process(queued: Job, token: string | undefined): Promise<void> {
    this.since = performance.now();
    const job = remoteJob(queued.data);
    if (job === null) throw new Error('this is no job of a campaign'); // nobody waits for it
    if (await this.store.isSpared(job)) return;
    const model = await this.modelOf(job.model).catch((error: Error) => this.giveUp(job, queued, error.message));
    if (model === null) return;
    const process = this.free.pop() ?? new CampaignProcess(memoryOfJob(this.settings.jobs));
    this.running.set(process, job);
    try {
      const end = await process.run(model, job.task);
      this.running.delete(process); // from now on nobody ends it
      if (end.kind === 'answer') await this.store.keep(job, { answer: end.answer, worker: this.name });
      else if (end.kind === 'lost') await this.giveUp(job, queued, end.reason);
      else if (this.isClosing) await this.giveBack(queued, token);
      if (end.kind === 'answer') this.done++;
    } finally {
      this.running.delete(process);
      this.free.push(process);
      this.since = performance.now();
    }
  }

  /** A job that did not go well: again, later and perhaps elsewhere; the last time that is its answer. */
  private async giveUp(job: RemoteJob, { attemptsMade }: Job, reason: string): Promise<null> {
    if (attemptsMade + 1 < job.attempts) throw new Error(reason);
    await this.store.keep(job, { answer: { outcome: 'failed', reason, seconds: 0 }, worker: this.name });
    return null;
  }

  private async giveBack(queued: Job, token: string | undefined): Promise<never> {
    const { bullmq } = await queueLibrary();
    await queued.moveToWait(token);
    throw new bullmq.WaitingError();
  }

  /** Ends what nobody needs any more, and the worker itself when it has had nothing to do for long. */
  private async look(): Promise<void> {
    const { idle } = this.settings;
    if (this.running.size > 0) this.since = performance.now();
    else if (idle !== undefined && performance.now() - this.since > idle * 1000) this.finish();
    for (const [process, job] of [...this.running]) {
      const isSpared = await this.store.isSpared(job).catch(() => false);
      if (isSpared && this.running.get(process) === job) process.end();
    }
  }

  /** The model as a process here reads it; throws where there is none, or it is not what was asked for. */
  private async modelOf(model: RemoteModel): Promise<string> {
    if (model.kind === 'library') return model.name;
    if (model.kind === 'module' || model.files.some(({ name }) => isModuleName(name))) return this.codeOf(model);
    if (model.shared === undefined) return this.sentModel(model);
    const { shared } = this.settings;
    if (shared === undefined) throw new Error(`${model.name} is in a shared folder, and this worker has no --shared`);
    return placed(model, model.shared, shared);
  }

  /** Code is run only from folders that are allowed, and only if it is what the campaign was made with. */
  private codeOf(model: RemoteModel): string {
    const { allowCode } = this.settings;
    const reasons = allowCode.map((folder) => {
      try {
        return { path: placed(model, model.shared ?? '', folder) };
      } catch (error) {
        return { reason: (error as Error).message };
      }
    });
    const found = reasons.find((one) => one.path !== undefined)?.path;
    if (found !== undefined) return found;
    throw new Error(reasons[0]?.reason ?? `${model.name} is code, and this worker allows none (--allow-code)`);
  }

  /** A model whose files are in Redis, written to a folder of its own. */
  private async sentModel({ name, files }: RemoteModel): Promise<string> {
    const folder = join(this.folder, sha256(files.map((file) => `${file.name} ${file.sha256}`).join('\n')));
    for (const file of files) {
      const path = join(folder, file.name);
      if (isFile(path)) continue;
      const content = await this.store.file(file.sha256);
      if (content === null) throw new Error(`${name}: its file ${file.name} is no longer in Redis`);
      if (sha256(content) !== file.sha256) throw new Error(`${name}: its file ${file.name} is not what was asked for`);
      makeFolder(dirname(path));
      writeFile(path, content);
    }
    return join(folder, files[0].name);
  }
}

/** A model in a folder of this machine, with all of its files as they were where the campaign was begun. */
function placed({ name, files }: RemoteModel, place: string, folder: string): string {
  const root = realpathSync(folder);
  const path = join(root, place);
  for (const file of files) {
    const here = join(dirname(path), file.name);
    if (!isFile(here)) throw new Error(`${name}: ${folder} has no ${place}`);
    if (!realpathSync(here).startsWith(root + sep)) throw new Error(`${name}: ${file.name} is outside ${folder}`);
    if (modelHash(here) !== file.sha256)
      throw new Error(`${name}: ${file.name} in ${folder} is not what was asked for`);
  }
  return path;
}
