// The format of certificates (docs/certificates.md): the line `tegata-certificate 1`, a line of JSON, then binary records.
import type { DeadlockStep } from '../explicit/product/model-graph.ts';

const VERSION = 1;
export const FIRST_LINE = `tegata-certificate ${VERSION}`;

/** A formula of a certificate: an operator and its operands by number, or `atom` and the text of a proposition. */
export type CertificateNode = readonly [string, ...(number | string)[]];

export interface CertificateHeader {
  readonly verdict: 'holds' | 'violated';
  /** For people. */
  readonly formula: string;
  readonly model: { readonly name: string; readonly sha256?: string };
  readonly deadlock: DeadlockStep;
  /** Name, least value, bits. */
  readonly variables: readonly (readonly [string, number, number])[];
  /** Where the formula holds: formulas in normal form, and sets of them. */
  readonly nodes?: readonly CertificateNode[];
  readonly obligations?: readonly (readonly number[])[];
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

/** Whole bytes for numbers below `count`. */
function prefixBytes(count: number): number {
  let bytes = 0;
  while (count > 256 ** bytes) bytes++;
  return bytes;
}

/** The length of a record: the number of the obligations in whole bytes, then the variables, bit by bit. */
export function recordLength({ variables, obligations }: CertificateHeader): number {
  const bits = variables.reduce((sum, [, , width]) => sum + width, 0);
  return prefixBytes(obligations?.length ?? 1) + Math.ceil(bits / 8);
}

/** Packs states into records. */
export class RecordWriter {
  readonly record: Uint8Array;
  private readonly prefix: number;
  private readonly places: Int32Array;
  private readonly least: Int32Array;
  private readonly bits: Uint8Array;

  /** `places` are the entries of a state that the variables of the header stand for. */
  constructor(header: CertificateHeader, places: readonly number[]) {
    this.record = new Uint8Array(recordLength(header));
    this.prefix = prefixBytes(header.obligations?.length ?? 1);
    this.places = Int32Array.from(places);
    this.least = Int32Array.from(header.variables, ([, least]) => least);
    this.bits = Uint8Array.from(header.variables, ([, , bits]) => bits);
  }

  /** The record of the state with these obligations; the array is used again. */
  pack(state: ArrayLike<number>, obligations: number): Uint8Array {
    const { record, prefix } = this;
    record.fill(0);
    for (let i = 0; i < prefix; i++) record[i] = (obligations >>> (8 * i)) & 0xff;
    let at = 8 * prefix;
    for (let i = 0; i < this.places.length; i++) {
      let value = state[this.places[i]] - this.least[i];
      for (let left = this.bits[i]; left > 0; ) {
        const offset = at & 7;
        const taken = Math.min(8 - offset, left);
        record[at >> 3] |= (value & ((1 << taken) - 1)) << offset;
        value >>>= taken;
        at += taken;
        left -= taken;
      }
    }
    return record;
  }
}
