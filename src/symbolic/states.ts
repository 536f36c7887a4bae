// Counting a state space symbolically: what `tegata states --engine symbolic` reports.
import { EMPTY, type MddStatistics, maximalSumOf, maximaOf } from '../dd/mdd/index.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Model } from '../models/model.ts';
import { isNetModel } from '../models/petri/net-model.ts';
import { countPairs, MAX_FLAT } from './count.ts';
import { deadStates } from './enabled.ts';
import type { OrderName } from './order/orders.ts';
import { duringRun, type ExploreOptions, exploreIn, isCramped, type SymbolicExploration } from './race.ts';
import type { SymbolicSpace } from './space.ts';

export interface SymbolicStates {
  readonly states: bigint;
  /** Null where counting them would take too long. */
  readonly transitions: bigint | null;
  readonly deadlocks: bigint;
  /** Of nets whose tokens are measured: the most that a place, and that all places together, ever have. */
  readonly maxTokensInPlace: number | null;
  readonly maxTokensPerMarking: number | null;
  readonly order: OrderName;
  /** How many orders were tried. */
  readonly attempts: number;
  /** Nodes of the reachable states alone. */
  readonly finalNodes: number;
  readonly statistics: MddStatistics;
  readonly seconds: number;
}

export interface CountOptions extends ExploreOptions {
  /** Of nets: whether tokens are measured; they are by default. */
  readonly tokens?: 'measured' | 'ignored';
}

/** Counts the reachable states of the model and what else the diagrams tell. Throws `LimitExceeded`. */
export function countStates(model: Model, options: CountOptions = {}): SymbolicStates {
  const stopwatch = Stopwatch.over(options.limits);
  const started = stopwatch.seconds;
  const run = { ...options, limits: stopwatch };
  const found = exploreIn('small', model, run);
  const seconds = (): number => stopwatch.seconds - started;
  try {
    return { ...countIn(found, run), seconds: seconds() };
  } catch (error) {
    const { space, attempts } = found;
    if (!isCramped(space.mdd, error)) throw error;
    const again = exploreIn('whole', model, { ...run, order: space.order });
    return { ...countIn({ ...again, attempts }, run), seconds: seconds() };
  }
}

function countIn({ space, attempts }: SymbolicExploration, run: CountOptions): Omit<SymbolicStates, 'seconds'> {
  const tokens = isNetModel(space.model) && run.tokens !== 'ignored' ? 'measured' : 'ignored';
  const counts = duringRun(
    space.mdd,
    () => space.order.name,
    run,
    () => ({
      ...(countsOf(space, tokens) ?? slowCountsOf(space, tokens)),
      deadlocks: space.mdd.count(deadStates(space)),
    }),
  );
  return { ...counts, order: space.order.name, attempts, statistics: space.mdd.statistics() };
}

type Counts = Pick<
  SymbolicStates,
  'states' | 'transitions' | 'maxTokensInPlace' | 'maxTokensPerMarking' | 'finalNodes'
>;

/** The counts from a copy of the diagram; null if it is empty or too large for one. */
function countsOf(space: SymbolicSpace, tokens: 'measured' | 'ignored'): Counts | null {
  const diagram = space.states === EMPTY ? null : space.mdd.flatten(space.states, MAX_FLAT);
  if (diagram === null) return null;
  return {
    ...countPairs(space, diagram),
    maxTokensInPlace: tokens === 'ignored' ? null : largestOf(maximaOf(diagram)),
    maxTokensPerMarking: tokens === 'ignored' ? null : maximalSumOf(diagram),
    finalNodes: diagram.nodes,
  };
}

function slowCountsOf({ mdd, states, levelOf }: SymbolicSpace, tokens: 'measured' | 'ignored'): Counts {
  return {
    states: mdd.count(states),
    transitions: states === EMPTY ? 0n : null,
    maxTokensInPlace: tokens === 'ignored' ? null : largestOf(mdd.maxima(states)),
    maxTokensPerMarking: tokens === 'ignored' ? null : mdd.maxSum(states, Array.from(levelOf.keys())),
    finalNodes: mdd.nodeCount(states),
  };
}

function largestOf(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
