// Which fields states are packed into: at first, from declared bounds and a look at the first states; and later, once
// there are many states that might share entries of the table (leaves.ts).
import type { Model } from '../../../models/model.ts';
import type { Kernel } from '../kernel.ts';
import {
  chooseRanges,
  declaredRanges,
  type FieldNeeds,
  join,
  joinArrays,
  packingFor,
  seenRanges,
} from './field-ranges.ts';
import { impliedVariables } from './implied.ts';
import { chooseLeaves } from './leaves.ts';
import { withLocations } from './locations.ts';
import type { Measures } from './measure.ts';
import { covers, type Packing, packedSize, type Range } from './packing.ts';
import { withSlack } from './slack.ts';

/** States per entry, in a sample, from which on sharing pays. */
const WORTH_SHARING = 1.6;

/** What is packed, and the ranges of its fields. */
export interface FieldPlan {
  readonly needs: FieldNeeds;
  readonly ranges: readonly Range[];
  /** What is packed if implied variables are left out. */
  readonly lean: FieldNeeds;
  /** The values of the first look. */
  readonly found: readonly Range[];
}

interface PlanOptions {
  /** Whether implied variables are left out. */
  readonly implied: 'always' | 'never' | 'when-better';
  /** Joins what was seen with what a sample of states shows. */
  sample(seen: readonly Range[]): readonly Range[];
}

/** Fields to begin with: as declared, or from a look at the first states by the model itself and then by a kernel. */
export function planFields(needs: FieldNeeds, { implied: wanted, sample }: PlanOptions): FieldPlan {
  const { model } = needs;
  const seen = seenRanges(model, needs.arrays);
  const lean: FieldNeeds = { ...needs, implied: wanted === 'never' ? [] : impliedVariables(model) };
  const known = seen.complete || declaredSuffice(needs, seen.ranges) || declaredSuffice(lean, seen.ranges);
  const found = known ? seen.ranges : sample(seen.ranges);
  const plain = withSlack(needs, withLocations(needs, chooseRanges(needs, found)));
  const fewer = withSlack(lean, withLocations(lean, chooseRanges(lean, found)));
  const leaner = wanted === 'always' || isBetter(model, packingFor(lean, fewer), packingFor(needs, plain));
  return leaner ? { needs: lean, ranges: fewer, lean, found } : { needs, ranges: plain, lean, found };
}

/** Whether leaving variables out is worth computing them: fewer words, or no widening to come. */
function isBetter(model: Model, lean: Packing, plain: Packing): boolean {
  if (lean.words !== plain.words) return lean.words < plain.words;
  const isFinal = ({ fields }: Packing): boolean =>
    fields.every((field, i) => covers(field, model.variables[i].lower, model.variables[i].upper));
  return isFinal(lean) && !isFinal(plain);
}

/** Whether the declared bounds need no more words than what was seen: then it does not matter how much of them occurs. */
function declaredSuffice(needs: FieldNeeds, seen: readonly Range[]): boolean {
  if (needs.model.variables.some(({ lower, upper }) => lower === null || upper === null)) return false;
  const needed = packedSize(seen, needs.implied);
  const whole = packedSize(declaredRanges(needs, seen), needs.implied);
  return whole.words === needed.words;
}

interface SharingOptions {
  readonly wanted: 'always' | 'when-better';
  /** The values in the states found so far. */
  measure(): Measures;
}

/** Fields for states that share entries of the table, judged by the states of the kernel; null if that does not pay. */
export function planSharing(plan: FieldPlan, kernel: Kernel, { wanted, measure }: SharingOptions): FieldPlan | null {
  const { lean, found } = plan;
  const expected = chooseRanges(lean, found);
  const { variables, shared } = chooseLeaves(kernel, lean, expected);
  if (wanted !== 'always' && shared < WORTH_SHARING) return null;
  const needs: FieldNeeds = { ...lean, leaves: variables };
  const ranges = withSlack(needs, holdDeclared(lean.model, expected) ? expected : rangesSoFar(plan, measure()));
  return packingFor(needs, ranges).words > 1 ? null : { ...plan, needs, ranges };
}

/** Whether no value can leave the ranges. */
function holdDeclared(model: Model, ranges: readonly Range[]): boolean {
  return ranges.every((range, i) => {
    const { lower, upper } = model.variables[i];
    return lower !== null && upper !== null && lower >= range.lower && upper <= range.upper;
  });
}

function rangesSoFar({ lean, found }: FieldPlan, { lower, upper }: Measures): Range[] {
  const all = found.map((range, i) => join(range, { lower: lower[i], upper: upper[i] }));
  return chooseRanges(lean, joinArrays(all, lean.arrays));
}
