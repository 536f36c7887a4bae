// Ways to markings with a property as the state equation proposes them: how often transitions are to fire, not in which order. A proposal only, since
// the equation has solutions to which no firing sequence belongs; whoever follows it looks where that leads. Walks along solutions of
// the state equation are an idea of [BDJ+18] and of tools of the contest.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Model } from '../../models/model.ts';
import { ReachProgram } from './program.ts';
import { solve } from './simplex.ts';
import { type Constraint, type StateEquation, stateEquation } from './state-equation.ts';

/** Steps of arithmetic for one plan: some hundred million take a second. */
const WORK = 20_000_000;
/** What is less is an error of the arithmetic. */
const LEAST = 1e-3;

export class FiringPlans {
  private readonly equation: StateEquation;

  private constructor(equation: StateEquation) {
    this.equation = equation;
  }

  /** Null where the model is not a net whose numbers can be calculated with. Throws `LimitExceeded`. */
  static of(model: Model, stopwatch: Stopwatch): FiringPlans | null {
    const equation = stateEquation(model, stopwatch);
    return equation && new FiringPlans(equation);
  }

  /** The number of the effect of each transition, which others may have too; -1 where it has none. */
  get effectOf(): Int32Array {
    return this.equation.effectOf;
  }

  /** How often each effect is to happen from the marking on, until the constraints are met; null where no plan was found. Throws `LimitExceeded`. */
  toward(constraints: readonly Constraint[], marking: Int32Array, stopwatch: Stopwatch): Float64Array | null {
    const program = new ReachProgram({ ...this.equation, initial: marking }, constraints);
    const { outcome } = solve(program, { work: WORK, stopwatch });
    if (outcome.kind !== 'within reach') return null;
    return outcome.firings.subarray(0, this.equation.effectCount).map((amount) => Math.ceil(amount - LEAST));
  }
}
