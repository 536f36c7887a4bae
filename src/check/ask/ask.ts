// Questions about a model that are no formulas of users: reachable states, deadlocks, bounds, and what holds of all places or transitions of a net.
//
//     structure → random walks → state equation → walks along its solutions → all states, if few → rounds of { diagrams, checks of formulas, more walks }
//
// Each technique adds to what is known (`knowledge.ts`); a question is answered as soon as that decides it. Rounds are longer and longer, so that what
// is easy by any technique is answered first.
import { UsageError, unwrap } from '../../diagnostics/diagnostic.ts';
import { limitText } from '../../diagnostics/limit.ts';
import { limitOf } from '../../diagnostics/out-of-memory.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { survey } from '../../explicit/search/survey.ts';
import { SightSeeing } from '../../explicit/walk/sight-seeing.ts';
import { type Formula, FormulaStore } from '../../formula/formula.ts';
import { isTokenModel } from '../../models/analysis/sums.ts';
import { EvaluationFault } from '../../models/expression/expression.ts';
import { parseValue } from '../../models/expression/predicate.ts';
import { quotedName } from '../../models/expression/quoted-name.ts';
import type { Model } from '../../models/model.ts';
import { isNetModel, type NetModel } from '../../models/petri/net-model.ts';
import { type LinearSum, linearSum } from '../../reductions/lp/linear-sum.ts';
import { type SymbolicSurvey, surveySymbolically } from '../../symbolic/net-survey.ts';
import type { Counterexample, TraceStep } from '../counterexample.ts';
import type { CheckOptions } from '../options.ts';
import type { CheckResult } from '../result.ts';
import type { Rival } from '../rival.ts';
import { CheckSession } from '../session.ts';
import { type FormulaTask, formulaTasks } from './by-check.ts';
import { knowByDiagrams } from './by-diagrams.ts';
import { knowByEquation } from './by-equation.ts';
import { knowByPlans } from './by-plans.ts';
import { knowByStructure } from './by-structure.ts';
import { NetKnowledge } from './knowledge.ts';
import { type AskTechnique, askTechniques, type ModelAnswer, type ModelQuestion } from './question.ts';

export interface AskOptions extends Pick<CheckOptions, 'limits' | 'onRefusedLift'> {
  /** All of them unless given. */
  readonly by?: readonly AskTechnique[];
  /** The seed of random walks; 1 unless given. */
  readonly seed?: number;
  /** Told of each answer once, as soon as it is there. */
  readonly onAnswer?: (index: number, answer: ModelAnswer) => void;
  /** A thread that helps with formulas; whoever gives it ends it. */
  readonly rival?: Rival;
}

/** Seconds of the first round; each further one takes four times as long. */
const FIRST_ROUND = 4;
const GROWTH = 4;
/** Of a round, what diagrams may take. */
const DIAGRAMS_SHARE = 0.4;
/** Of the time that is left at the beginning, and at most in seconds. */
const WALKS = { share: 0.05, seconds: 2, steps: 400_000 };
const EQUATION = { share: 0.2, seconds: 10 };
const PLANS = { share: 0.2, seconds: 10 };
const STATES = { share: 0.15, seconds: 5, states: 200_000 };
/** Markings that are looked through before anything else. */
const FEW_STATES = 2000;
/** Markings around the end of a walk in which a transition may turn out to be lost. */
const AROUND = 20_000;
/** Formulas that are asked together. */
const BATCH = 48;

/** Answers the questions, which are in their order in the answer. Throws `InputError` for texts that the model does not understand. */
export function ask(
  model: Model,
  questions: readonly ModelQuestion[],
  options: AskOptions = {},
): readonly ModelAnswer[] {
  return new Asking(model, questions, options).run();
}

class Asking {
  private readonly questions: readonly ModelQuestion[];
  private readonly options: AskOptions;
  private readonly stopwatch: Stopwatch;
  private readonly store = new FormulaStore();
  private readonly session: CheckSession;
  private readonly known: NetKnowledge | null;
  /** The questions for bounds, by their number. */
  private readonly bounds: readonly (NamedSum & { readonly index: number })[];
  private readonly answers: (ModelAnswer | null)[];
  /** Questions that are formulas by themselves. */
  private readonly own: (FormulaTask | null)[];
  private walker: SightSeeing | null = null;
  private diagrams: SymbolicSurvey | null = null;
  private reason = '';
  /** Whether more time may help. */
  private isWorthwhile = true;
  private turn = 0;

  constructor(model: Model, questions: readonly ModelQuestion[], options: AskOptions) {
    this.questions = questions;
    this.options = options;
    this.stopwatch = Stopwatch.over(options.limits);
    const { rival, onRefusedLift } = options;
    this.session = new CheckSession(model, {
      engine: { kind: 'auto', seed: options.seed },
      deadlock: 'stutter',
      ...(rival && { rival }),
      ...(onRefusedLift && { onRefusedLift }),
    });
    this.answers = questions.map(() => null);
    this.bounds = questions.flatMap((question, index) =>
      question.kind === 'bound' ? [{ index, ...sumOf(model, question.expression) }] : [],
    );
    const sums = this.bounds.map(({ sum }) => sum);
    this.own = questions.map((question, index) => this.formulaOf(question, index));
    const stranger = questions.find((_, index) => this.own[index] === null);
    const isNet = isNetModel(model) && isTokenModel(model);
    if (stranger !== undefined && !isNet) {
      throw new UsageError(`${stranger.kind} is a question about nets, and ${model.name} is none`);
    }
    const needsNet = stranger !== undefined || this.openKinds().has('deadlock');
    this.known = isNet && needsNet ? new NetKnowledge(model, sums, this.openKinds()) : null;
  }

  run(): readonly ModelAnswer[] {
    const { known } = this;
    if (known !== null) this.beginWith(known);
    for (let round = 0; this.isGoing() && this.isWorthwhile; round++) {
      this.isWorthwhile = false;
      const seconds =
        this.known === null || this.isFormulasOnly() ? Number.POSITIVE_INFINITY : FIRST_ROUND * GROWTH ** round;
      this.round(round, Math.min(seconds, this.stopwatch.secondsLeft));
    }
    return this.questions.map((question, index) => this.answers[index] ?? this.unanswered(question, index));
  }

  /** What needs little time, and answers most. */
  private beginWith(known: NetKnowledge): void {
    this.attempt('structure', Number.POSITIVE_INFINITY, (part) => knowByStructure(known, part));
    this.survey(known, FEW_STATES, this.part(STATES));
    this.walk(known, 0, this.part(WALKS));
    if (this.isFormulasOnly()) return; // their checks do the same, and better
    this.attempt('equation', this.part(EQUATION), (part) => knowByEquation(known, this.openKinds(), part));
    if (this.openKinds().has('bound')) {
      this.attempt('walk', this.part(PLANS), (part) => knowByPlans(known, this.options.seed ?? 1, part));
    }
    this.survey(known, STATES.states, this.part(STATES));
  }

  /** Goes through all markings, if they are no more than so many. */
  private survey(known: NetKnowledge, most: number, seconds: number): void {
    this.attempt('states', seconds, (part) => {
      const maxStates = Math.min(most, this.stopwatch.limits.states ?? Number.POSITIVE_INFINITY);
      const all = survey(known.model, known.seen, { stopwatch: part, maxStates });
      known.noteAllSeen();
      if (!this.openKinds().has('live')) return;
      known.lost = all.lost(known.transitions);
      if (known.lost === null) for (const node of known.transitions) known.live.add(node);
    });
  }

  private round(round: number, seconds: number): void {
    const { known } = this;
    const started = this.stopwatch.seconds;
    if (known !== null && !this.isFormulasOnly()) {
      this.attempt('diagrams', seconds * DIAGRAMS_SHARE, (part) => {
        this.diagrams ??= surveySymbolically(known.model, { limits: part });
        this.diagrams.watch = part;
        knowByDiagrams(known, this.openKinds(), this.diagrams);
      });
      this.walk(known, round + 1, Math.min(WALKS.seconds, seconds * WALKS.share) * GROWTH ** round);
    }
    this.check(Math.max(0, seconds - (this.stopwatch.seconds - started)));
  }

  private walk(known: NetKnowledge, round: number, seconds: number): void {
    this.attempt('walk', seconds, (part) => {
      this.walker ??= new SightSeeing(known.model, known.seen, part);
      const seed = (this.options.seed ?? 1) + round;
      this.walker.walk({ seed, steps: WALKS.steps * GROWTH ** round, stopwatch: part });
    });
    if (!this.openKinds().has('live')) return;
    this.attempt('walk', seconds, (part) => {
      const from = this.walker?.marking.slice();
      if (from !== undefined)
        known.lost = survey(known.model, known.seen, { stopwatch: part, maxStates: AROUND, from }).lost(
          known.transitions,
        );
    });
  }

  /** Formulas, some at a time, until none is left that was not tried, or the time is up. */
  private check(seconds: number): void {
    const tried = new Set<Formula>();
    const part = this.stopwatch.part({ ...(Number.isFinite(seconds) && { seconds }), ...this.stateLimit() });
    for (;;) {
      const tasks = this.openTasks().filter(({ formula }) => !tried.has(formula));
      // Each round begins with others.
      const first = tasks.length > BATCH ? (this.turn++ * BATCH) % tasks.length : 0;
      const batch = [...tasks.slice(first), ...tasks.slice(0, first)].slice(0, BATCH);
      if (batch.length === 0 || part.secondsLeft <= 0 || !this.isGoing()) return;
      for (const { formula } of batch) tried.add(formula);
      this.attempt('check', part.secondsLeft, () =>
        this.session.checkAll(
          batch.map(({ formula }) => formula),
          (index, result) => this.take(batch[index], result),
          part,
        ),
      );
    }
  }

  private take({ take }: FormulaTask, result: CheckResult): void {
    const { verdict } = result;
    if (verdict.outcome === 'unknown') {
      this.reason = verdict.reason;
      this.isWorthwhile ||= verdict.limit === 'time';
      return;
    }
    this.isWorthwhile = true;
    take(result);
    this.settle('check');
  }

  private openTasks(): FormulaTask[] {
    const own = this.own.flatMap((task, index) => (task !== null && this.answers[index] === null ? [task] : []));
    if (this.known === null || this.isFormulasOnly()) return own;
    const texts = this.bounds.map(({ text }) => text);
    return [...own, ...formulaTasks(this.known, this.openKinds(), { store: this.store, texts })];
  }

  /** Does a part of the work in so many seconds; a limit, or a fault of the model, ends it with what is known then. */
  private attempt(technique: AskTechnique, seconds: number, work: (part: Stopwatch) => void): void {
    const { by = askTechniques } = this.options;
    if (!by.includes(technique) || !this.isGoing()) return;
    try {
      work(Number.isFinite(seconds) ? this.stopwatch.part({ seconds }) : this.stopwatch);
    } catch (error) {
      const limit = limitOf(error);
      if (limit === null && !(error instanceof EvaluationFault)) throw error;
      this.reason = limit?.message ?? (error as EvaluationFault).message;
      this.isWorthwhile ||= limit?.limit === 'time' && technique !== 'walk'; // which never ends by itself
    }
    this.settle(technique);
  }

  /** Gives the answers that what is known decides. */
  private settle(by: AskTechnique): void {
    const { known } = this;
    if (known === null) return;
    for (const [index, question] of this.questions.entries()) {
      const { kind } = question;
      if (this.answers[index] !== null || kind === 'reachable' || kind === 'invariant') continue;
      const decided =
        kind === 'bound' ? known.bound(this.bounds.findIndex((bound) => bound.index === index)) : known.decide(kind);
      if (decided === null) continue;
      const way = kind === 'deadlock' ? known.seen.wayToDeadlock : null;
      this.answer(index, { question, by, ...decided, ...(way && { run: runAlong(known.model, way) }) });
    }
  }

  private answer(index: number, answer: ModelAnswer): void {
    this.answers[index] = answer;
    this.options.onAnswer?.(index, answer);
  }

  /** The question as a formula, where it is one; null elsewhere. */
  private formulaOf(question: ModelQuestion, index: number): FormulaTask | null {
    const { store } = this;
    const asksForState = question.kind === 'reachable' || question.kind === 'deadlock';
    if (!asksForState && question.kind !== 'invariant') return null;
    const condition = store.proposition(question.kind === 'deadlock' ? '(dead())' : question.condition);
    return {
      formula: store.globally(asksForState ? store.not(condition) : condition),
      take: (result) => {
        const { verdict } = result;
        const value = (verdict.outcome === 'holds') !== asksForState;
        const run = verdict.outcome === 'violated' ? { run: verdict.counterexample } : {};
        this.answer(index, { question, value, by: 'check', ...run, result });
      },
    };
  }

  private unanswered(question: ModelQuestion, index: number): ModelAnswer {
    const answer: ModelAnswer = { question, value: null, by: null, reason: this.whyNot() };
    const sum = this.bounds.findIndex((bound) => bound.index === index);
    if (this.known === null || sum === -1) return answer;
    const [atLeast, atMost] = [this.known.seen.most[sum], this.known.atMost[sum]];
    return { ...answer, atLeast, ...(Number.isFinite(atMost) && { atMost }) };
  }

  private whyNot(): string {
    const { stopwatch } = this;
    if (stopwatch.isCancelled) return limitText({ limit: 'cancelled' });
    const value = stopwatch.bound('time');
    if (stopwatch.secondsLeft <= 0 && value !== undefined) return limitText({ limit: 'time', value });
    return this.reason === '' ? 'what was tried does not decide it' : this.reason;
  }

  /** Kinds of questions without an answer. */
  private openKinds(): ReadonlySet<ModelQuestion['kind']> {
    return new Set(this.questions.filter((_, index) => this.answers[index] === null).map(({ kind }) => kind));
  }

  private isFormulasOnly(): boolean {
    return this.questions.every((_, index) => this.answers[index] !== null || this.own[index] !== null);
  }

  private isGoing(): boolean {
    const { stopwatch } = this;
    return this.answers.includes(null) && stopwatch.secondsLeft > 0 && !stopwatch.isCancelled;
  }

  /** Seconds for a part of the work. */
  private part({ share, seconds }: { readonly share: number; readonly seconds: number }): number {
    return Math.min(seconds, share * this.stopwatch.secondsLeft);
  }

  private stateLimit(): { readonly states?: number } {
    const { states } = this.stopwatch.limits;
    return states === undefined ? {} : { states };
  }
}

/** The run from the initial marking by these transitions. */
function runAlong(model: NetModel, way: readonly number[]): Counterexample {
  const [initial] = model.initialStates();
  const state = initial.slice();
  const prefix = way.map((group): TraceStep => {
    const { name, behaviour } = model.groups[group];
    const step = { state: state.slice(), letter: NOTHING_SEEN, transition: name, group };
    if (behaviour.kind === 'tokens') for (const { variable, delta } of behaviour.changes) state[variable] += delta;
    return step;
  });
  const last: TraceStep = { state, letter: NOTHING_SEEN, transition: null, group: null };
  return { kind: 'prefix', prefix: [...prefix, last], cycle: [] };
}

const NOTHING_SEEN: TraceStep['letter'] = new Set();

/** A sum of tokens with a text for it, ready for a proposition. */
interface NamedSum {
  readonly text: string;
  readonly sum: LinearSum;
}

/** The text as a sum of tokens. Throws `InputError` where the model does not understand it, and `UsageError` where it is none. */
function sumOf(model: Model, text: string): NamedSum {
  const name = text.trim();
  const named = model.names.value(name);
  const expression = named ?? unwrap(parseValue(text, model.names)).expression;
  const sum = linearSum(expression, model.variables);
  if (sum !== null) return { text: named === null ? `(${text})` : `tokens(${quotedName(name)})`, sum };
  throw new UsageError(`${text} is no sum of tokens: write a place, or tokens(a, b) for several`);
}
