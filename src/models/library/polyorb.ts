// The core of PolyORB, a middleware whose threads take turns by the Leader/Followers policy [HTK+05], as [BDK11, §3.2] and [BDK12, §4.2] check
// it: one thread, the leader, polls the sources. What it finds becomes jobs in a queue; it wakes a follower, and both look for work.
//
// The papers describe it in two sentences. That what follows is their net is seen by their figures: places and transitions, states, and how the
// products with their Φ differ from each other (test/experiments/polyorb.test.ts). The Model Checking Contest has the net too (PolyORBLF), with one token
// more in `MayIdle`: there a leader who finds nobody idle goes on, here it waits, and all may wait for ever.
import { type Net, NetBuilder } from '../petri/net.ts';

const SOURCES = 3;
const JOBS = 3;
/** Sources of which the leader can collect data at once. */
const MOST_COLLECTED = 4;
/** What counters count to, together with their opposites. */
const MANY = 10;

/** Tokens at first, beside those of sources, jobs and threads. */
const INITIAL: Readonly<Record<string, number>> = {
  Lock: 1,
  MayInject: 1,
  Quiet: MANY,
  NoJobs: MANY,
  Blocked: 1,
  Unblocked: MANY - 1,
  Monitored: 1,
  PollingAllowed: 1,
  NoAbort: 1,
  Write0: 1,
  Read0: 1,
};

/**
 * The steps: places that are taken from, and places that are given to, with the letters of the classes that they range over: s a source, j a job, t and u
 * threads. A number in front is a weight.
 */
const STEPS: readonly (readonly [name: string, from: string, to: string])[] = [
  ['inject', 'Quiet + Source.s + MayInject + DOSrc.s', 'MayInject + MSrc.s'],
  // the leader polls, and collects what it finds
  ['event', 'poll.t + MayInject + MSrc.s', 'event.t + MSrc.s'],
  ['aborted', 'poll.t + Lock + Abort', 'end.t + NoAbort'],
  ['enterCollect', 'event.t + Lock', 'collect.t'],
  ['newJob', 'found.t.s + JobId.j', 'Job.j.s + notify.t.j'],
  ['count', 'notify.t.j + NoJobs', 'Jobs + queue.t.j'],
  ['wakeForJob', 'queued.t', 'wake.t + wakesForJob.t'],
  ['jobNotified', 'woke.t + wakesForJob.t', 'notified.t'],
  ['next', 'notified.t', 'tally.t'],
  ['endCollect', 'collected.t', 'MayInject + end.t'],
  ['stopMonitoring', 'end.t + Blocked + Monitored', 'ended.t + Unblocked + Unmonitored'],
  ['leavePolling', 'ended.t', 'checked.t'],
  ['afterPolling', 'checked.t', 'schedule.t'],
  // one who is idle is woken; `MayIdle` counts who is not
  ['wake', 'wake.t + IdleThread.u', 'woke.t + Awake.u + MayIdle'],
  // what a thread does next: lead, work, or wait
  ['lead', 'schedule.t + Unmonitored + PollingAllowed', 'toPoll.t + Monitored + PollingAllowed'],
  ['follow', 'schedule.t + Monitored', 'look.t + Monitored'],
  ['followWhileStopped', 'schedule.t + PollingStopped', 'look.t + PollingStopped'],
  ['takeJob', 'look.t + Jobs', 'fetch.t + NoJobs'],
  ['nothing', `look.t + ${MANY} NoJobs + MayIdle`, `toIdle.t + ${MANY} NoJobs`],
  ['goIdle', 'toIdle.t', 'IdleThread.t + idle.t + Lock'],
  ['leaveIdle', 'idle.t + Awake.t + Lock', 'schedule.t'],
  ['block', 'toPoll.t + Unblocked', 'blocked.t + Blocked'],
  ['startPolling', 'blocked.t', 'poll.t + Lock'],
  ['decideWork', 'fetched.t.j', 'toWork.t.j'],
  ['work', 'toWork.t.j + Job.j.s', 'insert.t.s + JobId.j'],
  // before the source is put back, whoever polls must be made to stop
  ['enterInsert', 'insert.t.s', 'disable.t.s'],
  ['nobodyPolls', `disable.t.s + ${MANY} Unblocked`, `disabled.t.s + ${MANY} Unblocked`],
  ['stop', 'disable.t.s + PollingAllowed + Blocked', 'abort.t + Waits.s + Blocked + PollingStopped'],
  ['signal', 'abort.t + NoAbort', 'signalled.t + Lock + Abort'],
  ['signalledBefore', 'abort.t + Abort', 'signalled.t + Lock + Abort'],
  [
    'stopped',
    `Waits.s + signalled.t + ${MANY} Unblocked + Lock + PollingStopped`,
    `disabled.t.s + ${MANY} Unblocked + PollingAllowed`,
  ],
  ['stopsAlready', 'disable.t.s + PollingStopped + Blocked', 'awaitStop.t.s + PollingStopped + Blocked + Lock'],
  ['hasStopped', `awaitStop.t.s + Lock + ${MANY} Unblocked`, `disabled.t.s + ${MANY} Unblocked`],
  ['putBack', 'disabled.t.s', 'enable.t + DOSrc.s + Source.s'],
  ['staysStopped', 'enable.t + PollingStopped', 'enabled.t + PollingStopped'],
  ['wakeToPoll', 'enable.t + PollingAllowed', 'wake.t + wakesToPoll.t + PollingAllowed'],
  ['wokeToPoll', 'woke.t + wakesToPoll.t', 'enabled.t'],
  // the job itself, outside the lock
  ['added', 'enabled.t', 'addedB.t'],
  ['notifyAdded', 'addedB.t', 'addedE.t'],
  ['leaveInsert', 'addedE.t', 'inserted.t'],
  ['leaveToRun', 'inserted.t', 'run.t + Lock'],
  ['doRun', 'run.t', 'ran.t'],
  ['enterAfterRun', 'ran.t + Lock', 'completedB.t'],
  ['notifyCompleted', 'completedB.t', 'completedE.t'],
  ['endWork', 'completedE.t', 'worked.t'],
  ['afterWork', 'worked.t', 'schedule.t'],
  // the queue: a ring of as many slots as there are jobs
  ...[...Array(JOBS).keys()].flatMap((i): [string, string, string][] => {
    const after = (i + 1) % JOBS;
    return [
      [`put${i}`, `queue.t.j + Write${i}`, `Slot${i}.j + queued.t + Write${after}`],
      [`get${i}`, `fetch.t + Slot${i}.j + Read${i}`, `fetched.t.j + Read${after}`],
    ];
  }),
  // data of n sources at once, n tokens of one thread until all their jobs are in the queue
  ...[...Array(MOST_COLLECTED).keys()].flatMap((i): [string, string, string][] => {
    const n = i + 1;
    return [
      [`tally${n}`, `tally.t + Found${n}`, `tallied${n}.t`],
      [`all${n}`, `${n} tallied${n}.t`, `collected.t + ${MANY} Quiet`],
    ];
  }),
];

/**
 * PolyORB with three sources, three jobs and this many threads, the first of them the leader: 66t + 57 places. For two threads 461 transitions and 61,662
 * states, 2160 of them deadlocks.
 */
export function polyorb(threads: number): Net {
  const sizes: Readonly<Record<string, number>> = { s: SOURCES, j: JOBS, t: threads, u: threads };
  const net = new NetBuilder();
  const place = (id: string): string => {
    if (net.placeNumber(id) === -1) net.place(id, { initial: INITIAL[id] ?? initialOf(id) });
    return id;
  };
  const add = (name: string, letters: readonly string[], [from, to]: readonly [string, string]): void => {
    for (const value of assignments(letters.map((letter) => sizes[letter[0]]))) {
      const of = (text: string): string[] => tokens(text, (letter) => value[letters.indexOf(letter)]).map(place);
      net.move([name, ...value].join('_'), of(from), of(to));
    }
  };
  for (const [name, from, to] of STEPS) add(name, lettersOf(`${from} + ${to}`), [from, to]);
  // nobody is idle: as many as there are threads are not
  add('wakeNobody', ['t'], [`wake.t + ${threads} MayIdle`, `woke.t + ${threads} MayIdle`]);
  for (let n = 1; n <= MOST_COLLECTED; n++) {
    const sources = Array.from({ length: n }, (_, i) => `s${i}`);
    const modified = sources.map((s) => `MSrc.${s}`).join(' + ');
    const found = sources.map((s) => `found.t.${s}`).join(' + ');
    add(`collect${n}`, ['t', ...sources], [`collect.t + ${MANY - n} Quiet + ${modified}`, `${found} + ${n} Found${n}`]);
  }
  return net.build(`polyorb-${threads}`);
}

/** Sources and jobs are free, the first thread polls, and the others are idle. */
function initialOf(id: string): number {
  if (/^(Source|DOSrc|JobId)_|^poll_1$/.test(id)) return 1;
  return /^(IdleThread|idle)_/.test(id) && !id.endsWith('_1') ? 1 : 0;
}

/** The letters of a step, each once. */
function lettersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\.([sjtu])/g)].map(([, letter]) => letter))];
}

/** `2 a.t + b` as `a_1`, `a_1`, `b`, where t is 1. */
function tokens(text: string, numberOf: (letter: string) => number): string[] {
  return text.split(' + ').flatMap((term) => {
    const [, weight, name, letters] = /^(?:(\d+) )?(\w+)((?:\.\w+)*)$/.exec(term)!;
    const id = [name, ...letters.split('.').slice(1).map(numberOf)].join('_');
    return Array<string>(Number(weight ?? 1)).fill(id);
  });
}

/** All ways to choose numbers from 1 up to each of the sizes. */
function assignments(sizes: readonly number[]): number[][] {
  return sizes.reduce<number[][]>(
    (all, size) => all.flatMap((start) => Array.from({ length: size }, (_, i) => [...start, i + 1])),
    [[]],
  );
}
