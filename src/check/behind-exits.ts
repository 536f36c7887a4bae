// Products whose automaton begins by waiting, in two stages: the states of the model are counted, which needs no product and can be done by several threads and in several
// memories; then the product is searched from the states at which the automaton may stop waiting (explicit/product/waiting-start.ts).
import type { LimitKind } from '../diagnostics/limit.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import { type EmptinessName, suitableChecks } from '../explicit/emptiness/checks.ts';
import type { EmptinessResult, SearchOptions } from '../explicit/emptiness/result.ts';
import { searchInKernel } from '../explicit/emptiness/search-in-kernel.ts';
import type { Selection } from '../explicit/kernel/store/select-states.ts';
import { AutomatonProperty } from '../explicit/product/automaton-property.ts';
import { Kripke } from '../explicit/product/kripke.ts';
import { ModelGraph } from '../explicit/product/model-graph.ts';
import { SynchronisedProduct } from '../explicit/product/product.ts';
import { CompiledSource, memoryFor } from '../explicit/product/state-source.ts';
import { asCondition, BehindExits, waitingStart } from '../explicit/product/waiting-start.ts';
import { type ExploreStatesOptions, exploreAndSelect, type StatesResult } from '../explicit/search/explore-states.ts';
import { EvaluationFault } from '../models/expression/expression.ts';
import { mentionsDead } from '../models/expression/walk.ts';
import { FairModel } from '../models/fair-model.ts';
import { FairPrograms } from '../models/fair-programs.ts';
import type { Question } from './question.ts';

/** How the two stages are divided. */
export interface ExitPlan {
  readonly property: AutomatonProperty;
  /** The state of the automaton that waits. */
  readonly waiting: number;
  /** The states of the model at which it may be left. */
  readonly exits: Selection;
}

/** The part of the states that may be exits, as far as it is known: with more, so much is left to search that counting first gains nothing. */
const MOST_EXITS = 1 / 3;
/** States that are looked at, of the last ones found: those found first are near the initial ones, and often like these. */
const LOOKED_AT = 1024;
const LAST = 1 / 8;

/** The two stages of a product that reads letters; null where the automaton does not begin by waiting. */
export function exitPlan({ kripke, property }: SynchronisedProduct): ExitPlan | null {
  const { graph, expressions } = kripke;
  const { model, states } = graph;
  if (model instanceof FairModel || model instanceof FairPrograms || states.space === undefined) return null;
  if (!(property instanceof AutomatonProperty) || model.groups.some(({ behaviour }) => behaviour.kind === 'opaque'))
    return null;
  if (expressions.some(mentionsDead)) return null;
  const start = waitingStart(property);
  if (start === null) return null;
  const conditions = property.variables.map((proposition) => expressions[proposition]);
  const where = asCondition(property.automaton, start.exits, conditions);
  return { property, waiting: start.state, exits: { where, valued: expressions } };
}

/**
 * Whether few enough of the last states found are exits; it is so where hardly any are known. A search of the product goes from every exit into what is behind it, so
 * it finds more exits than there are elsewhere: in doubt nothing is counted.
 */
export function hasFewExits({ kripke }: SynchronisedProduct, { property, waiting }: ExitPlan): boolean {
  const { size } = kripke.graph.states;
  if (size < LOOKED_AT) return true;
  const step = Math.max(1, Math.floor((size * LAST) / LOOKED_AT));
  let exits = 0;
  for (let i = 0; i < LOOKED_AT; i++) {
    const edges = property.edges(waiting, kripke.letter(Math.max(0, size - 1 - i * step)));
    if (edges.some((target, at) => at % 2 === 0 && target !== waiting)) exits++;
  }
  return exits <= LOOKED_AT * MOST_EXITS;
}

/** Null where the model has a fault: the search of the product meets it in its own order, or something else before. */
function countAndSelect(...of: Parameters<typeof exploreAndSelect>): ReturnType<typeof exploreAndSelect> | null {
  try {
    return exploreAndSelect(...of);
  } catch (error) {
    if (error instanceof EvaluationFault) return null;
    throw error;
  }
}

/** How the two stages end: with the limit that came while states were counted; `again` where the product itself has to be searched. */
type StagesEnd =
  | { readonly kind: 'limit'; readonly limit: LimitKind }
  | { readonly kind: 'again' }
  | {
      readonly kind: 'holds';
      readonly counted: StatesResult;
      readonly exits: number;
      readonly emptiness: EmptinessName;
      readonly searched: EmptinessResult['statistics'];
    };

interface StagesTask {
  readonly product: SynchronisedProduct;
  readonly plan: ExitPlan;
  readonly question: Question;
  readonly stopwatch: Stopwatch;
  readonly counting: Pick<ExploreStatesOptions, 'threads' | 'limits' | 'onProgress' | 'helpers'>;
  /** Progress of the second stage. */
  readonly onProgress: NonNullable<SearchOptions['onProgress']>;
}

/** Counts, then searches behind the exits. A cycle that is found there is left to the search of the whole product, which also finds the way to it. */
export function searchInStages({ product, plan, question, stopwatch, counting, onProgress }: StagesTask): StagesEnd {
  const { graph, expressions } = product.kripke;
  const { model, options } = graph;
  const stage = countAndSelect(model, counting, plan.exits);
  if (stage === null) return { kind: 'again' };
  const { result, selected } = stage;
  if (result.limit !== null) return { kind: 'limit', limit: result.limit };
  if (selected === null) return { kind: 'again' };
  const none = { exploredStates: 0, exploredEdges: 0, passes: 1, components: 0, maximalDepth: 0, bytes: 0 };
  if (selected.count === 0)
    return { kind: 'holds', counted: result, exits: 0, emptiness: 'reachability', searched: none };
  const source = new CompiledSource(model, { starts: selected, watch: stopwatch, memoryBytes: memoryFor(stopwatch) });
  const kripke = new Kripke(new ModelGraph(model, { ...options, source, watch: stopwatch }), expressions);
  const whole = question.property('tgba', kripke.letters, stopwatch);
  if (!(whole instanceof AutomatonProperty)) return { kind: 'again' };
  const behind = new SynchronisedProduct(kripke, new BehindExits(whole, plan.waiting));
  for (const check of suitableChecks(behind, 'stutter')) {
    const found = searchInKernel(behind, check, { limits: stopwatch, probeStates: 0, onProgress });
    if (found === null) continue;
    if (found.accepting !== null || found.deciding !== undefined) return { kind: 'again' };
    const searched = { ...found.statistics, bytes: found.statistics.bytes + source.bytes };
    return { kind: 'holds', counted: result, exits: selected.count, emptiness: check.name, searched };
  }
  return { kind: 'again' };
}
