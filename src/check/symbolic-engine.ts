// The symbolic engine, with the same answer as the explicit one: sets of states in decision diagrams.
import { InputError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { DeadlockReading } from '../models/deadlock.ts';
import { checkSymbolically, type SymbolicCheckResult, symbolicAutomatonKinds } from '../symbolic/check.ts';
import type { HullAlgorithm } from '../symbolic/emptiness/hull.ts';
import type { ExploredModel } from '../symbolic/explored-model.ts';
import { type EngineAnswer, type Found, unknownFor } from './answer.ts';
import { type AutoEngine, type AutomatonKind, type CompleteSymbolic, completeSymbolic } from './options.ts';
import type { Question } from './question.ts';
import { type CheckStatistics, NOTHING_EXPLORED } from './result.ts';

/** What a symbolic search is given. */
interface SymbolicTask {
  /** The states of the model; found with the first question, and kept. */
  readonly explored: ExploredModel;
  readonly deadlock: DeadlockReading;
  readonly question: Question;
  readonly engine: CompleteSymbolic;
  readonly stopwatch: Stopwatch;
}

/** Whether the engine has products with automata of this kind. */
function isSymbolicKind(kind: AutomatonKind): kind is CompleteSymbolic['automaton'] {
  return symbolicAutomatonKinds.some((known) => known === kind);
}

/** The symbolic engine of a check that chooses by itself; null where it does not know the automaton that is asked for. */
export function symbolicPart({ automaton, diagrams }: AutoEngine): CompleteSymbolic | null {
  if (automaton !== undefined && !isSymbolicKind(automaton)) return null;
  // Explicit searches look at the first states anyway.
  return completeSymbolic({ ...diagrams, automaton, look: 'none' });
}

/** Searches; limits become the outcome `unknown`. Throws `InputError` where the engine does not fit or a deadlock is refused. */
export function searchSymbolically(task: SymbolicTask): EngineAnswer {
  const { explored, question, engine, deadlock, stopwatch } = task;
  symbolicKind(engine.automaton);
  const started = performance.now();
  let found: Found = { outcome: 'holds' };
  let result: SymbolicCheckResult | null = null;
  try {
    const automaton = question.automaton(engine.automaton, stopwatch);
    const { hull, strategy, clusters } = engine;
    const limits = stopwatch;
    const observation = question.observationFor(engine.automaton);
    result = checkSymbolically(explored, automaton, observation, { hull, strategy, clusters, deadlock, limits });
    if (result.lasso !== null) found = { outcome: 'violated', lasso: result.lasso };
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    found = unknownFor(error.reached);
  }
  const seconds = (performance.now() - started) / 1000;
  return { found, engine, emptiness: null, statistics: { ...statisticsOf(result, engine.hull), seconds } };
}

function statisticsOf(found: SymbolicCheckResult | null, hull: HullAlgorithm): CheckStatistics {
  if (found === null) return NOTHING_EXPLORED;
  const { automatonStates, automatonEdges, modelStates, productStates, iterations, diagrams } = found;
  return {
    ...NOTHING_EXPLORED,
    automatonStates,
    automatonEdges,
    modelStates: Number(modelStates),
    productStates: Number(productStates),
    passes: iterations,
    diagrams: { ...diagrams, modelStates, productStates, hull, iterations },
  };
}

/** The kind as one that the engine knows; throws `InputError` for the others. */
export function symbolicKind(kind: AutomatonKind): CompleteSymbolic['automaton'] {
  if (isSymbolicKind(kind)) return kind;
  throw new InputError({
    code: 'SYM910',
    message: `the symbolic engine has no product with the automaton kind ${kind}`,
    hint: `it knows ${symbolicAutomatonKinds.join(', ')}`,
  });
}
