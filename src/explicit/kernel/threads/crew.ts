// A crew as its first thread sees it: other threads are called for a level or for splitting the table, and awaited; in between, this thread alone
// ends levels and makes room (assembly/threads/crew.ts). A thread that is lost ends the crew: what it did not finish nobody knows.
import type { Kernel } from '../kernel.ts';
import type { MemberLayout } from '../layout.ts';
import {
  CONTROL_END,
  CONTROL_STATUS,
  CREW_BUSY,
  CREW_HEADER,
  CREW_PAUSE,
  DONE,
  EXPECTED,
  FULL,
  GONE,
  MEMBER_BEAT,
  MEMBER_BYTES,
  MEMBER_CALL,
  MEMBER_DEADLOCKS,
  MEMBER_PRESENCE,
  MEMBER_STATES,
  MEMBER_STATUS,
  MEMBER_TASK,
  MEMBER_TRANSITIONS,
  PAUSED,
  PRESENT,
  RUNNING,
  TASK_EXPAND,
  TASK_LEAVE,
  TASK_SPLIT,
} from '../protocol.ts';
import type { CrewPlace } from './helper.ts';
import type { SharedCore } from './shared-core.generated.ts';
import type { HelperThread } from './thread-host.ts';
import { Trial } from './trial.ts';

/** A thread of the crew has ended, or says nothing for long. */
export class ThreadLost extends Error {
  override name = 'ThreadLost';
}

/** Decides by what levels took; see `Trial`. */
type Judge = Pick<Trial, 'verdict' | 'isTogether' | 'note'>;

export interface CrewOptions {
  /** States of a level that is shared. */
  readonly sharedLevel?: number;
  /** Whether the search waits in the beginning until all threads are there. */
  readonly presence?: 'awaited';
  /** Decides whether the threads pay; null where they work in any case. */
  readonly trial?: Judge | null;
}

/** Levels with fewer states are left to one thread: calling others takes as long as a few hundred states do. */
const SHARED_LEVEL = 4096;
/** Looks at the others before this thread sleeps. */
const LOOKS = 2000;
/** Milliseconds of sleep, and how often in a row nothing may have happened meanwhile: then a thread is lost. */
const SLEEP = 5;
const MOST_SLEEPS = 12_000;

/** What was counted: before the crew began, or in all. */
interface Counts {
  readonly states: number;
  readonly transitions: bigint;
  readonly deadlocks: bigint;
}

export class Crew {
  private readonly kernel: Kernel;
  private readonly core: SharedCore;
  private readonly threads: readonly HelperThread[];
  private readonly before: Counts;
  private readonly words: Int32Array;
  private readonly counters: BigUint64Array;
  /** Members that were called for what is going on; the first thread is number 0, and always at work. */
  private called: number[] = [];
  /** Whether the level is shared: those who come late are called too. */
  private isShared = true;
  private sleeps = 0;
  private beats = 0;
  private readonly trial: Judge | null;
  /** When the level began, and how many transitions there were; null where it says nothing about threads. */
  private level: { readonly began: number; readonly transitions: bigint } | null = null;
  /** The most threads that ever worked together. */
  worked = 1;
  /** Whether the search stands still for good. */
  isSettled = false;
  private readonly options: CrewOptions;
  private readonly onSettled: (counts: Counts) => void;

  /** `onSettled` is called when all states are again as one thread would have left them. */
  constructor(
    kernel: Kernel,
    threads: readonly HelperThread[],
    before: Counts,
    options: CrewOptions,
    onSettled: (counts: Counts) => void,
  ) {
    this.onSettled = onSettled;
    this.kernel = kernel;
    this.core = kernel.core as unknown as SharedCore;
    this.threads = threads;
    this.before = before;
    this.options = options;
    this.trial = options.trial === undefined ? new Trial() : options.trial;
    this.words = new Int32Array(kernel.memory.buffer);
    this.counters = new BigUint64Array(kernel.memory.buffer);
    this.core.openCrew(kernel.layout.crew, 0);
  }

  get states(): number {
    return this.sum(this.before.states, (at) => this.words[(at + MEMBER_STATES) / 4] >>> 0);
  }

  get transitions(): bigint {
    return this.total(this.before.transitions, MEMBER_TRANSITIONS);
  }

  get deadlocks(): bigint {
    return this.total(this.before.deadlocks, MEMBER_DEADLOCKS);
  }

  /** Whether one thread alone was found to be as quick. */
  get isInVain(): boolean {
    return this.trial?.verdict === 'does not pay';
  }

  /** Begins where the core stands, with so many entries in its table; `places` are those of the other threads. */
  begin(entries: number, places: readonly CrewPlace[]): void {
    for (const [i, thread] of this.threads.entries()) thread.send(places[i]);
    if (this.options.presence === 'awaited') this.awaitThreads();
    this.core.crewBegin(entries);
    this.core.hearCall();
    this.call(TASK_EXPAND);
  }

  /** Goes on until this thread has expanded some `budget` states, or nothing is left; gives a status. Throws `ThreadLost`. */
  slice(budget: number): number {
    const { sharedLevel = SHARED_LEVEL } = this.options;
    for (let left = budget; left > 0; ) {
      if (this.isShared) this.callLate();
      const status = this.core.crewExpand(left);
      if (status === RUNNING || !this.isAlone()) return RUNNING;
      const met = this.obstacle();
      if (met !== DONE && met !== PAUSED) return this.settle(met);
      if (met === PAUSED) {
        if (!this.makeRoom()) return this.settle(FULL);
        this.core.hearCall();
        if (this.isShared) this.call(TASK_EXPAND);
        continue;
      }
      this.noteLevel();
      const level = this.core.crewNextLevel(this.threads.length + 1) >>> 0;
      if (level === 0) return this.settle(DONE);
      this.core.hearCall();
      this.beginLevel(level >= sharedLevel);
      if (this.isInVain) return RUNNING;
      left -= Math.min(left, level);
    }
    return RUNNING;
  }

  /** A level begins: others are called if it is shared, unless it is tried how quick one is. */
  private beginLevel(isLarge: boolean): void {
    const isTried = isLarge && this.trial?.verdict === 'open';
    this.isShared = isLarge && this.trial?.isTogether !== false;
    this.called = [];
    if (this.isShared) this.call(TASK_EXPAND);
    const isAsWished = !this.isShared || this.called.length === this.threads.length;
    this.level = isTried && isAsWished ? { began: performance.now(), transitions: this.transitions } : null;
  }

  private noteLevel(): void {
    if (this.level === null) return;
    const { began, transitions } = this.level;
    this.trial?.note(Number(this.transitions - transitions), performance.now() - began);
  }

  /** Brings all threads to rest, as far as they are not lost, and gives the memory up. What was counted is then exact. */
  dismiss(): void {
    if (this.isSettled) return;
    Atomics.store(this.words, this.address(CREW_PAUSE), 1);
    try {
      while (!this.isAlone());
      // This thread may not have said how far it has come.
      this.core.crewExpand(1);
      this.settle(PAUSED);
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
      this.leave();
    }
  }

  /** Gives up the memory: the other threads are free for another place. Those that are lost are left alone. */
  leave(): void {
    for (let member = 1; member <= this.threads.length; member++) this.tell(member, TASK_LEAVE);
  }

  private awaitThreads(): void {
    this.threads.forEach((_, i) => {
      const at = this.member(i + 1, MEMBER_PRESENCE);
      for (let sleeps = 0; Atomics.load(this.words, at) === EXPECTED && sleeps < MOST_SLEEPS; sleeps++) {
        sleep(this.words, at, EXPECTED);
      }
    });
  }

  /** Leaves everything as one thread would; nobody is called again. */
  private settle(status: number): number {
    this.core.crewSettle(this.threads.length + 1);
    const { states, transitions, deadlocks } = this;
    this.onSettled({ states, transitions, deadlocks });
    this.isSettled = true;
    this.leave();
    return status;
  }

  /** Makes room in table and ring; false if there is none. */
  private makeRoom(): boolean {
    const chunks = this.core.crewMakeRoom(this.threads.length + 1);
    if (chunks === FULL) return false;
    if (chunks === 0) return true;
    // Such a level takes longer.
    this.level = null;
    this.call(TASK_SPLIT);
    this.core.crewSplit();
    while (!this.isAlone());
    return true;
  }

  /** How the level ended: DONE, PAUSED if it goes on, or the first obstacle that a thread met, with its control block in the usual place. */
  private obstacle(): number {
    let result = DONE;
    for (const member of [0, ...this.called]) {
      const status = this.words[this.member(member, MEMBER_STATUS)];
      if (status === PAUSED) result = PAUSED;
      else if (status !== DONE) {
        const { control } = this.layoutOf(member);
        this.words.copyWithin(CONTROL_STATUS / 4, (CONTROL_STATUS + control) / 4, (CONTROL_END + control) / 4);
        return status;
      }
    }
    return result;
  }

  private layoutOf(member: number): Pick<MemberLayout, 'control'> {
    return member === 0 ? { control: 0 } : this.kernel.layout.members[member - 1];
  }

  /** Calls all members that are there. Those that were called before have come back. */
  private call(task: number): void {
    // For splitting, those that work on the level; statuses of others would be old.
    if (task === TASK_EXPAND)
      this.called = this.threads.map((_, i) => i + 1).filter((member) => this.isPresent(member));
    this.worked = Math.max(this.worked, this.called.length + 1);
    this.sleeps = 0;
    Atomics.store(this.words, this.address(CREW_BUSY), this.called.length);
    for (const member of this.called) this.tell(member, task);
  }

  private isPresent(member: number): boolean {
    return Atomics.load(this.words, this.member(member, MEMBER_PRESENCE)) === PRESENT;
  }

  /** Calls members that have come since the others were called. */
  private callLate(): void {
    for (let member = 1; this.called.length < this.threads.length && member <= this.threads.length; member++) {
      if (this.called.includes(member) || !this.isPresent(member)) continue;
      this.called.push(member);
      this.worked = Math.max(this.worked, this.called.length + 1);
      Atomics.add(this.words, this.address(CREW_BUSY), 1);
      this.tell(member, TASK_EXPAND);
    }
  }

  private tell(member: number, task: number): void {
    Atomics.store(this.words, this.member(member, MEMBER_TASK), task);
    Atomics.add(this.words, this.member(member, MEMBER_CALL), 1);
    Atomics.notify(this.words, this.member(member, MEMBER_CALL));
  }

  /** Whether all others have come to rest; waits for a moment if not. Throws `ThreadLost`. */
  private isAlone(): boolean {
    const busy = this.address(CREW_BUSY);
    for (let looks = 0; looks < LOOKS; looks++) if (Atomics.load(this.words, busy) === 0) return true;
    const before = Atomics.load(this.words, busy);
    if (before === 0) return true;
    sleep(this.words, busy, before);
    if (Atomics.load(this.words, busy) === 0) return true;
    this.lookAfterThreads();
    return false;
  }

  private lookAfterThreads(): void {
    const { called, words, threads } = this;
    const isGone = (member: number): boolean =>
      threads[member - 1].isLost || Atomics.load(words, this.member(member, MEMBER_PRESENCE)) === GONE;
    const beats = called.reduce((sum, member) => sum + Atomics.load(words, this.member(member, MEMBER_BEAT)), 0);
    this.sleeps = beats === this.beats ? this.sleeps + 1 : 0;
    this.beats = beats;
    if (called.some(isGone) || this.sleeps > MOST_SLEEPS) throw new ThreadLost('a thread that helped has ended');
  }

  private address(offset: number): number {
    return (this.kernel.layout.crew + offset) / 4;
  }

  private member(member: number, offset: number): number {
    return this.address(CREW_HEADER + member * MEMBER_BYTES + offset);
  }

  private sum(start: number, of: (address: number) => number): number {
    let sum = start;
    for (let i = 0; i <= this.threads.length; i++) sum += of(this.member(i, 0) * 4);
    return sum;
  }

  private total(start: bigint, offset: number): bigint {
    let total = start;
    for (let i = 0; i <= this.threads.length; i++) total += this.counters[(this.member(i, offset) * 4) / 8];
    return total;
  }
}

/** Sleeps while the word has the value, for a moment at most. The first thread of a page may not: it looks again. */
function sleep(words: Int32Array, at: number, value: number): void {
  try {
    Atomics.wait(words, at, value, SLEEP);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
