// A check by the symbolic engine, with the same result as one by the explicit engine: the lasso that it finds is replayed on the model and
// judged in the same way.
import { InputError, UsageError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import type { Observation } from '../models/observation.ts';
import {
  checkSymbolically,
  type SymbolicAutomatonKind,
  type SymbolicCheckResult,
  symbolicAutomatonKinds,
} from '../symbolic/check.ts';
import { DEFAULT_HULL, type HullAlgorithm } from '../symbolic/emptiness/hull.ts';
import { ExploredModel } from '../symbolic/explored-model.ts';
import { condense } from './condense.ts';
import { validateCounterexample } from './counterexample.ts';
import type { AutomatonKind, CompleteCheckOptions } from './options.ts';
import type { CheckResult, CheckStatistics, Verdict } from './result.ts';

const NOTHING = {
  automatonStates: 0,
  automatonEdges: 0,
  automatonTransitions: null,
  modelStates: 0,
  productStates: 0,
  productTransitions: 0,
  fullProduct: null,
  components: null,
  maximalDepth: null,
  bytesPerState: null,
  phases: null,
};

/** Checks the formula in decision diagrams. */
export function checkInDiagrams(
  model: Model,
  formula: Formula,
  observation: Observation,
  options: CompleteCheckOptions,
): CheckResult {
  const started = performance.now();
  const automaton = supported(options.automaton);
  const { symbolic = {}, deadlock, limits } = options;
  const explored =
    symbolic.explored ?? new ExploredModel(model, { strategy: symbolic.strategy, clusters: symbolic.clusters });
  if (explored.model !== model) throw new UsageError('options.symbolic.explored belongs to another model');
  let verdict: Verdict;
  let found: SymbolicCheckResult | null = null;
  try {
    const asked = automaton === 'tgta' ? condense(formula, observation) : { formula, observation };
    found = checkSymbolically(explored, asked.formula, asked.observation, {
      automaton,
      look: 'first-pairs',
      ...symbolic,
      deadlock,
      limits,
    });
    verdict = { outcome: 'holds' };
    if (found.lasso !== null) {
      const counterexample = validateCounterexample(model, formula, found.lasso, { observation, deadlock });
      verdict = { outcome: 'violated', counterexample };
    }
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    verdict = { outcome: 'unknown', limit: error.limit, reason: error.message };
  }
  const seconds = (performance.now() - started) / 1000;
  const statistics = { ...statisticsOf(found, symbolic.hull ?? DEFAULT_HULL), seconds };
  return { model, formula, verdict, options, emptiness: null, statistics };
}

function statisticsOf(found: SymbolicCheckResult | null, hull: HullAlgorithm): Omit<CheckStatistics, 'seconds'> {
  if (found === null) return { ...NOTHING, passes: 0 };
  const { automatonStates, automatonEdges, modelStates, productStates, productSteps, iterations, diagrams } = found;
  return {
    ...NOTHING,
    automatonStates,
    automatonEdges,
    modelStates: Number(modelStates),
    productStates: Number(productStates),
    productTransitions: productSteps,
    passes: iterations,
    ...(diagrams && { diagrams: { ...diagrams, modelStates, productStates, hull, iterations } }),
  };
}

function supported(kind: AutomatonKind): SymbolicAutomatonKind {
  const found = symbolicAutomatonKinds.find((known) => known === kind);
  if (found !== undefined) return found;
  throw new InputError({
    code: 'SYM910',
    message: `the symbolic engine has no product with the automaton kind ${kind}`,
    hint: `it knows ${symbolicAutomatonKinds.join(', ')}`,
  });
}
