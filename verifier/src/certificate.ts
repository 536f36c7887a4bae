// The format of certificates (docs/certificates.md): a line with name and version, a line of JSON, then binary records.
import type { Formula, Kind, Store } from './formula.ts';
import type { Model, State } from './model.ts';
import { inputUnless, refuseUnless } from './problem.ts';

export interface Header {
  readonly verdict: 'holds' | 'violated';
  readonly model?: { readonly sha256?: string };
  readonly deadlock: 'stutter' | 'drop';
  /** [variable, least value, where its bits begin in a record, how many they are]. */
  readonly variables: readonly (readonly [string, number, number, number])[];
  /** Rules by which a net was made smaller (rules.ts). */
  readonly rules?: readonly unknown[];
  /** Formulas in normal form: [kind, operands], operands by number; [`atom`, text]. Of a certificate that a formula holds, as all that follows. */
  readonly nodes: readonly (readonly [string, ...(number | string)[]])[];
  /** Sets of nodes, and the rank of each. */
  readonly obligations: readonly (readonly number[])[];
  readonly ranks: readonly number[];
  /** For each rank the node that it postpones, -1 where there are no steps inside, null where its pairs have levels. */
  readonly postponed: readonly (number | null)[];
  /** The nodes that levels postpone, in turn. */
  readonly levels: readonly number[];
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

  private byte(): number {
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

  /** So many bytes, four to a word, the lowest first. */
  fill(record: Int32Array, length: number): void {
    record.fill(0);
    for (let i = 0; i < length; i++) record[i >> 2] |= this.byte() << (8 * (i & 3));
  }
}

export function readHeader(bytes: Bytes): Header {
  const first = bytes.line();
  inputUnless(first.startsWith('tegata-certificate '), 'this is not a certificate of Tegata');
  inputUnless(first === 'tegata-certificate 2', `certificates of this version are not known: ${first}`);
  let header: Header;
  try {
    header = JSON.parse(bytes.line());
  } catch {
    refuseUnless(false, 'the header is damaged');
  }
  const { verdict, deadlock, variables } = header;
  refuseUnless(verdict === 'holds' || verdict === 'violated', 'the header names no verdict');
  refuseUnless(deadlock === 'stutter' || deadlock === 'drop', 'the header names no reading of deadlocks');
  const fits = ([name, least, offset, bits]: readonly unknown[]): boolean =>
    typeof name === 'string' && Number.isInteger(least) && isBelow(offset, 2 ** 28) && isBelow(bits, 32);
  refuseUnless(Array.isArray(variables) && variables.every(fits), 'the header has no variables');
  const { obligations, nodes, ranks, postponed, levels } = header;
  const isWhole = [obligations, nodes, ranks, postponed, levels].every(Array.isArray);
  refuseUnless(verdict === 'violated' || isWhole, 'the header is incomplete');
  return header;
}

function isBelow(value: unknown, end: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < end;
}

const ARITY: Readonly<Record<string, number>> = {
  ...{ true: 0, false: 0, atom: 0, not: 1, next: 1, until: 2, release: 2, and: -1, or: -1 },
};

/** The formulas of a certificate, made anew. */
export function readNodes(nodes: Header['nodes'], store: Store): Formula[] {
  const made: Formula[] = [];
  for (const [kind, ...operands] of nodes) {
    const of = kind === 'atom' ? [] : operands.map((number) => made[Number(number)]);
    const isWell = Object.hasOwn(ARITY, kind) && (ARITY[kind] === -1 || ARITY[kind] === of.length);
    const isMade = of.every((part) => part !== undefined) && (kind !== 'not' || of[0].kind === 'atom');
    refuseUnless(isWell && isMade, `the header has a formula that is none: ${kind}`);
    made.push(store.make(kind as Kind, of, kind === 'atom' ? String(operands[0]) : ''));
  }
  return made;
}

/** Records of states: each variable in the bits that the header gives it. */
export class Records {
  /** Bytes of a record. */
  readonly length: number;
  /** For each variable of the model: least value, the word and the bit at which it begins, the values that it has bits for. */
  private readonly fields: Int32Array;

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
    this.length = (end + 7) >> 3;
  }

  /** Room for a record, and one word more, which stays empty. */
  make(): Int32Array {
    return new Int32Array(((this.length + 3) >> 2) + 1);
  }

  /** Writes the state into the record; false when a value does not fit, so that no certificate can have the state. */
  pack(state: State, record: Int32Array): boolean {
    const { fields } = this;
    record.fill(0);
    for (let i = 0, k = 0; i < state.length; i++, k += 4) {
      const value = state[i] - fields[k];
      if (value < 0 || value > fields[k + 3]) return false;
      if (value === 0) continue;
      const [word, shift] = [fields[k + 1], fields[k + 2]];
      record[word] |= value << shift;
      if (shift > 0 && value >>> (32 - shift) !== 0) record[word + 1] |= value >>> (32 - shift);
    }
    return true;
  }

  unpack(record: Int32Array, state: State): void {
    const { fields } = this;
    for (let i = 0, k = 0; i < state.length; i++, k += 4) {
      const [word, shift] = [fields[k + 1], fields[k + 2]];
      let value = record[word] >>> shift;
      if (shift > 0) value |= record[word + 1] << (32 - shift);
      state[i] = (value & fields[k + 3]) + fields[k];
    }
  }
}
