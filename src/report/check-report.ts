// The result of a check as text and as JSON.

import { append } from '../base/append.ts';
import type { Strategy, Unknown } from '../check/answer.ts';
import type { TraceStep } from '../check/counterexample.ts';
import type { LayerSummary, ModelSize } from '../check/layer.ts';
import type { CompleteChoices } from '../check/options.ts';
import type { CheckResult, CheckStatistics, DiagramStatistics, Verdict } from '../check/result.ts';
import type { LimitKind } from '../diagnostics/limit.ts';
import { visible } from '../diagnostics/visible.ts';
import { printFormula } from '../formula/print/print.ts';
import type { DeadlockReading } from '../models/deadlock.ts';
import type { Fairness } from '../models/fairness.ts';
import type { Model } from '../models/model.ts';
import { type StateJsonValue, stateToJson } from '../models/state-json.ts';
import type { Growing } from '../models/typescript/growing.ts';
import type { WatchedValue } from '../models/watch.ts';
import { counted, exploredText } from './counts.ts';
import { declarationReading, symmetryLines } from './symmetry-report.ts';
import { formatCounterexample } from './trace-text.ts';
import { viewCounterexample } from './trace-view.ts';
import { type VacuityJson, vacuityNotes, vacuityToJson } from './vacuity-report.ts';

const READINGS: Readonly<Record<DeadlockReading, string>> = {
  stutter: 'a deadlock repeats for ever',
  drop: 'executions that end in a deadlock do not count',
  error: 'a deadlock would be an error',
};

export interface CheckTextOptions {
  /** The name of the property, where it has one. */
  readonly id?: string;
  /** What was explored is of interest at least where it was not enough. */
  readonly statistics: 'always' | 'when-unknown';
  /** Columns of the terminal that shows it; lines are not broken unless given. */
  readonly width?: number;
}

/** Verdict, reading of deadlocks, and the counterexample if there is one. */
export function formatCheck(result: CheckResult, { id, statistics: wanted, width }: CheckTextOptions): string {
  const { verdict, options, statistics } = result;
  const { kind, automaton } = options.engine;
  const name = id === undefined ? '' : `${id}  `;
  const rests = [...assumptions(options.fairness), ...declarationReading(result)];
  const readings = [...readingOf(result, wanted), ...rests].join('; ');
  const lines = [`${verdict.outcome}: ${name}${printFormula(result.formula)}${readings && `   (${readings})`}`];
  if (verdict.outcome === 'unknown') lines.push(`  ${verdict.reason}`, ...growingLine(verdict));
  if (verdict.outcome === 'violated') {
    const view = viewCounterexample(result, verdict.counterexample);
    append(
      lines,
      formatCounterexample(view, width === undefined ? undefined : width - 2).map((line) => `  ${line}`),
    );
    lines.push(...growthLines(result.model, verdict), ...doubtLines(verdict));
  }
  const notes = result.vacuity === undefined ? [] : vacuityNotes(result.formula, result.vacuity);
  lines.push(...notes.map((note) => `  note: ${note}`));
  if (wanted === 'always') {
    lines.push(
      `  engine: ${kind}${orderText(result)}${byText(result)}`,
      ...simplifiedLines(result),
      ...result.layers.flatMap(layerLines),
      ...unreducedLine(result),
    );
  }
  if (wanted === 'always' && statistics.diagrams !== undefined) {
    lines.push(...diagramLines(statistics, statistics.diagrams, automaton));
  } else if (wanted === 'always' || verdict.outcome === 'unknown') {
    lines.push(...statisticsLines(result, { kind: automaton, detail: wanted === 'always' ? 'all' : 'sizes' }));
  }
  return visible(lines.join('\n'));
}

/** The reading of deadlocks, where it was chosen, where it mattered, or where everything is to be told. */
export function readingOf(
  {
    verdict,
    options,
    vacuity,
  }: Pick<CheckResult, 'vacuity'> & {
    readonly verdict?: Verdict;
    readonly options: Pick<CompleteChoices, 'deadlock'>;
  },
  wanted: CheckTextOptions['statistics'],
): string[] {
  const repeats =
    verdict?.outcome === 'violated' && verdict.counterexample.cycle.some(({ transition }) => transition === null);
  const isWorthTelling = options.deadlock !== 'stutter' || wanted === 'always' || repeats || vacuity?.deadlock;
  return isWorthTelling ? [READINGS[options.deadlock]] : [];
}

/** Said where a cycle does not close because places grow that nobody sees. */
function growthLines(model: Model, { counterexample }: Extract<Verdict, { outcome: 'violated' }>): string[] {
  return (counterexample.grows ?? []).map(
    ({ variable, by }) => `  ${model.variables[variable].name} grows by ${by} each time round`,
  );
}

/** What a user may have to bound. */
function growingLine({ growing }: Unknown): string[] {
  if (growing === undefined) return [];
  const { variable, what, from, to } = growing;
  const subject = what === 'value' ? variable : `the length of ${variable}`;
  return [`  in the states seen, ${subject} grows from ${from} to ${to}: is there a bound to it?`];
}

/** Said where the shortest counterexample was asked for and a limit came first. */
export function doubtLines({ shortest }: Extract<Verdict, { outcome: 'violated' }>): string[] {
  return shortest === 'not proved' ? ['  there may be a shorter one: a limit came before that was known'] : [];
}

function byText({ strategy }: Pick<CheckResult, 'strategy'>): string {
  if (strategy === 'walk') return ', by a random walk';
  return strategy === 'facts' ? ', without a search' : '';
}

function orderText(result: Pick<CheckResult, 'options' | 'seed'>): string {
  const { order, seed } = orderToJson(result);
  return order === 'random' ? `, in a random order (seed ${seed})` : '';
}

/** What facts of all runs made of the formula. */
function simplifiedLines({ simplified, formula }: CheckResult): string[] {
  if (simplified === undefined) return [];
  const { propositions, same, decided, seconds } = simplified;
  const merged = same > 0 ? `${same} said by others, ` : '';
  const known = `${merged}${decided} of ${counted(propositions, 'proposition')} decided in ${seconds.toFixed(3)} s`;
  const unchanged = simplified.formula === formula;
  return [`  facts: ${known}; the formula ${unchanged ? 'stays' : `became ${printFormula(simplified.formula)}`}`];
}

/** The sizes of both models, and the rules that made the difference. */
function layerLines({ name, below, above, rules }: LayerSummary): string[] {
  const size = ({ variables, groups }: ModelSize): string =>
    `${counted(variables, 'variable')}, ${counted(groups, 'transition')}`;
  const lines = [`  ${name}: ${size(below)} became ${size(above)}`];
  if (rules === undefined) return lines;
  const seconds = rules.reduce((sum, rule) => sum + rule.seconds, 0);
  const applied = rules.map((rule) => `${rule.rule} ${rule.applied}`).join(', ');
  return [...lines, `    in ${seconds.toFixed(3)} s: ${applied}`];
}

function unreducedLine({ unreduced }: Pick<CheckResult, 'unreduced'>): string[] {
  return unreduced === undefined ? [] : [`  reductions: none, because ${unreduced}`];
}

function diagramsToJson(diagrams: DiagramStatistics): Readonly<Record<string, unknown>> {
  const { modelStates: _, productStates: __, ...rest } = diagrams;
  return rest;
}

/** What was built in diagrams, line by line; `kind` is what the automaton is called. */
export function diagramLines(
  { automatonStates, automatonEdges, seconds }: CheckStatistics,
  diagrams: DiagramStatistics,
  kind: string,
): string[] {
  const { modelStates, productStates, order, closure, peakNodes, bytes } = diagrams;
  return [
    `  automaton: ${kind}, ${counted(automatonStates, 'state')}, ${counted(automatonEdges, 'edge')}`,
    `  model: ${counted(modelStates, 'state')}${closure === 'product' ? ' in the product' : ''}, variable order ${order}`,
    `  product: ${counted(productStates, 'state')}, ${searchText(diagrams)}, ` +
      `${peakNodes} nodes at the peak, ${bytes} bytes, ${seconds.toFixed(3)} s`,
    ...collectionLines(diagrams),
  ];
}

/** The nodes that were given back, where that was needed. */
function collectionLines({ collections, freedNodes, collectionSeconds }: DiagramStatistics): string[] {
  if (collections === 0) return [];
  const freed = `${freedNodes} nodes in ${counted(collections, 'collection')}`;
  return [`  diagrams: gave back ${freed}, ${collectionSeconds.toFixed(3)} s`];
}

/** The work above the diagrams: rounds of a hull, or a graph of aggregates. */
function searchText({ hull, iterations = 0, aggregates }: DiagramStatistics): string {
  if (aggregates === undefined) return `${hull} in ${counted(iterations, 'round')}`;
  const { nodes, edges, tests } = aggregates;
  return `${counted(nodes, 'aggregate')} and ${counted(edges, 'edge')} between them, ${tests} tested for staying`;
}

/** What was built and explored, line by line; `kind` is what the automaton is called. */
export function statisticsLines(
  { statistics, emptiness }: Pick<CheckResult, 'statistics' | 'emptiness'>,
  { kind, detail }: { readonly kind: string; readonly detail: 'sizes' | 'all' },
): string[] {
  const { fullProduct, passes, components, maximalDepth, bytesPerState, phases } = statistics;
  const { productStates, productTransitions } = statistics;
  const lines = [
    `  automaton: ${kind}, ${counted(statistics.automatonStates, 'state')}, ${counted(statistics.automatonEdges, 'edge')}`,
    ...(statistics.hashing || statistics.counting?.monitorStates
      ? []
      : [`  model: ${counted(statistics.modelStates, 'state')} seen`]),
    `  ${exploredText({ states: productStates, transitions: productTransitions, passes })}, ${statistics.seconds.toFixed(3)} s`,
  ];
  if (fullProduct)
    lines.push(
      `  whole product: ${counted(fullProduct.states, 'state')} and ${counted(fullProduct.transitions, 'transition')}`,
    );
  if (detail === 'all') {
    const lists = [partialOrderLine, symmetryLines, hashingLine, countingLine];
    lines.push(...lists.flatMap((list) => list(statistics)));
  }
  if (detail === 'sizes' || emptiness === null || components === null || phases === null) return lines;
  const bytes = bytesPerState === null ? '' : `, ${Math.round(bytesPerState)} bytes per state`;
  lines.push(`  search: ${emptiness}, ${counted(components, 'component')}, depth ${maximalDepth}${bytes}`);
  const parts = Object.entries(phases).map(([name, seconds]) => `${name} ${seconds.toFixed(3)} s`);
  return [...lines, `  time: ${parts.join(', ')}`];
}

/** Who counted the states while a violation was watched for, or before a product was searched. */
function countingLine({ counting }: CheckStatistics): string[] {
  if (counting === undefined) return [];
  const { monitorStates, exits, jointly } = counting;
  const memories = counting.memories > 1 ? `, in ${counting.memories} memories` : '';
  const by = `by ${counted(counting.threads, 'thread')}${memories}`;
  if (jointly !== undefined)
    return [`  the states were counted, ${by}; the product was searched by ${counted(jointly, 'thread')} together`];
  if (exits !== undefined) return [`  the states were counted, ${by}; the product was searched from ${exits} of them`];
  const what = monitorStates
    ? `the states were counted with a monitor of ${counted(monitorStates, 'state')} beside them,`
    : 'states were counted, and the invariant watched for,';
  return [`  ${what} ${by}`];
}

/** What stubborn sets left out, or why there were none. */
function partialOrderLine({ partialOrder }: CheckStatistics): string[] {
  if (partialOrder === undefined) return [];
  if ('unused' in partialOrder) return [`  partial order: none, because ${partialOrder.unused}`];
  const { expanded, full, enabled, followed } = partialOrder;
  const states = `${full} of ${counted(expanded, 'state')} expanded in full`;
  return [`  partial order: ${followed} of ${counted(enabled, 'enabled transition')} followed, ${states}`];
}

/** What is left of the states, and how much was seen. */
function hashingLine({ hashing, maximalDepth }: CheckStatistics): string[] {
  if (hashing === undefined) return [];
  const { kind, hashes, bytes, seed, stored, hashFactor, omitted, cut, waiting, coverage } = hashing;
  const each = kind === 'bits' ? `${counted(hashes, 'bit')} each` : '32 bits each';
  const missing = [
    `about ${omitted} taken for others`,
    ...(cut > 0 ? [`about ${cut} left out`] : []),
    ...(waiting > 0 ? [`${waiting} not yet visited`] : []),
  ];
  return [
    `  hashing: ${counted(stored, 'trace')} of ${each} in ${memoryAmount(bytes)}, seed ${seed}, hash factor ${hashFactor.toFixed(1)}, depth ${maximalDepth}`,
    `  coverage: about ${(coverage * 100).toFixed(2)} % of the states that were met; ${missing.join(', ')}`,
  ];
}

function memoryAmount(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.round(bytes / 2 ** 10)} KiB` : `${Math.round(bytes / 2 ** 20)} MiB`;
}

/** Fairness in words. */
function assumptions(fairness: Fairness = {}): string[] {
  return (['weak', 'strong'] as const).flatMap((kind) => {
    const scope = fairness[kind] ?? [];
    if (scope.length === 0) return [];
    const whom = typeof scope === 'string' ? `all ${scope}` : scope.join(', ');
    return [`${kind} fairness of ${whom} is assumed`];
  });
}

/** What a result does not know of itself. */
export interface CheckFacts {
  readonly id?: string;
  readonly peakMemoryBytes?: number;
}

/** A moment of a counterexample in JSON. */
export interface StepJson {
  /** The variables with their values, which are numbers, truth values or texts as in the model. */
  readonly state: Readonly<Record<string, StateJsonValue>>;
  /** The propositions of the formula that hold. */
  readonly propositions: readonly string[];
  /** The transition to the next state; null where a deadlock repeats, and in the last state of a bad prefix. */
  readonly transition: string | null;
  /** The values of watched expressions, where there are some; null where one has none. */
  readonly watched?: Readonly<Record<string, WatchedValue>>;
}

/** A result as `tegata check --json` prints it and as a worker answers: fields may be added, these stay. */
export interface CheckJson {
  readonly model: string;
  readonly id?: string;
  readonly formula: string;
  readonly verdict: 'holds' | 'violated' | 'unknown';
  /** Why the verdict is `unknown`. */
  readonly reason: string | null;
  /**
   * The same as data: the kind of limit, and the bound that was set (seconds, states or bytes) where one was; `growing` is the variable of a
   * model in code that became larger and larger, if there is one.
   */
  readonly limit: { readonly kind: LimitKind; readonly value?: number; readonly growing?: Growing } | null;
  readonly automaton: string;
  readonly engine: string;
  readonly emptiness: string | null;
  /**
   * What answered: `search` or `random`, an explicit search in the order of the model or in a random one; `walk`, random walks;
   * `diagrams`, the symbolic or the hybrid engine; `facts`, what is known without a search. Null where the verdict is `unknown`.
   */
  readonly strategy: Strategy | null;
  readonly deadlock: string;
  /** The order of successors in the search that answered; null for one in diagrams. */
  readonly order: 'model' | 'random' | null;
  /** The seed of random orders, where there may have been one. */
  readonly seed?: number;
  /** The fairness assumptions, where there are some. */
  readonly fairness?: Fairness;
  /** What was put between the model and the search, where something was: sizes of the models below and above it. */
  readonly layers?: readonly LayerSummary[];
  /** What facts of all runs made of the formula before the search, where they were looked for; with `true` there was none. */
  readonly simplified?: {
    readonly formula: string;
    /** Of the given formula; those that another one can write; and of the others those that have one value in all reachable states. */
    readonly propositions: number;
    readonly same: number;
    readonly decided: number;
    readonly seconds: number;
  };
  /** Why a net was searched as it is, where reductions did not fit. */
  readonly unreduced?: string;
  readonly counterexample: {
    /** `prefix`: the formula is lost with its last state, whatever follows, and there is no cycle; `lasso`: the cycle repeats for ever. */
    readonly kind: 'prefix' | 'lasso';
    readonly prefix: readonly StepJson[];
    readonly cycle: readonly StepJson[];
    /** Why the formula fails on it, in words. */
    readonly why: readonly string[];
    /** Places that gain so many tokens each time round; absent where the cycle closes. */
    readonly grows?: Readonly<Record<string, number>>;
    /** Where a shortest one was asked for: whether this is known to be one. */
    readonly shortest?: boolean;
  } | null;
  /** After `holds`, where it was looked for: what the formula may hold for the wrong reason by. */
  readonly vacuity: VacuityJson | null;
  /** Counts as strings; of a check in diagrams also what these took, and of a hybrid one `aggregates`. */
  readonly statistics: Readonly<Record<string, unknown>>;
}

/** The result as a JSON value; counts are strings, because they can outgrow numbers elsewhere. */
export function checkToJson(result: CheckResult, facts: CheckFacts = {}): CheckJson {
  const { verdict, model, options, statistics } = result;
  return {
    model: model.name,
    ...(facts.id === undefined ? {} : { id: facts.id }),
    formula: printFormula(result.formula),
    verdict: verdict.outcome,
    ...limitToJson(verdict),
    automaton: options.engine.automaton,
    engine: options.engine.kind,
    emptiness: statistics.diagrams?.hull ?? result.emptiness,
    strategy: result.strategy,
    deadlock: options.deadlock,
    ...orderToJson(result),
    ...(options.fairness && { fairness: options.fairness }),
    ...(result.layers.length > 0 && { layers: result.layers }),
    ...(result.simplified && {
      simplified: { ...result.simplified, formula: printFormula(result.simplified.formula) },
    }),
    ...(result.unreduced !== undefined && { unreduced: result.unreduced }),
    counterexample:
      verdict.outcome === 'violated'
        ? counterexampleToJson(model, verdict, viewCounterexample(result, verdict.counterexample).why)
        : null,
    vacuity: result.vacuity ? vacuityToJson(result.vacuity) : null,
    statistics: statisticsToJson(statistics, facts),
  };
}

/** Why there is no answer, in words and as data. */
export function limitToJson(verdict: Verdict): Pick<CheckJson, 'reason' | 'limit'> {
  if (verdict.outcome !== 'unknown') return { reason: null, limit: null };
  const { reason, limit: kind, value, growing } = verdict;
  return { reason, limit: { kind, ...(value !== undefined && { value }), ...(growing && { growing }) } };
}

/** The order of successors and the seed in force. */
export function orderToJson({
  options: { engine },
  seed,
}: Pick<CheckResult, 'options' | 'seed'>): Pick<CheckJson, 'order' | 'seed'> {
  const order = engine.kind === 'explicit' ? engine.successors : null;
  const inForce = order === null || order === 'model' ? seed : order.seed;
  return {
    order: order === null || order === 'model' ? order : 'random',
    ...(inForce === undefined ? {} : { seed: inForce }),
  };
}

/** The states, transitions and letters of a counterexample, and why it is one. */
export function counterexampleToJson(
  model: Model,
  { counterexample, shortest }: Extract<Verdict, { outcome: 'violated' }>,
  why: readonly string[],
): CheckJson['counterexample'] {
  const steps = (part: readonly TraceStep[]): StepJson[] =>
    part.map((step) => ({
      state: stateToJson(model.describe(step.state)),
      propositions: [...step.letter].sort(),
      transition: step.transition,
      ...(step.watched && { watched: step.watched }),
    }));
  const { kind, prefix, cycle, grows } = counterexample;
  return {
    kind,
    prefix: steps(prefix),
    cycle: steps(cycle),
    ...(grows && { grows: Object.fromEntries(grows.map(({ variable, by }) => [model.variables[variable].name, by])) }),
    why,
    ...(shortest ? { shortest: shortest === 'proved' } : {}),
  };
}

/** Counts of model and product are strings, because they can outgrow numbers elsewhere. */
export function statisticsToJson(statistics: CheckStatistics, facts: CheckFacts): CheckJson['statistics'] {
  const { fullProduct, components, maximalDepth, phases, diagrams } = statistics;
  const count = (value: number | null): string | null => (value === null ? null : String(value));
  return {
    automatonStates: statistics.automatonStates,
    automatonEdges: statistics.automatonEdges,
    automatonTransitions: count(statistics.automatonTransitions),
    modelStates: String(diagrams?.modelStates ?? statistics.modelStates),
    productStates: String(diagrams?.productStates ?? statistics.productStates),
    productTransitions: count(statistics.productTransitions),
    ...(fullProduct
      ? { fullProductStates: count(fullProduct.states), fullProductTransitions: count(fullProduct.transitions) }
      : {}),
    passes: statistics.passes,
    components: count(components),
    maximalDepth: count(maximalDepth),
    bytesPerState: statistics.bytesPerState === null ? null : Math.round(statistics.bytesPerState),
    seconds: statistics.seconds,
    ...(phases && {
      translationSeconds: phases.translation,
      searchSeconds: phases.search,
      counterexampleSeconds: phases.counterexample,
    }),
    ...(statistics.partialOrder && { partialOrder: statistics.partialOrder }),
    ...(statistics.symmetry && { symmetry: statistics.symmetry }),
    ...(statistics.counting && { counting: statistics.counting }),
    ...(statistics.hashing && { hashing: statistics.hashing }),
    ...(statistics.notice !== undefined && { notice: statistics.notice }),
    peakMemoryBytes: facts.peakMemoryBytes ?? null,
    ...(diagrams && diagramsToJson(diagrams)),
  };
}
