// Something that was checked, a formula or an automaton of bad behaviours, with what is known of where it came from: what reports list.
import type { Counterexample } from '../check/counterexample.ts';
import type { CheckResult, NeverResult } from '../check/result.ts';
import { visible } from '../diagnostics/visible.ts';
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
  /** What became of the certificate, where one was asked for. */
  readonly certificate?: CertificateNote;
}

/** A certificate that was written, or why there is none. */
export type CertificateNote =
  | {
      readonly file: string;
      /** Pairs of a state and obligations, and blocks of them; or the states of a lasso, and 0. */
      readonly states: number;
      readonly blocks: number;
      readonly bytes: number;
      readonly seconds: number;
    }
  | { readonly none: string };

/** The name of the property, or the formula itself. */
export function titleOf({ id, result }: Asked): string {
  if ('formula' in result) return id ?? printFormula(result.formula);
  return `never ${id ?? 'automaton'}`;
}

/** The result as text. */
export function formatAsked({ result, id, certificate }: Asked, options: Omit<CheckTextOptions, 'id'>): string {
  const text =
    'formula' in result ? formatCheck(result, { ...options, id }) : formatNever(result, id ?? 'automaton', options);
  return certificate === undefined ? text : `${text}\n  certificate: ${visible(certificateText(certificate))}`;
}

function certificateText(note: CertificateNote): string {
  if ('none' in note) return `none: ${note.none}`;
  const { file, states, blocks, bytes, seconds } = note;
  const content = blocks === 0 ? `a lasso of ${states} states` : `${states} pairs in ${blocks} blocks`;
  return `${file}: ${content}, ${bytes} bytes, ${seconds.toFixed(3)} s`;
}

/** The result as a JSON value. */
export function askedToJson(
  { result, id, certificate }: Asked,
  facts: Omit<CheckFacts, 'id'>,
): (CheckJson | NeverJson) & { readonly certificate?: CertificateNote } {
  const json =
    'formula' in result ? checkToJson(result, { ...facts, id }) : neverToJson(result, id ?? 'automaton', facts);
  return certificate === undefined ? json : { ...json, certificate };
}

/** The view of the counterexample. */
export function viewAsked({ result, id }: Asked, counterexample: Counterexample): TraceView {
  return 'formula' in result
    ? viewCounterexample(result, counterexample)
    : viewNever(result, counterexample, id ?? 'automaton');
}
