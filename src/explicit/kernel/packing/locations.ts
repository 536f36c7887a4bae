// Locations: variables of programs that are only ever given constants, as the places of processes are. Their bounds are the constants that
// occur, and most of these are reached sooner or later; so in wide states, where a bit costs little, their fields hold all of them at once.
import type { Model } from '../../../models/model.ts';
import { declaredRanges, type FieldNeeds, joinArrays } from './field-ranges.ts';
import { packedSize, type Range } from './packing.ts';

/** States of fewer words keep what was seen: a word more would cost too much. */
const WIDE_WORDS = 3;

/** The ranges, those of locations as declared. */
export function withLocations(needs: FieldNeeds, ranges: readonly Range[]): Range[] {
  if (packedSize(ranges, needs.implied).words < WIDE_WORDS) return [...ranges];
  const declared = declaredRanges(needs, ranges);
  const isLocation = locations(needs.model);
  return joinArrays(
    ranges.map((range, i) => (isLocation[i] === 1 ? declared[i] : range)),
    needs.arrays,
  );
}

/** 1 for each variable that is assigned, and only constants, by programs. */
function locations({ variables, groups }: Model): Uint8Array {
  const [assigned, computed] = [new Uint8Array(variables.length), new Uint8Array(variables.length)];
  for (const { behaviour } of groups) {
    if (behaviour.kind !== 'program') return new Uint8Array(variables.length);
    for (const effect of behaviour.effects) {
      if ('required' in effect) continue;
      const { target, value } = effect;
      if (target.kind === 'element') computed.fill(1, target.base, target.base + target.length);
      else (value.kind === 'constant' ? assigned : computed)[target.variable] = 1;
    }
  }
  return assigned.map((is, i) => is & ~computed[i]);
}
