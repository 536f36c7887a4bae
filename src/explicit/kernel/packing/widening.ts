// How fields are widened when a value does not fit: each widening packs all states anew, so those that are likely to come are made at once.
import { declaredRanges, type FieldNeeds, join, joinArrays } from './field-ranges.ts';
import { bitsFor, type Field, packedSize, type Range } from './packing.ts';

/** From this many repackings on, every variable is taken to change; in large models, of so many variables, from the first on. */
const REPACKINGS_WITH_CONSTANTS = 4;
const LARGE_MODEL = 5000;
/** From this many repackings of a net on, all places whose fields are alike get wider ones together. */
const REPACKINGS_ALONE = 3;

/** From this many repackings on, and this many words, variables of programs get all their declared values if they need no more bits than these. */
const REPACKINGS_BEFORE_DECLARED = 2;
const WIDE_WORDS = 3;
const DECLARED_BITS = 8;

/** The largest value of a variable. */
const MOST = 2 ** 31 - 1;

/** A value that does not fit, and what is known of it. */
interface Misfit {
  readonly variable: number;
  readonly value: number;
  /** How often states were packed anew, this time included. */
  readonly repackings: number;
  /** Whether it is a number of tokens. */
  readonly tokens: boolean;
}

/** The ranges after `value` turned out not to fit the field of `variable`. */
export function rangesAfter(misfit: Misfit, fields: readonly Field[], needs: FieldNeeds): Range[] {
  const { variable, value, repackings, tokens } = misfit;
  const ranges: Range[] = fields.map((field) => ({ lower: field.lower, upper: field.lower + field.max }));
  ranges[variable] = join(ranges[variable], { lower: value, upper: value });
  let wider = joinArrays(ranges, needs.arrays);
  // On a large net place after place may prove to be no constant, and each costs new code for all transitions.
  const isLarge = needs.model.variables.length > LARGE_MODEL;
  if (repackings >= REPACKINGS_WITH_CONSTANTS || isLarge) wider = withoutConstants(needs, wider);
  const isWide = packedSize(wider, needs.implied).words >= WIDE_WORDS;
  if (!tokens && repackings >= REPACKINGS_BEFORE_DECLARED && isWide) wider = withSmallDeclared(needs, wider);
  return tokens && repackings >= REPACKINGS_ALONE ? withOthersAlike(fields, variable, wider, needs) : wider;
}

/** The ranges, with all declared values of the variables that declare few. */
function withSmallDeclared(needs: FieldNeeds, ranges: readonly Range[]): Range[] {
  const declared = declaredRanges(needs, ranges);
  const wider = ranges.map((range, i) => (bitsFor(declared[i]) <= DECLARED_BITS ? declared[i] : range));
  return joinArrays(wider, needs.arrays);
}

/** The ranges with a bit for every variable that has none yet and is not known to be constant. */
function withoutConstants({ model, arrays }: FieldNeeds, ranges: readonly Range[]): Range[] {
  const open = ranges.map((range, i) => {
    const { lower, upper } = model.variables[i];
    if (range.lower < range.upper || (lower !== null && lower === upper)) return range;
    return upper === range.upper ? { lower: range.lower - 1, upper } : { lower: range.lower, upper: range.upper + 1 };
  });
  return joinArrays(open, arrays);
}

/**
 * The ranges with a bit more for every field that is as `variable` was before it was widened, within the declared bounds: in nets such places
 * mostly are the same place of other parts, and overflow one after the other. Fields of one bit are left out: most of them keep it.
 */
function withOthersAlike(
  fields: readonly Field[],
  variable: number,
  ranges: readonly Range[],
  { model, arrays }: FieldNeeds,
): Range[] {
  const { lower, max } = fields[variable];
  if (max < 2) return [...ranges];
  const wider = ranges.map((range, i) => {
    if (fields[i].lower !== lower || fields[i].max !== max) return range;
    const upper = Math.min(lower + 2 * max + 1, model.variables[i].upper ?? MOST, MOST);
    return join(range, { lower, upper: Math.max(range.upper, upper) });
  });
  return joinArrays(wider, arrays);
}
