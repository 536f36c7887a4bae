// The transformations that the command line offers, in the order in which they are applied.
import type { Formula } from './formula.ts';
import { nnf } from './nnf.ts';
import { type NameStyle, relabel, relabelBoolean } from './relabel.ts';
import { type SimplifyLevel, type SimplifyOptions, simplify } from './simplify/simplify.ts';
import { type Abbreviation, unabbreviate } from './unabbreviate.ts';

/** What to do to a formula: fields apply from top to bottom. */
export interface Transformations {
  readonly negate?: boolean;
  readonly simplify?: SimplifyLevel;
  /** Language containment for the third level of simplification. */
  readonly implies?: SimplifyOptions['implies'];
  /** Of the simplification, which is the only one that may take long. */
  readonly limits?: SimplifyOptions['limits'];
  readonly nnf?: boolean;
  /** The operators to write out. */
  readonly unabbreviate?: readonly Abbreviation[];
  /** New names for whole Boolean subformulas. */
  readonly relabelBoolean?: NameStyle;
  /** New names for propositions. */
  readonly relabel?: NameStyle;
}

/** The formula after all the given transformations. */
export function transform(formula: Formula, wanted: Transformations): Formula {
  let result = formula;
  if (wanted.negate) result = result.store.not(result);
  if (wanted.simplify !== undefined) {
    const { simplify: level, implies, limits } = wanted;
    result = simplify(result, { level, implies, limits });
  }
  if (wanted.nnf) result = nnf(result);
  if (wanted.unabbreviate !== undefined) result = unabbreviate(result, wanted.unabbreviate);
  if (wanted.relabelBoolean !== undefined) result = relabelBoolean(result, wanted.relabelBoolean).formula;
  if (wanted.relabel !== undefined) result = relabel(result, wanted.relabel).formula;
  return result;
}

/** Spot's letters for the operators that can be written out. */
const LETTERS: ReadonlyMap<string, Abbreviation> = new Map<string, Abbreviation>([
  ['i', 'implies'],
  ['e', 'equivalent'],
  ['^', 'xor'],
  ['F', 'finally'],
  ['G', 'globally'],
  ['R', 'release'],
  ['W', 'weakUntil'],
  ['M', 'strongRelease'],
]);

/** The operators named by a string of letters out of `ie^FGRWM`; null if another character is among them. */
export function abbreviationsOf(letters: string): Abbreviation[] | null {
  const found = [...letters].map((letter) => LETTERS.get(letter));
  return found.every((operator) => operator !== undefined) ? found : null;
}
