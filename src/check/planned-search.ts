// Walks along solutions of the state equation to markings with a condition: for each way in which the condition can be met there are plans, and
// walks that follow them. What is found is a path of the model; nothing is proved where none is.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import { PlannedWalks } from '../explicit/walk/planned-walks.ts';
import { compileExpression, type Evaluator } from '../models/expression/closures.ts';
import type { Expression } from '../models/expression/expression.ts';
import type { Model } from '../models/model.ts';
import { casesOf } from '../reductions/lp/cases.ts';
import { FiringPlans } from '../reductions/lp/firing-plans.ts';
import type { Constraint } from '../reductions/lp/state-equation.ts';

interface PlannedSearchOptions {
  readonly seed: number;
  readonly stopwatch: Stopwatch;
  /** Told of each condition that a walk meets, with its steps from the initial state. */
  readonly onFound: (condition: number, steps: readonly number[]) => void;
}

/** Ways to meet one condition that are tried, and how often each of them. */
const MOST_CASES = 24;
const ROUNDS = 3;

interface Attempt {
  readonly condition: number;
  readonly constraints: readonly Constraint[];
}

export class PlannedSearch {
  private readonly model: Model;
  private readonly plans: FiringPlans | null;
  private readonly walks: PlannedWalks;
  private rounds = 0;

  /** Throws `LimitExceeded`. */
  constructor(model: Model, stopwatch: Stopwatch) {
    this.model = model;
    this.plans = FiringPlans.of(model, stopwatch);
    this.walks = new PlannedWalks(model, stopwatch);
  }

  /** Each way to each condition some times, those of one condition far from each other. Throws `LimitExceeded` when the time is up. */
  search(conditions: ReadonlyMap<number, Expression>, { seed, stopwatch, onFound }: PlannedSearchOptions): void {
    const { plans } = this;
    if (plans === null) return;
    const open = new Map<number, Evaluator>();
    for (const [number, condition] of conditions) open.set(number, compileExpression(condition));
    const look = (marking: Int32Array, path: readonly number[]): void => {
      for (const [number, holds] of open) {
        if (holds(marking) === 0) continue;
        open.delete(number);
        onFound(number, path.slice());
      }
    };
    let attempts = this.attempts(conditions);
    for (let round = 0; round < ROUNDS && attempts.length > 0; round++, this.rounds++) {
      const promising: Attempt[] = [];
      for (const attempt of attempts) {
        const { condition, constraints } = attempt;
        if (!open.has(condition)) continue;
        const hasPlan = this.walks.walk(
          { kindOf: plans.effectOf, plan: (marking) => plans.toward(constraints, marking, stopwatch) },
          {
            seed: seed + 1000 * this.rounds,
            stopwatch,
            look: (marking, path) => {
              look(marking, path);
              return !open.has(condition);
            },
          },
        );
        if (hasPlan && open.has(condition)) promising.push(attempt);
      }
      attempts = promising;
    }
  }

  private attempts(conditions: ReadonlyMap<number, Expression>): Attempt[] {
    const ways = [...conditions].map(([condition, expression]) => {
      const cases = casesOf(expression, 'true', this.model.variables) ?? [];
      return cases.slice(0, MOST_CASES).map((constraints) => ({ condition, constraints }));
    });
    const most = Math.max(0, ...ways.map(({ length }) => length));
    return Array.from({ length: most }, (_, i) => ways.flatMap((own) => own.slice(i, i + 1))).flat();
  }
}
