// Tables for computed indices: where each element of an array lies in the packed state. An entry is the byte offset of the
// element's word, from bit 6 on, and its shift below. They are laid into the model's data area before the code is made.
//
// Arrays that the model itself indexes have fields of one kind. Others may not: a formula may index an array that the model never does. Then an
// entry has the mask and the lower value of the element behind it. Variables that follow from others are those of nets, which have no arrays.
import { invariant } from '../../../base/assert.ts';
import type { Expression } from '../../../models/expression/expression.ts';
import { walk } from '../../../models/expression/walk.ts';
import type { Behaviour } from '../../../models/model.ts';
import type { Packing } from '../packing/packing.ts';

/** An array that is indexed by a computed value: the variables `base` … `base + length - 1`. */
export interface ArrayUse {
  readonly base: number;
  readonly length: number;
}

const keyOf = (base: number, length: number): string => `${base}+${length}`;

/** The arrays with computed indices in the guards and effects of `behaviours` and in `predicates`. */
export function collectArrays(behaviours: readonly Behaviour[], predicates: readonly Expression[]): ArrayUse[] {
  const found = new Map<string, ArrayUse>();
  const all: Expression[] = [...predicates];
  for (const behaviour of behaviours) {
    if (behaviour.kind !== 'program') continue;
    all.push(behaviour.guard);
    for (const effect of behaviour.effects) {
      if ('required' in effect) all.push(effect.required);
      else all.push(effect.target, effect.value);
    }
  }
  for (const part of walk(all)) {
    if (part.kind === 'element') found.set(keyOf(part.base, part.length), { base: part.base, length: part.length });
  }
  return [...found.values()];
}

/** Whether the elements differ in their bits or lower values. */
export function hasMixedFields({ fields }: Packing, base: number, length: number): boolean {
  const { bits, lower } = fields[base];
  for (let i = base + 1; i < base + length; i++) if (fields[i].bits !== bits || fields[i].lower !== lower) return true;
  return false;
}

/** The tables of some arrays, to be placed at one address. */
export class ArrayTables {
  private readonly offsets = new Map<string, number>();
  readonly data: Uint32Array;

  constructor(packing: Packing, arrays: readonly ArrayUse[]) {
    const entries: number[] = [];
    for (const { base, length } of arrays) {
      this.offsets.set(keyOf(base, length), entries.length * 4);
      const isMixed = hasMixedFields(packing, base, length);
      for (let i = base; i < base + length; i++) {
        const { word, shift, bits, lower } = packing.fields[i];
        invariant(word < packing.words, 'elements by computed indices are stored');
        entries.push(((word * 8) << 6) | shift);
        if (isMixed) entries.push(bits === 32 ? 0xffff_ffff : 2 ** bits - 1, lower >>> 0, 0);
      }
    }
    this.data = Uint32Array.from(entries);
  }

  /** The offset of an array's table from the address at which the data lie. */
  offsetOf(base: number, length: number): number {
    return this.offsets.get(keyOf(base, length)) ?? 0;
  }
}
