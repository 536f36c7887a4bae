// What a proof with listed states is made of: a search in the product of the model with the tableau.
import { LimitExceeded } from '../diagnostics/limit.ts';
import { Kripke } from '../explicit/product/kripke.ts';
import { deadlockStep, ModelGraph } from '../explicit/product/model-graph.ts';
import { SynchronisedProduct } from '../explicit/product/product.ts';
import type { SourceKind } from '../explicit/product/state-source.ts';
import { findLevels } from '../explicit/search/levels.ts';
import { analyse } from '../models/analysis/analyse.ts';
import type { Model } from '../models/model.ts';
import type { ProofParts } from './proof.ts';
import type { ProofRequest } from './proof-request.ts';
import { TableauProperty } from './tableau-property.ts';
import { TableauTable } from './tableau-table.ts';
import { infinitelyMany, isInfinite } from './unbounded.ts';

/** Up to so many states the compiled kernel takes more time to be made than it saves. */
const FEW_STATES = 500;
/** Up to so many states are looked at where there are infinitely many: the product may have few. */
const MOST_OF_INFINITE = 200_000;

/** Null where the product with the model accepts something. */
export function levelsOf(searched: Model, request: ProofRequest): ProofParts | null {
  const { result, search, source } = request;
  const most = search.limits.bound('states') ?? Number.POSITIVE_INFINITY;
  const isLarge = searched === result.model && result.statistics.modelStates > FEW_STATES;
  if (source !== undefined || most <= FEW_STATES) return levelsIn(searched, request, most, source);
  try {
    if (!isLarge) return levelsIn(searched, request, FEW_STATES, 'plain');
  } catch (error) {
    if (!isStateLimit(error)) throw error;
  }
  const model = analyse(searched, { stopwatch: search.limits });
  const isLost = most > MOST_OF_INFINITE && isInfinite(model, search.limits);
  try {
    return levelsIn(model, request, isLost ? MOST_OF_INFINITE : most);
  } catch (error) {
    throw isLost && isStateLimit(error) ? infinitelyMany() : error;
  }
}

function isStateLimit(error: unknown): boolean {
  return error instanceof LimitExceeded && error.limit === 'states';
}

function levelsIn(
  searched: Model,
  { result, formula, observation, search }: ProofRequest,
  maxStates: number,
  source?: SourceKind,
): ProofParts | null {
  const { names, predicates } = observation;
  const stopwatch = search.limits;
  // Known bounds spare the kernel a look at many states.
  const model = source === 'plain' ? searched : analyse(searched, { stopwatch });
  const deadlock = deadlockStep(result.options.deadlock);
  const graph = new ModelGraph(model, { deadlock, maxStates, watch: stopwatch, ...(source && { source }) });
  const kripke = new Kripke(graph, predicates);
  const property = new TableauProperty(new TableauTable(formula, names), kripke.letters);
  const levels = findLevels(new SynchronisedProduct(kripke, property), search);
  return levels && { graph, property, levels, stopwatch };
}
