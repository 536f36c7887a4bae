// The bits that the words of a packing have left over, given to fields which cannot hold their declared bounds yet: they
// cost nothing, and may save packing all states anew.

import { declaredRanges, type FieldNeeds, join, joinArrays } from './field-ranges.ts';
import { bitsFor, packedSize, type Range } from './packing.ts';

const ROUNDS = 24;

/**
 * The ranges, widened as far as no word is added: a bit for fields that are full, which are the most likely to need one;
 * then a bit each in turn; then the declared bounds, since such fields need no test. Fields that lack the fewest bits
 * come first. Leaves stay as they are.
 */
export function withSlack(needs: FieldNeeds, ranges: readonly Range[]): Range[] {
  const { words } = packedSize(ranges, needs.implied);
  const fits: Fits = (candidate) => packedSize(candidate, needs.implied).words <= words;
  const isLeaf = new Set(needs.leaves ?? []);
  const whole = declaredRanges(needs, ranges);
  const { variables } = needs.model;
  // Open variables, such as the places of nets, are left out: a full field of one bit is what most of them keep.
  const full = ranges.map((range, i) =>
    isFull(range) && variables[i].upper !== null && !isLeaf.has(i) ? withOneBitMore(range, variables[i]) : range,
  );
  let best = withSome(needs, ranges, full, fits);
  for (let round = 0; round < ROUNDS; round++) {
    // A field of no bits is a constant so far; most stay so.
    const more = best.map((range, i) =>
      bitsFor(range) === 0 || isLeaf.has(i) ? range : withOneBitMore(range, variables[i]),
    );
    const all = joinArrays(more, needs.arrays);
    if (!fits(all)) break;
    best = all;
  }
  const rest = whole.map((range, i) => (isLeaf.has(i) ? best[i] : join(range, best[i])));
  return withSome(needs, best, rest, fits);
}

type Fits = (candidate: readonly Range[]) => boolean;

/** The ranges, as many of them as fit replaced by the wider ones, in the order of the bits that they lack. */
function withSome(needs: FieldNeeds, ranges: readonly Range[], wider: readonly Range[], fits: Fits): Range[] {
  const whole = declaredRanges(needs, ranges);
  const lacking = ranges.map((range, i) => bitsFor(whole[i]) - bitsFor(range));
  const order = [...ranges.keys()]
    .filter((i) => wider[i] !== ranges[i])
    .sort((a, b) => lacking[a] - lacking[b] || a - b);
  const firstOnes = (n: number): Range[] => {
    const candidate = [...ranges];
    for (let i = 0; i < n; i++) candidate[order[i]] = wider[order[i]];
    return joinArrays(candidate, needs.arrays);
  };
  let [most, tooMany] = [0, atMost(needs, ranges, wider, order) + 1];
  while (most + 1 < tooMany) {
    const middle = (most + tooMany) >>> 1;
    if (fits(firstOnes(middle))) most = middle;
    else tooMany = middle;
  }
  return firstOnes(most);
}

/** How many of the wider ranges, in the given order, the bits left over could hold at best. */
function atMost(
  { implied }: FieldNeeds,
  ranges: readonly Range[],
  wider: readonly Range[],
  order: readonly number[],
): number {
  const isImplied = new Set(implied.map(({ variable }) => variable));
  let left = packedSize(ranges, implied).words * 64;
  ranges.forEach((range, i) => {
    if (!isImplied.has(i)) left -= bitsFor(range);
  });
  const end = order.findIndex((i) => {
    if (!isImplied.has(i)) left -= bitsFor(wider[i]) - bitsFor(ranges[i]);
    return left < 0;
  });
  return end < 0 ? order.length : end;
}

function isFull(range: Range): boolean {
  return range.upper - range.lower === 2 ** bitsFor(range) - 1;
}

/** The range of a field with a bit more, unless it holds the declared bounds. */
function withOneBitMore(range: Range, { lower, upper }: { lower: number | null; upper: number | null }): Range {
  const bits = bitsFor(range);
  const capacity = range.lower + 2 ** bits - 1;
  const lowest = lower ?? range.lower;
  if (bits >= 31 || (upper !== null && upper <= capacity && lowest >= range.lower)) return range;
  // Two declared values or four are given whole.
  if (bits === 0 && lower !== null && upper !== null && upper - lower < 4) return { lower, upper };
  return { lower: range.lower, upper: range.lower + 2 ** (bits + 1) - 1 };
}
