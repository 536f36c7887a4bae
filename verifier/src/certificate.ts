// The format of certificates (docs/certificates.md): a line with name and version, a line of JSON, then binary records.
import type { Formula, Store } from './formula.ts';
import type { Model, State } from './model.ts';
import { inputUnless, refuseUnless } from './problem.ts';

export interface Header {
  readonly verdict: 'holds' | 'violated';
  readonly formula: string;
  readonly model: { readonly name: string; readonly sha256?: string };
  readonly deadlock: 'stutter' | 'drop';
  /** [variable, least value, bits]. */
  readonly variables: readonly (readonly [string, number, number])[];
  /** Formulas in normal form: [kind, operands], operands by number; [`atom`, text]. Of a certificate that a formula holds. */
  readonly nodes?: readonly (readonly [string, ...(number | string)[]])[];
  /** Sets of nodes. */
  readonly obligations?: readonly (readonly number[])[];
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

  line(): string {
    const bytes: number[] = [];
    for (let byte = this.next(); byte !== 10; byte = this.next()) {
      refuseUnless(byte !== -1, 'the certificate ends in its header');
      bytes.push(byte);
    }
    return new TextDecoder().decode(Uint8Array.from(bytes));
  }

  /** Seven bits a byte, the lowest first; all but the last byte have the highest bit. */
  number(): number {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = this.next();
      refuseUnless(byte !== -1 && unit < 2 ** 49, 'the certificate ends too early, or is damaged');
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }

  fill(record: Uint8Array, from: number, length: number): void {
    for (let i = from; i < from + length; i++) {
      const byte = this.next();
      refuseUnless(byte !== -1, 'the certificate ends too early');
      record[i] = byte;
    }
  }
}

export function readHeader(bytes: Bytes): Header {
  const first = bytes.line();
  inputUnless(first.startsWith('tegata-certificate '), 'this is not a certificate of Tegata');
  inputUnless(first === 'tegata-certificate 1', `certificates of this version are not known: ${first}`);
  let header: Header;
  try {
    header = JSON.parse(bytes.line());
  } catch {
    refuseUnless(false, 'the header is damaged');
  }
  const { verdict, deadlock, variables, obligations, nodes } = header;
  refuseUnless(verdict === 'holds' || verdict === 'violated', 'the header names no verdict');
  refuseUnless(deadlock === 'stutter' || deadlock === 'drop', 'the header names no reading of deadlocks');
  const isWhole = (n: unknown): boolean => Number.isInteger(n);
  const fits = ([name, least, bits]: readonly unknown[]): boolean =>
    typeof name === 'string' && isWhole(least) && isWhole(bits) && Number(bits) >= 0 && Number(bits) <= 32;
  refuseUnless(Array.isArray(variables) && variables.every(fits), 'the header has no variables');
  refuseUnless(
    verdict === 'violated' || (Array.isArray(obligations) && Array.isArray(nodes)),
    'the header is incomplete',
  );
  return header;
}

/** The formulas of a certificate, made anew. */
export function readNodes(nodes: NonNullable<Header['nodes']>, store: Store): Formula[] {
  const made: Formula[] = [];
  for (const [kind, ...operands] of nodes) {
    if (kind === 'atom') {
      made.push(store.atom(String(operands[0])));
      continue;
    }
    const of = operands.map((number) => made[Number(number)]);
    const isWell = of.every((part) => part !== undefined) && (kind !== 'not' || of[0]?.kind === 'atom');
    const arity = { true: 0, false: 0, not: 1, next: 1, until: 2, release: 2 }[kind] ?? of.length;
    refuseUnless(isWell && arity === of.length, `the header has a formula that is none: ${kind}`);
    if (kind === 'true' || kind === 'false') made.push(store[kind]);
    else if (kind === 'not') made.push(store.notAtom(of[0]));
    else if (kind === 'and' || kind === 'or') made.push(store[kind](of));
    else if (kind === 'next') made.push(store.next(of[0]));
    else {
      refuseUnless(kind === 'until' || kind === 'release', `the header has an unknown operator: ${kind}`);
      made.push(store[kind](of[0], of[1]));
    }
  }
  return made;
}

/** Records of product states: a number in whole bytes, then the variables in as many bits as the header gives them. */
export class Records {
  readonly length: number;
  private readonly prefix: number;
  /** For each variable of the certificate its place in a state of the model; -1 for one without bits that the model has not. */
  private readonly places: Int32Array;
  private readonly least: Int32Array;
  private readonly bits: Uint8Array;

  /** For numbers below `count`. Every variable of the model must be there, once. */
  constructor(model: Model, variables: Header['variables'], count: number) {
    const places = new Map(model.variables.map((name, place) => [name, place]));
    this.places = Int32Array.from(variables, ([name]) => places.get(name) ?? -1);
    this.least = Int32Array.from(variables, ([, least]) => least);
    this.bits = Uint8Array.from(variables, ([, , bits]) => bits);
    const stranger = variables.find((_, i) => this.places[i] === -1 && this.bits[i] > 0);
    refuseUnless(stranger === undefined, `the model has no variable ${stranger?.[0]}`);
    const named = this.places.filter((place) => place !== -1);
    const isWhole = new Set(named).size === named.length && named.length === model.variables.length;
    refuseUnless(isWhole, 'the variables of the certificate are not those of the model');
    for (this.prefix = 0; count > 256 ** this.prefix; ) this.prefix++;
    const total = this.bits.reduce((sum, bits) => sum + bits, 0);
    this.length = this.prefix + ((total + 7) >> 3);
  }

  /** Writes the state into the record; false when a value does not fit, so that no certificate can have the state. */
  pack(state: State, record: Uint8Array): boolean {
    record.fill(0);
    let at = this.prefix * 8;
    for (let i = 0; i < this.places.length; i++) {
      const place = this.places[i];
      if (place === -1) continue;
      let value = state[place] - this.least[i];
      let left = this.bits[i];
      if (value < 0 || value >= 2 ** left) return false;
      while (left > 0) {
        const taken = Math.min(8 - (at & 7), left);
        record[at >> 3] |= (value & ((1 << taken) - 1)) << (at & 7);
        value = value >>> taken;
        at += taken;
        left -= taken;
      }
    }
    return true;
  }

  unpack(record: Uint8Array, state: State): void {
    let at = this.prefix * 8;
    for (let i = 0; i < this.places.length; i++) {
      let value = 0;
      for (let done = 0; done < this.bits[i]; ) {
        const taken = Math.min(8 - (at & 7), this.bits[i] - done);
        value += ((record[at >> 3] >> (at & 7)) & ((1 << taken) - 1)) * 2 ** done;
        at += taken;
        done += taken;
      }
      if (this.places[i] !== -1) state[this.places[i]] = value + this.least[i];
    }
  }

  putNumber(record: Uint8Array, number: number): void {
    for (let i = 0; i < this.prefix; i++) record[i] = (number >>> (8 * i)) & 255;
  }

  numberIn(record: Uint8Array): number {
    let number = 0;
    for (let i = 0; i < this.prefix; i++) number += record[i] * 256 ** i;
    return number;
  }
}
