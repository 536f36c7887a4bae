// Values as levels see them. Decision diagrams hold small non-negative integers; tokens of a net are such numbers, other variables
// get a dictionary: the n-th value seen is n. A node has a child for each code between its smallest and its largest, so that gaps cost: of
// a byte that is 0, 1 or 255 the codes are 0, 1 and 2. The values of tables are entered in ascending order, and so are short ranges.
import { ANY, type Model } from '../models/model.ts';

/** How the values of one variable are written in a diagram. */
export interface ValueCoding {
  /** The code of a value; a new one where the value was not seen before. */
  encode(value: number): number;
  decode(code: number): number;
}

/** Ranges up to this size are entered from the start. */
const SHORT_RANGE = 16;

/** One coding for each variable of the model. */
export function codingsOf(model: Model): readonly ValueCoding[] {
  const isNet = model.groups.every(({ behaviour }) => behaviour.kind === 'tokens');
  if (isNet) return model.variables.map(() => NATURAL);
  const inTables = valuesInTables(model);
  return model.variables.map(({ lower, upper }, i) => {
    if (inTables !== null) return new Dictionary([...inTables[i]].sort((a, b) => a - b));
    const isShort = lower !== null && upper !== null && upper - lower < SHORT_RANGE;
    return new Dictionary(isShort ? Array.from({ length: upper - lower + 1 }, (_, k) => lower + k) : []);
  });
}

/** The values of each variable in the initial states and the tables of all groups; null unless all have tables. */
function valuesInTables(model: Model): ReadonlySet<number>[] | null {
  const values = model.variables.map(() => new Set<number>());
  for (const { behaviour } of model.groups) {
    if (behaviour.kind !== 'table') return null;
    const { columns, rows } = behaviour;
    for (let at = 0; at < rows.length; at++) if (rows[at] !== ANY) values[columns[at % columns.length]].add(rows[at]);
  }
  for (const state of model.initialStates()) for (const [i, set] of values.entries()) set.add(state[i]);
  return values;
}

const NATURAL: ValueCoding = { encode: (value) => value, decode: (code) => code };

class Dictionary implements ValueCoding {
  private readonly codes = new Map<number, number>();
  private readonly values: number[] = [];

  constructor(values: readonly number[]) {
    for (const value of values) this.encode(value);
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
