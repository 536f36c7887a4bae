// The options of `tegata check`, and the job that they ask for. Choices that do not fit the engine are refused.
import { totalmem } from 'node:os';
import { InvalidArgumentError } from 'commander';
import {
  type AutomatonKind,
  type DiagramChoices,
  type Engine,
  type EngineKind,
  type ExplicitEngine,
  type HashingChoice,
  type HybridEngine,
  hybridKind,
  type PartialOrder,
  type ReductionsChoice,
  type SymbolicEngine,
  type SymmetryUse,
  symbolicKind,
} from '../../check/index.ts';
import { Stopwatch, UsageError } from '../../diagnostics/index.ts';
import type { EmptinessName } from '../../explicit/index.ts';
import type { DeadlockReading, Fairness, FairnessScope } from '../../models/index.ts';
import type { Closure, HullAlgorithm, PropertyLevel } from '../../symbolic/index.ts';
import { terminalColumns } from '../output/progress.ts';
import { processStart } from '../threads/budget.ts';
import type { CheckJob, Unstarted } from '../threads/check-job.ts';
import type { StrategyChoice } from './strategy-choice.ts';
import { diagramChoices, type SymbolicSettings } from './symbolic-settings.ts';

/** The options of a check as Commander gives them. */
export interface CheckCommandOptions {
  readonly ltl: readonly string[];
  readonly properties: readonly string[];
  readonly automaton?: AutomatonKind | 'auto';
  readonly engine: EngineKind;
  readonly variables?: string;
  readonly strategy?: StrategyChoice;
  readonly clusters?: SymbolicSettings['clusters'];
  readonly saturation: boolean;
  readonly hull?: HullAlgorithm;
  readonly closure?: Closure;
  readonly look: boolean;
  readonly propertyLevel?: PropertyLevel;
  readonly deadlock: DeadlockReading;
  readonly reductions: ReductionsChoice;
  readonly emptiness?: EmptinessName;
  readonly never: readonly string[];
  readonly assertions?: true;
  readonly shortest?: true;
  readonly lasso?: true;
  readonly vacuity: boolean;
  readonly watch: readonly string[];
  readonly fullProduct?: true;
  readonly partialOrder?: PartialOrder;
  readonly threads?: number;
  readonly symmetry?: SymmetryUse;
  readonly bitstate?: number;
  readonly hashes?: number;
  readonly compaction?: number;
  readonly weakFairness: readonly string[];
  readonly strongFairness: readonly string[];
  readonly order?: 'model' | 'random';
  readonly seed: number;
  readonly timeout?: number;
  readonly maxStates?: number;
  readonly memory?: number;
  readonly trace: readonly string[];
  readonly certificate?: string;
  readonly report: readonly Report[];
  readonly config?: string;
  readonly stats?: true;
  readonly json?: true;
  readonly progress: boolean;
}

type Report = { readonly kind: 'junit' | 'json'; readonly file: string } | { readonly kind: 'github' };

/** A further report. */
export function gatherReports(text: string, before: readonly Report[]): readonly Report[] {
  const [, kind, file] = /^(junit|json)=(.+)$/.exec(text) ?? [];
  if (kind !== undefined) return [...before, { kind: kind as 'junit' | 'json', file }];
  if (text !== 'github') throw new InvalidArgumentError('Expected junit=FILE, json=FILE or github.');
  return [...before, { kind: 'github' }];
}

function reportFile({ report }: CheckCommandOptions, kind: 'junit' | 'json'): string | undefined {
  return report.flatMap((one) => (one.kind === kind ? [one.file] : []))[0];
}

/** The fairness that the options assume. */
export function fairnessOf({ weakFairness, strongFairness }: CheckCommandOptions): Fairness | undefined {
  if (weakFairness.length + strongFairness.length === 0) return undefined;
  return { weak: scopeOf(weakFairness), strong: scopeOf(strongFairness) };
}

function scopeOf(names: readonly string[]): FairnessScope {
  return names.length === 1 && (names[0] === 'processes' || names[0] === 'transitions') ? names[0] : names;
}

/** The options that choose an engine, or something about one. */
export const ENGINE_OPTIONS = [
  'automaton',
  'engine',
  'variables',
  'strategy',
  'clusters',
  'saturation',
  'hull',
  'look',
  'propertyLevel',
  'closure',
  'emptiness',
  'shortest',
  'fullProduct',
  'partialOrder',
  'threads',
  'symmetry',
  'bitstate',
  'hashes',
  'compaction',
  'order',
  'seed',
] as const satisfies readonly (keyof CheckCommandOptions)[];

/** The flags behind each choice of an engine: the types make these lists complete. */
const EXPLICIT_FLAGS: Readonly<Record<keyof Omit<ExplicitEngine, 'kind' | 'automaton' | 'search'>, string>> = {
  emptiness: '--emptiness',
  successors: '--order',
  counterexample: '--shortest',
  fullProduct: '--full-product',
  partialOrder: '--partial-order',
  symmetry: '--symmetry',
  hashing: '--bitstate',
};
const DIAGRAM_FLAGS: Readonly<Record<keyof DiagramChoices, string>> = {
  variables: '--variables',
  strategy: '--strategy',
  clusters: '--clusters',
  hull: '--hull',
  propertyLevel: '--property-level',
  closure: '--closure',
};
const SYMBOLIC_FLAGS: Readonly<Record<keyof Omit<SymbolicEngine, 'kind' | 'automaton'>, string>> = {
  ...DIAGRAM_FLAGS,
  look: '--no-look',
};

const HYBRID_FLAGS: Readonly<Record<keyof Omit<HybridEngine, 'kind' | 'automaton'>, string>> = {
  variables: DIAGRAM_FLAGS.variables,
  strategy: DIAGRAM_FLAGS.strategy,
  clusters: DIAGRAM_FLAGS.clusters,
  look: SYMBOLIC_FLAGS.look,
};

/** The flags as they were given: one stands for another. */
function symbolicFlags({ strategy, saturation }: CheckCommandOptions): Readonly<Record<string, string>> {
  return strategy === undefined && !saturation ? { ...SYMBOLIC_FLAGS, strategy: '--no-saturation' } : SYMBOLIC_FLAGS;
}

/** The engine that the options ask for. Choices that it does not know would go unheard: they are refused. */
export function engineOf(options: CheckCommandOptions): Engine {
  const automaton = options.automaton === 'auto' ? undefined : options.automaton;
  const explicit = explicitChoices(options);
  const { closing, searching: strategies, text: given } = options.strategy ?? {};
  const diagrams = diagramChoices({ ...options, strategy: closing }, new Stopwatch({ seconds: options.timeout }));
  const isAuto = options.engine === 'auto' && Object.keys(explicit).length === 0;
  if (options.threads !== undefined && (isAuto || options.engine === 'symbolic' || options.engine === 'hybrid')) {
    throw new UsageError(`--threads is for the explicit engine, not for --engine ${options.engine}`);
  }
  if (strategies !== undefined && !isAuto) throw new UsageError(`--strategy ${given} is for --engine auto`);
  const look = options.look ? {} : { look: 'none' as const };
  const flags = symbolicFlags(options);
  switch (options.engine) {
    case 'explicit':
      refuse({ ...diagrams, ...look }, flags, 'explicit');
      return { kind: 'explicit', automaton, ...explicit };
    case 'symbolic':
      refuse(explicit, EXPLICIT_FLAGS, 'symbolic');
      return { kind: 'symbolic', ...(automaton && { automaton: symbolicKind(automaton) }), ...diagrams, ...look };
    case 'hybrid': {
      refuse(explicit, EXPLICIT_FLAGS, 'hybrid');
      const { hull: _, propertyLevel: __, closure: ___, ...heard } = diagrams;
      const unknown = Object.keys(diagrams).filter((choice) => !Object.hasOwn(HYBRID_FLAGS, choice));
      if (unknown.length > 0) throw unheard(flags[unknown[0]], 'hybrid');
      return { kind: 'hybrid', ...(automaton && { automaton: hybridKind(automaton) }), ...heard, ...look };
    }
    case 'auto':
      refuse(look, flags, 'auto');
      if (Object.keys(explicit).length === 0) {
        return { kind: 'auto', automaton, seed: options.seed, diagrams, ...(strategies && { strategies }) };
      }
      refuse(diagrams, flags, 'explicit'); // choices of the explicit engine keep to it
      return { kind: 'explicit', automaton, ...explicit };
  }
}

/** What was said of explicit searches, and nothing else. */
function explicitChoices({
  emptiness,
  order,
  seed,
  shortest,
  fullProduct,
  partialOrder,
  symmetry,
  bitstate,
  hashes,
  compaction,
}: CheckCommandOptions): Partial<ExplicitEngine> {
  const hashing = hashingOf({ bitstate, hashes, compaction, seed });
  return {
    ...(emptiness !== undefined && { emptiness }),
    ...(order !== undefined && { successors: order === 'random' ? { seed } : order }),
    ...(shortest && { counterexample: 'shortest' }),
    ...(fullProduct && { fullProduct: 'counted' }),
    ...(partialOrder !== undefined && { partialOrder }),
    ...(symmetry !== undefined && { symmetry }),
    ...(hashing && { hashing }),
  };
}

function hashingOf({
  bitstate,
  hashes,
  compaction,
  seed,
}: Pick<CheckCommandOptions, 'bitstate' | 'hashes' | 'compaction' | 'seed'>): HashingChoice | null {
  if (bitstate !== undefined && compaction !== undefined)
    throw new UsageError('--bitstate and --compaction exclude each other');
  if (hashes !== undefined && bitstate === undefined) throw new UsageError('--hashes is for --bitstate');
  if (bitstate !== undefined) return { kind: 'bits', bytes: bitstate, seed, ...(hashes !== undefined && { hashes }) };
  return compaction === undefined ? null : { kind: 'compaction', bytes: compaction, seed };
}

function refuse(choices: object, flags: Readonly<Record<string, string>>, engine: EngineKind): void {
  const [first] = Object.keys(choices);
  if (first !== undefined) throw unheard(flags[first], engine);
}

/** Automata are searched as they are: where nothing else is asked, choices about formulas would go unheard. */
export function refuseForAutomata(engine: Engine, options: CheckCommandOptions): void {
  const [diagram] = engine.kind === 'auto' ? Object.keys(engine.diagrams ?? {}) : [];
  const searching = engine.kind === 'auto' && engine.strategies !== undefined ? '--strategy' : undefined;
  // The look at the first states is one for a formula.
  const look = 'look' in engine && engine.look !== undefined ? SYMBOLIC_FLAGS.look : undefined;
  const flag =
    engine.automaton !== undefined
      ? '--automaton'
      : (searching ?? look ?? (diagram && symbolicFlags(options)[diagram]));
  if (flag !== undefined) throw new UsageError(`${flag} is for formulas: it means nothing with --never alone`);
}

function unheard(flag: string, engine: EngineKind): UsageError {
  if (engine === 'auto') return new UsageError(`${flag} is for --engine symbolic`);
  const other = Object.values(EXPLICIT_FLAGS).includes(flag) ? 'explicit' : 'symbolic';
  return new UsageError(`${flag} is for the ${other} engine: it means nothing with --engine ${engine}`);
}

/** The job of a check on one model. */
export function jobOf(
  options: CheckCommandOptions,
  read: Pick<CheckJob, 'model' | 'formulas' | 'ownProperties' | 'properties'> & {
    readonly engine: Engine;
    readonly fairness?: Fairness;
  },
): Unstarted<CheckJob> {
  const { engine, fairness, ...sources } = read;
  return {
    kind: 'check',
    started: processStart(),
    memoryBytes: memoryOf(options),
    ...sources,
    never: options.never,
    ...(options.assertions && { assertions: true as const }),
    options: {
      engine,
      deadlock: options.deadlock,
      reductions: options.reductions,
      ...(fairness && { fairness }),
      ...((options.lasso || options.certificate !== undefined) && { trace: 'lasso' }),
      ...(options.watch.length > 0 && { watch: options.watch }),
      vacuity: options.vacuity ? 'look' : 'skip',
      limits: { seconds: options.timeout, states: options.maxStates },
    },
    output: options.json ? 'json' : options.stats ? 'statistics' : 'text',
    ...(options.threads !== undefined && { threads: options.threads }),
    traces: options.trace,
    ...(options.certificate !== undefined && { certificate: options.certificate }),
    junit: reportFile(options, 'junit'),
    records: reportFile(options, 'json'),
    annotations: options.report.find((report) => report.kind === 'github')?.kind,
    width: process.stdout.isTTY ? process.stdout.columns : undefined,
    columns: options.progress ? terminalColumns() : 0,
  };
}

/** What a certificate cannot speak of is refused before anything is searched. */
export function refuseForCertificate(options: CheckCommandOptions, properties: readonly string[]): void {
  if (options.certificate === undefined) return;
  const others = [
    ...(options.never.length > 0 ? ['--never'] : []),
    ...(options.assertions ? ['--assertions'] : []),
    ...(properties.length > 0 ? ['property files'] : []),
  ];
  if (others.length > 0) throw new UsageError(`--certificate is for one formula, not for ${others.join(' and ')}`);
  if (options.certificate === '-') throw new UsageError('--certificate needs the name of a file');
  if (fairnessOf(options) !== undefined) throw new UsageError('--certificate does not know fairness');
  if (options.deadlock === 'error') {
    throw new UsageError('--certificate does not know --deadlock error: check G !dead instead');
  }
}

/** What the process may use. */
export function memoryOf({ memory }: CheckCommandOptions): number {
  return memory ?? Math.floor(totalmem() * 0.8);
}
