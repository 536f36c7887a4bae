// Several formulas in diagrams: a second thread answers those that come last while this one begins with the first, and what it has found is there when
// its turn comes. With one formula left both work on it, each with other variable orders first.
import { availableParallelism } from 'node:os';
import type { Rival, RivalAnswer } from '../../check/index.ts';
import type { Formula } from '../../formula/index.ts';
import type { RivalThread } from './rival-thread.ts';

/** Processor seconds before the thread is started: shorter runs would not be quicker with it. */
const BEGINS_AFTER = 2;
/** Of the memory that may be used, what the second thread may see in use before it gives up: the first one is to have enough. */
export const AHEAD_SHARE = 0.4;

/** Whether a second thread has a processor. */
export function hasSecondProcessor(): boolean {
  return availableParallelism() > 1;
}

export class Ahead implements Rival {
  private readonly thread: RivalThread;
  private formulas: readonly (Formula | null)[] = [];
  private readonly seconds: number;
  private readonly after: number;
  /** Answers to formulas whose turn comes. */
  private readonly ready = new Map<number, RivalAnswer>();
  private readonly tried = new Set<number>();
  private turn = 0;
  /** What the second thread works on; null while it rests. */
  private working: number | null = null;
  /** The number by which the formula of this turn was asked for; null before. */
  private asked: number | null = null;

  /** `seconds` for each formula; `after` so many processor seconds of the process, where tests ask for others. */
  constructor(thread: RivalThread, seconds = Number.POSITIVE_INFINITY, after = BEGINS_AFTER) {
    this.thread = thread;
    this.seconds = seconds;
    this.after = after;
  }

  /** These formulas come, in this order; null for what only the first thread can answer. */
  expect(formulas: readonly (Formula | null)[]): void {
    this.formulas = formulas;
  }

  /** The first thread comes to the formula of this number. */
  turnTo(index: number): void {
    this.turn = index;
    this.asked = null;
  }

  get busy(): boolean {
    return this.asked !== null && (this.ready.has(this.turn) || this.working === this.turn);
  }

  ask(question: number): void {
    this.asked = question;
  }

  poll(): RivalAnswer | null {
    this.gather(this.thread.poll());
    this.goOn();
    return this.answer();
  }

  wait(milliseconds: number): RivalAnswer | null {
    const known = this.poll();
    if (known !== null || this.working === null) return known;
    this.gather(this.thread.wait(milliseconds));
    return this.poll();
  }

  /** The formula of this turn is answered: nobody needs another answer. */
  cancel(): void {
    this.asked = null;
    if (this.working !== this.turn) return;
    this.thread.cancel();
    this.working = null;
  }

  end(): void {
    this.thread.end();
  }

  private answer(): RivalAnswer | null {
    const found = this.ready.get(this.turn);
    if (this.asked === null || found === undefined) return null;
    this.ready.delete(this.turn);
    return { ...found, question: this.asked };
  }

  private gather(found: RivalAnswer | null): void {
    if (found === null) {
      // It has ended, for whatever reason: it will not say more.
      if (this.working !== null && !this.thread.busy) this.working = null;
      return;
    }
    if (found.found.outcome !== 'unknown') this.ready.set(found.question, found);
    this.working = null;
  }

  /** Gives the second thread the last formula that nobody has tried. */
  private goOn(): void {
    if (this.working !== null || !this.isWorthIt()) return;
    for (let index = this.formulas.length - 1; index >= this.turn; index--) {
      const formula = this.formulas[index];
      if (formula === null || this.tried.has(index)) continue;
      this.tried.add(index);
      this.thread.ask(index, formula, this.seconds);
      this.working = this.thread.busy ? index : null;
      return;
    }
  }

  private isWorthIt(): boolean {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6 >= this.after;
  }
}
