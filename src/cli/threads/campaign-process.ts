// A process of a campaign as its owner sees it: one order at a time, a hard limit on its time, and a new process when it died, was ended, or has
// grown large. Models that are modules run in the process too, whatever they do there.
import { type ChildProcess, fork } from 'node:child_process';
import type { JobAnswer, JobTask } from '../../campaign/index.ts';
import { isModuleName } from '../input/module-name.ts';
import type { CampaignOrder, CampaignReply, FoundQuestion } from './campaign-protocol.ts';
import { toError } from './check-job.ts';

/** Beyond the time of a job: so many seconds, and this part of it. */
const GRACE = { seconds: 10, share: 0.2 } as const;

/** A process that keeps more than this after a job is not given another one: the next would be measured with it. */
const KEPT_BYTES = 200 * 2 ** 20;

/** What becomes of a job: an answer, or its process was lost (it died) or ended by its owner. */
type JobEnd =
  | { readonly kind: 'answer'; readonly answer: JobAnswer }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'ended' };

type End = { readonly reply: CampaignReply } | Exclude<JobEnd, { readonly kind: 'answer' }> | { readonly kind: 'late' };

export class CampaignProcess {
  private child: ChildProcess | null = null;
  /** Whether the child can run modules of the user, which must meet the same copy of the package. */
  private runsModules = false;
  private stop: () => void = () => undefined;
  private readonly memoryBytes: number;

  /** A job without a limit of its own may use this much memory. */
  constructor(memoryBytes: number) {
    this.memoryBytes = memoryBytes;
  }

  /** Does a job. */
  async run(model: string, task: JobTask): Promise<JobEnd> {
    const started = performance.now();
    const end = await this.give({ kind: 'job', model, task, memoryBytes: this.memoryBytes }, task.limits.seconds);
    const seconds = (performance.now() - started) / 1000;
    if ('reply' in end) {
      const { reply } = end;
      if (reply.kind === 'answer') {
        if (reply.usedBytes > KEPT_BYTES) this.replace();
        return { kind: 'answer', answer: reply.answer };
      }
      this.replace();
      const reason = reply.kind === 'failure' ? toError(reply.failure).message : 'its process answered something else';
      return { kind: 'answer', answer: { outcome: 'failed', reason, seconds } };
    }
    this.replace();
    if (end.kind !== 'late') return end;
    const reason = `no answer in ${task.limits.seconds} s: its process was ended`;
    return { kind: 'answer', answer: { outcome: 'unknown', reason, seconds } };
  }

  /** The questions of a model; throws what went wrong. */
  async questions(
    order: Omit<CampaignOrder & { readonly kind: 'questions' }, 'kind' | 'memoryBytes'>,
  ): Promise<readonly FoundQuestion[]> {
    const end = await this.give({ kind: 'questions', ...order, memoryBytes: this.memoryBytes });
    if (!('reply' in end)) throw new Error(`the process that reads ${order.model} has ended`);
    if (end.reply.kind === 'questions') return end.reply.questions;
    throw end.reply.kind === 'failure' ? toError(end.reply.failure) : new Error('an answer to another question');
  }

  /** Ends the process, whatever it is doing; another one is started for the next order. */
  end(): void {
    this.stop();
    this.replace();
  }

  private give(order: CampaignOrder, seconds?: number): Promise<End> {
    const child = this.process(isModuleName(order.model));
    return new Promise<End>((resolve) => {
      const limit = seconds === undefined ? undefined : seconds * (1 + GRACE.share) + GRACE.seconds;
      const timer = limit === undefined ? undefined : setTimeout(() => over({ kind: 'late' }), limit * 1000);
      const over = (end: End): void => {
        clearTimeout(timer);
        for (const event of ['message', 'exit', 'error']) child.removeAllListeners(event);
        child.on('error', () => undefined); // of what was sent to a process that had just died
        this.stop = () => undefined;
        resolve(end);
      };
      this.stop = () => over({ kind: 'ended' });
      child.on('message', (reply: CampaignReply) => over({ reply }));
      child.once('exit', (code, signal) => over({ kind: 'lost', reason: `its process ended with ${signal ?? code}` }));
      child.once('error', (error) => over({ kind: 'lost', reason: error.message }));
      child.send(order);
    });
  }

  private process(needsModules: boolean): ChildProcess {
    if (this.child?.connected !== true || this.runsModules !== needsModules) this.replace();
    this.runsModules = needsModules;
    // named from here, since this module may itself be in the bundle
    const file = needsModules ? '../threads/campaign-child.js' : './campaign-child.js';
    this.child ??= fork(new URL(file, import.meta.url), [String(process.pid)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return this.child;
  }

  private replace(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
  }
}
