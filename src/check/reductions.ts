// Which reductions fit a question, and the layers that they give: per formula, shared by formulas that see the same places.
//
// No reduction where fairness is assumed (it speaks of single transitions), where a deadlock is an error (every reachable one counts), or
// where the numbers or the shortest lasso of the net itself are asked for. Rules that only keep letters up to repetition need a
// stutter-invariant formula without `dead`, and deadlocks that repeat. They only make runs shorter; so where the negated formula stays true
// when words are shortened, the formula holds if it holds on the reduced net [PPT22].
import { makeShorteningDecision, makeStutterDecision } from '../automata/testing/stutter-decision.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Formula } from '../formula/formula.ts';
import { collectReads } from '../models/expression/support.ts';
import { mentionsDead, walk } from '../models/expression/walk.ts';
import type { Model } from '../models/model.ts';
import { observe } from '../models/observation.ts';
import type { Net } from '../models/petri/net.ts';
import { isNetModel, type NetModel } from '../models/petri/net-model.ts';
import { Reducer, reduceNet } from '../reductions/reduce.ts';
import type { ReducedNet } from '../reductions/reduced-net.ts';
import { type RuleName, reductionRuleNames } from '../reductions/rules.ts';
import { asksEquation } from './known-facts.ts';
import type { Layer, Preserved } from './layer.ts';
import type { CompleteChoices, ReductionName } from './options.ts';
import type { FormulaQuestion } from './question.ts';
import { reductionLayer } from './reduction-layer.ts';
import { StateBound } from './state-bound.ts';

/** Nets of so few places, and with so few states for certain, are searched as they are: nothing could be won. */
const FEW_PLACES = 30;
const FEW_STATES = 1000;
/** Of the time for a question, what its reduction may take; the net is searched as it is when that is over. */
const SHARE = 0.1;
const LEAST_SECONDS = 1;
/** Of the time that is left, what the least may take where questions are many. */
const LEAST_SHARE = 0.03;
/** Of the time that is left, what the state equation of the net may take, and at most. */
const EQUATION_SHARE = 0.04;
const EQUATION_SECONDS = 3;
/** So many questions begin on a net that is reduced for all of them: most of those that are violated need no net of their own. */
const SEVERAL = 4;

/** What is done for a question: questions with the same key may share everything. */
export interface ReductionChoice {
  readonly key: string;
  /** Null where the net stays as it is. */
  readonly visible: readonly number[] | null;
  readonly preserve: Preserved['formulas'];
}

/** The net stays as it is. */
export const AS_IT_IS: ReductionChoice = { key: 'as it is', visible: null, preserve: 'all' };

export class Reductions {
  private readonly model: Model;
  private readonly choices: CompleteChoices;
  private readonly bound: StateBound;
  private reducer: Reducer | null = null;
  /** The places that the questions asked together see; null where there is only one. */
  private expected: readonly number[] | null = null;
  /** Seconds in which a reduction did not come to its end. */
  private tooShort = 0;
  private isWorthwhile: boolean | null = null;

  constructor(model: Model, choices: CompleteChoices, bound = new StateBound(model)) {
    this.model = model;
    this.choices = choices;
    this.bound = bound;
  }

  /** Why nets are searched as they are whatever the formula, in words; null where they need not be, and for models that are no nets. */
  get obstacle(): string | null {
    const { engine, fairness, deadlock, reductions } = this.choices;
    if (reductions === 'none' || !isNetModel(this.model)) return null;
    if (fairness !== undefined) return 'fairness speaks of single transitions';
    if (deadlock === 'error') return 'every deadlock of the net counts';
    if (engine.kind === 'explicit' && engine.counterexample === 'shortest')
      return 'the shortest lasso of the net is asked for';
    if (engine.kind === 'explicit' && engine.fullProduct === 'counted') return 'states of the net are counted';
    return null;
  }

  /** What fits the question. Throws `LimitExceeded`. */
  choiceFor(question: FormulaQuestion, stopwatch: Stopwatch): ReductionChoice {
    const visible = this.visibleTo([question], stopwatch);
    if (visible === null) return AS_IT_IS;
    return choiceOf(visible, this.kept(question, stopwatch));
  }

  /** What fits where the other choice was misleading: a choice whose counterexamples are always ones of the net. */
  exactly({ visible, preserve }: ReductionChoice): ReductionChoice {
    return visible === null || preserve !== 'shortened' ? AS_IT_IS : choiceOf(visible, 'all');
  }

  /** What fits all the questions, where they are several and nets are reduced at all; null elsewhere. Throws `LimitExceeded`. */
  choiceForAll(questions: readonly FormulaQuestion[], stopwatch: Stopwatch): ReductionChoice | null {
    if (questions.length < SEVERAL) return null;
    const visible = this.visibleTo(questions, stopwatch);
    return visible && choiceOf(visible, 'all');
  }

  /** The questions that will be asked: what none of them sees can be reduced once for all. */
  expect(questions: readonly FormulaQuestion[]): void {
    this.expected = questions.length > 1 ? placesSeen(questions) : null;
  }

  /** Whether something is to be done to the net that keeps all formulas, by its name. Throws `LimitExceeded`. */
  isWanted(name: ReductionName, stopwatch: Stopwatch): boolean {
    const { reductions } = this.choices;
    if (reductions === 'none' || this.obstacle !== null || !isNetModel(this.model)) return false;
    return reductions === 'auto' ? this.pays(this.model, stopwatch) : reductions.includes(name);
  }

  /** The places that the questions see; null where the net stays as it is. */
  private visibleTo(questions: readonly FormulaQuestion[], stopwatch: Stopwatch): readonly number[] | null {
    return this.rules().some((rule) => this.isWanted(rule, stopwatch)) ? placesSeen(questions) : null;
  }

  /**
   * The layer; null where nothing could be reduced, or not in its part of the seconds that there are for the question. Throws
   * `LimitExceeded` when the whole run must end.
   */
  layer({ visible, preserve }: ReductionChoice, stopwatch: Stopwatch, available: number): Layer | null {
    const { model } = this;
    if (visible === null || !isNetModel(model)) return null;
    this.reducer ??= new Reducer(model.net);
    const { reducer } = this;
    const expected = this.expected !== null && isSubset(visible, this.expected) ? this.expected : undefined;
    const equationSeconds = asksEquation(this.choices, this.bound, stopwatch)
      ? Math.min(EQUATION_SECONDS, EQUATION_SHARE * stopwatch.secondsLeft)
      : undefined;
    const keeps = preserve === 'all' ? preserve : 'next-free';
    const task = { preserve: keeps, rules: this.rules(), expected, equationSeconds } as const;
    const reduced =
      this.within(SHARE * stopwatch.secondsLeft, stopwatch, (part) => reducer.begin({ ...task, stopwatch: part })) &&
      this.within(SHARE * available, stopwatch, (part) => reducer.reduce({ ...task, visible, stopwatch: part }));
    return reduced === null || reduced.reports.length === 0 ? null : reductionLayer(model, reduced, preserve);
  }

  /** What is made, if it is ready in this time; what was not is not tried again in no more time. */
  private within<T>(seconds: number, stopwatch: Stopwatch, make: (part: Stopwatch) => T): T | null {
    const allowed = Math.max(seconds, Math.min(LEAST_SECONDS, LEAST_SHARE * stopwatch.secondsLeft));
    if (allowed <= this.tooShort) return null;
    const made = stopwatch.attempt(Number.isFinite(allowed) ? { seconds: allowed } : {}, make);
    if (made === null) this.tooShort = allowed;
    return made;
  }

  /** The rules for nets that are wanted. */
  private rules(): readonly RuleName[] {
    const { reductions } = this.choices;
    if (reductions === 'none') return [];
    return reductions === 'auto' ? reductionRuleNames : reductionRuleNames.filter((rule) => reductions.includes(rule));
  }

  /** Whether the net is large enough for a reduction to be worth its time. */
  private pays(model: NetModel, stopwatch: Stopwatch): boolean {
    this.isWorthwhile ??= model.variables.length > FEW_PLACES || this.bound.states(stopwatch) > FEW_STATES;
    return this.isWorthwhile;
  }

  private kept({ formula, observation }: FormulaQuestion, stopwatch: Stopwatch): Preserved['formulas'] {
    if (this.choices.deadlock !== 'stutter' || observation.predicates.some(mentionsDead)) return 'all';
    const limits = stopwatch.part({});
    if (makeStutterDecision({ limits })(formula)) return 'next-free';
    return makeShorteningDecision({ limits })(formula.store.not(formula)) ? 'shortened' : 'all';
  }
}

function choiceOf(visible: readonly number[], preserve: ReductionChoice['preserve']): ReductionChoice {
  return { key: `${preserve} ${visible.join()}`, visible, preserve };
}

/** Ascending; null where a proposition asks for an element that depends on the state. */
function placesSeen(questions: readonly FormulaQuestion[]): readonly number[] | null {
  const seen = new Set<number>();
  for (const { observation } of questions) {
    for (const part of walk(observation.predicates)) if (part.kind === 'element') return null;
    for (const predicate of observation.predicates) collectReads(predicate, seen);
  }
  return [...seen].sort((a, b) => a - b);
}

function isSubset(some: readonly number[], all: readonly number[]): boolean {
  const set = new Set(all);
  return some.every((member) => set.has(member));
}

/**
 * The net reduced for formulas, all of which keep their verdicts where a deadlock repeats for ever; the places that they read stay as they
 * are, so that they can be asked again. Without a formula every place counts as seen.
 */
export function reduceForFormulas(
  model: Model,
  net: Net,
  formulas: readonly Formula[],
  stopwatch: Stopwatch = new Stopwatch(),
): ReducedNet {
  const seen = new Set<number>(formulas.length === 0 ? net.places.keys() : []);
  const isStutterInvariant = makeStutterDecision({ limits: stopwatch.part({}) });
  let preserve: 'all' | 'next-free' = formulas.length === 0 ? 'all' : 'next-free';
  for (const formula of formulas) {
    const { predicates } = observe(model, formula);
    for (const predicate of predicates) collectReads(predicate, seen);
    if (predicates.some(mentionsDead) || !isStutterInvariant(formula)) preserve = 'all';
  }
  return reduceNet(net, { visible: seen, visiblePlaces: 'kept', preserve, stopwatch });
}
