// The format of certificates (docs/certificates.md): a line with name and version, a line of JSON, then binary records.
import { inputUnless, type Model, refuseUnless, type State } from './model.ts';

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

  line(): string {
    const bytes: number[] = [];
    for (let byte = this.byte(); byte !== 10; byte = this.byte()) bytes.push(byte);
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
  const first = bytes.line();
  inputUnless(first.startsWith('tegata-certificate '), 'this is not a certificate of Tegata');
  inputUnless(first === 'tegata-certificate 3', `certificates of this version are not known: ${first}`);
  let header: Header;
  try {
    header = Object(JSON.parse(bytes.line()));
  } catch {
    refuseUnless(false, 'the header is damaged');
  }
  const { verdict, deadlock, variables, rules = [], nodes = [], obligations = [], postponed = [] } = header;
  refuseUnless(verdict === 'holds' || verdict === 'violated', 'the header names no verdict');
  refuseUnless(deadlock === 'stutter' || deadlock === 'drop', 'the header names no reading of deadlocks');
  const areLists = [variables, rules, nodes, obligations, postponed].every(Array.isArray);
  refuseUnless(areLists && [variables, nodes, obligations].flat().every(Array.isArray), 'the header is incomplete');
  const isBelow = (value: number, end: number): boolean => Number.isInteger(value) && value >= 0 && value < end;
  const areWell = variables.every(([, least, offset, bits]) => {
    return Number.isInteger(least) && isBelow(offset, 2 ** 28) && isBelow(bits, 32);
  });
  refuseUnless(areWell, 'the header has no variables');
  return { ...header, nodes, obligations, postponed };
}

/** Records of states: each variable in the bits that the header gives it. A record is a text here, with a byte in each character. */
export class Records {
  /** For each variable of the model: least value, the word and the bit at which it begins, the values that it has bits for. */
  private readonly fields: Int32Array;
  private readonly words: Int32Array;
  private readonly bytes: Buffer;

  /** Every variable of the model must be there, once, and no other; their bits may not overlap. */
  constructor(model: Model, variables: Header['variables']) {
    const places = new Map(model.variables.map((name, place) => [name, place]));
    const found = new Set(variables.map(([name]) => places.get(name)));
    const isWhole = !found.has(undefined) && found.size === variables.length && found.size === model.variables.length;
    refuseUnless(isWhole, 'the variables of the certificate are not those of the model');
    this.fields = new Int32Array(4 * variables.length);
    let end = 0;
    for (const [name, least, offset, bits] of [...variables].sort((a, b) => a[2] - b[2])) {
      refuseUnless(bits === 0 || offset >= end, 'the variables of the certificate overlap');
      if (bits > 0) end = offset + bits;
      this.fields.set([least, offset >> 5, offset & 31, 2 ** bits - 1], 4 * places.get(name)!);
    }
    this.words = new Int32Array((end >> 5) + 2);
    this.bytes = Buffer.from(this.words.buffer, 0, (end + 7) >> 3);
  }

  read(bytes: Bytes): string {
    this.words.fill(0);
    for (let i = 0; i < this.bytes.length; i++) this.words[i >> 2] |= bytes.byte() << (8 * (i & 3));
    return this.bytes.toString('latin1');
  }

  /** Null when a value does not fit, so that no certificate can have the state. */
  pack(state: State): string | null {
    const { fields, words } = this;
    words.fill(0);
    for (let i = 0, k = 0; i < state.length; i++, k += 4) {
      const [value, word, shift] = [state[i] - fields[k], fields[k + 1], fields[k + 2]];
      if (value < 0 || value > fields[k + 3]) return null;
      words[word] |= value << shift;
      if (shift > 0) words[word + 1] |= value >>> (32 - shift);
    }
    return this.bytes.toString('latin1');
  }

  /** Gives the state. */
  unpack(record: string, state: State): State {
    const { fields, words } = this;
    this.bytes.write(record, 'latin1');
    for (let i = 0, k = 0; i < state.length; i++, k += 4) {
      const [word, shift] = [fields[k + 1], fields[k + 2]];
      const value = (words[word] >>> shift) | (shift === 0 ? 0 : words[word + 1] << (32 - shift));
      state[i] = (value & fields[k + 3]) + fields[k];
    }
    return state;
  }
}
