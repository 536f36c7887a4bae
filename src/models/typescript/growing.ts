// Which part of the states of a model in code grows: what a user wants to know when a limit ended a search. A guess from the states that were
// seen, in the order in which they were found; nothing depends on it but words.
import { memberPath } from './describe-value.ts';

/** A number, or the length of a list, text, set or map, that became larger and larger. */
export interface Growing {
  /** The path of the variable, as traces show it. */
  readonly variable: string;
  readonly what: 'value' | 'length';
  /** Its largest amounts among the first states and among the last ones. */
  readonly from: number;
  readonly to: number;
}

/** The states that are looked at, evenly spread; each has at most so many parts that are. */
const SAMPLE = 512;
const PARTS = 1000;
/** The sample is cut into so many stretches: what grows is larger in each than in the one before. */
const STRETCHES = 4;

interface Amounts {
  readonly variable: string;
  readonly what: Growing['what'];
  readonly largest: Float64Array;
}

/** What grows most in the `count` states that `stateOf` gives by their numbers; null where nothing does all the time. */
export function growingVariable(count: number, stateOf: (number: number) => unknown): Growing | null {
  const size = Math.min(count, SAMPLE);
  if (size < STRETCHES * 4) return null;
  const found = new Map<string, Amounts>();
  for (let i = 0; i < size; i++) {
    const stretch = Math.floor((i * STRETCHES) / size);
    for (const { variable, what, amount } of measured(stateOf(Math.floor((i * count) / size)))) {
      const key = `${what} ${variable}`;
      let amounts = found.get(key);
      if (amounts === undefined) {
        amounts = { variable, what, largest: new Float64Array(STRETCHES).fill(-1) };
        found.set(key, amounts);
      }
      amounts.largest[stretch] = Math.max(amounts.largest[stretch], amount);
    }
  }
  let best: Growing | null = null;
  for (const { variable, what, largest } of found.values()) {
    const [from, to] = [largest[0], largest[STRETCHES - 1]];
    const grows = from >= 0 && largest.every((amount, i) => i === 0 || amount > largest[i - 1]);
    if (grows && (best === null || to - from > best.to - best.from)) best = { variable, what, from, to };
  }
  return best;
}

interface Measure {
  readonly variable: string;
  readonly what: Growing['what'];
  readonly amount: number;
}

/** The amounts in a plain value. */
function measured(state: unknown): Measure[] {
  const found: Measure[] = [];
  const pending: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: state }];
  for (let i = 0; i < pending.length && i < PARTS; i++) {
    const { path, value } = pending[i];
    const add = (what: Measure['what'], amount: number): unknown =>
      found.push({ variable: path === '' ? 'state' : path, what, amount });
    if (typeof value === 'number' && Number.isFinite(value)) add('value', Math.abs(value));
    else if (typeof value === 'bigint') add('value', Math.abs(Number(value)));
    else if (typeof value === 'string') add('length', value.length);
    else if (value instanceof Set || value instanceof Map) add('length', value.size);
    else if (Array.isArray(value)) {
      add('length', value.length);
      for (const [k, item] of value.entries()) pending.push({ path: `${path}[${k}]`, value: item });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) pending.push({ path: memberPath(path, key), value: item });
    }
  }
  return found;
}
