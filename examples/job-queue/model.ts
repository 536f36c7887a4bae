// A job queue with retries: a job that fails is tried again up to three times and then buried. The worker may crash while it works
// on a job; the queue gives the job back when its lease runs out.
//
// At-least-once, not exactly-once: a job whose worker crashed after the work was done, but before it said so, is done twice.
import { crashing, defineProcess, defineSystem, type Timer, timer } from 'tegata/modelling';

const MAX_ATTEMPTS = 3;

interface Queue {
  readonly job: 'waiting' | 'leased' | 'done' | 'buried';
  readonly attempts: number;
  readonly lease: Timer;
  /** How often the effects of the job have happened; 2 stands for more. */
  readonly effects: number;
}

const worker = defineProcess<'idle' | 'working' | 'worked', Queue>({
  initial: 'idle',
  actions: {
    take: (self, { job, attempts }) =>
      self === 'idle' &&
      job === 'waiting' && { self: 'working', shared: { job: 'leased', attempts: attempts + 1, lease: 'running' } },
    work: (self, { effects }) =>
      self === 'working' && { self: 'worked', shared: { effects: Math.min(effects + 1, 2) } },
    fail: (self, { attempts }) =>
      self === 'working' && {
        self: 'idle',
        shared: { job: attempts < MAX_ATTEMPTS ? 'waiting' : 'buried', lease: 'off' },
      },
    // Only the holder of a lease may say that the job is done.
    finish: (self, { job }) =>
      self === 'worked' &&
      (job === 'leased' ? { self: 'idle', shared: { job: 'done', lease: 'off' } } : { self: 'idle' }),
  },
});

export default defineSystem({
  name: 'job queue',
  shared: { job: 'waiting', attempts: 0, lease: 'off', effects: 0 } as Queue,
  processes: {
    // After a crash the worker starts from the beginning.
    worker: crashing(worker, { keep: () => 'idle' as const, limit: 2 }),
    queue: defineProcess<null, Queue>({
      initial: null,
      actions: {
        reclaim: (_, { job, lease, attempts }) =>
          job === 'leased' &&
          lease === 'expired' && { shared: { job: attempts < MAX_ATTEMPTS ? 'waiting' : 'buried', lease: 'off' } },
      },
    }),
    clock: timer('lease'),
  },
  propositions: {
    settled: ({ job }) => job === 'done' || job === 'buried',
    done: ({ job }) => job === 'done',
    happened: ({ effects }) => effects > 0,
    twice: ({ effects }) => effects > 1,
    tooMany: ({ attempts }) => attempts > MAX_ATTEMPTS,
  },
});
