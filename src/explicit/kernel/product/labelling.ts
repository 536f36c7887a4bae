// The code that finds the letters of packed states, and the places that it writes to.
import type { Expression } from '../../../models/expression/expression.ts';
import { mentionsDead } from '../../../models/expression/walk.ts';
import type { LetterTable } from '../../product/letters.ts';
import { ArrayTables, collectArrays } from '../code/array-tables.ts';
import type { Kernel } from '../kernel.ts';
import type { PropertyTables } from './property-tables.ts';

interface Labelling {
  /** Where a label is written, and the place of its code in the core's table. */
  readonly label: number;
  readonly code: number;
  /** Letters by labels; 0 with too many propositions. */
  readonly cache: number;
}

/** Null, and a misfit of the tables, where there is no room. */
export function openLabelling(
  kernel: Kernel,
  tables: PropertyTables,
  { letters, predicates }: { readonly letters: LetterTable; readonly predicates: readonly Expression[] },
): Labelling | null {
  const arrays = new ArrayTables(kernel.packing, collectArrays(kernel.compiled.behaviours, predicates));
  const arraysAt = tables.takeWords(arrays.data);
  const dead = predicates.some(mentionsDead);
  const deadBuffer = dead ? tables.take(kernel.layout.bufferStates * kernel.strideBytes) : 0;
  const label = tables.take(Math.max(4, Math.ceil(letters.count / 32) * 4));
  const cache = tables.takeLetterCache();
  if (tables.misfit !== null) return null;
  const code = kernel.addLabelling(predicates, { arrays: arraysAt, deadBuffer, exports: dead ? 'all' : 'label' });
  return { label, code, cache };
}
