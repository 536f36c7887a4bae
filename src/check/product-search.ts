// The search behind a check, whatever is asked: the product of the model with the automaton of what must not happen, an emptiness check
// on it, the way back to a lasso of the model, and what all of it cost.
import { InputError, UsageError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import { emptinessChecks, obstacle, suitableChecks } from '../explicit/emptiness/choose.ts';
import { compiledEmptiness } from '../explicit/emptiness/compiled/compiled-emptiness.ts';
import type { EmptinessName } from '../explicit/emptiness/names.ts';
import type { EmptinessResult, EmptinessStatistics, Progress, SearchOptions } from '../explicit/emptiness/result.ts';
import { countProduct, type ProductSize } from '../explicit/product/full-product.ts';
import { Kripke } from '../explicit/product/kripke.ts';
import type { LetterTable } from '../explicit/product/letters.ts';
import { DeadlockFound, ModelGraph } from '../explicit/product/model-graph.ts';
import { orderedProduct } from '../explicit/product/ordered-product.ts';
import { type Product, type Property, SynchronisedProduct } from '../explicit/product/product.ts';
import { findLasso, type ProductLasso } from '../explicit/search/lasso-search.ts';
import { shortestLasso } from '../explicit/search/shortest-lasso.ts';
import { deadlockError } from '../models/deadlock.ts';
import type { Model } from '../models/model.ts';
import type { Observation } from '../models/observation.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import type { Counterexample } from './counterexample.ts';
import type { CompleteCheckOptions } from './options.ts';
import type { CompiledProperty } from './property.ts';
import type { CheckPhases, CheckStatistics, Verdict } from './result.ts';

/** What is searched for, and how it is confirmed. */
export interface SearchTask {
  readonly model: Model;
  readonly observation: Observation;
  readonly options: CompleteCheckOptions;
  /** The automaton that accepts what must not happen. */
  readonly compile: (letters: LetterTable) => CompiledProperty;
  /** The same language by an automaton whose runs are no longer than the words, for shortest counterexamples. */
  readonly compileTight: (letters: LetterTable) => Property;
  /** Replays the lasso and has it judged; anything that does not fit is an internal error. */
  readonly confirm: (lasso: StateLasso) => Counterexample;
}

export interface SearchOutcome {
  readonly verdict: Verdict;
  readonly emptiness: EmptinessName | null;
  readonly statistics: CheckStatistics;
}

/** Searches; limits become the verdict `unknown`. */
export function searchProduct(task: SearchTask): SearchOutcome {
  return new ProductSearch(task).run();
}

type Phase = keyof CheckPhases;

class ProductSearch {
  private readonly task: SearchTask;
  private readonly started = performance.now();
  private readonly graph: ModelGraph;
  private readonly kripke: Kripke;
  private readonly phases: Record<Phase, number> = { translation: 0, search: 0, counterexample: 0 };
  private emptiness: EmptinessName | null = null;
  private automaton: Omit<CompiledProperty, 'property'> = { stateCount: 0, edgeCount: 0, transitionCount: 0 };
  private explored: Progress = { states: 0, edges: 0, depth: 0, passes: 0 };
  private searched: EmptinessStatistics | null = null;
  private product: SynchronisedProduct | null = null;
  private whole: ProductSize | null = null;

  constructor(task: SearchTask) {
    this.task = task;
    const { model, options, observation } = task;
    const { deadlock, limits } = options;
    this.graph = options.graph ?? new ModelGraph(model, { deadlock, maxStates: limits.limits.states });
    if (this.graph.model !== model || this.graph.options.deadlock !== deadlock) {
      throw new UsageError('options.graph belongs to another model or reading of deadlocks');
    }
    this.kripke = new Kripke(this.graph, observation.predicates);
  }

  run(): SearchOutcome {
    const verdict = this.decide();
    if (this.task.options.fullProduct === 'counted' && this.product) this.whole = this.countWhole(this.product);
    return { verdict, emptiness: this.emptiness, statistics: this.statistics() };
  }

  private decide(): Verdict {
    try {
      return this.search();
    } catch (error) {
      if (error instanceof LimitExceeded) return { outcome: 'unknown', limit: error.limit, reason: error.message };
      if (isOutOfMemory(error)) return { outcome: 'unknown', limit: 'memory', reason: 'out of memory' };
      if (error instanceof DeadlockFound) throw deadlockError(this.task.model, this.vectorOf(error.state));
      throw error;
    }
  }

  private search(): Verdict {
    const { task, kripke } = this;
    const { property, ...sizes } = this.timed('translation', () => task.compile(kripke.letters));
    this.automaton = sizes;
    const product = new SynchronisedProduct(kripke, property);
    this.product = product;
    const { accepting, statistics } = this.timed('search', () => this.runEmptiness(product));
    this.searched = statistics;
    if (accepting === null) return { outcome: 'holds' };
    return this.timed('counterexample', () => {
      const short = findLasso(product, accepting, statistics.exploredStates, task.options.limits);
      if (task.options.counterexample !== 'shortest') return this.violated(product, short);
      return this.shortest(product, short);
    });
  }

  private violated(product: SynchronisedProduct, { prefix, cycle }: ProductLasso): Verdict & { outcome: 'violated' } {
    const states = (part: readonly number[]): Int32Array[] =>
      part.map((state) => this.vectorOf(product.pairs.left.get(state)));
    const counterexample = this.task.confirm({ prefix: states(prefix), cycle: states(cycle) });
    return { outcome: 'violated', counterexample };
  }

  /** A shortest counterexample; the short one where a limit comes first. */
  private shortest(product: SynchronisedProduct, short: ProductLasso): Verdict {
    try {
      const tight = new SynchronisedProduct(this.kripke, this.task.compileTight(this.kripke.letters));
      const length = short.prefix.length + short.cycle.length;
      const found = shortestLasso(tight, length, { limits: this.task.options.limits });
      return { ...(found ? this.violated(tight, found) : this.violated(product, short)), shortest: 'proved' };
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      return { ...this.violated(product, short), shortest: 'not proved' };
    }
  }

  /** The lightest exact check that the kernel can carry out, or else the lightest of all. */
  private runEmptiness(product: SynchronisedProduct): EmptinessResult {
    const { search, order = 'model', limits, onProgress } = this.task.options;
    const watched: SearchOptions = {
      limits,
      onProgress: (progress) => {
        this.explored = progress;
        onProgress?.(progress);
      },
    };
    const names = this.suitableChecks(product);
    if (search !== 'interpreted' && order === 'model') {
      for (const name of names) {
        this.emptiness = name;
        const result = compiledEmptiness(product, name, watched);
        if (result !== null) return result;
      }
    }
    this.emptiness = names[0];
    return emptinessChecks[names[0]](orderedProduct(product, order), watched);
  }

  private suitableChecks(product: Product): readonly EmptinessName[] {
    const { emptiness, deadlock } = this.task.options;
    const suitable = suitableChecks(product, deadlock);
    if (emptiness === undefined) return suitable;
    const reason = obstacle(emptiness, product, deadlock);
    if (reason === null) return [emptiness];
    throw new InputError({
      code: 'CHK710',
      message: `the emptiness check ${emptiness} cannot decide this: ${reason}`,
      hint: `these can: ${suitable.join(', ')}`,
    });
  }

  private countWhole(product: SynchronisedProduct): ProductSize | null {
    try {
      return countProduct(product, { limits: this.task.options.limits });
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

  private vectorOf(state: number): Int32Array {
    const vector = new Int32Array(this.task.model.variables.length);
    this.graph.states.read(state, vector);
    return vector;
  }

  private statistics(): CheckStatistics {
    const { automaton, explored, searched, graph, product } = this;
    const bytes = graph.bytes + (product?.pairs.bytes ?? 0) + (searched?.bytes ?? 0);
    return {
      automatonStates: automaton.stateCount,
      automatonEdges: automaton.edgeCount,
      automatonTransitions: automaton.transitionCount,
      modelStates: graph.states.size,
      productStates: explored.states,
      productTransitions: explored.edges,
      fullProduct: this.whole,
      passes: explored.passes,
      components: searched?.components ?? null,
      maximalDepth: searched?.maximalDepth ?? null,
      bytesPerState: searched === null || explored.states === 0 ? null : bytes / explored.states,
      phases: this.phases,
      seconds: (performance.now() - this.started) / 1000,
    };
  }
}

/** Whether an array could not be made larger. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /allocation failed|Invalid typed array length/.test(error.message);
}
