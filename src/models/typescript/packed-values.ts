// Whole states that are objects of the same keys in the same order, as most are: a state is the numbers of its properties, each at its place
// (`numbered-place.ts`), packed into a word or a few (`word-table.ts`), and is made again from them when it is asked for.
//
// A successor is compared with the state that it came from, property by property: what is the very same costs no more than that, and the words
// of the other are those of this one but for what has changed.
//
// States are given to the user's functions as objects that are all made alike: engines compile a function for the layouts of the objects that it
// was given, and objects of several make it up to twice as slow. But a function may compare states as objects (`state === initial`). So those that
// it can know are given as they are: the initial ones, and those that it gave more than once (`hold`).
import { invariant } from '../../base/assert.ts';
import { NumberedPlace } from './numbered-place.ts';
import { ValueCodes } from './value-codes.ts';
import { WordTable } from './word-table.ts';

/** So many states are kept as they were given. */
const FIRST_STATES = 256;

/** Objects of more properties are left to `WholeValues`. */
const MAX_KEYS = 64;

/** In place of a number: the value has other keys, or another prototype. */
export const MISFIT = -1;

type Values = Record<string, unknown>;

export class PackedValues {
  private readonly codes = new ValueCodes();
  private readonly keys: readonly string[];
  private readonly places: readonly NumberedPlace[];
  private readonly table: WordTable;
  /** An object from which others are copied. */
  private readonly template: Values;
  /** The first states as they were given, and by number those that are to be given again so. */
  private readonly kept: Values[] = [];
  private readonly held = new Map<number, Values>();
  /** The state that was looked at last, its words, and its properties in order with their numbers. */
  private current = MISFIT;
  private currentValue: unknown = undefined;
  private currentWords = new Int32Array(1);
  private readonly items: unknown[];
  private readonly itemNumbers: Int32Array;
  /** The words of the state that is being numbered. */
  private scratch = new Int32Array(1);

  /** For states with the keys of this one; null where that is no such object. */
  static like(value: unknown): PackedValues | null {
    if (!isOrdinaryObject(value)) return null;
    const { length } = Object.keys(value);
    return length > 0 && length <= MAX_KEYS ? new PackedValues(value) : null;
  }

  private constructor(value: Values) {
    this.keys = Object.keys(value);
    this.template = { ...value };
    this.places = this.keys.map(() => new NumberedPlace(this.codes));
    this.table = new WordTable(this.keys.length);
    // Of no state; nothing that comes is the same.
    this.items = this.keys.map(() => this);
    this.itemNumbers = new Int32Array(this.keys.length).fill(MISFIT);
  }

  /** The number of states. */
  get size(): number {
    return this.table.size;
  }

  /** Of the tables, without the values of parts. */
  get bytes(): number {
    return this.places.reduce((bytes, place) => bytes + place.bytes, this.codes.parts.bytes + this.table.bytes);
  }

  /** The states as they were given, where all are kept so; null where there are too many. */
  get given(): readonly unknown[] | null {
    return this.size <= this.kept.length ? this.kept : null;
  }

  /** From now on this is the value of a state that has it by its structure. */
  hold(state: number, value: unknown): void {
    if (isOrdinaryObject(value)) this.held.set(state, value);
  }

  /** Another value of a state. */
  copy(state: number): unknown {
    const words = new Int32Array(this.table.words);
    this.table.read(state, words);
    const value = { ...this.template };
    for (const [i, key] of this.keys.entries()) value[key] = this.places[i].values[this.entry(words, i)];
    return value;
  }

  /** The value of a state. */
  value(state: number): unknown {
    if (state !== this.current) this.look(state);
    return this.currentValue;
  }

  /**
   * The number of a value; what it has in common with the state that was looked at last, which must not have changed since, is not looked
   * at again. MISFIT where it is no such value. Throws `NotPlain`.
   */
  number(value: unknown): number {
    if (value === this.currentValue && this.current >= 0) return this.current;
    if (!isOrdinaryObject(value)) return MISFIT;
    const { keys, items, scratch, currentWords, table } = this;
    for (let w = 0; w < scratch.length; w++) scratch[w] = currentWords[w];
    let count = 0;
    for (const key in value) {
      if (keys[count] !== key) return MISFIT;
      const item = value[key];
      if (item !== items[count] && !this.change(count, item)) return this.number(value);
      count++;
    }
    if (count !== keys.length) return MISFIT;
    const state = table.intern(scratch);
    if (state === this.kept.length && state < FIRST_STATES) this.kept.push(value);
    return state;
  }

  /** Whether a value, looked at as if nothing were known of it, is that of a state. */
  isValueOf(value: unknown, state: number): boolean {
    if (!isOrdinaryObject(value)) return false;
    const words = new Int32Array(this.table.words);
    this.table.read(state, words);
    const { keys } = this;
    let count = 0;
    for (const key in value) {
      if (keys[count] !== key || this.places[count].numberAnew(value[key]) !== this.entry(words, count)) return false;
      count++;
    }
    return count === keys.length;
  }

  /** Puts the number of a property into the words under way; false where there was no room, so that all has to begin again. */
  private change(i: number, item: unknown): boolean {
    const { scratch, table } = this;
    const number = this.places[i].number(item, this.itemNumbers[i]);
    if (number > table.masks[i]) {
      this.widen(i, number);
      return false;
    }
    const word = table.wordOf[i];
    const shift = table.shifts[i];
    scratch[word] = (scratch[word] & ~(table.masks[i] << shift)) | (number << shift);
    return true;
  }

  private widen(i: number, number: number): void {
    const { table } = this;
    table.widen(i, number);
    this.scratch = new Int32Array(table.words);
    this.currentWords = new Int32Array(table.words);
    if (this.current >= 0) table.read(this.current, this.currentWords);
  }

  private entry(words: Int32Array, i: number): number {
    const { wordOf, shifts, masks } = this.table;
    return (words[wordOf[i]] >>> shifts[i]) & masks[i];
  }

  private look(state: number): void {
    invariant(state < this.size, 'a state has been numbered before it is looked at');
    const { itemNumbers, currentWords } = this;
    this.table.read(state, currentWords);
    for (let i = 0; i < itemNumbers.length; i++) itemNumbers[i] = this.entry(currentWords, i);
    const held = this.held.get(state);
    this.currentValue = held === undefined ? this.made() : this.noted(held);
    this.current = state;
  }

  /** Makes the value of which the numbers are noted, and notes its properties. */
  private made(): Values {
    const { keys, places, items, itemNumbers } = this;
    const value = { ...this.template };
    for (let i = 0; i < keys.length; i++) value[keys[i]] = items[i] = places[i].values[itemNumbers[i]];
    return value;
  }

  private noted(held: Values): Values {
    for (const [i, key] of this.keys.entries()) this.items[i] = held[key];
    return held;
  }
}

function isOrdinaryObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
