// What the generators of successor code share: the shape of a chunk function, access to the words of a state, and the
// ways in which an expansion can stop short.
//
// A chunk has the parameters (state, out, hash): the address of the packed state, where the next successor goes, and the
// state's linear hash; it gives the address after its last successor, or 0 when it stopped short, with the reason in the
// control block. A successor is its words followed by its linear hash.

import { fieldMask, type Packing, strideBytes } from '../packing/packing.ts';
import { CONTROL_GROUP, CONTROL_STATUS, CONTROL_VALUE, CONTROL_VARIABLE, WIDEN } from '../protocol.ts';
import { Code, I32, I64, MEMORY, OP, type ValueType } from './wasm-encoder.ts';

/** Above this many words a successor is copied and patched in memory instead of being held in locals. */
const MAX_LOCAL_WORDS = 8;

export const CHUNK_SIGNATURE: { parameters: ValueType[]; results: ValueType[] } = {
  parameters: [I32, I32, I64],
  results: [I32],
};

/** Parameters of a chunk. */
export const STATE = 0;
export const OUT = 1;
export const HASH = 2;

/** Addresses that a chunk refers to. */
export interface ChunkAddresses {
  /** The virtual words of the state being expanded. */
  readonly virtual: number;
  /** Counters of firings, one per group; absent when they are not counted. */
  readonly counters?: number;
  /** How far behind a successor the number of its group is written; absent when it is not. */
  readonly groupDistance?: number;
  /** How far behind its usual place the control block is; absent for the first thread. */
  readonly control?: number;
}

/** A chunk function being written. */
export class Chunk {
  readonly code = new Code(3);
  readonly packing: Packing;
  readonly keys: BigUint64Array;
  /** Index of the function that copies a state: (target, source). */
  private readonly copyFunction: number;
  /** Locals with the words of the state, when they are few. */
  private readonly words: number[] = [];

  /** Where 64-bit counters of firings lie, one per group; null when they are not counted. */
  private readonly counters: number | null;
  /** Where the virtual words of the state lie. */
  private readonly virtual: number;
  private readonly groupDistance: number | null;
  private readonly control: number;

  constructor(packing: Packing, keys: BigUint64Array, copyFunction: number, addresses: ChunkAddresses) {
    this.counters = addresses.counters ?? null;
    this.virtual = addresses.virtual;
    this.groupDistance = addresses.groupDistance ?? null;
    this.control = addresses.control ?? 0;
    this.packing = packing;
    this.keys = keys;
    this.copyFunction = copyFunction;
    if (packing.words > MAX_LOCAL_WORDS) return;
    for (let word = 0; word < packing.words + packing.virtualWords; word++) {
      const local = this.code.local(I64);
      this.load(word);
      this.code.set(local);
      this.words.push(local);
    }
  }

  get inLocals(): boolean {
    return this.packing.words <= MAX_LOCAL_WORDS;
  }

  /** Pushes a word of the state, stored or virtual. */
  word(word: number): void {
    if (this.inLocals) this.code.get(this.words[word]);
    else this.load(word);
  }

  private load(word: number): void {
    const { words } = this.packing;
    if (word < words) this.code.get(STATE).memory(MEMORY.i64_load, word * 8);
    else this.code.i32(this.virtual).memory(MEMORY.i64_load, (word - words) * 8);
  }

  /** Pushes the distance of a variable from the lower value of its field, as 32 bits. */
  distance(variable: number): void {
    const { word, shift, bits } = this.packing.fields[variable];
    if (bits === 0) {
      this.code.i32(0);
      return;
    }
    this.word(word);
    if (shift > 0) this.code.i64(BigInt(shift)).op(OP.i64_shr_u);
    this.code.op(OP.i32_wrap_i64);
    if (bits < 32 && shift + bits < 64) this.code.i32(2 ** bits - 1).op(OP.i32_and);
  }

  /** Pushes the bits of a field in their place, the rest cleared. */
  field(variable: number): void {
    const field = this.packing.fields[variable];
    this.word(field.word);
    if (field.bits < 64) this.code.i64(fieldMask(field)).op(OP.i64_and);
  }

  /** Writes the successor that differs from the state by constants added to words, and steps on. */
  writeShifted(group: number, deltas: ReadonlyMap<number, bigint>): void {
    const { code } = this;
    if (this.inLocals) {
      for (let word = 0; word < this.packing.words; word++) {
        const delta = deltas.get(word);
        code.get(OUT);
        this.word(word);
        if (delta !== undefined) code.i64(delta).op(OP.i64_add);
        code.memory(MEMORY.i64_store, word * 8);
      }
    } else {
      this.copyState();
      for (const [word, delta] of deltas) {
        code.get(OUT);
        this.word(word);
        code
          .i64(delta)
          .op(OP.i64_add)
          .memory(MEMORY.i64_store, word * 8);
      }
    }
    let hashDelta = 0n;
    for (const [word, delta] of deltas) hashDelta += delta * this.keys[word];
    code.get(OUT).get(HASH);
    if (hashDelta !== 0n) code.i64(hashDelta).op(OP.i64_add);
    code.memory(MEMORY.i64_store, this.packing.words * 8);
    this.stepOn(group);
  }

  /** Copies the whole state to the place of the next successor. */
  copyState(): void {
    this.code.get(OUT).get(STATE).call(this.copyFunction);
  }

  /** Moves `out` behind the successor just written by the group. */
  stepOn(group: number): void {
    this.count(group, () => this.code.i64(1n));
    if (this.groupDistance !== null) {
      this.code.get(OUT).i32(group).memory(MEMORY.i32_store, this.groupDistance);
    }
    this.code.get(OUT).i32(strideBytes(this.packing)).op(OP.i32_add).set(OUT);
  }

  /** Adds what `push` pushes to the firings of the group, if they are counted. */
  count(group: number, push: () => void): void {
    if (this.counters === null) return;
    const address = this.counters + group * 8;
    this.code.i32(address).i32(address).memory(MEMORY.i64_load, 0);
    push();
    this.code.op(OP.i64_add).memory(MEMORY.i64_store, 0);
  }

  /** Ends the expansion: the value (an i32 on the stack before this call is stored) does not fit the variable. */
  stopToWiden(group: number, variable: number, pushValue: () => void): void {
    this.store(CONTROL_VARIABLE, variable);
    this.code.i32(CONTROL_VALUE + this.control);
    pushValue();
    this.code.memory(MEMORY.i32_store, 0);
    this.stop(WIDEN, group);
  }

  /** Ends the expansion with a status. */
  stop(status: number, group: number): void {
    this.store(CONTROL_GROUP, group);
    this.store(CONTROL_STATUS, status);
    this.code.i32(0).op(OP.return);
  }

  /** Ends the function. */
  finish(): Code {
    this.code.get(OUT);
    return this.code;
  }

  private store(address: number, value: number): void {
    this.code
      .i32(address + this.control)
      .i32(value)
      .memory(MEMORY.i32_store, 0);
  }
}
