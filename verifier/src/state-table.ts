// States as records, each variable in the bits that the header of a certificate gives it, in a hash table with open addressing: a map of
// JavaScript has room for 2^24 of them, and is slow. Records have numbers, in the order in which they come, and a class.
import type { Bytes, Header } from './certificate.ts';
import type { Diagram } from './diagram.ts';
import { type Model, refuseUnless, type State } from './model.ts';

export class StateTable {
  /** The number of records, and the class of each. */
  size = 0;
  classes = new Int32Array(1 << 10);
  /** For each variable of the model: least value, the word and the bit at which it begins, the values that it has bits for. */
  private readonly fields: Int32Array;
  /** Words of a record, and bytes in the file. */
  private readonly width: number;
  private readonly bytes: number;
  /** All records, the first of which is number 1; number 0 is what was read or packed last. */
  private records: Int32Array<ArrayBuffer>;
  /** Numbers of records by hash; at least half of the slots are free. */
  private slots = new Int32Array(1 << 11);
  /** That of the record which was looked for last. */
  private slot = 0;

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
    this.records = new Int32Array(2 * this.width);
  }

  /** The number of the next state of the file; 0 when it is new. */
  read(bytes: Bytes): number {
    this.records.fill(0, 0, this.width);
    for (let i = 0; i < this.bytes; i++) this.records[i >> 2] |= bytes.byte() << (8 * (i & 3));
    return this.find(0);
  }

  /** The class of a state. One that is new gets what the diagram says, and -1 without one, or where a value has no bits. */
  classOf(state: State, diagram: Diagram | null): number {
    if (!this.pack(state)) return -1;
    const number = this.find(0);
    if (number > 0) return this.classes[number];
    const found = diagram === null ? -1 : diagram(state);
    if (found !== -1) this.add(found);
    return found;
  }

  /** Puts what was looked for last into its slot. */
  add(inClass: number): void {
    const number = ++this.size;
    this.records = withRoom(this.records, (number + 1) * this.width);
    this.classes = withRoom(this.classes, number + 1);
    this.records.copyWithin(number * this.width, 0, this.width);
    this.classes[number] = inClass;
    this.slots[this.slot] = number;
    if (2 * number < this.slots.length) return;
    this.slots = new Int32Array(2 * this.slots.length);
    for (let i = 1; i <= number; i++) {
      this.find(i);
      this.slots[this.slot] = i;
    }
  }

  stateAt(number: number): State {
    const { fields, records } = this;
    const state = new Int32Array(fields.length / 4);
    for (let i = 0, k = 0; i < state.length; i++, k += 4) {
      const [word, shift] = [number * this.width + fields[k + 1], fields[k + 2]];
      const value = (records[word] >>> shift) | (shift === 0 ? 0 : records[word + 1] << (32 - shift));
      state[i] = (value & fields[k + 3]) + fields[k];
    }
    return state;
  }

  /** False when a value does not fit. */
  private pack(state: State): boolean {
    const { fields, records } = this;
    records.fill(0, 0, this.width);
    for (let i = 0, k = 0; i < state.length; i++, k += 4) {
      const [value, word, shift] = [state[i] - fields[k], fields[k + 1], fields[k + 2]];
      if (value < 0 || value > fields[k + 3]) return false;
      records[word] |= value << shift;
      if (shift > 0) records[word + 1] |= value >>> (32 - shift);
    }
    return true;
  }

  /** Finds the slot of a record; gives the number that is there. */
  private find(number: number): number {
    const { records, slots, width } = this;
    const from = number * width;
    let hash = 0;
    for (let i = from; i < from + width; i++) {
      hash = Math.imul(hash ^ records[i], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const isOther = (other: number): boolean => {
      for (let i = 0; i < width; i++) if (records[other * width + i] !== records[from + i]) return true;
      return false;
    };
    this.slot = hash & (slots.length - 1);
    while (slots[this.slot] !== 0 && isOther(slots[this.slot])) this.slot = (this.slot + 1) & (slots.length - 1);
    return slots[this.slot];
  }
}

function withRoom(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Int32Array(2 * length);
  larger.set(array);
  return larger;
}
