// Conditions on markings that are true in every reachable marking, or in none, by the state equation. A random walk sorts out most of the
// others first. Exact: a condition counts as decided only with a certificate for each of its cases. The idea of asking linear programs about
// the propositions of a formula is that of [BDJ+18], where floating-point answers are believed.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { type Expression, evaluate } from '../../models/expression/expression.ts';
import { walk as walkExpression } from '../../models/expression/walk.ts';
import type { Model } from '../../models/model.ts';
import { type Cases, casesOf } from './cases.ts';
import { type Certificate, certificateFrom } from './certificate.ts';
import { ReachProgram } from './program.ts';
import { type Outcome, solve } from './simplex.ts';
import { type Constraint, type StateEquation, stateEquation } from './state-equation.ts';
import { type Sightings, walkAround } from './walk.ts';

/** What is known of a condition in all reachable markings. */
export type Decision = 'always' | 'never' | 'open';

export interface AskedCondition {
  readonly name: string;
  readonly condition: Expression;
  /** The only decision that is of interest, where the other one is excluded. */
  readonly wanted?: 'always' | 'never';
}

/** How often something was done, for reports. */
interface LinearWork {
  readonly programs: number;
  readonly certificates: number;
  /** Programs whose end did not come within their work. */
  readonly givenUp: number;
}

export interface LinearOptions {
  readonly stopwatch: Stopwatch;
  /** Steps of arithmetic for all programs together; unless given, it grows with the net. */
  readonly work?: number;
  /** Of the clock, for all programs together; no limit unless given. */
  readonly seconds?: number;
  /** For tests: stands between the solver and the check of what it says. */
  readonly distort?: (outcome: Outcome) => Outcome;
}

/** Steps of arithmetic: some hundred million take a second. */
const BASE_WORK = 60_000_000;
const WORK_PER_ENTRY = 2_000;
const MOST_WORK = 300_000_000;
/** No program takes more than this part of the work. */
const SHARE = 0.1;
/** Numbers that are looked at to see a condition in the markings of a walk. */
const MOST_SIGHT = 100_000;

/** The facts of one net; made once for all questions about it. */
export class StateEquationFacts {
  private readonly model: Model;
  private readonly equation: StateEquation;
  private readonly sightings: Sightings;
  private readonly options: LinearOptions;
  private readonly decisions = new Map<string, Decision>();
  private workLeft: number;
  private secondsLeft: number;
  private readonly workOfOne: number;
  private programs = 0;
  private certificates = 0;
  private givenUp = 0;

  private constructor(model: Model, equation: StateEquation, options: LinearOptions) {
    this.model = model;
    this.equation = equation;
    this.options = options;
    this.sightings = walkAround(model, options.stopwatch);
    const grown = BASE_WORK + WORK_PER_ENTRY * equation.byEffect.index.length;
    this.workLeft = options.work ?? Math.min(MOST_WORK, grown);
    this.workOfOne = this.workLeft * SHARE;
    this.secondsLeft = options.seconds ?? Number.POSITIVE_INFINITY;
  }

  /** Null where the model is not a net whose numbers can be calculated with. Throws `LimitExceeded`. */
  static of(model: Model, options: LinearOptions): StateEquationFacts | null {
    const equation = stateEquation(model, options.stopwatch);
    return equation && new StateEquationFacts(model, equation, options);
  }

  get done(): LinearWork {
    return { programs: this.programs, certificates: this.certificates, givenUp: this.givenUp };
  }

  /** Whether no more programs are solved. */
  get isSpent(): boolean {
    return this.workLeft <= 0;
  }

  /** Decides the conditions; each name stands for the same condition whenever it is used. */
  decideAll(asked: readonly AskedCondition[], stopwatch: Stopwatch): ReadonlyMap<string, Decision> {
    const fresh = asked.filter(({ name }) => !this.decisions.has(name));
    for (const condition of fresh) this.decisions.set(condition.name, this.decide(condition, stopwatch));
    return new Map(asked.map(({ name }) => [name, this.decisions.get(name)!]));
  }

  /** Whether no reachable marking meets all the constraints; false where that is not known. */
  excludes(constraints: readonly Constraint[], stopwatch: Stopwatch): boolean {
    return this.certificate(constraints, stopwatch) !== null;
  }

  /** Whether the transition fired on a walk. */
  hasFired(transition: number): boolean {
    return this.sightings.fired[transition] > 0;
  }

  /** Whether a marking of a walk meets all the constraints. */
  hasSeen(constraints: readonly Constraint[]): boolean {
    const meets = (marking: Int32Array, { terms, atLeast }: Constraint): boolean =>
      terms.reduce((sum, { place, coefficient }) => sum + coefficient * marking[place], 0) >= atLeast;
    return this.sightings.markings.some((marking) => constraints.every((constraint) => meets(marking, constraint)));
  }

  private decide({ condition, wanted }: AskedCondition, stopwatch: Stopwatch): Decision {
    const seen = this.valuesSeen(condition);
    if (seen === 'both' || wanted === (seen === 'true' ? 'never' : 'always')) return 'open';
    const cases = casesOf(condition, seen === 'true' ? 'false' : 'true', this.model.variables);
    if (cases === null || !this.excludesAll(cases, stopwatch)) return 'open';
    return seen === 'true' ? 'always' : 'never';
  }

  private excludesAll(cases: Cases, stopwatch: Stopwatch): boolean {
    return cases.every((constraints) => this.excludes(constraints, stopwatch));
  }

  /** A proof that no reachable marking meets all the constraints; null where there is none, or it is not found. */
  certificate(constraints: readonly Constraint[], stopwatch: Stopwatch): Certificate | null {
    if (this.workLeft <= 0 || constraints.length === 0) return null;
    this.programs++;
    const outcome = this.solve(constraints, stopwatch);
    if (outcome.kind === 'given up') this.givenUp++;
    if (outcome.kind !== 'out of reach') return null;
    const certificate = certificateFrom(this.equation, constraints, outcome.multipliers);
    if (certificate === null) this.givenUp++;
    else this.certificates++;
    return certificate;
  }

  private solve(constraints: readonly Constraint[], stopwatch: Stopwatch): Outcome {
    const started = stopwatch.seconds;
    const work = Math.min(this.workOfOne, this.workLeft);
    const solved = stopwatch.attempt({ seconds: this.secondsLeft }, (part) =>
      solve(new ReachProgram(this.equation, constraints), { work, stopwatch: part }),
    );
    this.secondsLeft -= stopwatch.seconds - started;
    this.workLeft = solved === null ? 0 : this.workLeft - solved.work;
    const outcome = solved?.outcome ?? { kind: 'given up' };
    return this.options.distort?.(outcome) ?? outcome;
  }

  /** The values that the condition has in markings that were seen. One that asks for deadlocks may have any. */
  private valuesSeen(condition: Expression): 'true' | 'false' | 'both' {
    const size = sizeOf(condition);
    if (!Number.isFinite(size)) return 'both';
    const { markings } = this.sightings;
    const first = evaluate(condition, markings[0]) !== 0;
    const stride = Math.ceil((markings.length * size) / MOST_SIGHT);
    for (let i = 0; i < markings.length; i += stride) {
      if ((evaluate(condition, markings[i]) !== 0) !== first) return 'both';
    }
    return first ? 'true' : 'false';
  }
}

/** The work of an evaluation; infinite where it needs more than a marking. */
function sizeOf(condition: Expression): number {
  let size = 0;
  for (const { kind } of walkExpression([condition])) size += kind === 'dead' ? Number.POSITIVE_INFINITY : 1;
  return size;
}
