// A session: what is kept between questions about one prepared model (its graph, its diagrams, the rival), and the road of each question:
// schedule, engine, confirmation, result.
import type { Automaton } from '../automata/automaton.ts';
import { InternalError } from '../base/assert.ts';
import { UsageError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import { observe, observeNames } from '../models/observation.ts';
import { type EngineAnswer, unknownFor } from './answer.ts';
import { Bench } from './bench.ts';
import { confirm, confirmLasso } from './confirm.ts';
import {
  type CheckOptions,
  type CompleteChoices,
  type CompleteEngine,
  completeChoices,
  completeExplicit,
  type SingleEngine,
} from './options.ts';
import { prepare } from './prepare.ts';
import { FormulaQuestion, NeverQuestion, type Question } from './question.ts';
import { LiftGivenUp } from './reduction-layer.ts';
import { AS_IT_IS, type ReductionChoice, Reductions } from './reductions.ts';
import { type CheckResult, type CheckStatistics, type NeverResult, NOTHING_EXPLORED, type Verdict } from './result.ts';
import type { Rival } from './rival.ts';
import { answerAll } from './schedule.ts';

export interface SessionOptions extends CheckOptions {
  /** A thread that helps where the engine is `auto`; whoever gives it ends it. */
  readonly rival?: Rival;
}

/** Told of each formula by its number, once. */
export type OnResult = (index: number, result: CheckResult) => void;

/** Of the memory, what may be in use before the states of other benches are let go. */
const CROWDED = 0.3;

/** Questions about one model, with the same options. */
export class CheckSession {
  readonly model: Model;
  private readonly options: SessionOptions;
  private readonly choices: CompleteChoices;
  private readonly reductions: Reductions;
  /** Made when a question first needs them, under its limits; questions that see the same share one. */
  private readonly benches = new Map<string, Bench>();

  /** Throws `UsageError` where the choices do not fit each other; those that do not fit the model are found with the first question. */
  constructor(model: Model, options: SessionOptions = {}) {
    this.model = model;
    this.options = options;
    this.choices = completeChoices(options);
    this.reductions = new Reductions(model, this.choices);
  }

  /** Checks a formula. The limits are those of the session unless given; they begin now, unless they are a stopwatch that runs already. */
  check(formula: Formula, limits?: CheckOptions['limits']): CheckResult {
    let result: CheckResult | null = null;
    this.checkAll([formula], (_, found) => (result = found), limits);
    return result!;
  }

  /** Checks several formulas under one limit: decided ones are told as soon as they are, the rest at the end. */
  checkAll(formulas: readonly Formula[], onResult: OnResult, limits = this.options.limits): void {
    const stopwatch = Stopwatch.over(limits);
    const asked = formulas.map((formula) => new FormulaQuestion(formula, observe(this.model, formula)));
    const begun = asked.map((question) => this.begin(question, stopwatch));
    const tell = (index: number, answer: EngineAnswer, from: 'search' | 'rival'): void => {
      const { bench } = begun[index];
      const question = asked[index];
      onResult(index, this.withFormula(question, this.resultOf({ question, bench, stopwatch }, answer, from)));
    };
    const ready: { readonly index: number; readonly bench: Bench }[] = [];
    for (const [index, { bench, limit }] of begun.entries()) {
      if (bench === null) tell(index, this.unanswered(limit), 'search');
      else ready.push({ index, bench });
    }
    const inquiries = ready.map(({ index, bench }) => ({
      formula: asked[index].formula,
      question: bench.prepared.observe(asked[index]),
      searches: bench,
    }));
    const { engine } = this.choices;
    answerAll(inquiries, { engine, stopwatch, rival: this.options.rival }, (i, answer, from) =>
      tell(ready[i].index, answer, from),
    );
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
    const { bench, limit } = this.benchFor(AS_IT_IS, stopwatch);
    const answer = bench === null ? this.unanswered(limit) : bench.explicit(question, explicit, stopwatch);
    return { automaton, ...this.resultOf({ question, bench, stopwatch }, answer, 'search') };
  }

  /** The bench on which a question is answered, or the limit that came first. */
  private begin(question: FormulaQuestion, stopwatch: Stopwatch): Begun {
    try {
      return this.benchFor(this.reductions.choiceFor(question, stopwatch), stopwatch);
    } catch (error) {
      if (error instanceof LimitExceeded) return { bench: null, limit: error };
      throw error;
    }
  }

  private benchFor(choice: ReductionChoice, stopwatch: Stopwatch): Begun {
    const known = this.benches.get(choice.key);
    if (known !== undefined) {
      known.watch = stopwatch;
      return { bench: known, limit: null };
    }
    try {
      const reduction = this.reductions.layer(choice, stopwatch);
      if (reduction === null && choice !== AS_IT_IS) return this.benchFor(AS_IT_IS, stopwatch);
      const prepared = prepare(this.model, this.choices, reduction, stopwatch);
      const { onProgress } = this.options;
      const onSearch = (at: Bench): void => this.makeRoom(at, stopwatch);
      const bench = new Bench(prepared, { choices: this.choices, onProgress, onSearch });
      bench.watch = stopwatch;
      this.benches.set(choice.key, bench);
      return { bench, limit: null };
    } catch (error) {
      if (error instanceof LimitExceeded) return { bench: null, limit: error };
      throw error;
    }
  }

  /** Lets the states of other benches go when memory is getting scarce. */
  private makeRoom(at: Bench, { limits: { memoryBytes, memoryUsed } }: Stopwatch): void {
    const others = [...this.benches.values()].filter((bench) => bench !== at && bench.isUsed);
    if (others.length === 0 || memoryBytes === undefined || memoryUsed === undefined) return;
    if (memoryUsed() > memoryBytes * CROWDED) for (const bench of others) bench.clear();
  }

  private unanswered({ reached }: LimitExceeded): EngineAnswer {
    const { engine } = this.choices;
    const single = engine.kind === 'auto' ? completeExplicit({ automaton: engine.automaton }) : engine;
    return { found: unknownFor(reached), engine: single, emptiness: null, statistics: NOTHING_EXPLORED };
  }

  /** What an engine found, as a result: a lasso is confirmed first. */
  private resultOf(asked: AskedOnBench, answer: EngineAnswer, from: 'search' | 'rival'): Omit<CheckResult, 'formula'> {
    const { choices } = this;
    const { question, bench } = asked;
    const { found, engine, emptiness } = answer;
    let { statistics } = answer;
    let verdict: Verdict;
    if (found.outcome === 'violated') {
      const begun = performance.now();
      try {
        const counterexample =
          from === 'rival' || bench === null
            ? confirmLasso(this.model, found.lasso, { question, choices })
            : confirm(bench.prepared, found.lasso, { question, choices });
        verdict = { outcome: 'violated', counterexample, ...(found.shortest && { shortest: found.shortest }) };
      } catch (error) {
        return this.searchedAsItIs(asked, error);
      }
      statistics = withConfirmation(statistics, (performance.now() - begun) / 1000);
    } else verdict = found;
    const options: CompleteChoices<SingleEngine> = { ...choices, engine };
    const { obstacle } = this.reductions;
    return {
      model: this.model,
      verdict,
      options,
      layers: bench?.prepared.summaries ?? [],
      ...(obstacle !== null && { unreduced: obstacle }),
      emptiness,
      statistics,
    };
  }

  /** The question asked again of the given net, after a counterexample of a reduced one was refused; other errors go on. */
  private searchedAsItIs({ question, bench, stopwatch }: AskedOnBench, error: unknown): Omit<CheckResult, 'formula'> {
    const isReduced = bench?.prepared.isReduced === true && question instanceof FormulaQuestion;
    const isFault = error instanceof InternalError;
    if (!isReduced || !(isFault || error instanceof LiftGivenUp)) throw error;
    if (isFault && this.options.onRefusedLift === 'throw') throw error;
    const unreduced = isFault
      ? `a counterexample of the reduced net was refused (${error.message}): please report this`
      : error.message;
    const again = this.benchFor(AS_IT_IS, stopwatch);
    const asked = { question, bench: again.bench, stopwatch };
    if (again.bench === null) return { ...this.resultOf(asked, this.unanswered(again.limit), 'search'), unreduced };
    let result: Omit<CheckResult, 'formula'> | null = null;
    const inquiry = {
      formula: question.formula,
      question: again.bench.prepared.observe(question),
      searches: again.bench,
    };
    answerAll([inquiry], { engine: this.choices.engine, stopwatch }, (_, answer, from) => {
      result = this.resultOf(asked, answer, from);
    });
    return { ...(result as Omit<CheckResult, 'formula'> | null)!, unreduced };
  }

  private withFormula({ formula }: FormulaQuestion, result: Omit<CheckResult, 'formula'>): CheckResult {
    const { engine }: { readonly engine: CompleteEngine } = this.choices;
    return { formula, ...(engine.kind === 'auto' && { seed: engine.seed }), ...result };
  }
}

/** A bench, or the limit that came first. */
type Begun = { readonly bench: Bench; readonly limit: null } | { readonly bench: null; readonly limit: LimitExceeded };

/** A question with the bench that answered it; null where none could be made. */
interface AskedOnBench {
  readonly question: Question;
  readonly bench: Bench | null;
  readonly stopwatch: Stopwatch;
}

function withConfirmation(statistics: CheckStatistics, seconds: number): CheckStatistics {
  const { phases } = statistics;
  return {
    ...statistics,
    seconds: statistics.seconds + seconds,
    phases: phases && { ...phases, counterexample: phases.counterexample + seconds },
  };
}
