// One symbolic check with what [BDKT14] measures of it, time and memory, phase by phase. States and product are found anew each time, by the
// same variable order for every approach of a model [BDKT14, §4.3], in diagrams of their own: none profits from what another one left behind.
import type { Limits } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import { observe } from '../models/observation.ts';
import { checkSymbolically, type SymbolicPhase } from '../symbolic/check.ts';
import { ExploredModel } from '../symbolic/explored-model.ts';
import type { VariableOrder } from '../symbolic/order/orders.ts';
import { exploreSymbolically } from '../symbolic/race.ts';
import type { SymbolicApproach } from './approaches.ts';
import { automatonFor, type Measured, type MeasureOptions, wallClock } from './measure.ts';

interface SymbolicMeasureOptions extends MeasureOptions {
  /** The variable order; orders race unless given, or where the states are. */
  readonly order?: VariableOrder;
  /** The states of the model, where they need not be found anew. */
  readonly explored?: ExploredModel;
}

/** The order by which saturation found the states first, for all approaches. Throws `LimitExceeded`. */
export function commonOrder(model: Model, limits: Limits): VariableOrder {
  return exploreSymbolically(model, { property: 'top', limits }).space.order;
}

/** Checks the formula in decision diagrams. Throws `LimitExceeded`, and `InputError` as `check` does. */
export function measureSymbolic(
  model: Model,
  formula: Formula,
  approach: SymbolicApproach,
  {
    limits,
    now = wallClock,
    order,
    explored = new ExploredModel(model, { strategy: approach.strategy, property: 'top', order }),
  }: SymbolicMeasureOptions = {},
): Measured {
  const { automaton, way, strategy, hull } = approach;
  const stopwatch = Stopwatch.over(limits);
  const started = now();
  const negation = automatonFor(formula.store.not(formula), { automaton, way }, stopwatch);
  const translated = now();
  const { space } = explored.states({ limits: stopwatch });
  const found = now();
  const marks = new Map<SymbolicPhase, { readonly at: number; readonly nodes: number }>();
  const onPhase = (phase: SymbolicPhase): void => {
    marks.set(phase, { at: now(), nodes: space.mdd.statistics().createdNodes });
  };
  const observation = observe(model, formula);
  const result = checkSymbolically(explored, negation, observation, {
    strategy,
    hull,
    deadlock: 'stutter',
    limits: stopwatch,
    onPhase,
  });
  const between = (from: SymbolicPhase, to: SymbolicPhase): number => (marks.get(to)!.at - marks.get(from)!.at) / 1000;
  const productStates = Number(result.productStates);
  return {
    outcome: result.lasso === null ? 'holds' : 'violated',
    automatonStates: result.automatonStates,
    automatonTransitions: null,
    productStates,
    productTransitions: null,
    exploredStates: productStates,
    exploredTransitions: null,
    passes: result.iterations,
    seconds: between('relation', 'lasso'),
    translationSeconds: (translated - started) / 1000,
    memoryBytes: result.diagrams.peakBytes,
    phases: {
      model: (found - translated) / 1000,
      relation: between('relation', 'reach'),
      reach: between('reach', 'hull'),
      hull: between('hull', 'lasso'),
      lasso: between('lasso', 'end'),
    },
    createdNodes: marks.get('lasso')!.nodes - marks.get('relation')!.nodes,
  };
}
