// A session: what is kept between questions about one prepared model (its graph, its diagrams, the rival), and the road of each question:
// schedule, engine, confirmation, result.
import type { Automaton } from '../automata/automaton.ts';
import { UsageError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { deadlockStep, ModelGraph } from '../explicit/product/model-graph.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import { observe, observeNames } from '../models/observation.ts';
import { ExploredModel } from '../symbolic/explored-model.ts';
import type { EngineAnswer } from './answer.ts';
import { canBeSymbolic } from './can-be-symbolic.ts';
import { confirm, confirmLasso } from './confirm.ts';
import { variableOrder } from './count-in-diagrams.ts';
import { searchExplicitly } from './explicit-engine.ts';
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
import { type CheckResult, type CheckStatistics, type NeverResult, NOTHING_EXPLORED, type Verdict } from './result.ts';
import type { Rival } from './rival.ts';
import { answerAll, type Searches } from './schedule.ts';
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

/** Questions about one model, with the same options. */
export class CheckSession {
  readonly model: Model;
  private readonly options: SessionOptions;
  private readonly choices: CompleteChoices;
  /** Made with the first question, under its limits. */
  private made: { readonly prepared: PreparedModel; readonly searches: Searches } | null = null;
  private madeGraph: ModelGraph | null = null;
  private madeExplored: ExploredModel | null = null;

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
    const tell = (index: number, answer: EngineAnswer, from: 'search' | 'rival'): void =>
      onResult(index, { formula: asked[index].formula, ...seed, ...this.resultOf(asked[index], answer, from) });
    const unprepared = this.prepare(stopwatch);
    if (unprepared !== null) {
      for (const index of asked.keys()) tell(index, this.unanswered(unprepared), 'search');
      return;
    }
    const inquiries = asked.map((question) => ({
      formula: question.formula,
      question: this.prepared.observe(question),
    }));
    answerAll(this.searches, inquiries, { engine, stopwatch, rival: this.options.rival }, tell);
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
      if (error instanceof LimitExceeded) return error;
      throw error;
    }
  }

  private get prepared(): PreparedModel {
    return this.made!.prepared;
  }

  private get searches(): Searches {
    return this.made!.searches;
  }

  private unanswered({ limit, message }: LimitExceeded): EngineAnswer {
    const { engine } = this.choices;
    const single = engine.kind === 'auto' ? completeExplicit({ automaton: engine.automaton }) : engine;
    const found = { outcome: 'unknown', limit, reason: message } as const;
    return { found, engine: single, emptiness: null, statistics: NOTHING_EXPLORED };
  }

  /** What an engine found, as a result: a lasso is confirmed first. */
  private resultOf(question: Question, answer: EngineAnswer, from: 'search' | 'rival'): Omit<CheckResult, 'formula'> {
    const { choices } = this;
    const { found, engine, emptiness } = answer;
    let { statistics } = answer;
    let verdict: Verdict;
    if (found.outcome === 'violated') {
      const begun = performance.now();
      const asked = { question, choices };
      const counterexample =
        from === 'rival' ? confirmLasso(this.model, found.lasso, asked) : confirm(this.prepared, found.lasso, asked);
      statistics = withConfirmation(statistics, (performance.now() - begun) / 1000);
      verdict = { outcome: 'violated', counterexample, ...(found.shortest && { shortest: found.shortest }) };
    } else verdict = found;
    const options: CompleteChoices<SingleEngine> = { ...choices, engine };
    return { model: this.model, verdict, options, layers: this.made?.prepared.summaries ?? [], emptiness, statistics };
  }

  private searchesOf(model: Model): Searches {
    return {
      isSymbolic: canBeSymbolic(model),
      seesAllStates: this.choices.deadlock === 'error',
      stateBound: () => stateBound(model),
      explicit: (question, engine, stopwatch) => this.searchExplicitly(question, engine, stopwatch),
      symbolic: (question, engine, stopwatch) =>
        searchSymbolically({
          explored: this.explored(engine),
          deadlock: this.choices.deadlock,
          question,
          engine,
          stopwatch,
        }),
      look: (question, engine, stopwatch) => this.look(question, engine, stopwatch),
    };
  }

  private searchExplicitly(question: Question, engine: CompleteExplicit, stopwatch: Stopwatch): EngineAnswer {
    const { onProgress } = this.options;
    const { deadlock } = this.choices;
    return searchExplicitly({ graph: this.graph(stopwatch), deadlock, question, engine, stopwatch, onProgress });
  }

  /** An explicit search over the first states, which ends after a fixed amount of work; the answer is that of the engine that asked. */
  private look(question: FormulaQuestion, engine: CompleteSymbolic, stopwatch: Stopwatch): EngineAnswer | null {
    const { model } = this.prepared;
    const { deadlock } = this.choices;
    if (deadlock === 'error') return null; // all states have to be seen
    if (model.variables.length * model.groups.length > LARGE_MODEL) return null;
    if (!isTranslated(question, engine, stopwatch)) return null;
    const explicit = completeExplicit({ automaton: engine.automaton, search: 'interpreted' });
    const graph = new ModelGraph(model, { deadlock, source: 'plain' });
    graph.freezeAt(LOOK_STATES);
    let looks = 0;
    const bounded = stopwatch.part({ isCancelled: () => ++looks > LOOKS });
    // Where the states end that are looked at, executions end too: only cycles count, as with the reading `drop`.
    const answer = searchExplicitly({ graph, deadlock: 'drop', question, engine: explicit, stopwatch: bounded });
    if (answer.found.outcome !== 'violated') return null;
    return { ...answer, engine, emptiness: null, statistics: { ...answer.statistics, phases: null } };
  }

  private graph({ limits: { states } }: Stopwatch): ModelGraph {
    if (this.madeGraph === null || this.madeGraph.options.maxStates !== states) {
      this.madeGraph = new ModelGraph(this.prepared.model, {
        deadlock: deadlockStep(this.choices.deadlock),
        maxStates: states,
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

function withConfirmation(statistics: CheckStatistics, seconds: number): CheckStatistics {
  const { phases } = statistics;
  return {
    ...statistics,
    seconds: statistics.seconds + seconds,
    phases: phases && { ...phases, counterexample: phases.counterexample + seconds },
  };
}
