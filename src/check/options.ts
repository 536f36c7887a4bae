// What can be chosen about a check. Engines are data: each kind of engine has the choices that it knows, so that one which does not fit
// its engine cannot be written down. One function completes all defaults.
import type { Clusters, Strategy } from '../dd/mdd/index.ts';
import { UsageError } from '../diagnostics/diagnostic.ts';
import type { Limits } from '../diagnostics/limit.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { EmptinessName } from '../explicit/emptiness/checks.ts';
import type { Progress } from '../explicit/emptiness/result.ts';
import { HASHES, type Hashing, LEAST_BYTES, MOST_BYTES } from '../explicit/hashing/hashing.ts';
import type { ThreadHost } from '../explicit/kernel/threads/thread-host.ts';
import type { DeadlockReading } from '../models/deadlock.ts';
import type { Fairness } from '../models/fairness.ts';
import { type RuleName, reductionRuleNames } from '../reductions/rules.ts';
import type { Closure } from '../symbolic/at-once.ts';
import type { SymbolicAutomatonKind } from '../symbolic/check.ts';
import type { HullAlgorithm } from '../symbolic/emptiness/hull.ts';
import type { HybridAutomatonKind } from '../symbolic/hybrid/check.ts';
import type { OrderName } from '../symbolic/order/orders.ts';
import type { PropertyLevel } from '../symbolic/space.ts';

/** The kind of automaton that stands for the negated formula; `lazy-tgta` is a TGTA made while the product is explored. */
export type AutomatonKind = 'ba' | 'tgba' | 'ta' | 'gta' | 'sta' | 'sgta' | 'tgta' | 'lazy-tgta';

export const automatonKinds: readonly AutomatonKind[] = ['ba', 'tgba', 'ta', 'gta', 'sta', 'sgta', 'tgta', 'lazy-tgta'];

/** The order in which successors are tried: that of the model and of the automaton, or a random one that depends on the seed only. */
export type SuccessorOrder = 'model' | { readonly seed: number };

/**
 * Stubborn sets: of the transitions that are enabled only those that matter to the automaton are followed (docs/explicit.md). `auto`: in
 * searches inside the kernel that are not over after a first probe, as long as it saves enough; `always`: from the first state on. Not
 * where it would not be sound; the statistics say why.
 */
export type PartialOrder = 'auto' | 'none' | 'always';

export const partialOrders: readonly PartialOrder[] = ['auto', 'none', 'always'];

/**
 * Symmetry: of states that differ in the order of interchangeable parts one is visited (docs/explicit.md). `auto`: where a model in code declares
 * it, and in nets as long as it saves enough; `always`: also in nets where that takes longer. Not where it would not be sound; the
 * statistics say why.
 */
export type SymmetryUse = 'auto' | 'none' | 'always';

export const symmetryUses: readonly SymmetryUse[] = ['auto', 'none', 'always'];

/** States one by one, on the fly. */
export interface ExplicitEngine {
  readonly kind: 'explicit';
  /** `tgba` unless given. */
  readonly automaton?: AutomatonKind;
  /** Unless given, the lightest one that is exact for the automaton. */
  readonly emptiness?: EmptinessName;
  /** `model` unless given. */
  readonly successors?: SuccessorOrder;
  /**
   * `short` unless given: a short way to the violation, then a short cycle. `shortest` takes the time to find one with the fewest
   * states in prefix and cycle together, among all lassos of the model that violate the formula.
   */
  readonly counterexample?: 'short' | 'shortest';
  /** `counted` also counts the states and transitions of the whole product, whatever the search needed. */
  readonly fullProduct?: 'counted' | 'not counted';
  /** `interpreted` never searches the product in the compiled kernel; by default it is, wherever the kernel can. */
  readonly search?: 'compiled' | 'interpreted';
  /** `auto` unless given. */
  readonly partialOrder?: PartialOrder;
  /** `auto` unless given. */
  readonly symmetry?: SymmetryUse;
  /**
   * Given where only traces of visited states are kept (docs/explicit.md): the answer is then `violated` or `unknown`. Emptiness check,
   * shortest counterexamples, the size of the whole product, stubborn sets and symmetry cannot be asked for as well.
   */
  readonly hashing?: HashingChoice;
}

/** By some bits for each state, or by 32 bits. */
export type HashingChoice =
  | {
      readonly kind: 'bits';
      /** For the traces, the stack and the path together: 64 KiB to 3.75 GiB. */
      readonly bytes: number;
      /** Bits of a state, 1 to 7; 3 unless given. */
      readonly hashes?: number;
      /** 1 unless given; other seeds overlook other states. */
      readonly seed?: number;
    }
  | { readonly kind: 'compaction'; readonly bytes: number; readonly seed?: number };

/** What can be chosen about decision diagrams. */
export interface DiagramChoices {
  /**
   * The variable order by name, or as the text of a file that lists variables; the orders race unless given. `race-beside`: every second one first, for a
   * thread beside one that races.
   */
  readonly variables?:
    | 'race'
    | 'race-beside'
    | Exclude<OrderName, 'user'>
    | { readonly text: string; readonly file: string };
  /** Saturation unless given. */
  readonly strategy?: Strategy;
  /** Which events act as one; each by itself unless given. */
  readonly clusters?: Clusters;
  /** How fair cycles are found; `emerson-lei` unless given. */
  readonly hull?: HullAlgorithm;
  /** Where the state of the automaton is among the variables; `bottom` unless given. */
  readonly propertyLevel?: PropertyLevel;
  /** Whether the product is closed at once or after the states of the model; `fitting` unless given. */
  readonly closure?: Closure;
}

/** Sets of states in decision diagrams. */
export interface SymbolicEngine extends DiagramChoices {
  readonly kind: 'symbolic';
  /** `tgta` unless given; `tgba` where the automaton observes more than 8 propositions. */
  readonly automaton?: SymbolicAutomatonKind;
  /** `first-states` unless given: before any diagram is made, some states are looked at one by one for a violation. */
  readonly look?: 'first-states' | 'none';
}

/** An explicit graph over the states of the automaton, whose nodes have sets of model states in decision diagrams. */
export interface HybridEngine extends Omit<DiagramChoices, 'hull' | 'propertyLevel' | 'closure'> {
  readonly kind: 'hybrid';
  /** `tgta` unless given. */
  readonly automaton?: HybridAutomatonKind;
  /** As for the symbolic engine. */
  readonly look?: 'first-states' | 'none';
}

/** Both, by the rules of docs/choosing.md. They ask the clock, so that another run may show another counterexample. */
export interface AutoEngine {
  readonly kind: 'auto';
  /** What suits each engine, unless given; a kind that only one engine knows keeps to that engine. */
  readonly automaton?: AutomatonKind;
  /** The seed of the search in a random order; 1 unless given. */
  readonly seed?: number;
  /** Seconds of each of the short searches at the beginning; 0.4 unless given, 0 for none. */
  readonly quick?: number;
  readonly diagrams?: DiagramChoices;
  /** What may search; all of them unless given. What is decided without a search is so in any case. */
  readonly strategies?: readonly SearchStrategy[];
}

/**
 * What searches: `search`, an explicit search in the order of the model; `random`, one in a random order; `walk`, random walks through a net,
 * which find counterexamples and prove nothing; `diagrams`, the symbolic engine.
 */
export type SearchStrategy = 'search' | 'random' | 'walk' | 'diagrams';
export const searchStrategies: readonly SearchStrategy[] = ['search', 'random', 'walk', 'diagrams'];

export type Engine = ExplicitEngine | SymbolicEngine | HybridEngine | AutoEngine;
export type EngineKind = Engine['kind'];

export const engineKinds: readonly EngineKind[] = ['explicit', 'symbolic', 'hybrid', 'auto'];

/** What a question means and how it is answered: data that can be sent to another thread. */
export interface CheckChoices<Fair extends string = string> {
  /** `explicit` unless given, whose answer is the same on every machine; the name of an engine stands for its defaults. */
  readonly engine?: EngineKind | Engine;
  /** `stutter` unless given: a state without successors repeats for ever. */
  readonly deadlock?: DeadlockReading;
  /** What is assumed of infinite executions: the others do not count. Nothing unless given. */
  readonly fairness?: Fairness<Fair>;
  /** `cut` unless given: a counterexample ends with the step at which the formula is lost whatever follows, if there is one. */
  readonly trace?: 'cut' | 'lasso';
  /** `skip` unless given: with `look` a formula that holds is looked at for parts that never mattered, within a small budget. */
  readonly vacuity?: 'look' | 'skip';
  /** Expressions over the names of the model, in the language of its propositions: each step of a counterexample has their values. */
  readonly watch?: readonly string[];
  /**
   * What makes the question smaller before the search, for each formula. `auto` unless given: all that can pay, though `lp` only where the
   * engine is `auto` too; `none`; or these alone, by name. Counterexamples are runs of the given model in any case.
   */
  readonly reductions?: ReductionsChoice;
}

/**
 * A rule for nets; or `atoms`: propositions that say the same of a state, or the opposite, become one; or `lp`: what the state equation and the
 * first states of a net decide is put into the formula; or `colours`: colours that a coloured net does not tell apart become one.
 */
export type ReductionName = RuleName | 'atoms' | 'lp' | 'colours';
export const reductionNames: readonly ReductionName[] = ['atoms', 'lp', 'colours', ...reductionRuleNames];

export type ReductionsChoice = 'auto' | 'none' | readonly ReductionName[];

export interface CheckOptions<Fair extends string = string> extends CheckChoices<Fair> {
  /**
   * For each question; a stopwatch that runs already is for all of them together. None unless given, but 4 seconds and 1,000,000 states for
   * `check` of a model in code.
   */
  readonly limits?: Limits | Stopwatch;
  readonly onProgress?: (progress: Progress) => void;
  /** What happens when a counterexample of a reduced net is refused on the given one: unless given, the net is searched as it is. */
  readonly onRefusedLift?: 'search as it is' | 'throw';
  /** Where further threads come from: they go through the states of a large model together, where safety is checked. */
  readonly threads?: ThreadHost;
}

/** The choices of a check that can be sent to another thread, with the limits that can. */
export interface SendableOptions extends CheckChoices {
  readonly limits?: Pick<Limits, 'seconds' | 'states' | 'memoryBytes'>;
}

/** An explicit engine with everything chosen but the emptiness check, which depends on the automaton. */
export type CompleteExplicit = Required<Omit<ExplicitEngine, 'emptiness' | 'hashing'>> &
  Pick<ExplicitEngine, 'emptiness'> & { readonly hashing?: Hashing };
export type CompleteSymbolic = Required<SymbolicEngine> & {
  /** The automaton where testing automata would have too many letters to tell apart. */
  readonly ifWide: SymbolicAutomatonKind;
};
export type CompleteHybrid = Required<HybridEngine>;
/** The engines that keep states in decision diagrams. */
export type DiagramEngine = CompleteSymbolic | CompleteHybrid;
/** The automaton is left to the engine that is chosen. */
export type CompleteAuto = Required<Omit<AutoEngine, 'automaton' | 'diagrams'>> &
  Pick<AutoEngine, 'automaton'> & { readonly diagrams: Required<DiagramChoices> };

/** An engine that can answer by itself. */
export type SingleEngine = CompleteExplicit | DiagramEngine;
export type CompleteEngine = SingleEngine | CompleteAuto;

/** The choices in force. */
export interface CompleteChoices<E extends CompleteEngine = CompleteEngine> {
  readonly engine: E;
  readonly deadlock: DeadlockReading;
  readonly fairness?: Fairness;
  readonly trace: 'cut' | 'lasso';
  readonly vacuity: 'look' | 'skip';
  /** Absent where nothing is watched. */
  readonly watch?: readonly string[];
  readonly reductions: ReductionsChoice;
}

const EXPLICIT: CompleteExplicit = {
  kind: 'explicit',
  automaton: 'tgba',
  successors: 'model',
  counterexample: 'short',
  fullProduct: 'not counted',
  search: 'compiled',
  partialOrder: 'auto',
  symmetry: 'auto',
};

const DIAGRAMS: Required<DiagramChoices> = {
  variables: 'race',
  strategy: 'saturation',
  clusters: 'event',
  hull: 'emerson-lei',
  propertyLevel: 'bottom',
  closure: 'fitting',
};

const SYMBOLIC: Required<SymbolicEngine> = { kind: 'symbolic', automaton: 'tgta', look: 'first-states', ...DIAGRAMS };

const HYBRID: CompleteHybrid = {
  kind: 'hybrid',
  automaton: 'tgta',
  look: 'first-states',
  variables: DIAGRAMS.variables,
  strategy: DIAGRAMS.strategy,
  clusters: DIAGRAMS.clusters,
};

/** Every choice that each kind of engine knows: the types make these lists complete. */
const KNOWN: Readonly<Record<EngineKind, Readonly<Record<string, true>>>> = {
  explicit: {
    kind: true,
    automaton: true,
    emptiness: true,
    successors: true,
    counterexample: true,
    fullProduct: true,
    search: true,
    partialOrder: true,
    symmetry: true,
    hashing: true,
  } satisfies Record<keyof ExplicitEngine, true>,
  symbolic: {
    kind: true,
    automaton: true,
    look: true,
    variables: true,
    strategy: true,
    clusters: true,
    hull: true,
    propertyLevel: true,
    closure: true,
  } satisfies Record<keyof SymbolicEngine, true>,
  hybrid: {
    kind: true,
    automaton: true,
    look: true,
    variables: true,
    strategy: true,
    clusters: true,
  } satisfies Record<keyof HybridEngine, true>,
  auto: {
    kind: true,
    automaton: true,
    seed: true,
    quick: true,
    diagrams: true,
    strategies: true,
  } satisfies Record<keyof AutoEngine, true>,
};

/** The choices with every default filled in. Throws `UsageError` for one that the engine does not know. */
export function completeChoices({
  engine = 'explicit',
  deadlock = 'stutter',
  fairness,
  trace = 'cut',
  vacuity = 'skip',
  watch = [],
  reductions = 'auto',
}: CheckChoices): CompleteChoices {
  requireReductions(reductions);
  return {
    engine: completeEngine(engine),
    deadlock,
    ...(fairness && { fairness }),
    trace,
    vacuity,
    ...(watch.length > 0 && { watch }),
    reductions,
  };
}

function requireReductions(reductions: ReductionsChoice): void {
  if (typeof reductions === 'string' && ['auto', 'none'].includes(reductions)) return;
  const stranger = [...reductions].find((name) => !reductionNames.some((known) => known === name));
  if (stranger === undefined && typeof reductions !== 'string') return;
  const given = typeof reductions === 'string' ? reductions : stranger;
  throw new UsageError(`there is no reduction ${given}: choose auto, none, or some of ${reductionNames.join(', ')}`);
}

function completeEngine(engine: EngineKind | Engine): CompleteEngine {
  const chosen: Engine = typeof engine === 'string' ? { kind: engine } : engine;
  requireKnown(chosen);
  switch (chosen.kind) {
    case 'explicit':
      return completeExplicit(chosen);
    case 'symbolic':
      return completeSymbolic(chosen);
    case 'hybrid':
      return { ...HYBRID, ...defined(chosen), kind: 'hybrid' };
    case 'auto': {
      const { automaton, diagrams = {}, seed = 1, quick = 0.4, strategies = searchStrategies } = chosen;
      requireStrategies(strategies);
      const complete = { ...DIAGRAMS, ...defined(diagrams) };
      return { kind: 'auto', ...defined({ automaton }), seed, quick, diagrams: complete, strategies };
    }
  }
}

function requireStrategies(strategies: readonly SearchStrategy[]): void {
  const stranger = [...strategies].find((name) => !searchStrategies.includes(name));
  if (strategies.length > 0 && stranger === undefined) return;
  const given = stranger === undefined ? 'no strategy is given' : `there is no strategy ${stranger}`;
  throw new UsageError(`${given}: choose some of ${searchStrategies.join(', ')}`);
}

export function completeExplicit(engine: Omit<ExplicitEngine, 'kind'> = {}): CompleteExplicit {
  const { hashing, ...rest } = engine;
  const complete: CompleteExplicit = { ...EXPLICIT, ...defined(rest), kind: 'explicit' };
  return hashing === undefined ? complete : { ...complete, hashing: completeHashing(hashing, engine) };
}

/** Throws `UsageError` for values out of range, and for choices that mean nothing where states are hashed. */
function completeHashing(choice: HashingChoice, engine: Omit<ExplicitEngine, 'kind'>): Hashing {
  const { kind, bytes, seed = 1 } = choice;
  const hashes = kind === 'bits' ? (choice.hashes ?? HASHES.usual) : 1;
  if (!(bytes >= LEAST_BYTES && bytes <= MOST_BYTES)) {
    throw new UsageError('hashing takes from 64 KiB to 3.75 GiB of memory: for more, run several seeds side by side');
  }
  if (!Number.isInteger(hashes) || hashes < HASHES.least || hashes > HASHES.most) {
    throw new UsageError(`a state leaves ${HASHES.least} to ${HASHES.most} bits behind`);
  }
  const unheard = (['emptiness', 'counterexample', 'fullProduct', 'partialOrder', 'symmetry'] as const).find(
    (name) => engine[name] !== undefined && engine[name] !== EXPLICIT_DEFAULTS[name],
  );
  if (unheard !== undefined) throw new UsageError(`${unheard} means nothing where states are hashed`);
  return { kind, bytes: Math.floor(bytes), hashes, seed };
}

/** What may be said where states are hashed: it changes nothing. */
const EXPLICIT_DEFAULTS: Pick<
  ExplicitEngine,
  'emptiness' | 'counterexample' | 'fullProduct' | 'partialOrder' | 'symmetry'
> = {
  counterexample: 'short',
  fullProduct: 'not counted',
  partialOrder: 'none',
  symmetry: 'none',
};

export function completeSymbolic(engine: Omit<SymbolicEngine, 'kind'> = {}): CompleteSymbolic {
  return { ifWide: engine.automaton ?? 'tgba', ...SYMBOLIC, ...defined(engine), kind: 'symbolic' };
}

/** Without the entries that are there but undefined: they stand for the default too. */
function defined<T extends object>(choices: T): T {
  return Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined)) as T;
}

/** For programs that are not type-checked: an option that would go unheard is refused. */
function requireKnown(engine: Engine): void {
  const known = engineKinds.includes(engine.kind) ? KNOWN[engine.kind] : null;
  if (known === null) {
    throw new UsageError(`there is no engine ${String(engine.kind)}: choose ${engineKinds.join(', ')}`);
  }
  const stranger = Object.keys(engine).find((key) => !Object.hasOwn(known, key));
  if (stranger === undefined) return;
  throw new UsageError(
    `the ${engine.kind} engine has no option ${stranger}: it knows ${Object.keys(known).join(', ')}`,
  );
}
