// A checked formula with what is known of where it came from: what reports for other programs list.
import type { CheckResult } from '../check/result.ts';
import { printFormula } from '../formula/print/print.ts';

export interface AskedFormula {
  readonly result: CheckResult;
  /** The name of the property, where it has one. */
  readonly id?: string;
  /** The file and line of the formula, where it was in a file. */
  readonly origin?: { readonly file: string; readonly line: number };
}

/** The name of the property, or the formula itself. */
export function titleOf({ id, result }: AskedFormula): string {
  return id ?? printFormula(result.formula);
}
