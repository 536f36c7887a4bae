// The front door: does every execution of the model satisfy the formula?
//
//     ¬formula → automaton → product with the model → emptiness check → verdict, its counterexample replayed and judged
import { InputError, type Parsed, UsageError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import { compiledEmptiness } from '../explicit/compiled-emptiness.ts';
import { emptinessChecks, obstacle, suitableChecks } from '../explicit/emptiness/choose.ts';
import type { EmptinessName } from '../explicit/emptiness/names.ts';
import type { EmptinessResult, Progress, SearchOptions } from '../explicit/emptiness/result.ts';
import { Kripke } from '../explicit/kripke.ts';
import { findLasso } from '../explicit/lasso-search.ts';
import { DeadlockFound, ModelGraph } from '../explicit/model-graph.ts';
import { orderedProduct } from '../explicit/ordered-product.ts';
import { type Product, SynchronisedProduct } from '../explicit/product.ts';
import type { Formula } from '../formula/formula.ts';
import { parseLtl } from '../formula/parse.ts';
import { propositionsOf } from '../formula/traverse.ts';
import type { Expression } from '../models/expression.ts';
import type { Model } from '../models/model.ts';
import type { FormulaTextFor } from '../models/typescript/formula-text.ts';
import { type Observation, validateCounterexample } from './counterexample.ts';
import { checkFairly } from './fair.ts';
import { type CheckOptions, type CompleteCheckOptions, completeCheckOptions } from './options.ts';
import { compileProperty } from './property.ts';
import type { CheckResult, CheckStatistics, Verdict } from './result.ts';
import { checkInDiagrams } from './symbolic-check.ts';

/**
 * Checks the formula, or its text, on all infinite executions of the model. Throws `InputError` when the two do not fit; where
 * the type of the model knows its propositions, a misspelt one in a literal is already a type error.
 */
export function check<M extends Model, const T extends string>(
  model: M,
  formula: Formula | (T & FormulaTextFor<M, T>),
  options: CheckOptions = {},
): CheckResult {
  const parsed = typeof formula === 'string' ? parseLtl(formula) : formula;
  const { fairness, ...rest } = options;
  if (fairness !== undefined) {
    // what is known of the given model is not known of the one that remembers who moved
    const { graph: _, symbolic: { explored: __, ...symbolic } = {}, ...fair } = rest;
    return checkFairly(model, parsed, fairness, (remembering, implied) =>
      check(remembering, implied, { ...fair, symbolic }),
    );
  }
  const complete = completeCheckOptions(rest);
  if (complete.engine === 'symbolic') return checkInDiagrams(model, parsed, observe(model, parsed), complete);
  return new Check(model, parsed, complete).run();
}

/** The predicates that the propositions of the formula stand for in the model; all complaints at once. */
export function observe(model: Model, formula: Formula): Observation {
  const names = propositionsOf(formula);
  const parsed = names.map((name): Parsed<Expression> => model.predicate(name));
  const diagnostics = parsed.flatMap((predicate) => (predicate.value === null ? predicate.diagnostics : []));
  if (diagnostics.length > 0) throw new InputError(diagnostics);
  return { names, predicates: parsed.map((predicate) => predicate.value!) };
}

class Check {
  private readonly model: Model;
  private readonly formula: Formula;
  private readonly options: CompleteCheckOptions;
  private readonly started = performance.now();
  private readonly observation: Observation;
  private readonly graph: ModelGraph;
  private readonly kripke: Kripke;
  private emptiness: EmptinessName | null = null;
  private automaton = { stateCount: 0, edgeCount: 0 };
  private explored: Progress = { states: 0, edges: 0, depth: 0, passes: 0 };

  constructor(model: Model, formula: Formula, options: CompleteCheckOptions) {
    this.model = model;
    this.formula = formula;
    this.options = options;
    this.observation = observe(model, formula);
    this.graph =
      options.graph ?? new ModelGraph(model, { deadlock: options.deadlock, maxStates: options.limits?.states });
    if (this.graph.model !== model || this.graph.options.deadlock !== options.deadlock) {
      throw new UsageError('options.graph belongs to another model or reading of deadlocks');
    }
    this.kripke = new Kripke(this.graph, this.observation.predicates);
  }

  run(): CheckResult {
    const verdict = this.decide();
    const { model, formula, options, emptiness } = this;
    return { model, formula, verdict, options, emptiness, statistics: this.statistics() };
  }

  private decide(): Verdict {
    try {
      return this.search();
    } catch (error) {
      if (error instanceof LimitExceeded) return { outcome: 'unknown', limit: error.limit, reason: error.message };
      if (isOutOfMemory(error)) return { outcome: 'unknown', limit: 'memory', reason: 'out of memory' };
      if (error instanceof DeadlockFound) throw this.deadlockError(error.state);
      throw error;
    }
  }

  private search(): Verdict {
    const { names } = this.observation;
    const compiled = compileProperty(this.formula, this.options.automaton, this.kripke.letters, names);
    this.automaton = compiled;
    const product = new SynchronisedProduct(this.kripke, compiled.property);
    const { limits, onProgress } = this.options;
    const watched: SearchOptions = {
      limits,
      onProgress: (progress) => {
        this.explored = progress;
        onProgress?.(progress);
      },
    };
    const { accepting } = this.runEmptiness(product, watched);
    if (accepting === null) return { outcome: 'holds' };
    const lasso = findLasso(product, accepting);
    const states = (part: readonly number[]): Int32Array[] =>
      part.map((state) => this.vectorOf(product.pairs.left.get(state)));
    const counterexample = validateCounterexample(
      this.model,
      this.formula,
      { prefix: states(lasso.prefix), cycle: states(lasso.cycle) },
      { observation: this.observation, deadlock: this.options.deadlock },
    );
    return { outcome: 'violated', counterexample };
  }

  /** The lightest exact check that the kernel can carry out, or else the lightest of all. */
  private runEmptiness(product: SynchronisedProduct, watched: SearchOptions): EmptinessResult {
    const { search, order = 'model' } = this.options;
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
    const { emptiness, deadlock } = this.options;
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

  private vectorOf(state: number): Int32Array {
    const vector = new Int32Array(this.model.variables.length);
    this.graph.states.read(state, vector);
    return vector;
  }

  private deadlockError(state: number): InputError {
    const entries = this.model.describe(this.vectorOf(state)).filter((entry) => !entry.plain);
    const shown = entries.map(({ name, value }) => `${name} = ${value}`).join(', ');
    return new InputError({
      code: 'CHK702',
      message: `the model has a deadlock: ${shown || 'the state in which everything is 0'}`,
      hint: '--deadlock stutter repeats it for ever, --deadlock drop ignores executions that end in it',
    });
  }

  private statistics(): CheckStatistics {
    return {
      automatonStates: this.automaton.stateCount,
      automatonEdges: this.automaton.edgeCount,
      modelStates: this.graph.states.size,
      productStates: this.explored.states,
      productTransitions: this.explored.edges,
      passes: this.explored.passes,
      seconds: (performance.now() - this.started) / 1000,
    };
  }
}

/** Whether an array could not be made larger. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /allocation failed|Invalid typed array length/.test(error.message);
}
