// The format of certificates (docs/certificates.md): a line with name and version, a line of JSON, then binary records.
import { inputUnless, refuseUnless } from './model.ts';

export interface Header {
  readonly verdict: 'holds' | 'violated';
  readonly model?: { readonly sha256?: string };
  readonly deadlock: 'stutter' | 'drop';
  /** [variable, least value, where its bits begin in a record, how many they are]. */
  readonly variables: readonly (readonly [string, number, number, number])[];
  /** Rules by which a net was made smaller (rules.ts). */
  readonly rules?: readonly unknown[];
  /** Parts of ¬φ: [kind, operands], operands by number; [`atom`, text]. Of a certificate that a formula holds, as all that follows. */
  readonly nodes: readonly (readonly [string, ...(number | string)[]])[];
  /** Sets of nodes. */
  readonly obligations: readonly (readonly number[])[];
  /** Block b postpones the node at b modulo the length; none where that is -1. */
  readonly postponed: readonly number[];
  /** Where states are not listed: the variables of the levels of a diagram, from the top, by number. */
  readonly order?: readonly number[];
}

/** The bytes of a file in pieces. */
export class Bytes {
  private readonly pieces: Iterator<Uint8Array>;
  private piece: Uint8Array = new Uint8Array(0);
  private at = 0;

  constructor(pieces: Iterable<Uint8Array>) {
    this.pieces = pieces[Symbol.iterator]();
  }

  /** The next byte; -1 at the end. */
  next(): number {
    while (this.at === this.piece.length) {
      const { value, done } = this.pieces.next();
      if (done) return -1;
      [this.piece, this.at] = [value, 0];
    }
    return this.piece[this.at++];
  }

  byte(): number {
    const byte = this.next();
    refuseUnless(byte !== -1, 'the certificate ends too early');
    return byte;
  }

  /** A line of at most so many bytes: what is no certificate may have no lines at all. */
  line(most: number): string {
    const bytes: number[] = [];
    for (let b = this.byte(); b !== 10; b = this.byte()) inputUnless(bytes.push(b) <= most, 'the header is too long');
    return new TextDecoder().decode(Uint8Array.from(bytes));
  }

  /** Seven bits a byte, the lowest first; all but the last byte have the highest bit. */
  number(): number {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = this.byte();
      refuseUnless(unit < 2 ** 49, 'the certificate is damaged');
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }
}

export function readHeader(bytes: Bytes): Header {
  const first = bytes.line(100);
  inputUnless(first === 'tegata-certificate 4', 'this is not a certificate of Tegata, or not of version 4');
  let header: Header;
  try {
    header = Object(JSON.parse(bytes.line(2 ** 26)));
  } catch {
    refuseUnless(false, 'the header is damaged');
  }
  const { verdict, deadlock, variables, rules = [], nodes = [], obligations = [], postponed = [], order } = header;
  refuseUnless(verdict === 'holds' || verdict === 'violated', 'the header names no verdict');
  refuseUnless(deadlock === 'stutter' || deadlock === 'drop', 'the header names no reading of deadlocks');
  const areLists = [variables, rules, nodes, obligations, postponed, order ?? []].every(Array.isArray);
  refuseUnless(areLists && [variables, nodes, obligations].flat().every(Array.isArray), 'the header is incomplete');
  const isBelow = (value: number, end: number): boolean => Number.isInteger(value) && value >= 0 && value < end;
  const areWell = variables.every(([, least, offset, bits]) => {
    return Number.isInteger(least) && isBelow(offset, 2 ** 28) && isBelow(bits, 32);
  });
  refuseUnless(areWell && (order ?? []).every((one) => isBelow(one, variables.length)), 'the header has no variables');
  return { ...header, nodes, obligations, postponed };
}
