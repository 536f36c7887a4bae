// A session: what is kept between questions about one prepared model (its graph, its diagrams, the rival), and the road of each question:
// schedule, engine, confirmation, result.
import type { Automaton } from '../automata/automaton.ts';
import { UsageError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded, type LimitReached } from '../diagnostics/limit.ts';
import { limitOf } from '../diagnostics/out-of-memory.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { deadlockStep, ModelGraph } from '../explicit/product/model-graph.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import { observe, observeNames } from '../models/observation.ts';
import { ExploredModel } from '../symbolic/explored-model.ts';
import { type EngineAnswer, unknownFor, type Violation } from './answer.ts';
import { canBeSymbolic } from './can-be-symbolic.ts';
import { confirm, confirmLasso } from './confirm.ts';
import { variableOrder } from './count-in-diagrams.ts';
import { searchExplicitly } from './explicit-engine.ts';
import { asksForFacts, KnownFacts } from './known-facts.ts';
import {
  type CheckOptions,
  type CompleteChoices,
  type CompleteExplicit,
  type CompleteSymbolic,
  completeChoices,
  completeExplicit,
  type DiagramChoices,
  type SingleEngine,
} from './options.ts';
import { type PreparedModel, prepare } from './prepare.ts';
import { FormulaQuestion, NeverQuestion, type Question } from './question.ts';
import {
  type CheckResult,
  type CheckStatistics,
  type NeverResult,
  NOTHING_EXPLORED,
  type SimplifiedQuestion,
  type Verdict,
} from './result.ts';
import type { Rival } from './rival.ts';
import { answerAll, type Inquiry, type Searches } from './schedule.ts';
import { stateBound } from './state-bound.ts';
import { searchSymbolically } from './symbolic-engine.ts';

export interface SessionOptions extends CheckOptions {
  /** A thread that helps where the engine is `auto`; whoever gives it ends it. */
  readonly rival?: Rival;
}

/** Told of each formula by its number, once. */
export type OnResult = (index: number, result: CheckResult) => void;

/** The bounded look before diagrams: states of the model, and looks at the stopwatch, which are hundreds or thousands of steps apart. */
const LOOK_STATES = 300;
const LOOKS = 40;
/** Variables times groups: where there are more, a few states are all that could be looked at. */
const LARGE_MODEL = 200_000;

/** Milliseconds for the confirmation of a counterexample, whatever the limits. */
const CONFIRMATION = 300;

/** Questions about one model, with the same options. */
export class CheckSession {
  readonly model: Model;
  private readonly options: SessionOptions;
  private readonly choices: CompleteChoices;
  /** Made with the first question, under its limits. */
  private made: { readonly prepared: PreparedModel; readonly searches: Searches } | null = null;
  private madeGraph: ModelGraph | null = null;
  private madeExplored: ExploredModel | null = null;
  /** The limits of the questions under way. */
  private whole: Stopwatch | undefined;
  /** Null where facts are not to be looked for. */
  private madeFacts: { readonly facts: KnownFacts | null } | null = null;

  /** Throws `UsageError` where the choices do not fit each other; those that do not fit the model are found with the first question. */
  constructor(model: Model, options: SessionOptions = {}) {
    this.model = model;
    this.options = options;
    this.choices = completeChoices(options);
  }

  /** Checks a formula. The limits are those of the session unless given; they begin now, unless they are a stopwatch that runs already. */
  check(formula: Formula, limits?: CheckOptions['limits']): CheckResult {
    let result: CheckResult | null = null;
    this.checkAll([formula], (_, found) => (result = found), limits);
    return result!;
  }

  /** Checks several formulas under one limit: decided ones are told as soon as they are, the rest at the end. */
  checkAll(formulas: readonly Formula[], onResult: OnResult, limits = this.options.limits): void {
    const { engine } = this.choices;
    const stopwatch = Stopwatch.over(limits);
    const asked = formulas.map((formula) => new FormulaQuestion(formula, observe(this.model, formula)));
    const seed = engine.kind === 'auto' ? { seed: engine.seed } : {};
    const smaller: (SimplifiedQuestion | null)[] = [];
    const tell = (index: number, answer: EngineAnswer, from: 'search' | 'rival'): void => {
      const result = this.resultOf(asked[index], answer, from);
      const simplified = smaller[index] ? { simplified: smaller[index] } : {};
      onResult(index, { formula: asked[index].formula, ...seed, ...result, ...simplified });
    };
    this.whole = stopwatch;
    const unprepared = this.prepare(stopwatch);
    if (unprepared !== null) {
      for (const index of asked.keys()) tell(index, this.unanswered(unprepared), 'search');
      return;
    }
    const open: number[] = [];
    for (const [index, question] of asked.entries()) {
      smaller.push(this.simplified(question, stopwatch));
      if (smaller[index]?.formula.kind !== 'true') open.push(index);
      else tell(index, this.answerWithoutSearch(stopwatch), 'search');
    }
    if (open.length === 0) return;
    const inquiries = open.map((index) => this.inquiry(asked[index], smaller[index]));
    answerAll(this.searches, inquiries, { engine, stopwatch, rival: this.options.rival }, (position, answer, from) =>
      tell(open[position], answer, from),
    );
  }

  /** The question as facts of all runs leave it; null where none are looked for. */
  private simplified(question: FormulaQuestion, stopwatch: Stopwatch): SimplifiedQuestion | null {
    this.madeFacts ??= {
      facts: asksForFacts(this.prepared.model, this.choices) ? new KnownFacts(this.model) : null,
    };
    return this.madeFacts.facts?.simplify(question, stopwatch) ?? null;
  }

  /** What is searched for. A counterexample to it is judged on the question as it was asked. */
  private inquiry(asked: FormulaQuestion, smaller: SimplifiedQuestion | null): Inquiry {
    const formula = smaller?.formula ?? asked.formula;
    const question = formula === asked.formula ? asked : new FormulaQuestion(formula, observe(this.model, formula));
    return { formula, question: this.prepared.observe(question) };
  }

  private answerWithoutSearch(stopwatch: Stopwatch): EngineAnswer {
    const statistics = { ...NOTHING_EXPLORED, seconds: stopwatch.seconds };
    return { found: { outcome: 'holds' }, engine: this.nominalEngine(), emptiness: null, statistics };
  }

  /** The engine that is named where none has searched. */
  private nominalEngine(): SingleEngine {
    const { engine } = this.choices;
    return engine.kind === 'auto' ? completeExplicit({ automaton: engine.automaton }) : engine;
  }

  /**
   * Whether no infinite execution of the model is accepted by the automaton, whose propositions are conditions on states; `violated` comes
   * with an execution that is. Any acceptance condition will do: Büchi, Rabin, Streett, parity, Emerson–Lei. With
   * `counterexample: 'shortest'` the run of the automaton counts: prefix and cycle of the product together.
   */
  checkNever(automaton: Automaton, limits = this.options.limits): NeverResult {
    const { engine, fairness } = this.choices;
    if (fairness !== undefined) throw new UsageError('fairness cannot be assumed of an automaton: put it into it');
    if (engine.kind === 'symbolic') throw new UsageError('automata are checked by the explicit engine');
    const question = new NeverQuestion(automaton, observeNames(this.model, automaton.propositions));
    const explicit = engine.kind === 'auto' ? completeExplicit() : engine;
    const stopwatch = Stopwatch.over(limits);
    this.whole = stopwatch;
    const unprepared = this.prepare(stopwatch);
    const answer =
      unprepared === null ? this.searchExplicitly(question, explicit, stopwatch) : this.unanswered(unprepared);
    return { automaton, ...this.resultOf(question, answer, 'search') };
  }

  /** Prepares the model unless that was done; the limit that came first, if one did. */
  private prepare(stopwatch: Stopwatch): LimitExceeded | null {
    if (this.made !== null) return null;
    try {
      const prepared = prepare(this.model, this.choices, stopwatch);
      this.made = { prepared, searches: this.searchesOf(prepared.model) };
      return null;
    } catch (error) {
      const limit = limitOf(error);
      if (limit === null) throw error;
      return limit;
    }
  }

  private get prepared(): PreparedModel {
    return this.made!.prepared;
  }

  private get searches(): Searches {
    return this.made!.searches;
  }

  private unanswered({ reached }: LimitExceeded): EngineAnswer {
    return unknownBy(this.nominalEngine(), reached);
  }

  /** What an engine found, as a result: a lasso is confirmed first. */
  private resultOf(question: Question, answer: EngineAnswer, from: 'search' | 'rival'): Omit<CheckResult, 'formula'> {
    const { found, engine, emptiness } = answer;
    let { statistics } = answer;
    let verdict: Verdict;
    if (found.outcome === 'violated') {
      const begun = performance.now();
      verdict = this.confirmed(question, found, from);
      statistics = withConfirmation(statistics, (performance.now() - begun) / 1000);
    } else verdict = found;
    const options: CompleteChoices<SingleEngine> = { ...this.choices, engine };
    return { model: this.model, verdict, options, layers: this.made?.prepared.summaries ?? [], emptiness, statistics };
  }

  /** A lasso as a verdict; where a limit comes before it is confirmed, nothing is known. */
  private confirmed(question: Question, found: Violation, from: 'search' | 'rival'): Verdict {
    const asked = { question, choices: this.choices, watch: this.patientWatch() };
    return orLimit<Verdict>(
      () => {
        const { lasso, shortest } = found;
        const counterexample =
          from === 'rival' ? confirmLasso(this.model, lasso, asked) : confirm(this.prepared, lasso, asked);
        return { outcome: 'violated', counterexample, ...(shortest && { shortest }) };
      },
      (limit) => unknownFor(limit.therefore('a counterexample was found, but not confirmed').reached),
    );
  }

  /** What was found at the last moment may still be confirmed: limits bind again after another one. */
  private patientWatch(): Pick<Stopwatch, 'look'> {
    const { whole } = this;
    const patienceEnds = performance.now() + CONFIRMATION;
    return { look: () => performance.now() > patienceEnds && whole?.look() };
  }

  private searchesOf(model: Model): Searches {
    return {
      isSymbolic: canBeSymbolic(model),
      seesAllStates: this.choices.deadlock === 'error',
      stateBound: () => stateBound(model),
      explicit: (question, engine, stopwatch) => this.searchExplicitly(question, engine, stopwatch),
      symbolic: (question, engine, stopwatch) => this.searchSymbolically(question, engine, stopwatch),
      look: (question, engine, stopwatch) => this.look(question, engine, stopwatch),
    };
  }

  private searchExplicitly(question: Question, engine: CompleteExplicit, stopwatch: Stopwatch): EngineAnswer {
    const { onProgress } = this.options;
    const { deadlock } = this.choices;
    return this.guarded(engine, () =>
      searchExplicitly({ graph: this.graph(stopwatch), deadlock, question, engine, stopwatch, onProgress }),
    );
  }

  private searchSymbolically(question: Question, engine: CompleteSymbolic, stopwatch: Stopwatch): EngineAnswer {
    const { deadlock } = this.choices;
    return this.guarded(engine, () =>
      searchSymbolically({ explored: this.explored(engine), deadlock, question, engine, stopwatch }),
    );
  }

  /** An answer of an engine. Where the host had no more memory, tables may be half changed: none of them is used again. */
  private guarded(engine: SingleEngine, search: () => EngineAnswer): EngineAnswer {
    const answer = orLimit(search, ({ reached }) => unknownBy(engine, reached));
    const { found } = answer;
    if (found.outcome === 'unknown' && found.limit === 'memory' && found.value === undefined) {
      this.madeGraph = null;
      this.madeExplored = null;
    }
    return answer;
  }

  /** An explicit search over the first states, which ends after a fixed amount of work; the answer is that of the engine that asked. */
  private look(question: FormulaQuestion, engine: CompleteSymbolic, stopwatch: Stopwatch): EngineAnswer | null {
    const { model } = this.prepared;
    const { deadlock } = this.choices;
    if (deadlock === 'error') return null; // all states have to be seen
    if (model.variables.length * model.groups.length > LARGE_MODEL) return null;
    if (!isTranslated(question, engine, stopwatch)) return null;
    const explicit = completeExplicit({ automaton: engine.automaton, search: 'interpreted' });
    const graph = new ModelGraph(model, { deadlock, source: 'plain', watch: stopwatch });
    if (!isFrozen(graph)) return null;
    let looks = 0;
    const bounded = stopwatch.part({ isCancelled: () => ++looks > LOOKS });
    // Where the states end that are looked at, executions end too: only cycles count, as with the reading `drop`.
    const answer = searchExplicitly({ graph, deadlock: 'drop', question, engine: explicit, stopwatch: bounded });
    if (answer.found.outcome !== 'violated') return null;
    return { ...answer, engine, emptiness: null, statistics: { ...answer.statistics, phases: null } };
  }

  /** Made when it is first asked for, in as much time as all questions have: it would not be ready any sooner in the next slice. */
  private graph({ limits: { states } }: Stopwatch): ModelGraph {
    if (this.madeGraph === null || this.madeGraph.options.maxStates !== states) {
      this.madeGraph = new ModelGraph(this.prepared.model, {
        deadlock: deadlockStep(this.choices.deadlock),
        maxStates: states,
        watch: this.whole,
      });
    }
    return this.madeGraph;
  }

  /** The diagrams of the states; all questions of a session make the same choices about them. */
  private explored({ strategy, clusters, variables, propertyLevel }: DiagramChoices): ExploredModel {
    const { model } = this.prepared;
    this.madeExplored ??= new ExploredModel(model, {
      order: variableOrder(model, variables),
      strategy,
      clusters,
      property: propertyLevel,
    });
    return this.madeExplored;
  }
}

/** Finds the first states; false where a limit came first, which the search then meets too. */
function isFrozen(graph: ModelGraph): boolean {
  try {
    graph.freezeAt(LOOK_STATES);
    return true;
  } catch (error) {
    if (error instanceof LimitExceeded) return false;
    throw error;
  }
}

/** Translates, which does not count as work of the look; false where a limit came first, which the search then meets too. */
function isTranslated(question: Question, { automaton }: CompleteSymbolic, stopwatch: Stopwatch): boolean {
  try {
    question.automaton(automaton, stopwatch);
    return true;
  } catch (error) {
    if (error instanceof LimitExceeded) return false;
    throw error;
  }
}

/** What the work gives, or the other where a limit comes first, also one of the host. */
function orLimit<T>(work: () => T, other: (limit: LimitExceeded) => T): T {
  try {
    return work();
  } catch (error) {
    const limit = limitOf(error);
    if (limit === null) throw error;
    return other(limit);
  }
}

function unknownBy(engine: SingleEngine, reached: LimitReached): EngineAnswer {
  return { found: unknownFor(reached), engine, emptiness: null, statistics: NOTHING_EXPLORED };
}

function withConfirmation(statistics: CheckStatistics, seconds: number): CheckStatistics {
  const { phases } = statistics;
  return {
    ...statistics,
    seconds: statistics.seconds + seconds,
    phases: phases && { ...phases, counterexample: phases.counterexample + seconds },
  };
}
