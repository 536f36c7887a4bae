// When a user's function is called a second time, to see whether it is deterministic and leaves its argument alone.

export type GuardLevel = 'sample' | 'always' | 'never';

/** The sample: the first calls, and one of PERIOD afterwards. */
const FIRST_CHECKS = 64;
const PERIOD = 101;

export class Guard {
  private readonly level: GuardLevel;
  private calls = 0;

  constructor(level: GuardLevel = 'sample') {
    this.level = level;
  }

  /** Counts a call; whether it is one to be repeated. */
  isDue(): boolean {
    const call = this.calls++;
    return this.level === 'always' || (this.level === 'sample' && (call < FIRST_CHECKS || call % PERIOD === 0));
  }
}
