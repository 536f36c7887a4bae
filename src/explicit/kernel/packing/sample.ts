// A look at some ten thousand states, in both orders and with generous fields, to learn how wide the fields should be.
// Each widening later packs all states anew, so a good guess at the start saves most of that work.

import type { WasmModule } from '../../../base/wasm-host.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Model } from '../../../models/model.ts';
import type { CompiledModel } from '../code/compiled-model.ts';
import { Kernel } from '../kernel.ts';
import { DONE, FULL, RUNNING } from '../protocol.ts';
import { join } from './field-ranges.ts';
import { Measures, measureStates } from './measure.ts';
import { bitsFor, type Range } from './packing.ts';

const SAMPLE_STATES = 20_000;
/** Guards tested for the sample and values looked at, in either order: large nets are sampled less. */
const SAMPLE_GUARDS = 1e7;
const SAMPLE_VALUES = 3e6;
/** Groups times variables: the successors of one state of a larger model alone take longer than the sample is worth. */
const SAMPLE_SIZE = 5e7;
/** Between two looks at the limits: states, and guards tested for them. */
const SLICE_STATES = 100;
const SLICE_GUARDS = 2e5;
const SAMPLE_MEMORY = 1 << 28;
/** Bits by which fields exceed what was seen so far. */
const SPARE_BITS = 6;

interface SampleTools {
  readonly core: WasmModule;
  compile(ranges: readonly Range[]): CompiledModel;
  /** Ends the sample with `LimitExceeded`. */
  readonly watch?: Stopwatch;
}

/** The ranges `seen`, joined with those in a sample of states. */
export function sampleRanges(model: Model, seen: readonly Range[], tools: SampleTools): Range[] {
  const open = model.variables.some(
    ({ lower, upper }, i) => lower === null || upper === null || upper > seen[i].upper || lower < seen[i].lower,
  );
  const opaque = model.groups.some(({ behaviour }) => behaviour.kind === 'opaque' || behaviour.kind === 'table');
  const large = model.groups.length * model.variables.length > SAMPLE_SIZE;
  if (!open || opaque || large) return [...seen];
  const generous = seen.map((range, i) => withSpare(range, model.variables[i].lower, model.variables[i].upper));
  const { lower, upper } = observe(model, tools.compile(generous), tools);
  return seen.map((range, i) => join(range, { lower: lower[i], upper: upper[i] }));
}

/** The range with some bits more, within the declared bounds. */
function withSpare(range: Range, lower: number | null, upper: number | null): Range {
  const bits = Math.min(31, bitsFor(range) + SPARE_BITS);
  const most = Math.min(upper ?? Number.POSITIVE_INFINITY, range.lower + 2 ** bits - 1);
  const least = lower !== null && lower < range.lower ? Math.max(lower, range.lower - 1) : range.lower;
  return { lower: least, upper: Math.max(range.upper, Math.min(most, 2 ** 31 - 1)) };
}

/** Breadth-first from the initial states, and then depth-first from where that ended; one kernel does both. */
function observe(model: Model, compiled: CompiledModel, { core, watch }: SampleTools): Measures {
  const kernel = new Kernel(compiled, {
    core,
    store: 'arena',
    order: 'depth-first',
    depthFirst: 'loose',
    memoryBytes: SAMPLE_MEMORY,
  });
  const initial = model.initialStates().slice(0, kernel.layout.bufferStates);
  for (let i = 0; i < initial.length; i++) kernel.packIntoBuffer(initial[i], i);
  let status: number = kernel.store.addStarts(initial.length) === DONE ? RUNNING : FULL;
  const byGuards = SAMPLE_GUARDS / Math.max(1, model.groups.length);
  const most = Math.min(SAMPLE_STATES, byGuards, SAMPLE_VALUES / Math.max(1, model.variables.length));
  const slice = Math.ceil(Math.min(SLICE_STATES, SLICE_GUARDS / Math.max(1, model.groups.length)));
  const goesOn = (states: number): boolean => {
    watch?.look();
    return status === RUNNING && kernel.states < states;
  };
  while (goesOn(most)) status = kernel.core.breadthFirst(slice);
  if (status === RUNNING) pushUnexpanded(kernel);
  while (goesOn(2 * most)) status = kernel.core.depthFirst(slice);
  const measures = new Measures(model.variables.length);
  measureStates(kernel, measures, watch);
  return measures;
}

/** Lets a depth-first search go on where a breadth-first one has stopped. */
function pushUnexpanded({ core, layout, words, states }: Kernel): void {
  const first = core.head.value >>> 0;
  for (let id = first; id < states; id++) words[layout.stack / 4 + id - first] = id;
  core.setTop(states - first);
}
