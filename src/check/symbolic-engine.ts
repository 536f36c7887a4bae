// The engines that keep states in decision diagrams, with the same answer as the explicit one: the symbolic engine and the hybrid one.
import type { Automaton } from '../automata/automaton.ts';
import { toGeneralizedBuchi } from '../automata/operations/to-generalized-buchi.ts';
import { observedPropositions } from '../automata/testing/observed.ts';
import type { TestingAutomaton } from '../automata/testing/testing-automaton.ts';
import { InputError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { DeadlockReading } from '../models/deadlock.ts';
import { checkSymbolically, type SymbolicCheckResult, symbolicAutomatonKinds } from '../symbolic/check.ts';
import type { ExploredModel } from '../symbolic/explored-model.ts';
import { checkHybrid, type HybridCheckResult, hybridAutomatonKinds } from '../symbolic/hybrid/check.ts';
import { type EngineAnswer, type Found, unknownFor } from './answer.ts';
import type {
  AutoEngine,
  AutomatonKind,
  CompleteHybrid,
  CompleteSymbolic,
  DiagramEngine,
  SymbolicEngine,
} from './options.ts';
import type { Question } from './question.ts';
import { type CheckStatistics, type DiagramStatistics, NOTHING_EXPLORED } from './result.ts';

/** What a search in diagrams is given. */
interface SymbolicTask {
  /** The states of the model; found with the first question, and kept. */
  readonly explored: ExploredModel;
  readonly deadlock: DeadlockReading;
  readonly question: Question;
  readonly engine: DiagramEngine;
  readonly stopwatch: Stopwatch;
}

type DiagramResult = SymbolicCheckResult | HybridCheckResult;

/** Whether the engine has products with automata of this kind. */
function isSymbolicKind(kind: AutomatonKind): kind is CompleteSymbolic['automaton'] {
  return symbolicAutomatonKinds.some((known) => known === kind);
}

/** The symbolic engine of a check that chooses by itself; null where it does not know the automaton that is asked for. */
export function symbolicPart({ automaton, diagrams }: AutoEngine): SymbolicEngine | null {
  if (automaton !== undefined && !isSymbolicKind(automaton)) return null;
  // Explicit searches look at the first states anyway.
  return { ...diagrams, kind: 'symbolic', ...(automaton && { automaton }), look: 'none' };
}

/** A state that observes n propositions is copied for up to 2ⁿ letters: from here on a TGTA costs more than it saves (bench/results/choosing.md). */
const WIDE = 8;

/** The engine with the automaton that suits the question, unless one was asked for. Throws `LimitExceeded`. */
export function suited(engine: DiagramEngine, question: Question, stopwatch: Stopwatch): DiagramEngine {
  if (engine.kind === 'hybrid' || engine.ifWide === engine.automaton) return engine;
  if (question.observationFor(engine.automaton).names.length <= WIDE) return engine;
  const automaton = question.automaton(engine.ifWide, stopwatch);
  const isWide = !('edgeChange' in automaton) && observedPropositions(automaton).some(({ length }) => length > WIDE);
  return isWide ? { ...engine, automaton: engine.ifWide } : engine;
}

/** Searches; limits become the outcome `unknown`. Throws `InputError` where the engine does not fit or a deadlock is refused. */
export function searchSymbolically(task: SymbolicTask): EngineAnswer {
  const { question, engine, stopwatch } = task;
  if (engine.kind === 'symbolic') symbolicKind(engine.automaton);
  else hybridKind(engine.automaton);
  const started = performance.now();
  let found: Found = { outcome: 'holds' };
  let result: DiagramResult | null = null;
  try {
    const automaton = generalized(question.automaton(engine.automaton, stopwatch), stopwatch);
    result = searchWith(task, automaton);
    if (result.lasso !== null) found = { outcome: 'violated', lasso: result.lasso };
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    found = unknownFor(error.reached);
  }
  const seconds = (performance.now() - started) / 1000;
  const emptiness = engine.kind === 'hybrid' ? 'couvreur' : null;
  return { found, engine, emptiness, statistics: { ...statisticsOf(result, engine), seconds } };
}

/** The automaton with an acceptance condition that has a hull: one that was given may have any. */
function generalized(automaton: Automaton | TestingAutomaton, stopwatch: Stopwatch): Automaton | TestingAutomaton {
  // A limit of states is one on the model.
  return 'edgeChange' in automaton ? automaton : toGeneralizedBuchi(automaton, stopwatch.part({}));
}

function searchWith(task: SymbolicTask, automaton: Automaton | TestingAutomaton): DiagramResult {
  const { explored, question, engine, deadlock, stopwatch: limits } = task;
  const { strategy, clusters } = engine;
  const observation = question.observationFor(engine.automaton);
  const options = { strategy, clusters, deadlock, limits };
  return engine.kind === 'symbolic'
    ? checkSymbolically(explored, automaton, observation, { ...options, hull: engine.hull, closure: engine.closure })
    : checkHybrid(explored, automaton, observation, options);
}

function statisticsOf(found: DiagramResult | null, engine: DiagramEngine): CheckStatistics {
  if (found === null) return NOTHING_EXPLORED;
  const { automatonStates, automatonEdges, modelStates, productStates } = found;
  const counts = { modelStates, productStates };
  const diagrams: DiagramStatistics =
    'aggregates' in found
      ? { ...found.diagrams, ...counts, aggregates: found.aggregates }
      : {
          ...found.diagrams,
          ...counts,
          ...(engine.kind === 'symbolic' && { hull: engine.hull }),
          closure: found.closure,
          iterations: found.iterations,
        };
  return {
    ...NOTHING_EXPLORED,
    automatonStates,
    automatonEdges,
    modelStates: Number(modelStates),
    productStates: Number(productStates),
    passes: 'aggregates' in found ? 1 : found.iterations,
    diagrams,
  };
}

/** The kind as one that the symbolic engine knows; throws `InputError` for the others. */
export function symbolicKind(kind: AutomatonKind): CompleteSymbolic['automaton'] {
  if (isSymbolicKind(kind)) return kind;
  throw noProduct('symbolic', kind, symbolicAutomatonKinds);
}

/** The kind as one that the hybrid engine knows; throws `InputError` for the others. */
export function hybridKind(kind: AutomatonKind): CompleteHybrid['automaton'] {
  const known = hybridAutomatonKinds.find((one) => one === kind);
  if (known !== undefined) return known;
  throw noProduct('hybrid', kind, hybridAutomatonKinds);
}

function noProduct(engine: 'symbolic' | 'hybrid', kind: AutomatonKind, known: readonly string[]): InputError {
  return new InputError({
    code: 'SYM910',
    message: `the ${engine} engine has no product with the automaton kind ${kind}`,
    hint: `it knows ${known.join(', ')}`,
  });
}
