// How much a construction may use before it gives up with `LimitExceeded`.
import { LimitExceeded, type Limits } from '../../diagnostics/limit.ts';

/** Look at the clock once in so many calls. */
const CLOCK_INTERVAL = 256;

/** Counts against the limits of one run. The time counts from the making of the budget. */
export class Budget {
  private readonly limits: Limits;
  private readonly deadline: number;
  private calls = 0;

  constructor(limits: Limits = {}) {
    this.limits = limits;
    this.deadline = limits.seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + limits.seconds * 1000;
  }

  /** To be called whenever a state is made: throws when there are too many, or the time is over. */
  states(count: number): void {
    const { states } = this.limits;
    if (states !== undefined && count > states) {
      throw new LimitExceeded('states', `the automaton needs more than ${states} states`);
    }
    this.step();
  }

  /** To be called in loops that make no state. */
  step(): void {
    if (++this.calls % CLOCK_INTERVAL !== 0) return;
    if (this.limits.signal?.aborted) throw new LimitExceeded('cancelled', 'the run was cancelled');
    if (Date.now() > this.deadline) throw new LimitExceeded('time', `more than ${this.limits.seconds} s`);
  }
}
