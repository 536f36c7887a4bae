// What the schedule is given: formulas, the prepared models on which each of them is searched for, and the searches that there are on these.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Formula } from '../formula/formula.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import type { EngineAnswer } from './answer.ts';
import type { CompleteExplicit, DiagramEngine } from './options.ts';
import type { FormulaQuestion } from './question.ts';

/** The searches that are scheduled, on one prepared model. */
export interface Searches {
  /** Whether the symbolic engine can read the model. */
  readonly isSymbolic: boolean;
  /** An upper bound of the number of states. */
  stateBound(): number;
  explicit(question: FormulaQuestion, engine: CompleteExplicit, stopwatch: Stopwatch): EngineAnswer;
  symbolic(question: FormulaQuestion, engine: DiagramEngine, stopwatch: Stopwatch): EngineAnswer;
  /** Tells of violations that random walks come across; of nets alone. */
  walk(questions: ReadonlyMap<number, FormulaQuestion>, task: WalkTask): void;
  /** A violation near the initial states; null when a fixed amount of work shows none. */
  look(question: FormulaQuestion, engine: DiagramEngine, stopwatch: Stopwatch): EngineAnswer | null;
}

/** Random walks: how long, in which order, and who is told. */
export interface WalkTask {
  readonly seconds: number;
  readonly seed: number;
  readonly stopwatch: Stopwatch;
  readonly onFound: (index: number, lasso: StateLasso) => void;
}

/** A prepared model, and the question that a formula is to it. */
export interface Ground<S extends Searches = Searches> {
  readonly question: FormulaQuestion;
  readonly searches: S;
}

/** A formula, and where it is searched for. */
export interface Inquiry<S extends Searches = Searches> {
  readonly formula: Formula;
  /**
   * The model made ready for this formula alone, or for all formulas that are asked together; made when it is first asked for, in a part of
   * `seconds`. Throws `LimitExceeded`.
   */
  ground(scope: 'one' | 'all', seconds: number): Ground<S>;
}
