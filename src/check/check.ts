// The front door: does every execution of the model satisfy the formula?
//
//     ¬formula → automaton → product with the model → emptiness check → verdict, its counterexample replayed and judged
import { InputError, type Parsed, UsageError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import { compiledEmptiness } from '../explicit/compiled-emptiness.ts';
import type { Progress, SearchOptions } from '../explicit/emptiness/result.ts';
import { twoPass } from '../explicit/emptiness/two-pass.ts';
import { Kripke } from '../explicit/kripke.ts';
import { findLasso } from '../explicit/lasso-search.ts';
import { DeadlockFound, ModelGraph } from '../explicit/model-graph.ts';
import { SynchronisedProduct } from '../explicit/product.ts';
import type { Formula } from '../formula/formula.ts';
import { parseLtl } from '../formula/parse.ts';
import { propositionsOf } from '../formula/traverse.ts';
import type { Expression } from '../models/expression.ts';
import type { Model } from '../models/model.ts';
import type { FormulaTextFor } from '../models/typescript/formula-text.ts';
import { type Observation, validateCounterexample } from './counterexample.ts';
import { type CheckOptions, type CompleteCheckOptions, completeCheckOptions } from './options.ts';
import { compileProperty } from './property.ts';
import type { CheckResult, CheckStatistics, Verdict } from './result.ts';

/**
 * Checks the formula, or its text, on all infinite executions of the model. Throws `InputError` when the two do not fit; where
 * the type of the model knows its propositions, a misspelt one in a literal is already a type error.
 */
export function check<M extends Model, const T extends string>(
  model: M,
  formula: Formula | (T & FormulaTextFor<M, T>),
  options: CheckOptions = {},
): CheckResult {
  const complete = completeCheckOptions(options);
  return new Check(model, typeof formula === 'string' ? parseLtl(formula) : formula, complete).run();
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
    return { model: this.model, formula: this.formula, verdict, options: this.options, statistics: this.statistics() };
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
    const compiledSearch =
      this.options.search === 'interpreted' ? null : compiledEmptiness(product, 'couvreur', watched);
    const { accepting } = compiledSearch ?? twoPass(product, watched);
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
