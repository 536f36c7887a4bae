// Plain values as sequences of integers, the same sequence for the same structure: what tells the states of TypeScript
// models apart.
//
//  - numbers by value (0 and -0 are the same, NaN is one value), bigint apart from number, strings, booleans, null,
//    undefined;
//  - arrays by their elements in order, a hole as undefined;
//  - plain objects by their own enumerable properties, whatever their order; a property that is undefined differs from
//    one that is absent;
//  - Map and Set by their entries, whatever their order.
// Anything else (functions, symbols, class instances, dates, promises, cycles) is refused: two of these may differ where
// no encoding can see it.
import { StringTable } from '../../base/intern.ts';

/** Tags. From 2^28 on come small integers, moved up by 2^29; from 2^30 on the numbers of strings. */
const UNDEFINED = 0;
const NULL = 1;
const FALSE = 2;
const TRUE = 3;
const DOUBLE = 4;
const HUGE_STRING = 5;
const BIGINT = 6;
const ARRAY = 7;
const OBJECT = 8;
const MAP = 9;
const SET = 10;
const SMALL = 0x1000_0000;
const SHIFT = 0x2000_0000;
const STRING = 0x4000_0000;
const STRINGS = 0x3fff_ffff;

/** Deeper values are taken for cyclic ones. */
const MAX_DEPTH = 500;

/** A part of a state that is not a plain value. */
export class NotPlain extends Error {
  override name = 'NotPlain';
}

/** The keys of objects in one order of insertion, and in the canonical order. */
interface Shape {
  readonly keys: readonly string[];
  /** Positions of the keys in ascending order of the keys. */
  readonly order: readonly number[];
  /** Place of each key in ascending order of the keys. */
  readonly ranks: readonly number[];
  readonly id: number;
}

const NO_SHAPE: Shape = { keys: [], order: [], ranks: [], id: -1 };

export class Encoder {
  /** The codes of the last value encoded; only the first `length` count. */
  codes = new Int32Array(64);
  length = 0;
  private readonly strings = new StringTable();
  private readonly shapes: Shape[] = [];
  /** The shape that was seen last; states of a model mostly have the same. */
  private lastShape = NO_SHAPE;
  private readonly float = new Float64Array(1);
  private readonly floatWords = new Int32Array(this.float.buffer);

  /** Encodes `value` into `codes`. Throws `NotPlain`. */
  encode(value: unknown): void {
    this.length = 0;
    this.write(value, 0);
  }

  private write(value: unknown, depth: number): void {
    const code = this.shortCode(value);
    if (code >= 0) this.push(code);
    else this.writeLong(value, depth);
  }

  /** The code of a value that has a single one, or -1. */
  private shortCode(value: unknown): number {
    switch (typeof value) {
      case 'number':
        return (value | 0) === value && value > -SMALL && value < SMALL ? value + SHIFT : -1;
      case 'string': {
        const id = this.strings.intern(value);
        return id < STRINGS ? id + STRING : -1;
      }
      case 'boolean':
        return value ? TRUE : FALSE;
      case 'undefined':
        return UNDEFINED;
      case 'object':
        return value === null ? NULL : -1;
      default:
        return -1;
    }
  }

  private writeLong(value: unknown, depth: number): void {
    switch (typeof value) {
      case 'number':
        this.writeDouble(value);
        break;
      case 'string':
        this.push(HUGE_STRING);
        this.push(this.strings.intern(value));
        break;
      case 'bigint':
        this.push(BIGINT);
        this.push(this.strings.intern(String(value)));
        break;
      case 'object':
        this.writeObject(value as object, depth);
        break;
      default:
        throw new NotPlain(`a ${typeof value} is not a plain value`);
    }
  }

  private writeDouble(value: number): void {
    this.float[0] = Number.isNaN(value) ? Number.NaN : value;
    this.push(DOUBLE);
    this.push(this.floatWords[0]);
    this.push(this.floatWords[1]);
  }

  private writeObject(value: object, depth: number): void {
    if (depth > MAX_DEPTH) throw new NotPlain(`it is cyclic, or nested more than ${MAX_DEPTH} deep`);
    if (Array.isArray(value)) {
      this.push(ARRAY);
      this.push(value.length);
      for (let i = 0; i < value.length; i++) this.write(value[i], depth + 1);
      return;
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) this.writePlain(value as Record<string, unknown>, depth);
    else if (value instanceof Set) this.writeUnordered(SET, value, depth);
    else if (value instanceof Map) this.writeUnordered(MAP, value, depth);
    else this.refuse(value);
  }

  private writePlain(value: Record<string, unknown>, depth: number): void {
    if (this.writeFlat(value)) return;
    const { order, id } = this.shapeOf(value);
    this.push(OBJECT);
    this.push(id);
    // One call of Object.values is faster than a load by a varying key per property.
    const values = Object.values(value);
    for (let i = 0; i < order.length; i++) this.write(values[order[i]], depth + 1);
  }

  /**
   * Writes an object of the last shape whose values all have one code, in a single walk over its properties: engines
   * make `for (key in value) value[key]` as fast as a load from a fixed place. False, with nothing written, for others.
   */
  private writeFlat(value: Record<string, unknown>): boolean {
    const { keys, ranks, id } = this.lastShape;
    if (id < 0) return false;
    const start = this.length;
    while (start + keys.length + 2 > this.codes.length) this.grow();
    const { codes } = this;
    let count = 0;
    for (const key in value) {
      if (keys[count] !== key) return false;
      const code = this.shortCode(value[key]);
      if (code < 0) return false;
      codes[start + 2 + ranks[count++]] = code;
    }
    if (count !== keys.length) return false;
    codes[start] = OBJECT;
    codes[start + 1] = id;
    this.length = start + count + 2;
    return true;
  }

  /** Entries are encoded one after another, then put into ascending order. */
  private writeUnordered(tag: number, value: Iterable<unknown>, depth: number): void {
    this.push(tag);
    const entries: Int32Array[] = [];
    const start = this.length;
    for (const entry of value) {
      this.write(entry, depth + 1);
      entries.push(this.codes.slice(start, this.length));
      this.length = start;
    }
    entries.sort(compareCodes);
    this.push(entries.length);
    for (const entry of entries) for (let i = 0; i < entry.length; i++) this.push(entry[i]);
  }

  private refuse(value: object): never {
    const name: unknown = (value as { constructor?: { name?: unknown } }).constructor?.name;
    throw new NotPlain(`an object of class ${typeof name === 'string' ? name : 'unknown'} is not a plain value`);
  }

  /** Models have few shapes, so that looking through them is faster than hashing the keys. */
  private shapeOf(value: Record<string, unknown>): Shape {
    for (let i = 0; i < this.shapes.length; i++) {
      if (hasKeys(value, this.shapes[i].keys)) {
        this.lastShape = this.shapes[i];
        return this.lastShape;
      }
    }
    const keys = Object.keys(value);
    const order = keys.map((_, i) => i).sort((i, k) => (keys[i] < keys[k] ? -1 : 1));
    const ranks = keys.map((_, i) => order.indexOf(i));
    const id = this.strings.intern(`{${JSON.stringify(order.map((i) => keys[i]))}`);
    const shape = { keys, order, ranks, id };
    if (this.shapes.length < MAX_SHAPES) this.shapes.push(shape);
    this.lastShape = shape;
    return shape;
  }

  private push(code: number): void {
    if (this.length === this.codes.length) this.grow();
    this.codes[this.length++] = code;
  }

  private grow(): void {
    const codes = new Int32Array(this.codes.length * 2);
    codes.set(this.codes);
    this.codes = codes;
  }
}

/** Beyond this many, shapes are computed anew each time: objects used as dictionaries. */
const MAX_SHAPES = 32;

/** Whether these are the keys of a plain object, in this order. */
function hasKeys(value: object, keys: readonly string[]): boolean {
  let count = 0;
  for (const key in value) if (keys[count++] !== key) return false;
  return count === keys.length;
}

function compareCodes(a: Int32Array, b: Int32Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
