// Plain values as integers, the same integers for the same structure: what tells the states of TypeScript models apart.
//
//  - numbers by value (0 and -0 are the same, NaN is one value), bigint apart from number, strings, booleans, null,
//    undefined;
//  - arrays by their elements in order, a hole as undefined;
//  - plain objects by their own enumerable properties, whatever their order; a property that is undefined differs from
//    one that is absent;
//  - Map and Set by their entries, whatever their order.
// Anything else (functions, symbols, class instances, dates, promises, cycles) is refused: two of these may differ where
// no encoding can see it.
//
// Every value has one code. That of a small integer, a string, a boolean, … says it all; an array, an object, … is the sequence of the
// codes of what it holds, and the number of that sequence in a table is its code. So a part is stored once, however many states share
// it, and a part that a step left alone (it is the very same object as before) has its code without a look inside.
//
// The shapes of objects are learnt as they are seen, place by place: `Place` remembers the keys that were last there. An object of other
// keys costs a search for its shape, never a different code.
import { StringTable } from '../../base/intern.ts';
import { SequenceTable } from './sequence-table.ts';

/** Codes of values: tags; from 2^28 on small integers, moved up by 2^29; from 2^30 on the numbers of strings; below 0 those of parts. */
const UNDEFINED = 0;
const NULL = 1;
const FALSE = 2;
const TRUE = 3;
export const SMALL = 0x1000_0000;
export const SHIFT = 0x2000_0000;
const STRING = 0x4000_0000;
const STRINGS = 0x3fff_ffff;

/** The first entry of a sequence says what it is; from FIRST_SHAPE on, an object of that shape. */
const DOUBLE = 4;
const HUGE_STRING = 5;
const BIGINT = 6;
export const ARRAY = 7;
const MAP = 8;
const SET = 9;
const FIRST_SHAPE = 16;

/** Deeper values are taken for cyclic ones. */
const MAX_DEPTH = 500;

/** A part of a state that is not a plain value. */
export class NotPlain extends Error {
  override name = 'NotPlain';
}

/** The keys of objects in one order of insertion. */
export interface Shape {
  readonly number: number;
  readonly keys: readonly string[];
  /** Where the code of each key stands in a sequence: 1 and up, in ascending order of the keys. */
  readonly ranks: readonly number[];
  /** The first entry of the sequence; the same for the same keys in any order. */
  readonly header: number;
  readonly places: readonly Place[];
}

/** What was last seen at one place of the states. */
export class Place {
  shapes: Shape[] = [];
  /** A string, and its code. */
  text: string | null = null;
  textCode: number = UNDEFINED;
  /** Of an array that stood here: the place of its elements. */
  private elements: Place | null = null;

  get element(): Place {
    return (this.elements ??= new Place());
  }
}

/** Beyond this many shapes at one place they are looked up by their keys: objects used as dictionaries. */
const MAX_SHAPES = 8;

export class ValueCodes {
  /** The sequences of all parts. */
  readonly parts: SequenceTable = new SequenceTable();
  /** The values of the parts. */
  private readonly values: unknown[] = [];
  /** Where sequences are put together; that of a part behind what is there of the whole. */
  private scratch = new Int32Array(256);
  private readonly strings = new StringTable();
  private readonly shapes = new Map<string, Shape>();
  private readonly headers = new StringTable();
  /** The place of whole states. */
  readonly root: Place = new Place();
  private readonly float = new Float64Array(1);
  private readonly floatWords = new Int32Array(this.float.buffer);

  /**
   * The code of a value that stands at a place of the states. Given a value that was encoded before, and its code, what both have in
   * common is not looked at again: so it must not have changed since. Throws `NotPlain`.
   */
  codeOf(
    value: unknown,
    place: Place = this.root,
    before: unknown = undefined,
    codeBefore: number = UNDEFINED,
  ): number {
    return this.code(value, place, 0, 0, before, codeBefore);
  }

  /** The value that has this code: of parts, the one that was seen first. */
  valueOf(code: number): unknown {
    if (code < 0) return this.values[~code];
    if (code >= STRING) return this.strings.names[code - STRING];
    if (code > TRUE) return code - SHIFT;
    return code === UNDEFINED ? undefined : code === NULL ? null : code === TRUE;
  }

  /** The code of a value at a place; scratch from `at` on may be used. */
  private code(value: unknown, place: Place, depth: number, at: number, before: unknown, codeBefore: number): number {
    switch (typeof value) {
      case 'number':
        return (value | 0) === value && value > -SMALL && value < SMALL ? value + SHIFT : this.double(value, at);
      case 'string':
        return value === place.text ? place.textCode : this.text(value, place, at);
      case 'boolean':
        return value ? TRUE : FALSE;
      case 'undefined':
        return UNDEFINED;
      case 'bigint':
        return this.pair(BIGINT, this.strings.intern(String(value)), at, value);
      case 'object': {
        if (value === null) return NULL;
        if (value === before) return codeBefore;
        const end = this.writeObject(value, place, depth, at, before, codeBefore);
        return this.part(at, end, value);
      }
      default:
        throw new NotPlain(`a ${typeof value} is not a plain value`);
    }
  }

  /** The code of the sequence that stands in scratch, and that `value` has. */
  private part(from: number, to: number, value: unknown): number {
    const id = this.parts.intern(this.scratch, from, to);
    if (id === this.values.length) this.values.push(value);
    return ~id;
  }

  private text(value: string, place: Place, at: number): number {
    const id = this.strings.intern(value);
    const code = id < STRINGS ? id + STRING : this.pair(HUGE_STRING, id, at, value);
    place.text = value;
    place.textCode = code;
    return code;
  }

  private double(value: number, at: number): number {
    this.float[0] = Number.isNaN(value) ? Number.NaN : value;
    this.reserve(at + 3);
    this.scratch[at] = DOUBLE;
    this.scratch[at + 1] = this.floatWords[0];
    this.scratch[at + 2] = this.floatWords[1];
    return this.part(at, at + 3, value);
  }

  private pair(tag: number, id: number, at: number, value: unknown): number {
    this.reserve(at + 2);
    this.scratch[at] = tag;
    this.scratch[at + 1] = id;
    return this.part(at, at + 2, value);
  }

  /** Writes the sequence of an object from `at` on; returns its end. */
  private writeObject(
    value: object,
    place: Place,
    depth: number,
    at: number,
    before: unknown,
    codeBefore: number,
  ): number {
    if (depth > MAX_DEPTH) throw new NotPlain(`it is cyclic, or nested more than ${MAX_DEPTH} deep`);
    if (Array.isArray(value)) return this.writeArray(value, place, depth, at, before, codeBefore);
    if (isPlain(value)) return this.writePlain(value, place, depth, at, before, codeBefore);
    if (value instanceof Set) return this.writeUnordered(SET, value, place, depth, at);
    if (value instanceof Map) return this.writeUnordered(MAP, value, place, depth, at);
    return refuse(value);
  }

  private writeArray(
    value: readonly unknown[],
    place: Place,
    depth: number,
    at: number,
    before: unknown,
    codeBefore: number,
  ): number {
    const { length } = value;
    const end = at + 1 + length;
    this.reserve(end);
    this.scratch[at] = ARRAY;
    const known = this.startOf(before, codeBefore, ARRAY);
    const knownEnd = known < 0 ? 0 : known + this.parts.lengthOf(~codeBefore);
    for (let i = 0; i < length; i++) {
      const item = value[i];
      let code: number;
      if (typeof item === 'number' && (item | 0) === item && item > -SMALL && item < SMALL) code = item + SHIFT;
      else if (typeof item === 'object' && known >= 0 && known + 1 + i < knownEnd) {
        const itemBefore = (before as readonly unknown[])[i];
        const itemCode = this.parts.data.data[known + 1 + i];
        code = item === itemBefore ? itemCode : this.code(item, place.element, depth + 1, end, itemBefore, itemCode);
      } else code = this.code(item, place.element, depth + 1, end, undefined, UNDEFINED);
      this.scratch[at + 1 + i] = code;
    }
    return end;
  }

  private writePlain(
    value: Record<string, unknown>,
    place: Place,
    depth: number,
    at: number,
    before: unknown,
    codeBefore: number,
  ): number {
    const { shapes } = place;
    for (let i = 0; i < shapes.length; i++) {
      const end = this.writeShaped(value, shapes[i], depth, at, before, codeBefore);
      if (end >= 0) return end;
    }
    const shape = this.shapeOf(value);
    if (shapes.length < MAX_SHAPES) shapes.push(shape);
    return this.writeByKeys(value, shape, depth, at);
  }

  /**
   * Writes an object of this shape; -1 where it has another. Engines make `for (key in value) value[key]` as fast as a load from a fixed
   * place, whatever the object, so that one walk compares the keys and encodes the values.
   */
  private writeShaped(
    value: Record<string, unknown>,
    { keys, ranks, header, places }: Shape,
    depth: number,
    at: number,
    before: unknown,
    codeBefore: number,
  ): number {
    const end = at + 1 + keys.length;
    this.reserve(end);
    const known = this.startOf(before, codeBefore, header);
    let count = 0;
    for (const key in value) {
      if (keys[count] !== key) return -1;
      const item = value[key];
      const rank = ranks[count];
      let code: number;
      if (typeof item === 'number' && (item | 0) === item && item > -SMALL && item < SMALL) code = item + SHIFT;
      else if (typeof item === 'object' && known >= 0) {
        const itemBefore = (before as Record<string, unknown>)[key];
        const itemCode = this.parts.data.data[known + rank];
        code = this.code(item, places[count], depth + 1, end, itemBefore, itemCode);
      } else code = this.code(item, places[count], depth + 1, end, undefined, UNDEFINED);
      this.scratch[at + rank] = code;
      count++;
    }
    if (count !== keys.length) return -1;
    this.scratch[at] = header;
    return end;
  }

  /** The same for an object that is known to have the shape. */
  private writeByKeys(value: Record<string, unknown>, shape: Shape, depth: number, at: number): number {
    const { keys, ranks, header, places } = shape;
    const end = at + 1 + keys.length;
    this.reserve(end);
    for (let i = 0; i < keys.length; i++) {
      const code = this.code(value[keys[i]], places[i], depth + 1, end, undefined, UNDEFINED);
      this.scratch[at + ranks[i]] = code;
    }
    this.scratch[at] = header;
    return end;
  }

  /** The codes of the entries in ascending order; an entry of a Map is the array of its key and its value. */
  private writeUnordered(tag: number, value: Iterable<unknown>, place: Place, depth: number, at: number): number {
    const entries = Array.from(value, (entry) => this.code(entry, place.element, depth + 1, at, undefined, UNDEFINED));
    entries.sort((a, b) => a - b);
    this.reserve(at + 1 + entries.length);
    this.scratch[at] = tag;
    this.scratch.set(entries, at + 1);
    return at + 1 + entries.length;
  }

  /** Where the sequence of a part starts if it begins so, otherwise -1. */
  private startOf(part: unknown, code: number, header: number): number {
    if (code >= 0 || typeof part !== 'object' || part === null) return -1;
    const start = this.parts.starts.data[~code];
    return this.parts.data.data[start] === header ? start : -1;
  }

  /** The shape of a plain object. */
  shapeOf(value: object): Shape {
    const keys = Object.keys(value);
    const text = JSON.stringify(keys);
    const known = this.shapes.get(text);
    if (known !== undefined) return known;
    const order = keys.map((_, i) => i).sort((i, k) => (keys[i] < keys[k] ? -1 : 1));
    const ranks = keys.map((_, i) => order.indexOf(i) + 1);
    const header = FIRST_SHAPE + this.headers.intern(JSON.stringify(order.map((i) => keys[i])));
    const shape: Shape = { number: this.shapes.size, keys, ranks, header, places: keys.map(() => new Place()) };
    this.shapes.set(text, shape);
    return shape;
  }

  private reserve(length: number): void {
    if (length <= this.scratch.length) return;
    const scratch = new Int32Array(Math.max(length, this.scratch.length * 2));
    scratch.set(this.scratch);
    this.scratch = scratch;
  }
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function refuse(value: object): never {
  const name: unknown = (value as { constructor?: { name?: unknown } }).constructor?.name;
  throw new NotPlain(`an object of class ${typeof name === 'string' ? name : 'unknown'} is not a plain value`);
}
