// Something that was checked, a formula or an automaton of bad behaviours, with what is known of where it came from: what reports list.
import type { Counterexample } from '../check/counterexample.ts';
import type { CheckResult, NeverResult } from '../check/result.ts';
import { printFormula } from '../formula/print/print.ts';
import { type CheckFacts, type CheckJson, type CheckTextOptions, checkToJson, formatCheck } from './check-report.ts';
import { formatNever, type NeverJson, neverToJson, viewNever } from './never-report.ts';
import { type TraceView, viewCounterexample } from './trace-view.ts';

export interface Asked {
  readonly result: CheckResult | NeverResult;
  /** The name of the property or of the automaton, where it has one. */
  readonly id?: string;
  /** The file it was in, where it was in one, and the line where that is known. */
  readonly origin?: { readonly file: string; readonly line?: number };
}

/** The name of the property, or the formula itself. */
export function titleOf({ id, result }: Asked): string {
  if ('formula' in result) return id ?? printFormula(result.formula);
  return `never ${id ?? 'automaton'}`;
}

/** The result as text. */
export function formatAsked({ result, id }: Asked, options: Omit<CheckTextOptions, 'id'>): string {
  return 'formula' in result
    ? formatCheck(result, { ...options, id })
    : formatNever(result, id ?? 'automaton', options);
}

/** The result as a JSON value. */
export function askedToJson({ result, id }: Asked, facts: Omit<CheckFacts, 'id'>): CheckJson | NeverJson {
  return 'formula' in result ? checkToJson(result, { ...facts, id }) : neverToJson(result, id ?? 'automaton', facts);
}

/** The view of the counterexample. */
export function viewAsked({ result, id }: Asked, counterexample: Counterexample): TraceView {
  return 'formula' in result
    ? viewCounterexample(result, counterexample)
    : viewNever(result, counterexample, id ?? 'automaton');
}
