// A rival: another thread that works on the same questions with the symbolic engine, while this one searches state by state. Whoever
// answers first wins. The search here never returns to its event loop, so answers are polled.
import type { Formula } from '../formula/formula.ts';
import type { EngineAnswer } from './answer.ts';

/** What a rival found. A lasso is one of the model that was given; it is confirmed again by whoever hears of it. */
export interface RivalAnswer extends EngineAnswer {
  readonly question: number;
}

export interface Rival {
  /** Whether a question is under way. */
  readonly busy: boolean;
  /** Begins with a question; the one that was under way is given up. */
  ask(question: number, formula: Formula, seconds: number): void;
  /** The next answer, if there is one. */
  poll(): RivalAnswer | null;
  /** The next answer, or null when there is none in this time. */
  wait(milliseconds: number): RivalAnswer | null;
  /** The question under way need not be answered. */
  cancel(): void;
}
