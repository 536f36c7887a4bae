// The values that stand at one place of the states (a property of theirs, a property of that, the elements of an array) as small numbers:
// 0, 1, 2, … in the order in which they were first seen there.
//
// What a value is, is decided by its code (`value-codes.ts`). This is a shorter way to the number of a value that was seen before: integers
// and strings by tables, records and arrays by the numbers of what they hold at the places below. What changed in a step is little: where
// an element is the very same object as in the value before, its number is taken from there.
//
// Two values that take the same short way have the same structure, since numbers at a place are different for different values, and headers
// tell arrays and orders of keys apart. A value for which there is none takes the long one.
import { Int32List } from '../../base/growable.ts';
import { SequenceTable } from './sequence-table.ts';
import { isPlain, Place, type ValueCodes } from './value-codes.ts';

/** Integers from LEAST on have an entry each. */
const LEAST = -64;
const INTEGERS = 1024;

/** Beyond, values take the long way: deeper ones, longer ones, and objects that are used as dictionaries. */
const MAX_DEPTH = 8;
const MAX_LENGTH = 1024;
const MAX_SHAPES = 4;

/** Before the numbers of an array; objects have the number of their shape there. */
const ARRAY = -1;

const UNKNOWN = -1;
const NO_ITEMS: readonly unknown[] = [];

/** The keys of objects at a place, in one order of insertion. */
interface PlaceShape {
  readonly header: number;
  readonly keys: readonly string[];
  readonly places: readonly NumberedPlace[];
}

export class NumberedPlace {
  /** The values by number: of those that are equal, the one that was seen first, here or elsewhere. */
  readonly values: unknown[] = [];
  private readonly codeOfNumber: number[] = [];
  private readonly codes: ValueCodes;
  private readonly place = new Place();
  private readonly depth: number;
  private readonly numbers = new Map<number, number>();
  /** Of integers and strings: the number plus one, 0 where it was not seen. */
  private readonly integers: Int32Array = new Int32Array(INTEGERS);
  private readonly texts = new Map<string, number>();
  /** Of objects: a header and the numbers of what they hold, and for each such sequence the number of the value. */
  private parts: SequenceTable | null = null;
  private readonly numberOfPart = new Int32List(4);
  /** By number of a value: that of its sequence plus one, 0 where it has none. */
  private readonly partOfNumber = new Int32List(4);
  private scratch = new Int32Array(16);
  private elements: NumberedPlace | null = null;
  private readonly shapes: PlaceShape[] = [];

  constructor(codes: ValueCodes, depth = 0) {
    this.codes = codes;
    this.depth = depth;
  }

  get bytes(): number {
    let bytes = 4 * (this.numberOfPart.data.length + this.partOfNumber.data.length + this.scratch.length + INTEGERS);
    bytes += this.parts?.bytes ?? 0;
    bytes += this.elements?.bytes ?? 0;
    for (const { places } of this.shapes) for (const place of places) bytes += place.bytes;
    return bytes;
  }

  /** The number of a value. What it has in common with that of number `before`, which must not have changed since, is not looked at again. */
  number(value: unknown, before: number): number {
    if (typeof value === 'number') {
      if ((value | 0) === value && value >= LEAST && value < LEAST + INTEGERS) {
        const known = this.integers[value - LEAST];
        if (known !== 0) return known - 1;
      }
    } else if (typeof value === 'string') {
      const known = this.texts.get(value);
      if (known !== undefined) return known;
    } else if (typeof value === 'object' && value !== null && this.depth < MAX_DEPTH) {
      return this.numberOfObject(value, before);
    }
    return this.byCode(value, before);
  }

  /** The number of a value, looked at as if nothing were known of it. */
  numberAnew(value: unknown): number {
    return this.interned(this.codes.codeOf(value, this.place));
  }

  private numberOfObject(value: object, before: number): number {
    const parts = (this.parts ??= new SequenceTable());
    const end = Array.isArray(value)
      ? this.writeArray(value, before, parts)
      : isPlain(value)
        ? this.writePlain(value, before, parts)
        : UNKNOWN;
    if (end === UNKNOWN) return this.byCode(value, before);
    const part = parts.intern(this.scratch, 0, end);
    const { numberOfPart } = this;
    // Whatever is thrown below, parts and their numbers stay side by side.
    while (numberOfPart.length <= part) numberOfPart.push(UNKNOWN);
    if (numberOfPart.data[part] !== UNKNOWN) return numberOfPart.data[part];
    const number = this.byCode(value, before);
    numberOfPart.data[part] = number;
    if (this.partOfNumber.data[number] === 0) this.partOfNumber.data[number] = part + 1;
    return number;
  }

  /** Writes the header and the numbers of an array; returns their end. */
  private writeArray(value: readonly unknown[], before: number, parts: SequenceTable): number {
    const { length } = value;
    if (length > MAX_LENGTH) return UNKNOWN;
    if (length >= this.scratch.length) this.scratch = new Int32Array(2 * length + 2);
    const { scratch } = this;
    const element = (this.elements ??= new NumberedPlace(this.codes, this.depth + 1));
    const start = this.startOf(before, ARRAY, parts);
    const { data } = parts.data;
    const old = start < 0 ? NO_ITEMS : (this.values[before] as readonly unknown[]);
    const common = Math.min(length, old.length);
    scratch[0] = ARRAY;
    let i = 0;
    for (; i < common; i++) {
      const item = value[i];
      const number = data[start + 1 + i];
      scratch[i + 1] = item === old[i] ? number : element.number(item, number);
    }
    for (; i < length; i++) scratch[i + 1] = element.number(value[i], UNKNOWN);
    return length + 1;
  }

  private writePlain(value: Record<string, unknown>, before: number, parts: SequenceTable): number {
    const { shapes } = this;
    for (let i = 0; i < shapes.length; i++) {
      const end = this.writeShaped(value, shapes[i], before, parts);
      if (end !== UNKNOWN) return end;
    }
    if (shapes.length === MAX_SHAPES) return UNKNOWN;
    const keys = Object.keys(value);
    if (keys.length > MAX_LENGTH) return UNKNOWN;
    if (keys.length >= this.scratch.length) this.scratch = new Int32Array(2 * keys.length + 2);
    const places = keys.map(() => new NumberedPlace(this.codes, this.depth + 1));
    const shape = { header: shapes.length, keys, places };
    shapes.push(shape);
    return this.writeShaped(value, shape, UNKNOWN, parts);
  }

  /**
   * Writes an object of this shape; UNKNOWN where it has another. Engines make `for (key in value) value[key]` as fast as a load from a
   * fixed place, whatever the object, so that one walk compares the keys and looks at the values.
   */
  private writeShaped(
    value: Record<string, unknown>,
    { header, keys, places }: PlaceShape,
    before: number,
    parts: SequenceTable,
  ): number {
    const { scratch } = this;
    const start = this.startOf(before, header, parts);
    const { data } = parts.data;
    let count = 0;
    for (const key in value) {
      if (keys[count] !== key) return UNKNOWN;
      const item = value[key];
      const place = places[count];
      count++;
      if (start < 0) {
        scratch[count] = place.number(item, UNKNOWN);
        continue;
      }
      const number = data[start + count];
      const isSame =
        item === place.values[number] ||
        (typeof item === 'object' && item === (this.values[before] as Record<string, unknown>)[key]);
      scratch[count] = isSame ? number : place.number(item, number);
    }
    if (count !== keys.length) return UNKNOWN;
    scratch[0] = header;
    return count + 1;
  }

  /** Where the sequence of a value starts, if it has one with this header; otherwise -1. */
  private startOf(number: number, header: number, parts: SequenceTable): number {
    if (number < 0) return -1;
    const part = this.partOfNumber.data[number] - 1;
    if (part < 0) return -1;
    const start = parts.starts.data[part];
    return parts.data.data[start] === header ? start : -1;
  }

  /** The long way. */
  private byCode(value: unknown, before: number): number {
    const code =
      before < 0
        ? this.codes.codeOf(value, this.place)
        : this.codes.codeOf(value, this.place, this.values[before], this.codeOfNumber[before]);
    const number = this.interned(code);
    if (typeof value === 'string') this.texts.set(value, number);
    else if (typeof value === 'number' && (value | 0) === value && value >= LEAST && value < LEAST + INTEGERS) {
      this.integers[value - LEAST] = number + 1;
    }
    return number;
  }

  private interned(code: number): number {
    const known = this.numbers.get(code);
    if (known !== undefined) return known;
    const number = this.values.length;
    this.partOfNumber.push(0);
    this.codeOfNumber.push(code);
    this.values.push(this.codes.valueOf(code));
    this.numbers.set(code, number);
    return number;
  }
}
