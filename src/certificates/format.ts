// The format of certificates (docs/certificates.md): the line `tegata-certificate 4`, a line of JSON, then binary records.
import type { DeadlockStep } from '../explicit/product/model-graph.ts';

const VERSION = 4;
export const FIRST_LINE = `tegata-certificate ${VERSION}`;

/** A certificate that can be written. */
export interface Certificate {
  readonly verdict: 'holds' | 'violated';
  /** Pairs of a state and obligations; or the states of the lasso. */
  readonly states: number;
  /** 0 for a lasso. */
  readonly blocks: number;
  /** Calls `put` with one piece after another; each array is used again for the next piece. Gives the number of bytes. */
  write(put: (bytes: Uint8Array) => void): number;
}

/** A formula of a certificate: an operator and its operands by number, or `atom` and the text of a proposition. */
export type CertificateNode = readonly [string, ...(number | string)[]];

/** A rule by which a net was made smaller: its name, places and transitions by number, a witness. See verifier/src/rules.ts. */
export type CertificateRule = readonly [string, ...(number | readonly (readonly [number, number])[])[]];

/** Name, least value, where its bits begin in a record, and how many they are. */
export type CertificateVariable = readonly [name: string, least: number, offset: number, bits: number];

export interface CertificateHeader {
  readonly verdict: 'holds' | 'violated';
  /** For people. */
  readonly formula: string;
  readonly model: { readonly name: string; readonly sha256?: string };
  readonly deadlock: DeadlockStep;
  readonly variables: readonly CertificateVariable[];
  /** Where the formula holds: how the net was made smaller. */
  readonly rules?: readonly CertificateRule[];
  /** And formulas in normal form, and sets of them. */
  readonly nodes?: readonly CertificateNode[];
  readonly obligations?: readonly (readonly number[])[];
  /** Block b postpones the node at b modulo the length; none where that is -1. */
  readonly postponed?: readonly number[];
  /** Where a diagram says the classes of states: the variables of its levels from the top, by number. Otherwise states are listed. */
  readonly order?: readonly number[];
}

/** Seven bits a byte, the lowest first; all but the last byte have the highest bit. */
export function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

/** The length of a record in bytes. */
export function recordLength({ variables }: Pick<CertificateHeader, 'variables'>): number {
  return Math.ceil(variables.reduce((most, [, , offset, bits]) => Math.max(most, offset + bits), 0) / 8);
}
