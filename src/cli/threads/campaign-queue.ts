// What the run of a campaign and its workers share in Redis: a queue of BullMQ with the jobs, and keys of our own with the files of models, the
// answers, and what is over. All of them are forgotten after some days.
//
// An answer is kept once: the first one is set, another one for the same job is not. It is set before its job is completed, so that whatever
// Redis loses when it dies (at most its last second, with the append-only file) is done again, and nothing is completed without an answer.
import type { Redis } from 'ioredis';
import { isAnswer, type JobAnswer, type RemoteJob } from '../../campaign/index.ts';
import { InputError } from '../../diagnostics/index.ts';
import { addressText, queueLibrary, type RedisAddress } from '../input/redis-address.ts';

/** The prefix of the keys of BullMQ. */
export const QUEUE_PREFIX = 'tegata';
/** Seconds for which Redis keeps what is ours. */
const KEPT = 7 * 24 * 3600;
/** Milliseconds to reach Redis at the start. */
const REACH = 10_000;

/** An answer, and who gave it. */
interface RemoteAnswer {
  readonly answer: JobAnswer;
  readonly worker: string;
}

/** The keys of ours. */
export class CampaignStore {
  private readonly redis: Redis;
  private readonly base: string;

  constructor(redis: Redis, queue: string) {
    this.redis = redis;
    this.base = `tegata-data:${queue}`;
  }

  /** Keeps the answer of a job, unless it has one; a sure one is for all jobs of its question in its run, and a failure is of its run alone. */
  async keep(job: Pick<RemoteJob, 'id' | 'run' | 'question'>, { answer, worker }: RemoteAnswer): Promise<void> {
    const text = JSON.stringify({ answer, worker });
    const key = answer.outcome === 'failed' ? this.failureKey(job) : this.answerKey(job.id);
    const kept = this.redis.multi().set(key, text, 'EX', KEPT, 'NX');
    if (answer.outcome === 'holds' || answer.outcome === 'violated')
      kept.set(this.sureKey(job), job.id, 'EX', KEPT, 'NX');
    await kept.exec();
  }

  /** The answers of jobs of a run, in their order; null where there is none. */
  async answers(run: string, ids: readonly string[]): Promise<(RemoteAnswer | null)[]> {
    if (ids.length === 0) return [];
    const found = await this.redis.mget(ids.flatMap((id) => [this.answerKey(id), this.failureKey({ run, id })]));
    return ids.map((_, i) => parsed(found[2 * i]) ?? parsed(found[2 * i + 1]));
  }

  /** Whether nobody needs the job any more: it is answered, its question is, or its run has ended. */
  async isSpared(job: Pick<RemoteJob, 'id' | 'run' | 'question' | 'answers'>): Promise<boolean> {
    const [answer, sure, stopped] = await this.redis.mget([
      this.answerKey(job.id),
      this.sureKey(job),
      this.stopKey(job.run),
    ]);
    return answer !== null || stopped !== null || (sure !== null && job.answers === 'first');
  }

  /** Says that nobody waits for the jobs of a run. */
  async stop(run: string): Promise<void> {
    await this.redis.set(this.stopKey(run), '1', 'EX', KEPT);
  }

  async putFile(sha256: string, content: Uint8Array): Promise<void> {
    await this.redis.set(this.fileKey(sha256), Buffer.from(content), 'EX', KEPT);
  }

  hasFile(sha256: string): Promise<boolean> {
    return this.redis.exists(this.fileKey(sha256)).then((count) => count > 0);
  }

  file(sha256: string): Promise<Uint8Array | null> {
    return this.redis.getBuffer(this.fileKey(sha256));
  }

  private answerKey(id: string): string {
    return `${this.base}:answer:${id}`;
  }

  private failureKey({ run, id }: Pick<RemoteJob, 'run' | 'id'>): string {
    return `${this.base}:failed:${run}:${id}`;
  }

  private sureKey({ run, question }: Pick<RemoteJob, 'run' | 'question'>): string {
    return `${this.base}:sure:${run}:${question}`;
  }

  private stopKey(run: string): string {
    return `${this.base}:stopped:${run}`;
  }

  private fileKey(sha256: string): string {
    return `${this.base}:file:${sha256}`;
  }
}

/** What someone has written there, if it is an answer. */
function parsed(text: string | null): RemoteAnswer | null {
  if (text === null) return null;
  try {
    const { answer, worker } = JSON.parse(text) as Partial<RemoteAnswer>;
    return isAnswer(answer) ? { answer, worker: String(worker) } : null;
  } catch {
    return null;
  }
}

/** The name that BullMQ knows a job by; no number, and without colons. */
export function queueId(id: string): string {
  return `job-${id}`;
}

/** A connection that waits for Redis whenever it is away. Throws `InputError` when it cannot be reached at all. */
export async function connect(address: RedisAddress): Promise<Redis> {
  const { Redis: Connection } = await queueLibrary();
  const first = new Connection({
    ...address,
    lazyConnect: true,
    connectTimeout: REACH,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  first.on('error', () => undefined); // told by `connect` below
  try {
    await first.connect();
    await first.ping();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint = 'see --redis, TEGATA_REDIS, TEGATA_REDIS_USER and TEGATA_REDIS_PASSWORD in docs/campaigns.md';
    throw new InputError({ code: 'CMD002', message: `cannot reach ${addressText(address)}: ${reason}`, hint });
  } finally {
    first.disconnect();
  }
  const redis = new Connection({ ...address, maxRetriesPerRequest: null });
  redis.on('error', () => undefined); // it is tried again
  return redis;
}
