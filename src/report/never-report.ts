// The result of a check against an automaton of bad behaviours, as text and as JSON.
import { append } from '../base/append.ts';
import type { Counterexample } from '../check/counterexample.ts';
import type { NeverResult } from '../check/result.ts';
import { visible } from '../diagnostics/visible.ts';
import {
  type CheckFacts,
  type CheckJson,
  type CheckTextOptions,
  counterexampleToJson,
  diagramLines,
  doubtLines,
  limitToJson,
  orderToJson,
  readingOf,
  statisticsLines,
  statisticsToJson,
} from './check-report.ts';
import { formatCounterexample } from './trace-text.ts';
import { type TraceView, viewRun } from './trace-view.ts';

/** Verdict, reading of deadlocks, and the accepted execution if there is one; `name` is the automaton's. */
export function formatNever(
  result: NeverResult,
  name: string,
  { statistics, width }: Pick<CheckTextOptions, 'statistics' | 'width'>,
): string {
  const { verdict } = result;
  const readings = readingOf(result, statistics).map((reading) => `   (${reading})`);
  const lines = [`${verdict.outcome}: never ${name}${readings.join('')}`];
  if (verdict.outcome === 'unknown') lines.push(`  ${verdict.reason}`);
  if (verdict.outcome === 'violated') {
    const view = viewNever(result, verdict.counterexample, name);
    const room = width === undefined ? undefined : width - 2;
    append(
      lines,
      formatCounterexample(view, room).map((line) => `  ${line}`),
    );
    lines.push(...doubtLines(verdict));
  }
  const { diagrams } = result.statistics;
  if (statistics === 'always' && diagrams !== undefined) {
    lines.push(`  engine: ${result.options.engine.kind}`, ...diagramLines(result.statistics, diagrams, 'given'));
  } else if (statistics === 'always' || verdict.outcome === 'unknown') {
    lines.push(...statisticsLines(result, { kind: 'given', detail: statistics === 'always' ? 'all' : 'sizes' }));
  }
  return visible(lines.join('\n'));
}

/** What `tegata check --never … --json` prints. */
export interface NeverJson extends Omit<CheckJson, 'formula' | 'vacuity'> {
  readonly formula: null;
  /** The name of the automaton, or of its file. */
  readonly never: string;
}

/** The result as a JSON value, like that of a formula, with the automaton's name in its place. */
export function neverToJson(result: NeverResult, name: string, facts: CheckFacts = {}): NeverJson {
  const { verdict, model, options, emptiness } = result;
  return {
    model: model.name,
    formula: null,
    never: name,
    verdict: verdict.outcome,
    ...limitToJson(verdict),
    automaton: 'given',
    engine: options.engine.kind,
    emptiness: result.statistics.diagrams?.hull ?? emptiness,
    strategy: result.strategy,
    deadlock: options.deadlock,
    ...orderToJson(result),
    counterexample:
      verdict.outcome === 'violated'
        ? counterexampleToJson(model, verdict, viewNever(result, verdict.counterexample, name).why)
        : null,
    statistics: statisticsToJson(result.statistics, facts),
  };
}

/** The view of an execution that the automaton accepts. */
export function viewNever({ model, automaton }: NeverResult, counterexample: Counterexample, name: string): TraceView {
  return {
    model: model.name,
    formula: `never ${name}`,
    propositions: automaton.propositions,
    ...viewRun(model, counterexample),
    why: ['the automaton accepts this execution'],
  };
}
