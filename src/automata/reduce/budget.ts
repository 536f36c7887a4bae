// What reductions may spend together. It is counted in steps (calls of `tick`, operations on labels), not in seconds, so that the same automaton
// comes out in every run and on every machine. What does not fit is left out: reductions only ever make automata smaller.
import type { Bdd } from '../../dd/bdd.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';

export class Budget {
  private left: number;
  private cut = false;

  constructor(work: number) {
    this.left = work;
  }

  /** Whether something was left out. */
  get isCut(): boolean {
    return this.cut;
  }

  /** Something was left out for a reason of its own. */
  markCut(): void {
    this.cut = true;
  }

  /** What the work gives, or null where it takes more than is left. When the run itself must end, it ends. */
  attempt<T>(bdd: Bdd, stopwatch: Stopwatch, work: (part: Stopwatch) => T): T | null {
    if (this.left <= 0) {
      this.cut = true;
      return null;
    }
    const part = stopwatch.budgeted(this.left);
    try {
      return bdd.during(part, () => work(part));
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      stopwatch.look();
      this.cut = true;
      return null;
    } finally {
      this.left -= part.work;
    }
  }
}
