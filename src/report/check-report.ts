// The result of a check as text and as JSON.

import type { TraceStep } from '../check/counterexample.ts';
import type { DeadlockReading } from '../check/options.ts';
import type { CheckResult, CheckStatistics, DiagramStatistics } from '../check/result.ts';
import { printFormula } from '../formula/print/print.ts';
import { formatCounterexample } from './trace-text.ts';
import { viewCounterexample } from './trace-view.ts';

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
}

/** Verdict, reading of deadlocks, and the counterexample if there is one. */
export function formatCheck(result: CheckResult, { id, statistics: wanted }: CheckTextOptions): string {
  const { verdict, options, statistics } = result;
  const name = id === undefined ? '' : `${id}  `;
  const lines = [`${verdict.outcome}: ${name}${printFormula(result.formula)}   (${READINGS[options.deadlock]})`];
  if (verdict.outcome === 'unknown') lines.push(`  ${verdict.reason}`);
  if (verdict.outcome === 'violated') {
    const view = viewCounterexample(result, verdict.counterexample);
    lines.push(...formatCounterexample(view).map((line) => `  ${line}`));
  }
  if (wanted === 'always' && statistics.diagrams !== undefined) {
    lines.push(...diagramLines(statistics, statistics.diagrams, options.automaton));
  } else if (wanted === 'always' || verdict.outcome === 'unknown') {
    lines.push(
      `  automaton: ${options.automaton}, ${statistics.automatonStates} states, ${statistics.automatonEdges} edges`,
      `  model: ${statistics.modelStates} states seen`,
      `  product: ${statistics.productStates} states and ${statistics.productTransitions} transitions explored, ` +
        `${statistics.passes} ${statistics.passes === 1 ? 'pass' : 'passes'}, ${statistics.seconds.toFixed(3)} s`,
    );
  }
  return lines.join('\n');
}

function diagramsToJson(diagrams: DiagramStatistics): Readonly<Record<string, string | number>> {
  const { modelStates: _, productStates: __, ...rest } = diagrams;
  return rest;
}

function diagramLines(
  { automatonStates, automatonEdges, seconds }: CheckStatistics,
  diagrams: DiagramStatistics,
  kind: string,
): string[] {
  const { modelStates, productStates, order, hull, iterations, peakNodes, bytes } = diagrams;
  return [
    `  automaton: ${kind}, ${automatonStates} states, ${automatonEdges} edges`,
    `  model: ${modelStates} states, variable order ${order}`,
    `  product: ${productStates} states, ${hull} in ${iterations} ${iterations === 1 ? 'round' : 'rounds'}, ` +
      `${peakNodes} nodes at the peak, ${bytes} bytes, ${seconds.toFixed(3)} s`,
  ];
}

/** What a result does not know of itself. */
export interface CheckFacts {
  readonly id?: string;
  readonly peakMemoryBytes?: number;
}

/** A moment of a counterexample in JSON. */
export interface StepJson {
  readonly state: Readonly<Record<string, string>>;
  /** The propositions of the formula that hold. */
  readonly propositions: readonly string[];
  /** The transition to the next state; null where a deadlock repeats. */
  readonly transition: string | null;
}

/** A result as `tegata check --json` prints it and as a worker answers: fields may be added, these stay. */
export interface CheckJson {
  readonly model: string;
  readonly id?: string;
  readonly formula: string;
  readonly verdict: 'holds' | 'violated' | 'unknown';
  /** Why the verdict is `unknown`. */
  readonly reason: string | null;
  readonly automaton: string;
  readonly engine: string;
  readonly emptiness: string | null;
  readonly deadlock: string;
  readonly counterexample: {
    readonly prefix: readonly StepJson[];
    readonly cycle: readonly StepJson[];
    /** Why the formula fails on it, in words. */
    readonly why: readonly string[];
  } | null;
  readonly statistics: Readonly<Record<string, string | number | null>>;
}

/** The result as a JSON value; counts are strings, because they can outgrow numbers elsewhere. */
export function checkToJson(result: CheckResult, facts: CheckFacts = {}): CheckJson {
  const { verdict, model, options, statistics } = result;
  const steps = (part: readonly TraceStep[]): StepJson[] =>
    part.map((step) => ({
      state: Object.fromEntries(model.describe(step.state).map(({ name, value }) => [name, value])),
      propositions: [...step.letter].sort(),
      transition: step.transition,
    }));
  return {
    model: model.name,
    ...(facts.id === undefined ? {} : { id: facts.id }),
    formula: printFormula(result.formula),
    verdict: verdict.outcome,
    reason: verdict.outcome === 'unknown' ? verdict.reason : null,
    automaton: options.automaton,
    engine: options.engine,
    emptiness: statistics.diagrams?.hull ?? result.emptiness,
    deadlock: options.deadlock,
    counterexample:
      verdict.outcome === 'violated'
        ? {
            prefix: steps(verdict.counterexample.prefix),
            cycle: steps(verdict.counterexample.cycle),
            why: viewCounterexample(result, verdict.counterexample).why,
          }
        : null,
    statistics: {
      automatonStates: statistics.automatonStates,
      automatonEdges: statistics.automatonEdges,
      modelStates: String(statistics.diagrams?.modelStates ?? statistics.modelStates),
      productStates: String(statistics.diagrams?.productStates ?? statistics.productStates),
      productTransitions: String(statistics.productTransitions),
      passes: statistics.passes,
      seconds: statistics.seconds,
      peakMemoryBytes: facts.peakMemoryBytes ?? null,
      ...(statistics.diagrams && diagramsToJson(statistics.diagrams)),
    },
  };
}
