// A bench: one prepared model with what is kept of it between questions (its graph, its diagrams), and the searches on it.
import { InternalError } from '../base/assert.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import { deadlockStep, ModelGraph } from '../explicit/product/model-graph.ts';
import { openStepSurvey } from '../explicit/search/step-survey.ts';
import { GoalWalks } from '../explicit/walk/goal-walks.ts';
import { RandomWalks, type Target } from '../explicit/walk/random-walks.ts';
import { pathAlong } from '../explicit/walk/steps-as-run.ts';
import { isTokenModel } from '../models/analysis/sums.ts';
import type { Expression } from '../models/expression/expression.ts';
import { mentionsDead } from '../models/expression/walk.ts';
import { FairModel } from '../models/fair-model.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import { ExploredModel } from '../symbolic/explored-model.ts';
import { type EngineAnswer, orLimit, unknownBy, unknownFor } from './answer.ts';
import { canBeSymbolic } from './can-be-symbolic.ts';
import { variableOrder } from './count-in-diagrams.ts';
import { replay } from './counterexample.ts';
import { searchExplicitly } from './explicit-engine.ts';
import { searchByHashing } from './hashed-engine.ts';
import type { Searches, WalkTask } from './inquiry.ts';
import { LiftGivenUp } from './lift-run.ts';
import {
  type CheckOptions,
  type CompleteChoices,
  type CompleteExplicit,
  completeExplicit,
  type DiagramChoices,
  type DiagramEngine,
  type SingleEngine,
} from './options.ts';
import { patientWatch } from './patience.ts';
import { PlannedSearch } from './planned-search.ts';
import type { PreparedModel } from './prepare.ts';
import { FairQuestion, FormulaQuestion, type Question } from './question.ts';
import { stateBound } from './state-bound.ts';
import { searchSymbolically, suited } from './symbolic-engine.ts';
import { SymmetricSearches } from './symmetric-search.ts';

/** The bounded look before diagrams: states of the model, and looks at the stopwatch, which are hundreds or thousands of steps apart. */
const LOOK_STATES = 300;
const LOOKS = 40;
/** Variables times groups: where there are more, a few states are all that could be looked at. */
const LARGE_MODEL = 200_000;
/** Walks by plans get so many times as long as others when they begin: they find most of what they find at once. */
const FIRST_PLANS = 6;
const MISLEADING = 'a counterexample of the reduced net is none of the net';

interface BenchOptions extends Pick<CheckOptions, 'onProgress' | 'threads'> {
  readonly choices: CompleteChoices;
  /** Called before a search. */
  readonly onSearch: (bench: Bench) => void;
}

export class Bench implements Searches {
  readonly prepared: PreparedModel;
  readonly isSymbolic: boolean;
  /** The limits of the questions under way. */
  watch: Stopwatch | undefined;
  private readonly options: BenchOptions;
  private madeGraph: ModelGraph | null = null;
  /** The graph of the model below fairness. */
  private madeBelow: ModelGraph | null = null;
  private madeExplored: ExploredModel | null = null;
  private madeWalks: RandomWalks | null = null;
  private madeGoalWalks: GoalWalks | null = null;
  private madePlanned: PlannedSearch | null = null;
  private havePlansBegun = false;
  private readonly symmetric: SymmetricSearches;
  /** Questions to which a counterexample was found that is none of the given model. */
  private readonly misled = new WeakSet<Question>();

  constructor(prepared: PreparedModel, options: BenchOptions) {
    this.prepared = prepared;
    this.options = options;
    this.isSymbolic = canBeSymbolic(prepared.model);
    this.symmetric = new SymmetricSearches(prepared.model, options.choices);
  }

  stateBound(): number {
    return stateBound(this.prepared.model);
  }

  explicit(question: Question, engine: CompleteExplicit, stopwatch: Stopwatch): EngineAnswer {
    const { choices, onProgress, onSearch, threads } = this.options;
    const { deadlock } = choices;
    onSearch(this);
    const isEnough = this.judgeOfPaths(question);
    const { hashing } = engine;
    if (hashing !== undefined) {
      const { model } = this.prepared;
      const task = { model, deadlock, question, engine, hashing, stopwatch, onProgress, isEnough };
      return this.guarded(question, engine, () => searchByHashing(task));
    }
    const early = this.holdsFairly(question, engine, stopwatch);
    if (early !== null) return early;
    const task = { question, engine, stopwatch, onProgress, isEnough };
    return this.guarded(question, engine, () => {
      const symmetric = this.symmetric.search(task);
      if (!('unused' in symmetric)) return symmetric;
      const answer = searchExplicitly({ ...task, graph: this.graph(stopwatch), deadlock, threads });
      const { unused } = symmetric;
      return unused === null ? answer : { ...answer, statistics: { ...answer.statistics, symmetry: { unused } } };
    });
  }

  /**
   * `holds`, where that can be told from the model without what fairness adds to its states; null where the fair model has to be searched. Of
   * models in code alone, which have no kernel: their functions are called once, whatever is searched.
   */
  private holdsFairly(question: Question, engine: CompleteExplicit, stopwatch: Stopwatch): EngineAnswer | null {
    const { model } = this.prepared;
    const { deadlock } = this.options.choices;
    if (!(question instanceof FairQuestion && model instanceof FairModel)) return null;
    const { numbering } = model.inner;
    if (numbering === undefined || engine.emptiness !== undefined || engine.fullProduct === 'counted') return null;
    const { bits, count } = model;
    const { states } = stopwatch.limits;
    const half = stopwatch.part({ seconds: stopwatch.secondsLeft / 2, states });
    const answer = orLimit(
      () => {
        if (this.madeBelow === null || this.madeBelow.options.maxStates !== states) {
          this.madeBelow = new ModelGraph(model.inner, { deadlock: deadlockStep(deadlock), maxStates: states });
        }
        return searchExplicitly({
          graph: this.madeBelow,
          deadlock,
          question: question.below,
          engine,
          stopwatch: half,
          onProgress: this.options.onProgress,
          fairness: model.strong === 0 ? { numbering, bits, count } : 'not weak',
        });
      },
      () => null, // the search of the fair model meets the limit too
    );
    return answer?.found.outcome === 'holds' ? answer : null;
  }

  symbolic(question: Question, asked: DiagramEngine, stopwatch: Stopwatch): EngineAnswer {
    const { choices, onSearch } = this.options;
    const { deadlock } = choices;
    onSearch(this);
    const engine = orLimit(
      () => suited(asked, question, stopwatch),
      () => asked, // the search meets the limit too
    );
    return this.guarded(question, engine, () =>
      searchSymbolically({ explored: this.explored(engine), deadlock, question, engine, stopwatch }),
    );
  }

  /** An answer of an engine. Where the host had no more memory, tables may be half changed: none of them is used again. */
  private guarded(question: Question, engine: SingleEngine, search: () => EngineAnswer): EngineAnswer {
    const answer = orLimit(search, ({ reached }) => unknownBy(engine, reached));
    const { found } = answer;
    if (found.outcome === 'unknown' && found.limit === 'memory' && found.value === undefined) this.clear();
    if (found.outcome !== 'violated' || this.isReal(question, found.lasso)) return answer;
    this.misled.add(question);
    return { ...answer, found: unknownFor({ limit: 'time', what: MISLEADING }) };
  }

  /** Whether a search has found nothing but what the reductions made up: the question has to be asked of another model. */
  hasMisled(question: Question): boolean {
    return this.misled.has(question);
  }

  /** Whether what was found is a counterexample of the given model, where the layers do not promise that. */
  private isReal(question: Question, lasso: StateLasso): boolean {
    const { layers } = this.prepared;
    const isPromised = layers.every(({ preserves }) => preserves.formulas !== 'shortened');
    return isPromised || !(question instanceof FormulaQuestion) || this.isViolation(question.asked, lasso);
  }

  /** Whether what was found, brought back to the given model and replayed there, violates what was asked. */
  private isViolation(asked: FormulaQuestion, lasso: StateLasso): boolean {
    const { given, isReduced } = this.prepared;
    const { deadlock } = this.options.choices;
    try {
      const watch = this.watch && patientWatch(this.watch);
      const run = replay(given, this.prepared.lift(lasso), { observation: asked.observation, deadlock, watch });
      const [prefix, cycle] = [run.prefix, run.cycle].map((steps) => steps.map(({ letter }) => letter));
      return cycle.length === 0 ? asked.isLostBy(prefix, watch) : asked.isViolation({ prefix, cycle }, watch);
    } catch (error) {
      if (error instanceof LiftGivenUp) return false;
      // A fault of the reductions is met again where the counterexample is confirmed, and handled there.
      if (isReduced && error instanceof InternalError) return true;
      throw error;
    }
  }

  /**
   * Whether a path decides, where one can: an execution goes on from every state and counts, and lassos are not asked for. It is judged as one
   * of the given model, by the question about that.
   */
  private judgeOfPaths(question: Question): ((path: StateLasso) => boolean) | undefined {
    const { deadlock, fairness, trace } = this.options.choices;
    const { layers } = this.prepared;
    if (trace === 'lasso' || deadlock === 'drop' || fairness !== undefined) return undefined;
    if (!(question instanceof FormulaQuestion) || layers.some(({ summary }) => summary.rules === undefined))
      return undefined;
    return (path) => this.isViolation(question.asked, path);
  }

  /** An explicit search over the first states, which ends after a fixed amount of work; the answer is that of the engine that asked. */
  look(question: FormulaQuestion, asked: DiagramEngine, stopwatch: Stopwatch): EngineAnswer | null {
    const { model } = this.prepared;
    const { deadlock } = this.options.choices;
    if (deadlock === 'error') return null; // all states have to be seen
    if (model.variables.length * model.groups.length > LARGE_MODEL) return null;
    const engine = translatedFor(question, asked, stopwatch);
    if (engine === null) return null;
    const explicit = completeExplicit({ automaton: engine.automaton, search: 'interpreted', partialOrder: 'none' });
    const isEnough = this.judgeOfPaths(question);
    const graph = new ModelGraph(model, { deadlock, source: 'plain', watch: stopwatch });
    if (!isFrozen(graph)) return null;
    let looks = 0;
    const bounded = stopwatch.part({ isCancelled: () => ++looks > LOOKS });
    // Where the states end that are looked at, executions end too: only bad prefixes count, and cycles, as with the reading `drop`.
    const task = { graph, question, engine: explicit, stopwatch: bounded };
    const paths = isEnough && searchExplicitly({ ...task, deadlock: 'stutter', isEnough, otherwise: 'nothing' });
    const answer = paths && paths.found.outcome !== 'unknown' ? paths : searchExplicitly({ ...task, deadlock: 'drop' });
    if (answer.found.outcome !== 'violated' || !this.isReal(question, answer.found.lasso)) return null;
    return { ...answer, engine, emptiness: null, statistics: { ...answer.statistics, phases: null } };
  }

  /** Random walks for several questions at once; what is found is told, and nothing is known of the others. */
  walk(questions: ReadonlyMap<number, FormulaQuestion>, { seconds, seed, stopwatch, onFound }: WalkTask): void {
    const { model } = this.prepared;
    const { deadlock, fairness } = this.options.choices;
    if (fairness !== undefined || deadlock === 'error' || !isTokenModel(model)) return;
    const targets = new Map<Target, number>();
    const judges = new Map<number, (path: StateLasso) => boolean>();
    const forbidden = new Map<number, Expression>();
    for (const [index, question] of questions) {
      const { observation } = question;
      if (observation.predicates.some(mentionsDead)) continue;
      const isEnough = this.judgeOfPaths(question);
      if (isEnough) judges.set(index, isEnough);
      const condition = isEnough ? question.forbidden : null;
      if (condition !== null) forbidden.set(index, condition);
      const target: Target = {
        ...observation,
        isViolation: (word) => question.isViolation(word),
        ...(isEnough && { lostAfter: (letters, watch) => question.lostAfter(letters, watch) }),
      };
      if (condition === null) targets.set(target, index);
    }
    if (forbidden.size > 0) {
      const part = targets.size > 0 ? seconds / 2 : seconds;
      const found = (index: number, path: StateLasso): void => {
        if (!judges.get(index)!(path)) return;
        forbidden.delete(index);
        onFound(index, path);
      };
      const task = { seconds: part, seed, stopwatch, onFound: found };
      // Plans first: the ways that they find are short, and quickly judged.
      this.walkByPlans(forbidden, task);
      if (forbidden.size > 0) this.walkToConditions(forbidden, task);
    }
    if (targets.size === 0) return;
    stopwatch.attempt({ seconds }, (part) => {
      this.madeWalks ??= new RandomWalks(model, part);
      this.madeWalks.search([...targets.keys()], {
        deadlock: deadlock === 'stutter' ? 'repeats' : 'ends',
        seed,
        stopwatch: part,
        onFound: (target, lasso) => {
          const index = targets.get(target)!;
          const isPath = lasso.cycle.length === 0;
          const isEnough = isPath ? judges.get(index)!(lasso) : this.isReal(questions.get(index)!, lasso);
          if (isEnough) onFound(index, lasso);
          return isEnough;
        },
      });
    });
  }

  /** Invariants are violated by a marking alone, whatever leads to it. */
  private walkToConditions(forbidden: ReadonlyMap<number, Expression>, task: WalkTask): void {
    const { seconds, seed, stopwatch, onFound } = task;
    stopwatch.attempt({ seconds }, (part) => {
      this.madeGoalWalks ??= new GoalWalks(this.prepared.model, part);
      this.madeGoalWalks.search(forbidden, { seed, stopwatch: part, onFound });
    });
  }

  /** By plans of the state equation. */
  private walkByPlans(forbidden: ReadonlyMap<number, Expression>, task: WalkTask): void {
    const { seed, stopwatch, onFound } = task;
    const { model } = this.prepared;
    const seconds = task.seconds * (this.havePlansBegun ? 1 : FIRST_PLANS);
    this.havePlansBegun = true; // also where the time is over before the equation of a large net is made
    stopwatch.attempt({ seconds }, (part) => {
      this.madePlanned ??= new PlannedSearch(model, part);
      this.madePlanned.search(forbidden, {
        seed,
        stopwatch: part,
        onFound: (index, steps) => onFound(index, pathAlong(model, steps)),
      });
    });
  }

  /** Whether states are kept, in whatever form. */
  get isUsed(): boolean {
    const isKept = this.madeGraph !== null || this.madeBelow !== null || this.madeExplored !== null;
    return isKept || this.symmetric.isUsed;
  }

  /** Lets go of the states: they are found again when they are asked for. */
  clear(): void {
    this.madeGraph = null;
    this.madeBelow = null;
    this.madeExplored = null;
    this.symmetric.clear();
  }

  /** Made when it is first asked for, in as much time as all questions have: it would not be ready any sooner in the next slice. */
  private graph({ limits: { states } }: Stopwatch): ModelGraph {
    if (this.madeGraph === null || this.madeGraph.options.maxStates !== states) {
      this.madeGraph = new ModelGraph(this.prepared.model, {
        deadlock: deadlockStep(this.options.choices.deadlock),
        maxStates: states,
        watch: this.watch,
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
      survey: openStepSurvey,
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

/** Translates for the engine that suits the question, which does not count as work of the look; null where a limit came first, which the search then meets too. */
function translatedFor(question: Question, asked: DiagramEngine, stopwatch: Stopwatch): DiagramEngine | null {
  return orLimit(
    () => {
      const engine = suited(asked, question, stopwatch);
      question.automaton(engine.automaton, stopwatch);
      return engine;
    },
    () => null,
  );
}
