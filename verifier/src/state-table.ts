// States as records, each variable in the bits that the header of a certificate gives it, in a hash table with open addressing: a map of
// JavaScript has room for 2^24 of them, and is slow. Records have numbers, in the order in which they come, and a class.
import type { Bytes, Header } from './certificate.ts';
import { type Model, refuseUnless, type State } from './model.ts';

export class StateTable {
  size = 0;
  /** For each variable of the model: least value, the word and the bit at which it begins, the values that it has bits for. */
  private readonly fields: Int32Array;
  private readonly width: number;
  private readonly bytes: number;
  /** The record that was read or packed last, and its slot. */
  private readonly record: Int32Array;
  private slot = 0;
  /** All records; the class of each; the numbers of records plus one by hash. At least half of the slots are free. */
  private records = new Int32Array(1 << 16);
  private classes = new Int32Array(1 << 10);
  private slots = new Int32Array(1 << 11);

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
    this.bytes = (end + 7) >> 3;
    this.width = (end >> 5) + 1;
    this.record = new Int32Array(this.width + 1); // one word more: fields may end there
  }

  /** The next state of the file. */
  read(bytes: Bytes): State {
    this.readRecord(bytes);
    return this.unpack(this.record, 0, new Int32Array(this.fields.length / 4));
  }

  /** Puts the next state of the file into the table. */
  readNew(bytes: Bytes, inClass: number): void {
    this.readRecord(bytes);
    refuseUnless(this.find() === 0, 'a state is there twice');
    this.add(inClass);
  }

  /** The class of a state. One that is new gets what the diagram says, and -1 without one, or where a value has no bits. */
  classOf(state: State, diagram: ((state: State) => number) | null): number {
    if (!this.pack(state)) return -1;
    const number = this.find();
    if (number > 0 || diagram === null) return number > 0 ? this.classes[number - 1] : -1;
    const found = diagram(state);
    if (found !== -1) this.add(found);
    return found;
  }

  /** Puts the state of this number into the array; gives its class. */
  get(number: number, state: State): number {
    this.unpack(this.records, number * this.width, state);
    return this.classes[number];
  }

  private readRecord(bytes: Bytes): void {
    this.record.fill(0);
    for (let i = 0; i < this.bytes; i++) this.record[i >> 2] |= bytes.byte() << (8 * (i & 3));
  }

  /** False when a value does not fit. */
  private pack(state: State): boolean {
    const { fields, record } = this;
    record.fill(0);
    for (let i = 0, k = 0; i < state.length; i++, k += 4) {
      const [value, word, shift] = [state[i] - fields[k], fields[k + 1], fields[k + 2]];
      if (value < 0 || value > fields[k + 3]) return false;
      record[word] |= value << shift;
      if (shift > 0) record[word + 1] |= value >>> (32 - shift);
    }
    return true;
  }

  private unpack(words: Int32Array, from: number, state: State): State {
    const { fields } = this;
    for (let i = 0, k = 0; i < state.length; i++, k += 4) {
      const [word, shift] = [from + fields[k + 1], fields[k + 2]];
      const value = (words[word] >>> shift) | (shift === 0 ? 0 : words[word + 1] << (32 - shift));
      state[i] = (value & fields[k + 3]) + fields[k];
    }
    return state;
  }

  /** Finds the slot of the record that begins there; gives the number there plus one, and 0 where the record is new. */
  private find(words = this.record, from = 0): number {
    const { records, slots, width } = this;
    const mask = slots.length - 1;
    let hash = 0;
    for (let i = from; i < from + width; i++) {
      hash = Math.imul(hash ^ words[i], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const isOther = (number: number): boolean => {
      const at = (number - 1) * width - from;
      for (let i = from; i < from + width; i++) if (records[at + i] !== words[i]) return true;
      return false;
    };
    let slot = hash & mask;
    while (slots[slot] !== 0 && isOther(slots[slot])) slot = (slot + 1) & mask;
    this.slot = slot;
    return slots[slot];
  }

  /** Puts the record into the slot that was found for it. */
  private add(inClass: number): void {
    const { size, width } = this;
    this.records = withRoom(this.records, (size + 1) * width + 1);
    this.classes = withRoom(this.classes, size + 1);
    for (let i = 0; i < width; i++) this.records[size * width + i] = this.record[i];
    this.classes[size] = inClass;
    this.slots[this.slot] = ++this.size;
    if (2 * this.size < this.slots.length) return;
    this.slots = new Int32Array(2 * this.slots.length);
    for (let number = 1; number <= this.size; number++) {
      this.find(this.records, (number - 1) * width);
      this.slots[this.slot] = number;
    }
  }
}

function withRoom(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Int32Array(2 * length);
  larger.set(array);
  return larger;
}
