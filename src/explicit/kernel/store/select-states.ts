// The states of a space that satisfy a condition, taken out of its memories: with them, and the fields that they are packed into, another space of the same
// model can begin.
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Expression } from '../../../models/expression/expression.ts';
import { ArrayTables, collectArrays } from '../code/array-tables.ts';
import type { Kernel } from '../kernel.ts';
import type { FieldPlan } from '../packing/field-plan.ts';
import type { Packing } from '../packing/packing.ts';
import { CONTROL_LABEL_FAULT, WORD_BYTES } from '../protocol.ts';

/** Packed states that lie one after another. */
export interface PackedStates {
  readonly packing: Packing;
  readonly words: Uint32Array;
}

/** States, and how another space of the model is to pack them. */
export interface SelectedStates extends PackedStates {
  readonly count: number;
  readonly plan: FieldPlan;
}

/** Why there are none: a condition has no value in some state, or there is no code for it. */
export class NotSelected extends Error {
  override name = 'NotSelected';
}

/** States between two looks at the watch. */
const BATCH = 4096;
/** Bits of a label's first word. */
const MOST_CONDITIONS = 32;

/** Collects states. */
class Collection {
  private words = new Uint32Array(1024);
  private used = 0;

  add(words: Uint32Array): void {
    const needed = this.used + words.length;
    if (needed > this.words.length) {
      const larger = new Uint32Array(Math.max(needed, this.words.length * 2));
      larger.set(this.words.subarray(0, this.used));
      this.words = larger;
    }
    this.words.set(words, this.used);
    this.used = needed;
  }

  get all(): Uint32Array {
    return this.words.subarray(0, this.used);
  }
}

/** What states are selected by. None of the conditions asks for `dead`. */
export interface Selection {
  readonly where: Expression;
  /** Conditions that must have values in all states. */
  readonly valued: readonly Expression[];
}

/** The states of the kernels that satisfy the condition. Throws `NotSelected`, and `LimitExceeded` when the watch says so. */
export function selectStates(
  kernels: readonly Kernel[],
  selection: Selection,
  plan: FieldPlan,
  watch: Stopwatch | undefined,
): SelectedStates {
  const found = new Collection();
  const [{ packing }] = kernels;
  for (const kernel of kernels) {
    const select = openSelection(kernel, selection);
    const { layout, words } = kernel;
    kernel.store.forEachBatch(Math.min(BATCH, layout.bufferStates), (states, n) => {
      const selected = select(states, n, layout.buffer);
      const first = layout.buffer / 4;
      found.add(words.subarray(first, first + (selected * packing.words * WORD_BYTES) / 4));
      watch?.look();
    });
    if (kernel.control(CONTROL_LABEL_FAULT) !== 0) throw new NotSelected('a condition has no value in some state');
  }
  const { all } = found;
  const ranges = packing.fields.map(({ lower, max }) => ({ lower, upper: lower + max }));
  const { leaves: _, ...needs } = plan.needs;
  return {
    packing,
    words: all,
    count: (all.length * 4) / (packing.words * WORD_BYTES),
    plan: { ...plan, needs, ranges },
  };
}

/** The code that selects, with its tables in a place that nothing else uses now. */
function openSelection(kernel: Kernel, { where, valued }: Selection): ReturnType<Kernel['selection']> {
  const { compiled, layout, packing, words } = kernel;
  const known = collectArrays(compiled.behaviours, []);
  const conditions = [where, ...valued];
  const all = collectArrays(compiled.behaviours, conditions);
  const { data } = new ArrayTables(packing, all);
  // Elements of other arrays may have unequal fields.
  const hasCode = !compiled.inHost && conditions.length <= MOST_CONDITIONS && all.length === known.length;
  if (!hasCode || data.byteLength + WORD_BYTES > layout.stagingBytes)
    throw new NotSelected('there is no code for a condition');
  words.set(data, (layout.staging + WORD_BYTES) / 4);
  return kernel.selection(conditions, { arrays: layout.staging + WORD_BYTES, selectLabel: layout.staging });
}
