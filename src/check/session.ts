// A session: what is kept between questions about one prepared model (its graph, its diagrams, the rival), and the road of each question:
// schedule, engine, confirmation, result.
import type { Automaton } from '../automata/automaton.ts';
import { InternalError } from '../base/assert.ts';
import { UsageError } from '../diagnostics/diagnostic.ts';
import type { LimitExceeded } from '../diagnostics/limit.ts';
import { limitOf } from '../diagnostics/out-of-memory.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Formula } from '../formula/formula.ts';
import { simplify } from '../formula/simplify/simplify.ts';
import type { Model } from '../models/model.ts';
import { observe, observeNames } from '../models/observation.ts';
import { isValueModel } from '../models/typescript/definition.ts';
import { growingVariable } from '../models/typescript/growing.ts';
import { type Watch, watchExpressions } from '../models/watch.ts';
import { type EngineAnswer, orLimit, strategyOf, unknownBy, unknownFor, type Violation } from './answer.ts';
import { Bench } from './bench.ts';
import { canBeSymbolic } from './can-be-symbolic.ts';
import { confirm, confirmLasso } from './confirm.ts';
import type { Ground, Inquiry } from './inquiry.ts';
import { LiftGivenUp } from './lift-run.ts';
import {
  type CheckOptions,
  type CompleteChoices,
  type CompleteEngine,
  completeChoices,
  completeExplicit,
  type SingleEngine,
} from './options.ts';
import { patientWatch } from './patience.ts';
import { prepare } from './prepare.ts';
import { FormulaQuestion, NeverQuestion, type Question } from './question.ts';
import { AS_IT_IS, type ReductionChoice } from './reductions.ts';
import {
  type CheckResult,
  type CheckStatistics,
  type NeverResult,
  NOTHING_EXPLORED,
  type SimplifiedQuestion,
  type Verdict,
} from './result.ts';
import type { Rival } from './rival.ts';
import { answerAll } from './schedule.ts';
import { type Site, Sites } from './site.ts';
import { idleInModel, idleParts, type Vacuity } from './vacuity.ts';
import { watched } from './watched.ts';

export interface SessionOptions extends CheckOptions {
  /** `shared` unless given: formulas that are asked together begin on a net that is reduced for all of them, where they are several. */
  readonly ground?: 'shared' | 'own';
  /** A thread that helps where the engine is `auto`; whoever gives it ends it. */
  readonly rival?: Rival;
  /** `as found` where nobody looks at counterexamples: they are confirmed, and not made shorter. `short` unless given. */
  readonly counterexamples?: 'short' | 'as found';
}

/** Told of each formula by its number, once. */
export type OnResult = (index: number, result: CheckResult) => void;

/** Of the memory, what may be in use before the states of other benches are let go. */
const CROWDED = 0.3;

/** Formulas that hold are looked at again where the model is so small, and for so long. */
const SMALL_MODEL = 100_000;
const SMALL_DIAGRAMS = 100_000;
const VACUITY_SECONDS = 2;

/** Questions about one model, with the same options. */
export class CheckSession {
  readonly model: Model;
  private readonly options: SessionOptions;
  private readonly choices: CompleteChoices;
  private readonly sites: Sites;
  /** Made when a question first needs them, under its limits; questions that see the same share one. */
  private readonly benches = new Map<string, Bench>();
  private madeWatches: readonly Watch[] | null = null;

  /** Throws `UsageError` where the choices do not fit each other; those that do not fit the model are found with the first question. */
  constructor(model: Model, options: SessionOptions = {}) {
    this.model = model;
    this.options = options;
    this.choices = completeChoices(options);
    this.sites = new Sites(model, this.choices);
  }

  /** Checks a formula. The limits are those of the session unless given; they begin now, unless they are a stopwatch that runs already. */
  check(formula: Formula, limits?: CheckOptions['limits']): CheckResult {
    let result: CheckResult | null = null;
    this.checkAll([formula], (_, found) => (result = found), limits);
    return result!;
  }

  /** Checks several formulas under one limit: decided ones are told as soon as they are, the rest at the end. */
  checkAll(
    formulas: readonly Formula[],
    onResult: OnResult,
    limits: CheckOptions['limits'] = this.options.limits,
  ): void {
    this.watches(); // complaints before any search
    const stopwatch = Stopwatch.over(limits);
    const open: OpenQuestion[] = [];
    const tell: Tell = (index, asked, answer, from) => {
      const result = this.resultOf(asked, answer, from);
      // An answer of the rival comes in the middle of a search.
      const vacuity = from === 'rival' ? null : this.vacuityOf(asked, answer);
      onResult(index, this.withFormula(formulas[index], { ...result, ...vacuity }));
    };
    const questions = formulas.map((formula) => new FormulaQuestion(formula, observe(this.model, formula)));
    const site = this.sites.siteFor(questions, stopwatch);
    for (const [index, question] of questions.entries()) {
      const observed = site.observe(question);
      const simplified = this.simplified(site, observed, stopwatch);
      const asked = { question, stopwatch, ...(simplified && { simplified }) };
      if (simplified?.formula.kind === 'true') {
        tell(index, asked, this.answerWithoutSearch(stopwatch), null);
      } else open.push({ index, asked, smaller: this.smaller(site, observed, simplified) });
    }
    if (open.length > 0) this.search(site, open, stopwatch, tell);
  }

  /** Searches for what facts have left open. */
  private search(site: Site, open: readonly OpenQuestion[], stopwatch: Stopwatch, tell: Tell): void {
    const { engine, deadlock, fairness } = this.choices;
    const { reductions } = site;
    // Fairness adds an acceptance set for each process, which cycles in diagrams pay for.
    const isSymbolic = fairness === undefined && this.isForDiagrams(site.model, stopwatch);
    const questions = open.map(({ smaller }) => smaller);
    reductions.expect(questions);
    const shared = orLimit(
      () => (this.options.ground === 'own' ? null : reductions.choiceForAll(questions, stopwatch)),
      () => null, // the search meets the limit too
    );
    const inquiries = open.map(({ smaller }): Inquiry<Bench> => {
      let choice: ReductionChoice | null = null;
      // A question keeps its automata: all attempts on one bench ask the same.
      const grounds = new Map<Bench, Ground<Bench>>();
      const ground = (scope: 'one' | 'all', seconds: number): Ground<Bench> => {
        const isShared = scope === 'all' && shared !== null;
        if (!isShared) choice ??= reductions.choiceFor(smaller, stopwatch);
        const { bench, limit } = this.benchFor(site, isShared ? shared : choice!, stopwatch, seconds);
        if (bench === null) throw limit;
        const known = grounds.get(bench) ?? { question: bench.prepared.observe(smaller), searches: bench };
        grounds.set(bench, known);
        if (isShared || !bench.hasMisled(known.question)) return known;
        choice = reductions.exactly(choice!);
        return ground(scope, seconds);
      };
      return { formula: smaller.formula, ground };
    });
    const { rival } = this.options;
    const seesAllStates = deadlock === 'error';
    const first = shared === null ? 'one' : 'all';
    answerAll(inquiries, { engine, stopwatch, isSymbolic, seesAllStates, first, rival }, (i, answer, from) => {
      const { index, asked } = open[i];
      tell(index, asked, answer, typeof from === 'object' ? from.searches : from === 'rival' ? from : null);
    });
  }

  /** Whether diagrams can read the model as it is searched: in programs, where it can be written so. */
  private isForDiagrams(model: Model, stopwatch: Stopwatch): boolean {
    return orLimit(
      () => canBeSymbolic(model.asPrograms?.(stopwatch) ?? model),
      () => false, // the search meets the limit too
    );
  }

  private watches(): readonly Watch[] {
    this.madeWatches ??= watchExpressions(this.model, this.choices.watch ?? []);
    return this.madeWatches;
  }

  /** The question as facts of all runs leave it; null where none are looked for. */
  private simplified(site: Site, question: FormulaQuestion, stopwatch: Stopwatch): SimplifiedQuestion | null {
    return orLimit(
      () => site.facts(stopwatch)?.simplify(question, stopwatch) ?? null,
      () => null, // the search meets the limit too
    );
  }

  /** What is searched for. A counterexample to it is judged on the question as it was asked. */
  private smaller(site: Site, observed: FormulaQuestion, simplified: SimplifiedQuestion | null): FormulaQuestion {
    const formula = simplified?.formula ?? observed.formula;
    if (formula === observed.formula) return observed;
    return new FormulaQuestion(formula, observe(site.model, formula), observed.asked);
  }

  private answerWithoutSearch(stopwatch: Stopwatch): EngineAnswer {
    const statistics = { ...NOTHING_EXPLORED, seconds: stopwatch.seconds };
    const found = { outcome: 'holds' } as const;
    return { found, engine: this.nominalEngine(), emptiness: null, statistics, strategy: 'facts' };
  }

  /** The engine that is named where none has searched. */
  private nominalEngine(): SingleEngine {
    const { engine } = this.choices;
    return engine.kind === 'auto' ? completeExplicit({ automaton: engine.automaton }) : engine;
  }

  /**
   * Whether no infinite execution of the model is accepted by the automaton, whose propositions are conditions on states; `violated` comes
   * with an execution that is. Any acceptance condition will do: Büchi, Rabin, Streett, parity, Emerson–Lei; in diagrams it is made a
   * generalized Büchi condition first. With
   * `counterexample: 'shortest'` the run of the automaton counts: prefix and cycle of the product together.
   */
  checkNever(automaton: Automaton, limits: CheckOptions['limits'] = this.options.limits): NeverResult {
    const { engine, fairness } = this.choices;
    if (fairness !== undefined) throw new UsageError('fairness cannot be assumed of an automaton: put it into it');
    this.watches();
    const question = new NeverQuestion(automaton, observeNames(this.model, automaton.propositions));
    const single = engine.kind === 'auto' ? completeExplicit() : engine;
    const stopwatch = Stopwatch.over(limits);
    const { bench, limit } = this.benchFor(this.sites.given, AS_IT_IS, stopwatch);
    if (bench === null) return { automaton, ...this.resultOf({ question, stopwatch }, this.unanswered(limit), null) };
    const answer =
      single.kind === 'explicit'
        ? bench.explicit(question, single, stopwatch)
        : bench.symbolic(question, single, stopwatch);
    return { automaton, ...this.resultOf({ question, stopwatch }, answer, bench) };
  }

  /** The bench on which a question is answered, or the limit that came first. */
  private begin(question: FormulaQuestion, stopwatch: Stopwatch): Begun {
    try {
      const site = this.sites.siteFor([question], stopwatch);
      return this.benchFor(site, site.reductions.choiceFor(site.observe(question), stopwatch), stopwatch);
    } catch (error) {
      const limit = limitOf(error);
      if (limit === null) throw error;
      return { bench: null, limit };
    }
  }

  /** Seconds: what there is for the question; making the model ready takes a part of it. */
  private benchFor(site: Site, choice: ReductionChoice, stopwatch: Stopwatch, seconds = stopwatch.secondsLeft): Begun {
    const key = `${site.layer?.summary.name ?? 'given'} ${choice.key}`;
    const known = this.benches.get(key);
    if (known !== undefined) {
      known.watch = stopwatch;
      return { bench: known, limit: null };
    }
    try {
      const reduction = site.reductions.layer(choice, stopwatch, seconds);
      if (reduction === null && choice !== AS_IT_IS) return this.benchFor(site, AS_IT_IS, stopwatch);
      const layers = [site.layer, reduction].filter((layer) => layer !== null);
      const prepared = prepare(this.model, this.choices, layers, stopwatch);
      const { onProgress, threads } = this.options;
      const onSearch = (at: Bench): void => this.makeRoom(at, stopwatch);
      const bench = new Bench(prepared, { choices: this.choices, onProgress, onSearch, threads });
      bench.watch = stopwatch;
      this.benches.set(key, bench);
      return { bench, limit: null };
    } catch (error) {
      const limit = limitOf(error);
      if (limit === null) throw error;
      return { bench: null, limit };
    }
  }

  /** Lets the states of other benches go when memory is getting scarce. */
  private makeRoom(at: Bench, { limits: { memoryBytes, memoryUsed } }: Stopwatch): void {
    const others = [...this.benches.values()].filter((bench) => bench !== at && bench.isUsed);
    if (others.length === 0 || memoryBytes === undefined || memoryUsed === undefined) return;
    if (memoryUsed() > memoryBytes * CROWDED) for (const bench of others) bench.clear();
  }

  private unanswered({ reached }: LimitExceeded): EngineAnswer {
    return unknownBy(this.nominalEngine(), reached);
  }

  /** What an engine found, as a result: a lasso is confirmed first. */
  private resultOf(asked: Asked, answer: EngineAnswer, from: Source): Omit<CheckResult, 'formula'> {
    const { simplified } = asked;
    const { found, engine, emptiness } = answer;
    let { statistics } = answer;
    let verdict: Verdict;
    if (found.outcome === 'violated') {
      const begun = performance.now();
      try {
        verdict = this.confirmed(asked, found, from);
      } catch (error) {
        return this.searchedAsItIs(asked, from, error);
      }
      statistics = withConfirmation(statistics, (performance.now() - begun) / 1000);
    } else verdict = withGrowth(found, this.model, statistics);
    const options: CompleteChoices<SingleEngine> = { ...this.choices, engine };
    const { obstacle } = this.sites.given.reductions;
    return {
      model: this.model,
      verdict,
      options,
      layers: from instanceof Bench ? from.prepared.summaries : [],
      ...(obstacle !== null && { unreduced: obstacle }),
      ...(simplified && { simplified }),
      strategy: strategyOf({ ...answer, found: verdict.outcome === 'unknown' ? verdict : found }),
      emptiness,
      statistics,
    };
  }

  /** A lasso as a verdict; where a limit comes before it is confirmed, nothing is known. */
  private confirmed({ question, stopwatch }: Asked, found: Violation, from: Source): Verdict {
    const watch = patientWatch(stopwatch);
    const show = this.options.counterexamples;
    const asked = { question, choices: this.choices, shortest: found.shortest, watch, stopwatch, show };
    return orLimit<Verdict>(
      () => {
        const { lasso } = found;
        const shown =
          from instanceof Bench ? confirm(from.prepared, lasso, asked) : confirmLasso(this.model, lasso, asked);
        return { outcome: 'violated', ...shown, counterexample: watched(shown.counterexample, this.watches()) };
      },
      (limit) => unknownFor(limit.therefore('a counterexample was found, but not confirmed').reached),
    );
  }

  /** What there is to say about a formula that holds: within a small budget, and with what was explored already. */
  private vacuityOf(
    { question, stopwatch }: Asked,
    { found, engine, statistics }: EngineAnswer,
  ): { readonly vacuity: Vacuity } | null {
    const { vacuity, deadlock, fairness } = this.choices;
    if (vacuity === 'skip' || found.outcome !== 'holds' || !(question instanceof FormulaQuestion)) return null;
    const { formula, observation } = question;
    const bounded = stopwatch.part({ seconds: VACUITY_SECONDS, states: stopwatch.limits.states });
    const isSmall = orLimit(
      () => {
        if (statistics.diagrams) return statistics.diagrams.peakNodes <= SMALL_DIAGRAMS;
        // What was decided without a search is looked at where a search is certain to be short.
        const states = statistics.modelStates || this.sites.given.bound.states(bounded);
        return states <= SMALL_MODEL;
      },
      () => false,
    );
    const holds = (stronger: Formula): boolean | null => {
      if (!isSmall || bounded.secondsLeft <= 0) return null;
      return this.holdsQuickly(stronger, engine, bounded);
    };
    const nothing = { parts: [], untaken: null, constant: null, valid: false, deadlock: false, complete: true };
    if (this.model.initialStates().length === 0) return { vacuity: { ...nothing, executions: 'no initial state' } };
    const mayBeEmpty = deadlock === 'drop' || fairness !== undefined;
    if (mayBeEmpty && holds(formula.store.false)) {
      return { vacuity: { ...nothing, executions: 'no infinite execution' } };
    }
    const valid = bounded.attempt({}, (part) => simplify(formula, { limits: part }))?.kind === 'true';
    const parts = valid ? { parts: [], complete: true } : idleParts(formula, holds);
    return { vacuity: { ...parts, ...idleInModel(this.model, observation), valid, executions: 'some' } };
  }

  /** The answer of one engine to another formula, on the bench that fits it; null where it is not known in time. */
  private holdsQuickly(formula: Formula, engine: SingleEngine, bounded: Stopwatch): boolean | null {
    const question = new FormulaQuestion(formula, observe(this.model, formula));
    const { bench } = this.begin(question, bounded);
    if (bench === null) return null;
    const observed = bench.prepared.observe(question);
    const { found } =
      engine.kind === 'explicit'
        ? bench.explicit(observed, { ...engine, counterexample: 'short', fullProduct: 'not counted' }, bounded)
        : bench.symbolic(observed, engine, bounded);
    return found.outcome === 'unknown' ? null : found.outcome === 'holds';
  }

  /** The question asked again of the given net, after a counterexample of a reduced one was refused; other errors go on. */
  private searchedAsItIs(asked: Asked, from: Source, error: unknown): Omit<CheckResult, 'formula'> {
    const { question, stopwatch, simplified = null } = asked;
    const isReduced = from instanceof Bench && from.prepared.isReduced && question instanceof FormulaQuestion;
    const isFault = error instanceof InternalError;
    if (!isReduced || !(isFault || error instanceof LiftGivenUp)) throw error;
    if (isFault && this.options.onRefusedLift === 'throw') throw error;
    const unreduced = isFault
      ? `a counterexample of the reduced net was refused (${error.message}): please report this`
      : error.message;
    const { given } = this.sites;
    const { bench, limit } = this.benchFor(given, AS_IT_IS, stopwatch);
    if (bench === null) return { ...this.resultOf(asked, this.unanswered(limit), null), unreduced };
    const smaller = this.smaller(given, question, simplified);
    const ground = { question: bench.prepared.observe(smaller), searches: bench };
    const inquiry: Inquiry<Bench> = { formula: smaller.formula, ground: () => ground };
    const { isSymbolic } = bench;
    const seesAllStates = this.choices.deadlock === 'error';
    let result: Omit<CheckResult, 'formula'> | null = null;
    const options = { engine: this.choices.engine, stopwatch, isSymbolic, seesAllStates, first: 'one' } as const;
    answerAll([inquiry], options, (_, answer) => (result = this.resultOf(asked, answer, bench)));
    return { ...(result as Omit<CheckResult, 'formula'> | null)!, unreduced };
  }

  private withFormula(formula: Formula, result: Omit<CheckResult, 'formula'>): CheckResult {
    const { engine }: { readonly engine: CompleteEngine } = this.choices;
    return { formula, ...(engine.kind === 'auto' && { seed: engine.seed }), ...result };
  }
}

/** A bench, or the limit that came first. */
type Begun = { readonly bench: Bench; readonly limit: null } | { readonly bench: null; readonly limit: LimitExceeded };

interface Asked {
  readonly question: Question;
  readonly stopwatch: Stopwatch;
  /** What facts of all runs made of it. */
  readonly simplified?: SimplifiedQuestion;
}

/** A formula by its number, and what is searched for. */
interface OpenQuestion {
  readonly index: number;
  readonly asked: Asked;
  readonly smaller: FormulaQuestion;
}

/** Who answered: a search on a bench, the rival, or nobody had to search. */
type Source = Bench | 'rival' | null;

type Tell = (index: number, asked: Asked, answer: EngineAnswer, from: Source) => void;

/** What grows is said where a limit came first, and the model is one of plain values. */
function withGrowth(
  found: Exclude<Verdict, { outcome: 'violated' }>,
  model: Model,
  { modelStates }: CheckStatistics,
): Verdict {
  if (found.outcome !== 'unknown' || !isValueModel(model)) return found;
  const growing = growingVariable(modelStates, (number) => model.stateOf([number]));
  return growing === null ? found : { ...found, growing };
}

function withConfirmation(statistics: CheckStatistics, seconds: number): CheckStatistics {
  const { phases } = statistics;
  return {
    ...statistics,
    seconds: statistics.seconds + seconds,
    phases: phases && { ...phases, counterexample: phases.counterexample + seconds },
  };
}
