// Values as levels see them. Decision diagrams hold small non-negative integers; tokens of a net are such numbers, other variables
// get a dictionary: the n-th value seen is n. Where the bounds are known and near, values are entered in ascending order.
import type { Model, Variable } from '../models/model.ts';

/** How the values of one variable are written in a diagram. */
export interface ValueCoding {
  /** The code of a value; a new one where the value was not seen before. */
  encode(value: number): number;
  decode(code: number): number;
}

/** Ranges up to this size are entered from the start. */
const SMALL_RANGE = 1024;

/** One coding for each variable of the model. */
export function codingsOf(model: Model): readonly ValueCoding[] {
  const isNet = model.groups.every(({ behaviour }) => behaviour.kind === 'tokens');
  return model.variables.map((variable) => (isNet ? NATURAL : new Dictionary(variable)));
}

const NATURAL: ValueCoding = { encode: (value) => value, decode: (code) => code };

class Dictionary implements ValueCoding {
  private readonly codes = new Map<number, number>();
  private readonly values: number[] = [];

  constructor({ lower, upper }: Variable) {
    if (lower === null || upper === null || upper - lower >= SMALL_RANGE) return;
    for (let value = lower; value <= upper; value++) this.encode(value);
  }

  encode(value: number): number {
    let code = this.codes.get(value);
    if (code === undefined) {
      code = this.values.push(value) - 1;
      this.codes.set(value, code);
    }
    return code;
  }

  decode(code: number): number {
    return this.values[code];
  }
}
