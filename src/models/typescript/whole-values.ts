// Whole states as plain values, numbered by their structure 0, 1, 2, … and made again from it when they are asked for.
//
// A state is a sequence of codes (`value-codes.ts`), one for each property or element; its parts are kept as they were first seen, each
// once. So a state that nobody looks at is a few words in a table, and not an object among very many, which are what costs most:
// garbage collectors move and mark all that live.
//
// A value that is made again has the keys of the one that was seen first, in their order. The first states are kept as they were given, and
// so are values of another prototype (objects without one, classes of arrays). A model whose functions compare states as objects
// (`state === initial`) has all of them kept: see `keepAll`.
import { Int32List } from '../../base/growable.ts';
import { SequenceTable } from './sequence-table.ts';
import { ARRAY, isPlain, SHIFT, type Shape, SMALL, ValueCodes } from './value-codes.ts';

/** The first entry of the sequence of a state that is neither a plain object nor an array: its code follows. */
const SINGLE = 0;

/** How a state is made again, where it is not a plain object, whose shapes are numbered from 0 on. */
const AS_ARRAY = -1;
const AS_SINGLE = -2;

/** So many states are kept as they were given. */
const FIRST_STATES = 256;

export class WholeValues {
  private readonly codes = new ValueCodes();
  private readonly table = new SequenceTable();
  /** How each state is made: a number of a shape, or one of the above. */
  private readonly makings = new Int32List(64);
  /** An object of each shape, from which others are copied. */
  private readonly templates: Record<string, unknown>[] = [];
  private readonly shapes: Shape[] = [];
  /** Values as they were given. */
  private readonly kept = new Map<number, unknown>();
  private keeps: 'first' | 'some' | 'all' = 'first';
  /** The sequence of the state that is being numbered, and how to make it. */
  private scratch = new Int32Array(64);
  private making = AS_SINGLE;
  /** The state that was looked at last, the shape of a plain object, and its properties or elements in order with their codes. */
  private current = -1;
  private currentValue: unknown;
  private currentShape: Shape | null = null;
  private itemCount = 0;
  private readonly items: unknown[] = [];
  private itemCodes = new Int32Array(64);

  /** The number of states. */
  get size(): number {
    return this.table.size;
  }

  /** Of the tables, without the values of parts. */
  get bytes(): number {
    return this.codes.parts.bytes + this.table.bytes + 4 * this.makings.data.length;
  }

  /** From now on all values are kept as they are given; false where some were not, so that it is too late. */
  keepAll(): boolean {
    if (this.keeps !== 'all' && this.size > FIRST_STATES) return false;
    this.keeps = 'all';
    return true;
  }

  /** Another value of a state that is kept as it was given; undefined where it is not, or where no other can be made. */
  copy(state: number): unknown {
    const kept = this.keptValue(state);
    return kept === undefined || !isOrdinary(kept) ? undefined : this.make(state, undefined);
  }

  /** The value of a state. */
  value(state: number): unknown {
    if (state !== this.current) this.look(state);
    return this.currentValue;
  }

  /**
   * The number of a value; what it has in common with the state that was looked at last, which must not have changed since, is not looked
   * at again. Throws `NotPlain`.
   */
  number(value: unknown): number {
    const { currentShape } = this;
    if (value === this.currentValue && this.current >= 0) return this.current;
    let end = currentShape !== null && isPlain(value) ? this.writeLikeCurrent(value, currentShape) : -1;
    if (end < 0) end = this.write(value, this.itemCount);
    const state = this.table.intern(this.scratch, 0, end);
    if (state === this.makings.length) this.keep(state, value);
    return state;
  }

  /** Whether a value, looked at as if nothing were known of it, is that of a state. */
  isValueOf(value: unknown, state: number): boolean {
    const end = this.write(value, 0);
    const { data, starts } = this.table;
    if (end !== this.table.lengthOf(state)) return false;
    const start = starts.data[state];
    for (let i = 0; i < end; i++) if (data.data[start + i] !== this.scratch[i]) return false;
    return true;
  }

  /** Notes how a new state is made again. */
  private keep(state: number, value: unknown): void {
    const { making } = this;
    this.makings.push(making);
    if (state < FIRST_STATES || this.keeps === 'all') this.kept.set(state, value);
    else if (making !== AS_SINGLE && !isOrdinary(value)) {
      this.kept.set(state, value);
      this.keeps = 'some';
    }
  }

  private keptValue(state: number): unknown {
    return state < FIRST_STATES || this.keeps !== 'first' ? this.kept.get(state) : undefined;
  }

  private look(state: number): void {
    this.currentValue = this.make(state, this.keptValue(state));
    this.current = state;
  }

  /** The value of a state, as it was kept or made from its sequence; notes its items for the states that will be numbered next. */
  private make(state: number, kept: unknown): unknown {
    const making = this.makings.data[state];
    const start = this.table.starts.data[state];
    this.currentShape = null;
    this.itemCount = 0;
    if (making >= 0) return this.makeObject(start, making, kept as Record<string, unknown> | undefined);
    if (making === AS_SINGLE) return kept ?? this.codes.valueOf(this.table.data.data[start + 1]);
    return this.makeArray(start + 1, this.table.lengthOf(state) - 1, kept as unknown[] | undefined);
  }

  private makeObject(start: number, making: number, kept: Record<string, unknown> | undefined): unknown {
    const { codes, items, itemCodes } = this;
    const { data } = this.table.data;
    const shape = this.shapes[making];
    const { keys, ranks } = shape;
    const value = kept ?? { ...this.templates[making] };
    for (let i = 0; i < keys.length; i++) {
      const code = data[start + ranks[i]];
      if (kept === undefined) value[keys[i]] = items[i] = codes.valueOf(code);
      else items[i] = kept[keys[i]];
      itemCodes[i] = code;
    }
    this.currentShape = shape;
    return value;
  }

  private makeArray(start: number, length: number, kept: unknown[] | undefined): unknown[] {
    const { items, itemCodes } = this;
    const { data } = this.table.data;
    const value = kept ?? [];
    for (let i = 0; i < length; i++) {
      const code = data[start + i];
      if (kept === undefined) value.push(this.codes.valueOf(code));
      items[i] = value[i];
      itemCodes[i] = code;
    }
    this.itemCount = length;
    return value;
  }

  /** Writes the sequence of an object that has the keys of the current one in the same order; -1 where it has others. */
  private writeLikeCurrent(value: Record<string, unknown>, shape: Shape): number {
    const { keys, ranks, header, places } = shape;
    const { items, itemCodes, scratch } = this;
    let count = 0;
    for (const key in value) {
      if (keys[count] !== key) return -1;
      const item = value[key];
      let code: number;
      if (typeof item === 'number' && (item | 0) === item && item > -SMALL && item < SMALL) code = item + SHIFT;
      else if (typeof item === 'object' && item === items[count]) code = itemCodes[count];
      else if (typeof item === 'string' && item === items[count]) code = itemCodes[count];
      else code = this.codes.codeOf(item, places[count], items[count], itemCodes[count]);
      scratch[ranks[count]] = code;
      count++;
    }
    if (count !== keys.length) return -1;
    scratch[0] = header;
    this.making = shape.number;
    return count + 1;
  }

  /** Writes the sequence of any value; returns its end. The first `known` elements of the current array are not looked at again. */
  private write(value: unknown, known: number): number {
    if (isPlain(value)) return this.writeObject(value, this.shapeOf(value));
    if (Array.isArray(value)) return this.writeArray(value, known);
    this.making = AS_SINGLE;
    this.scratch[0] = SINGLE;
    this.scratch[1] = this.codes.codeOf(value);
    return 2;
  }

  private writeObject(value: Record<string, unknown>, shape: Shape): number {
    const { keys, ranks, header, places } = shape;
    const { codes, scratch } = this;
    for (let i = 0; i < keys.length; i++) scratch[ranks[i]] = codes.codeOf(value[keys[i]], places[i]);
    scratch[0] = header;
    this.making = shape.number;
    return keys.length + 1;
  }

  private writeArray(value: readonly unknown[], known: number): number {
    const { codes, items } = this;
    const { length } = value;
    this.reserve(length);
    const { scratch, itemCodes } = this;
    const place = codes.root.element;
    for (let i = 0; i < length; i++) {
      const item = value[i];
      const isSmall = typeof item === 'number' && (item | 0) === item && item > -SMALL && item < SMALL;
      if (isSmall) scratch[i + 1] = item + SHIFT;
      else if (i < known) scratch[i + 1] = codes.codeOf(item, place, items[i], itemCodes[i]);
      else scratch[i + 1] = codes.codeOf(item, place);
    }
    scratch[0] = ARRAY;
    this.making = AS_ARRAY;
    return length + 1;
  }

  /** The shape of an object, of which the first is taken for a template. */
  private shapeOf(value: Record<string, unknown>): Shape {
    const shape = this.codes.shapeOf(value);
    if (this.templates[shape.number] === undefined) {
      this.templates[shape.number] = { ...value };
      this.shapes[shape.number] = shape;
      this.reserve(shape.keys.length);
    }
    return shape;
  }

  /** Makes room for so many codes. */
  private reserve(count: number): void {
    if (count < this.scratch.length) return;
    this.scratch = new Int32Array(2 * count + 2);
    const itemCodes = new Int32Array(2 * count + 2);
    itemCodes.set(this.itemCodes);
    this.itemCodes = itemCodes;
  }
}

/** Whether a value can be made again from what it holds: an array or an object of the usual prototype. */
function isOrdinary(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
