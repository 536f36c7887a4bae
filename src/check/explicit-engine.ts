// The explicit engine: the product of the model with the automaton of what must not happen, an emptiness check on it, the way back to a
// lasso of the model, and what all of it cost.
import { LimitExceeded } from '../diagnostics/limit.ts';
import { limitOf } from '../diagnostics/out-of-memory.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { EmptinessName } from '../explicit/emptiness/checks.ts';
import { couvreurCheck } from '../explicit/emptiness/couvreur.ts';
import { reachabilityCheck } from '../explicit/emptiness/reachability.ts';
import {
  type EmptinessResult,
  type EmptinessStatistics,
  GivenUp,
  type LaterAttempt,
  type ProductAgain,
  type Progress,
  type SearchOptions,
  Settled,
} from '../explicit/emptiness/result.ts';
import { searchInKernel } from '../explicit/emptiness/search-in-kernel.ts';
import { EarlyThreads } from '../explicit/kernel/threads/early-threads.ts';
import type { ThreadHost } from '../explicit/kernel/threads/thread-host.ts';
import { StubbornProduct } from '../explicit/partial-order/stubborn-product.ts';
import { WaitingPlans } from '../explicit/partial-order/waiting-plans.ts';
import { FairProduct, type WeakFairness } from '../explicit/product/fair-product.ts';
import { countProduct, type ProductSize } from '../explicit/product/full-product.ts';
import { Kripke } from '../explicit/product/kripke.ts';
import type { ModelGraph } from '../explicit/product/model-graph.ts';
import { orderedProduct } from '../explicit/product/ordered-product.ts';
import { SynchronisedProduct } from '../explicit/product/product.ts';
import { type ExploreStatesOptions, exploreStatesSync } from '../explicit/search/explore-states.ts';
import { firstDeadlock } from '../explicit/search/first-deadlock.ts';
import { findLasso, findPath, type ProductLasso } from '../explicit/search/lasso-search.ts';
import { shortestLasso } from '../explicit/search/shortest-lasso.ts';
import { type DeadlockReading, deadlockError } from '../models/deadlock.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import { type EngineAnswer, type Found, unknownFor } from './answer.ts';
import { type AutomatonSizes, automatonSizes } from './automaton-sizes.ts';
import { type ExitPlan, exitPlan, fewestStarts, type Starts, searchInStages, searchTogether } from './behind-exits.ts';
import { type CountingPlan, countingPlan } from './counting.ts';
import { chosenChecks } from './emptiness-choice.ts';
import type { CompleteExplicit } from './options.ts';
import { patiently } from './patience.ts';
import type { Question } from './question.ts';
import type { CheckPhases, CheckStatistics } from './result.ts';
import { lookWhileCounting, productAgain, stubbornUse } from './stubborn-use.ts';

/** Product states after which states are counted instead, where that is enough. What was done till then is lost. */
const COUNT_FROM = 1 << 18;
/** The part of the visited states that components are, from which on there are many. */
const MANY_COMPONENTS = 1 / 8;
/** States that are counted before the product is searched behind exits: a violation would be found by the search of the product, and must not wait longer. */
const MOST_COUNTED = 1 << 25;

/** What an explicit search is given. */
interface ExplicitTask {
  /** The states of the model with the step that this reading of deadlocks asks for; what is known of them is used, and more is added. */
  readonly graph: ModelGraph;
  readonly deadlock: DeadlockReading;
  readonly question: Question;
  readonly engine: CompleteExplicit;
  readonly stopwatch: Stopwatch;
  readonly onProgress?: (progress: Progress) => void;
  /** Given where every state has an execution that counts: whether what happens on a path is a violation whatever follows. */
  readonly isEnough?: (path: StateLasso) => boolean;
  /**
   * Given where only fair executions count, and fairness is not in the model: then `holds` is the only answer, and `unknown` says that the
   * fair model has to be searched.
   */
  readonly fairness?: FairnessBeside;
  /** What is looked for where the path that was found is not enough: `cycle` unless given. */
  readonly otherwise?: 'cycle' | 'nothing';
  /** Product states after which states are counted where that is enough, or is a beginning; fewer than usual serve tests. */
  readonly countFrom?: number;
  /** States after which stubborn sets that nobody asked for are looked at; for tests. */
  readonly lookAfter?: number;
  /** Where further threads come from, which count the states of large models. */
  readonly threads?: ThreadHost;
  /** Whether they search together whatever is known; for tests. */
  readonly jointly?: 'always';
  /** When they are called; for tests. */
  readonly helpers?: ExploreStatesOptions['helpers'];
}

/** Assumptions about a model that is searched without them: all of them weak, or others, of which nothing is known here. */
type FairnessBeside = WeakFairness | 'not weak';

/** Searches; limits become the outcome `unknown`. Throws `InputError` where the emptiness check does not fit or a deadlock is refused. */
export function searchExplicitly(task: ExplicitTask): EngineAnswer {
  return new ExplicitSearch(task).run();
}

type Phase = keyof CheckPhases;

class ExplicitSearch {
  private readonly task: ExplicitTask;
  private readonly started = performance.now();
  private readonly kripke: Kripke;
  private readonly phases: Record<Phase, number> = { translation: 0, search: 0, counterexample: 0 };
  private emptiness: EmptinessName | null = null;
  private sizes: AutomatonSizes = { automatonStates: 0, automatonEdges: 0, automatonTransitions: 0 };
  private explored: Progress = { states: 0, edges: 0, depth: 0, passes: 0 };
  private searched: EmptinessStatistics | null = null;
  private product: SynchronisedProduct | null = null;
  private whole: ProductSize | null = null;
  private partialOrder: CheckStatistics['partialOrder'];
  private plans: WaitingPlans | null = null;
  /** States of the model, where these were counted. */
  private counted: number | null = null;
  private counting: CheckStatistics['counting'];
  private readonly threads: EarlyThreads | undefined;
  /** Product states after which states may soon be counted: threads are started, so that they are there by then. */
  private startThreadsFrom = Number.POSITIVE_INFINITY;

  constructor(task: ExplicitTask) {
    this.task = task;
    this.threads = task.threads && new EarlyThreads(task.threads);
    const { graph, question, engine } = task;
    graph.watch = task.stopwatch;
    this.kripke = new Kripke(graph, question.observationFor(engine.automaton).predicates);
  }

  run(): EngineAnswer {
    const { engine } = this.task;
    const found = this.decide();
    if (engine.fullProduct === 'counted' && this.product) this.whole = this.countWhole(this.product);
    return { found, engine, emptiness: this.emptiness, statistics: this.statistics() };
  }

  private decide(): Found {
    try {
      return this.search();
    } catch (error) {
      const limit = limitOf(error);
      if (limit === null) throw error;
      return unknownFor(limit.reached);
    } finally {
      this.threads?.end();
    }
  }

  private search(): Found {
    const { question, engine, deadlock, stopwatch } = this.task;
    if (deadlock === 'error') this.timed('search', () => this.refuseDeadlocks());
    const property = this.timed('translation', () => {
      this.sizes = automatonSizes(question.automaton(engine.automaton, stopwatch));
      return question.property(engine.automaton, this.kripke.letters, stopwatch);
    });
    const product = new SynchronisedProduct(this.kripke, property);
    this.product = product;
    const { isEnough, otherwise = 'cycle', fairness } = this.task;
    if (fairness !== undefined) return this.timed('search', () => this.decideFairly(product, fairness));
    const goal = isEnough === undefined ? 'cycle' : 'decision';
    let result = this.timed('search', () => this.runOrCount(product, goal));
    if (result === null) return { outcome: 'holds' };
    this.searched = result.statistics;
    if (result.deciding !== undefined) {
      const { deciding, statistics, product: searched = product } = result;
      const path = this.timed('counterexample', () =>
        this.lassoOf(
          searched,
          patiently(this.task, (watch) => findPath(searched, deciding, statistics.exploredStates, watch)),
        ),
      );
      // Whether there is a shorter one is not known yet.
      const shortest = engine.counterexample === 'shortest' && ({ shortest: 'not proved' } as const);
      if (isEnough?.(path)) return { outcome: 'violated', lasso: path, ...shortest };
      if (otherwise === 'nothing') return { outcome: 'unknown', limit: 'states', reason: 'no cycle was looked for' };
      result = this.timed('search', () => this.runEmptiness(product, 'cycle'));
      this.searched = result.statistics;
    }
    const { accepting, statistics, product: searched = product } = result;
    if (accepting === null) return { outcome: 'holds' };
    return this.timed('counterexample', () => {
      const short = patiently(this.task, (watch) => findLasso(searched, accepting, statistics.exploredStates, watch));
      if (engine.counterexample === 'short') return { outcome: 'violated', lasso: this.lassoOf(searched, short) };
      return this.shortest(searched, short);
    });
  }

  /**
   * Whether no fair execution is accepted by the automaton. A terminal one is searched as if all executions were fair: where they are, one
   * accepting state decides, and where none is reached there is no fair one either.
   */
  private decideFairly(product: SynchronisedProduct, fairness: FairnessBeside): Found {
    const { deadlock } = this.task;
    const isTerminal = reachabilityCheck.obstacle(product, deadlock) === null;
    const fair = isTerminal || fairness === 'not weak' ? null : FairProduct.over(product, fairness);
    const open: Found = { outcome: 'unknown', limit: 'states', reason: 'the fair model has to be searched' };
    if (!isTerminal && fair === null) return open;
    const check = isTerminal ? reachabilityCheck : couvreurCheck;
    this.emptiness = check.name;
    const plan = this.countingPlan(product);
    if (plan?.numbered !== undefined) return this.countUntil(plan) ? open : { outcome: 'holds' };
    const { accepting, deciding, statistics } = check.search(fair ?? product, this.watched('decision'));
    this.searched = statistics;
    return accepting === null && deciding === undefined ? { outcome: 'holds' } : open;
  }

  private refuseDeadlocks(): void {
    const { graph, stopwatch, onProgress } = this.task;
    const state = firstDeadlock(graph, { limits: stopwatch, onProgress });
    if (state !== null) throw deadlockError(graph.model, vectorOf(graph, state));
  }

  /** A shortest counterexample; the short one where a limit comes first. */
  private shortest(product: SynchronisedProduct, short: ProductLasso): Found {
    const { question, engine, stopwatch } = this.task;
    try {
      const tight = new SynchronisedProduct(this.kripke, question.tightProperty(engine.automaton, this.kripke.letters));
      const length = short.prefix.length + short.cycle.length;
      const found = shortestLasso(tight, length, { limits: stopwatch });
      const lasso = found ? this.lassoOf(tight, found) : this.lassoOf(product, short);
      return { outcome: 'violated', lasso, shortest: 'proved' };
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      return { outcome: 'violated', lasso: this.lassoOf(product, short), shortest: 'not proved' };
    }
  }

  private lassoOf(product: SynchronisedProduct, { prefix, cycle }: ProductLasso): StateLasso {
    const { graph } = product.kripke;
    const states = (part: readonly number[]): Int32Array[] =>
      part.map((state) => vectorOf(graph, product.pairs.left.get(state)));
    return { prefix: states(prefix), cycle: states(cycle) };
  }

  /** The result of an emptiness check; null where a safety property holds, because the states were counted and none is forbidden. */
  private runOrCount(product: SynchronisedProduct, goal: SearchOptions['goal']): EmptinessResult | null {
    const plan = this.countingPlan(product);
    const stages = plan === null && this.mayCountFirst ? exitPlan(product) : null;
    if (plan === null && stages === null) return this.runEmptiness(product, goal);
    let starts: Starts | null = null;
    let attempt: LaterAttempt | null = null;
    if (plan?.numbered === undefined) {
      const giveUpAfter = this.task.countFrom ?? COUNT_FROM;
      const givesUp: SearchOptions['givesUp'] = (seen) => {
        starts = stages && fewestStarts(product, stages);
        return starts?.amount !== 'many' || this.hasManyComponents(product, seen);
      };
      this.startThreadsFrom = giveUpAfter / 2;
      try {
        return this.runEmptiness(product, goal, { giveUpAfter, givesUp });
      } catch (error) {
        if (!(error instanceof GivenUp)) throw error;
        ({ attempt } = error);
      } finally {
        this.startThreadsFrom = Number.POSITIVE_INFINITY;
      }
    }
    const lookElsewhere = lookWhileCounting(attempt, this.explored.states);
    try {
      // Where a forbidden state was met, or a cycle, or a fault, the search finds the way there.
      const isDecided =
        plan === null
          ? this.holdsInStages(product, { plan: stages!, starts: starts! }, lookElsewhere)
          : !this.countUntil(plan, lookElsewhere);
      if (attempt?.isInVain) this.noteSavings('little saved');
      return isDecided ? null : this.runEmptiness(product, goal);
    } catch (error) {
      if (!(error instanceof Settled)) throw error;
      this.take(error.result);
      return error.result;
    }
  }

  /**
   * Whether so many components were closed that threads which share what is dead find enough of it. A weak check has met no accepting cycle, so all that could be one is such. Beside the
   * waiting state none may be hopeless: components with such a state were not looked for.
   */
  private hasManyComponents(
    { property }: SynchronisedProduct,
    { states, components }: { readonly states: number; readonly components: number },
  ): boolean {
    const hopeless = property.hopeless?.reduce((sum, flag) => sum + flag, 0) ?? 0;
    return hopeless === 1 && (this.emptiness === 'weak' || components >= states * MANY_COMPONENTS);
  }

  /** Whether states may be counted: nothing else than an answer was asked for. */
  private get mayCount(): boolean {
    const { engine, deadlock } = this.task;
    if (deadlock !== 'stutter' || engine.emptiness !== undefined || engine.automaton !== 'tgba') return false;
    return engine.fullProduct !== 'counted';
  }

  /** Whether they may be counted before a search that needs them all: where several threads do it. */
  private get mayCountFirst(): boolean {
    const { engine, threads } = this.task;
    return this.mayCount && threads !== undefined && engine.search === 'compiled' && engine.successors === 'model';
  }

  /** How to count instead; null where the property is none of safety, or something else than an answer was asked for. */
  private countingPlan(product: SynchronisedProduct): CountingPlan | null {
    return this.mayCount && product.weakness?.terminal ? countingPlan(product, this.task.question) : null;
  }

  /** Counts states until one satisfies the condition, or it has no value there: then true. Throws `LimitExceeded`. */
  private countUntil(
    { model, watched, monitorStates, numbered }: CountingPlan,
    lookElsewhere?: (counted: number) => void,
  ): boolean {
    const { stopwatch, graph } = this.task;
    // The tables of a model that numbers its states are the same for both.
    const result = exploreStatesSync(model, {
      watched,
      ...this.whileCounting(numbered ? 0 : graph.bytes, { lookElsewhere }),
    });
    const { states, limit, kernel, bytes } = result;
    if (result.seen) return true;
    if (numbered) this.counted = numbered(states);
    // A limit of states is one on those of the model, of which there may be fewer: the search of the product knows how many.
    if (limit === 'states' && monitorStates !== null) return true;
    if (limit !== null) throw new LimitExceeded(limit, undefined, { value: stopwatch.bound(limit) });
    const by = { threads: kernel?.threads ?? 1, memories: kernel?.memories ?? 1 };
    this.counting = monitorStates === null ? by : { ...by, monitorStates };
    if (monitorStates === null) this.counted = states;
    // As the search that finds a way to a bad state would be called.
    if (numbered) this.emptiness = reachabilityCheck.name;
    // A deadlock repeats for ever, which a monitor counts by itself.
    const edges = result.transitions + (monitorStates === null ? result.deadlocks : 0);
    this.explored = { states, edges, depth: 0, passes: 1 };
    this.searched = {
      exploredStates: states,
      exploredEdges: edges,
      passes: 1,
      components: 0,
      maximalDepth: 0,
      bytes,
    };
    return false;
  }

  /** Other tables have these bytes already. */
  private whileCounting(
    bytes: number,
    {
      states = this.task.graph.options.maxStates,
      lookElsewhere,
    }: { readonly states?: number; readonly lookElsewhere?: ((counted: number) => void) | undefined },
  ): Pick<ExploreStatesOptions, 'threads' | 'helpers' | 'limits' | 'onProgress'> {
    const { stopwatch, onProgress, helpers } = this.task;
    const { threads } = this;
    const { memoryBytes } = stopwatch;
    const limits = stopwatch.part({
      states,
      ...(memoryBytes !== undefined && { memoryBytes: Math.max(0, memoryBytes - bytes) }),
    });
    return {
      threads,
      helpers,
      limits,
      onProgress: ({ states, transitions }) => {
        this.explored = { states, edges: transitions, depth: 0, passes: 1 };
        onProgress?.(this.explored);
        lookElsewhere?.(states);
      },
    };
  }

  /** Whether it is known, by two stages, that there is no accepting cycle. Throws `LimitExceeded`. */
  private holdsInStages(
    product: SynchronisedProduct,
    { plan, starts }: { readonly plan: ExitPlan; readonly starts: Starts },
    lookElsewhere: (counted: number) => void,
  ): boolean {
    const { question, stopwatch, onProgress, graph } = this.task;
    const { maxStates = Number.POSITIVE_INFINITY } = graph.options;
    // Where nothing is known that could be part of a violation, none is made to wait.
    const mostCounted = starts.amount === 'none' ? Number.POSITIVE_INFINITY : MOST_COUNTED;
    const search = starts.amount === 'many' || this.task.jointly === 'always' ? searchTogether : searchInStages;
    const end = search({
      product,
      plan,
      starts,
      question,
      stopwatch,
      counting: this.whileCounting(graph.bytes, { states: Math.min(maxStates, mostCounted), lookElsewhere }),
      onProgress: (progress) => onProgress?.(progress),
    });
    if (end.kind === 'again') return false;
    if (end.kind === 'limit' && end.limit === 'states' && maxStates > mostCounted) return false;
    if (end.kind === 'limit') throw new LimitExceeded(end.limit, undefined, { value: stopwatch.bound(end.limit) });
    const { counted, exits, jointly, searched, emptiness } = end;
    this.emptiness = emptiness;
    this.counted = counted.states;
    const by = { threads: counted.kernel?.threads ?? 1, memories: counted.kernel?.memories ?? 1 };
    this.counting = { ...by, ...(exits !== undefined && { exits }), ...(jointly !== undefined && { jointly }) };
    // With the waiting state every state of the model was seen, and every step; a deadlock repeats for ever.
    const states = counted.states + searched.exploredStates;
    const edges = counted.transitions + counted.deadlocks + searched.exploredEdges;
    this.explored = { states, edges, depth: 0, passes: 1 };
    this.searched = {
      ...searched,
      exploredStates: states,
      exploredEdges: edges,
      bytes: counted.bytes + searched.bytes,
    };
    return true;
  }

  /** The lightest exact check that the kernel can carry out, or else the lightest of all. */
  private runEmptiness(
    product: SynchronisedProduct,
    goal: SearchOptions['goal'],
    options: Pick<SearchOptions, 'giveUpAfter' | 'givesUp'> = {},
  ): EmptinessResult {
    const { engine, deadlock, lookAfter } = this.task;
    const watched = { ...options, ...this.watched(goal) };
    const checks = chosenChecks(product, deadlock, engine.emptiness);
    const { use, unused } = stubbornUse(product, this.task);
    if (unused !== undefined) this.partialOrder = { unused };
    const plans = (): WaitingPlans => (this.plans ??= new WaitingPlans(product));
    if (engine.search === 'compiled' && engine.successors === 'model') {
      const again = (): ProductAgain => productAgain(product, this.task, plans());
      const stubborn = use === 'none' ? undefined : use === 'auto' ? { plans, use, again, lookAfter } : { plans, use };
      for (const check of checks) {
        this.emptiness = check.name;
        const result = searchInKernel(product, check, { ...watched, ...(stubborn && { stubborn }) });
        if (result === null) continue;
        this.take(result);
        return result;
      }
    }
    this.emptiness = checks[0].name;
    if (use !== 'always') return checks[0].search(orderedProduct(product, engine.successors), watched);
    const reduced = new StubbornProduct(product, plans());
    const result = checks[0].search(orderedProduct(reduced, engine.successors), watched);
    this.noteSavings(reduced.counts);
    return result;
  }

  /** Notes what the search has explored: others may have been tried beside it. */
  private take({ product, statistics }: EmptinessResult): void {
    const { exploredStates: states, exploredEdges: edges, passes } = statistics;
    this.explored = { states, edges, depth: 0, passes };
    this.product = product ?? this.product;
    this.noteSavings(statistics.partialOrder);
  }

  private watched(goal: SearchOptions['goal']): SearchOptions {
    const { stopwatch, onProgress } = this.task;
    return {
      limits: stopwatch,
      goal,
      onProgress: (progress) => {
        this.explored = progress;
        if (progress.states >= this.startThreadsFrom) this.threads?.prepare();
        onProgress?.(progress);
      },
    };
  }

  private noteSavings(savings: EmptinessStatistics['partialOrder']): void {
    this.partialOrder = savings === 'little saved' ? { unused: 'it saved too little' } : (savings ?? this.partialOrder);
  }

  private countWhole(product: SynchronisedProduct): ProductSize | null {
    try {
      return countProduct(product, { limits: this.task.stopwatch });
    } catch (error) {
      if (error instanceof LimitExceeded) return null;
      throw error;
    }
  }

  private timed<T>(phase: Phase, work: () => T): T {
    const begun = performance.now();
    try {
      return work();
    } finally {
      this.phases[phase] += (performance.now() - begun) / 1000;
    }
  }

  private statistics(): CheckStatistics {
    const { sizes, explored, searched, product, counted, counting } = this;
    const graph = product?.kripke.graph ?? this.task.graph;
    const bytes = graph.bytes + (product?.pairs.bytes ?? 0) + (searched?.bytes ?? 0);
    return {
      ...sizes,
      modelStates: counted ?? graph.states.size,
      productStates: explored.states,
      productTransitions: explored.edges,
      fullProduct: this.whole,
      passes: explored.passes,
      components: searched?.components ?? null,
      maximalDepth: searched?.maximalDepth ?? null,
      bytesPerState: searched === null || explored.states === 0 ? null : bytes / explored.states,
      phases: this.phases,
      seconds: (performance.now() - this.started) / 1000,
      ...(this.partialOrder && { partialOrder: this.partialOrder }),
      ...(counting && { counting }),
      ...(graph.states.notice !== undefined && { notice: graph.states.notice }),
    };
  }
}

function vectorOf(graph: ModelGraph, state: number): Int32Array {
  const vector = new Int32Array(graph.model.variables.length);
  graph.states.read(state, vector);
  return vector;
}
