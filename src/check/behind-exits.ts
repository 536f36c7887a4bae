// Products whose automaton begins by waiting, in two stages: the states of the model are counted, which needs no product and can be done by several threads and in several
// memories; then the product is searched from the states at which the automaton may stop waiting (explicit/product/waiting-start.ts), or from those at
// which something may happen that an accepting run does again and again (explicit/product/recurring-edges.ts), whichever are fewer.
import type { Automaton } from '../automata/automaton.ts';
import type { LimitKind } from '../diagnostics/limit.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import { type EmptinessName, suitableChecks } from '../explicit/emptiness/checks.ts';
import type { EmptinessResult, SearchOptions } from '../explicit/emptiness/result.ts';
import { searchInKernel } from '../explicit/emptiness/search-in-kernel.ts';
import type { Selection } from '../explicit/kernel/store/select-states.ts';
import { AutomatonProperty } from '../explicit/product/automaton-property.ts';
import { Kripke } from '../explicit/product/kripke.ts';
import { ModelGraph } from '../explicit/product/model-graph.ts';
import { type Property, SynchronisedProduct } from '../explicit/product/product.ts';
import { FromEdges, fewestMatches, recurringEdges } from '../explicit/product/recurring-edges.ts';
import { CompiledSource, memoryFor } from '../explicit/product/state-source.ts';
import { asCondition, BehindExits, type WaitingStart, waitingStart } from '../explicit/product/waiting-start.ts';
import {
  type ExploreStatesOptions,
  exploreAndSearch,
  exploreAndSelect,
  type StatesResult,
} from '../explicit/search/explore-states.ts';
import { EvaluationFault } from '../models/expression/expression.ts';
import { mentionsDead } from '../models/expression/walk.ts';
import { FairModel } from '../models/fair-model.ts';
import { FairPrograms } from '../models/fair-programs.ts';
import type { Question } from './question.ts';

/** How the two stages may be divided. */
export interface ExitPlan {
  readonly property: AutomatonProperty;
  /** The state of the automaton that waits, and where it may be left. */
  readonly start: WaitingStart;
}

/** Where the second stage begins. */
export interface Starts {
  /** Edges that every accepting run takes again and again; null where it begins at the exits of the waiting state. */
  readonly recurring: readonly number[] | null;
  /** None is known; some of all states are such; or most may be. */
  readonly amount: 'none' | 'few' | 'many';
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
  return { property, start };
}

/**
 * Where to begin, by the last states found: at exits or with recurring edges, whichever are fewer. A search of the product goes from every exit into what
 * is behind it, so it finds more exits than there are elsewhere: in doubt nothing is counted. Where hardly any states are known, there are few.
 */
export function fewestStarts({ kripke }: SynchronisedProduct, { property, start }: ExitPlan): Starts {
  const { automaton } = property;
  const { size } = kripke.graph.states;
  const looked = Math.min(size, LOOKED_AT);
  const step = Math.max(1, Math.floor((size * LAST) / LOOKED_AT));
  const letters = Array.from({ length: looked }, (_, i) => kripke.letter(Math.max(0, size - 1 - i * step)));
  const recurring = fewestMatches(property, recurringEdges(property), letters);
  const leaving = edgesOf(automaton, start.state).filter((e) => automaton.edgeTarget[e] !== start.state);
  const matched = (edges: readonly number[]): number =>
    letters.filter((letter) => edges.some((edge) => property.matches(edge, letter))).length;
  const [exits, returns] = [matched(leaving), matched(recurring)];
  // What was never seen may well never be.
  const isFewer = returns < exits || returns === 0;
  const areMany = size >= LOOKED_AT && Math.min(exits, returns) > LOOKED_AT * MOST_EXITS;
  const amount = returns === 0 ? 'none' : areMany ? 'many' : 'few';
  return { recurring: isFewer ? recurring : null, amount };
}

function edgesOf({ edgeStart }: Pick<Automaton, 'edgeStart'>, state: number): number[] {
  return Array.from({ length: edgeStart[state + 1] - edgeStart[state] }, (_, i) => edgeStart[state] + i);
}

/** The states of the model at which the second stage begins. */
function selection({ kripke: { expressions } }: SynchronisedProduct, plan: ExitPlan, starts: Starts): Selection {
  const { property, start } = plan;
  const { automaton, variables } = property;
  const { bdd, edgeLabel } = automaton;
  const label =
    starts.recurring?.reduce((any, edge) => bdd.or(any, edgeLabel[edge]), bdd.constant(false)) ?? start.exits;
  const conditions = variables.map((proposition) => expressions[proposition]);
  return { where: asCondition(automaton, label, conditions), valued: expressions };
}

/** Null where the model has a fault: the search of the product meets it in its own order, or something else before. */
function unlessFault<T>(count: () => T): T | null {
  try {
    return count();
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
      /** The states from which one thread has searched; or how many threads have searched from all of them. */
      readonly exits?: number;
      readonly jointly?: number;
      readonly emptiness: EmptinessName;
      readonly searched: EmptinessResult['statistics'];
    };

interface StagesTask {
  readonly product: SynchronisedProduct;
  readonly plan: ExitPlan;
  readonly starts: Starts;
  readonly question: Question;
  readonly stopwatch: Stopwatch;
  readonly counting: Pick<ExploreStatesOptions, 'threads' | 'limits' | 'onProgress' | 'helpers'>;
  /** Progress of the second stage. */
  readonly onProgress: NonNullable<SearchOptions['onProgress']>;
}

/** The property of runs that begin at the starts. */
function fromStarts(whole: AutomatonProperty, { start }: ExitPlan, { recurring }: Starts): Property {
  return recurring === null ? new BehindExits(whole, start.state) : new FromEdges(whole, recurring);
}

/**
 * Counts, then lets the threads that have counted search from the starts together, sharing what is dead. A cycle is left to the search of the whole product, as are models
 * for which no threads were called.
 */
export function searchTogether(task: StagesTask): StagesEnd {
  const { product, plan, starts, stopwatch, counting, onProgress } = task;
  const { kripke } = product;
  const request = {
    property: fromStarts(plan.property, plan, starts),
    letters: kripke.letters,
    predicates: kripke.expressions,
    watch: stopwatch,
    onProgress: (states: number, edges: number) => onProgress({ states, edges, depth: 0, passes: 1 }),
  };
  const stage = unlessFault(() => exploreAndSearch(kripke.graph.model, counting, request));
  if (stage === null) return { kind: 'again' };
  const { result, found } = stage;
  if (result.limit !== null) return { kind: 'limit', limit: result.limit };
  if (found === null || found.accepting) return { kind: 'again' };
  const { states: exploredStates, edges: exploredEdges, components, bytes } = found;
  const searched = { exploredStates, exploredEdges, passes: 1, components, maximalDepth: 0, bytes };
  return { kind: 'holds', counted: result, jointly: found.threads, emptiness: 'couvreur', searched };
}

/** Counts, then searches from the starts. A cycle that is found there is left to the search of the whole product, which also finds the way to it, if there is one. */
export function searchInStages(task: StagesTask): StagesEnd {
  const { product, plan, starts, question, stopwatch, counting, onProgress } = task;
  const { graph, expressions } = product.kripke;
  const { model, options } = graph;
  const stage = unlessFault(() => exploreAndSelect(model, counting, selection(product, plan, starts)));
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
  if (!(whole instanceof AutomatonProperty) || whole.automaton !== plan.property.automaton) return { kind: 'again' };
  const behind = new SynchronisedProduct(kripke, fromStarts(whole, plan, starts));
  for (const check of suitableChecks(behind, 'stutter')) {
    const found = searchInKernel(behind, check, { limits: stopwatch, probeStates: 0, onProgress });
    if (found === null) continue;
    if (found.accepting !== null || found.deciding !== undefined) return { kind: 'again' };
    const searched = { ...found.statistics, bytes: found.statistics.bytes + source.bytes };
    return { kind: 'holds', counted: result, exits: selected.count, emptiness: check.name, searched };
  }
  return { kind: 'again' };
}
