// Where a graph gets its states from: the model's own successor function over a table of vectors, or the compiled kernel. Both number
// the states in the order in which they are found, so that every check sees the same graph.
import { Int32List } from '../../base/growable.ts';
import { VectorTable } from '../../base/intern.ts';
import { LARGEST_MEMORY, MemoryRefused, wasmHost } from '../../base/wasm-host.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Model, StateNumbering } from '../../models/model.ts';
import type { StateSpaceOptions } from '../kernel/store/space-options.ts';
import { StateSpace } from '../kernel/store/state-space.ts';

export interface StateSource {
  /** The number of states found so far; they are numbered from 0 on. */
  readonly size: number;
  /** The table of states. */
  readonly bytes: number;
  initialStates(): readonly number[];
  /** Appends the successors of `state` to `targets`, in the order of the model. Throws `LimitExceeded` when the watch says so meanwhile. */
  successors(state: number, targets: Int32List, watch?: Stopwatch): void;
  /** Copies the values of `state` into `vector`; only the wanted ones need be right, where these are told. */
  read(state: number, vector: Int32Array, wanted?: readonly number[]): void;
  /** The kernels behind it, where products can be searched. */
  readonly space?: StateSpace;
  /** What the user should know: kernels that could not be used. */
  readonly notice?: string;
}

/** Said where the plain explorer does what a kernel should do. */
export const NO_KERNEL =
  'the system grants too little address space for the compiled kernel: the plain explorer is used, which is slower';

/** Said where there is no WebAssembly, or the page does not allow it. */
export const NO_WEBASSEMBLY =
  'there is no WebAssembly here, or the Content-Security-Policy of the page does not allow it: the plain explorer is used, which is slower';

/** `compiled` needs WebAssembly, and is `plain` without it; models with opaque groups gain nothing from it. */
export type SourceKind = 'plain' | 'compiled';

/** The compiled kernel where it helps, the plain source elsewhere. */
export function chooseSource(model: Model): SourceKind {
  const opaque = model.groups.some(({ behaviour }) => behaviour.kind === 'opaque');
  return opaque || model.variables.length === 0 ? 'plain' : 'compiled';
}

/** The source of this kind; the plain one, with a notice, where a kernel cannot run or the system grants it no memory. Throws `LimitExceeded` when the watch says so. */
export function makeSource(model: Model, kind: SourceKind, watch?: Stopwatch): StateSource {
  if (kind === 'plain') return plainSource(model);
  if (wasmHost() === null) return plainSource(model, NO_WEBASSEMBLY);
  try {
    return new CompiledSource(model, { watch, memoryBytes: memoryFor(watch) });
  } catch (error) {
    if (error instanceof MemoryRefused) return plainSource(model, NO_KERNEL);
    throw error;
  }
}

/** What kernels may use: one memory, or more where the limit is higher. Below that the limit itself is looked at. */
export function memoryFor(watch: Stopwatch | undefined): number {
  return Math.max(LARGEST_MEMORY, watch?.memoryBytes ?? 0);
}

function plainSource(model: Model, notice?: string): StateSource {
  const { numbering } = model;
  return numbering === undefined ? new PlainSource(model, notice) : new NumberedSource(numbering, notice);
}

/** The numbers that the model gives, in the order in which this source finds the states: others may have found them before. */
export class NumberedSource implements StateSource {
  readonly notice?: string;
  private readonly numbering: StateNumbering;
  /** The number of state i in the model; and the other way round, plus one. */
  private readonly inModel = new Int32List(64);
  private here = new Int32Array(64);

  constructor(numbering: StateNumbering, notice?: string) {
    this.numbering = numbering;
    this.notice = notice;
  }

  get size(): number {
    return this.inModel.length;
  }

  get bytes(): number {
    return this.numbering.bytes + 4 * (this.inModel.data.length + this.here.length);
  }

  initialStates(): readonly number[] {
    return [...new Set(this.numbering.initial().map((state) => this.intern(state)))];
  }

  successors(state: number, targets: Int32List, watch?: Stopwatch): void {
    const { numbering } = this;
    const number = this.inModel.data[state];
    const count = numbering.find(number, watch && (() => watch.tick()));
    const steps = numbering.steps.data;
    const start = numbering.startOf(number);
    for (let i = start; i < start + 2 * count; i += 2) targets.push(this.intern(steps[i]));
  }

  read(state: number, vector: Int32Array, wanted?: readonly number[]): void {
    this.numbering.read(this.inModel.data[state], vector, wanted);
  }

  private intern(number: number): number {
    if (number >= this.here.length) {
      const here = new Int32Array(Math.max(number + 1, this.here.length * 2));
      here.set(this.here);
      this.here = here;
    }
    const known = this.here[number];
    if (known !== 0) return known - 1;
    this.inModel.push(number);
    this.here[number] = this.inModel.length;
    return this.inModel.length - 1;
  }
}

class PlainSource implements StateSource {
  private readonly model: Model;
  private readonly table: VectorTable;
  private readonly source: Int32Array;
  readonly notice?: string;
  private out = new Int32List(1);
  private watch: Stopwatch | undefined;

  constructor(model: Model, notice?: string) {
    this.model = model;
    this.notice = notice;
    this.table = new VectorTable(model.variables.length, model.identity);
    this.source = new Int32Array(model.variables.length);
  }

  get size(): number {
    return this.table.size;
  }

  get bytes(): number {
    return this.table.bytes;
  }

  initialStates(): readonly number[] {
    return [...new Set(this.model.initialStates().map((state) => this.table.intern(state)))];
  }

  successors(state: number, targets: Int32List, watch?: Stopwatch): void {
    this.out = targets;
    this.watch = watch;
    this.table.read(state, this.source);
    this.model.successors(this.source, this.collect);
  }

  read(state: number, vector: Int32Array): void {
    this.table.read(state, vector);
  }

  private readonly collect = (target: Int32Array): void => {
    this.out.push(this.table.intern(target));
    this.watch?.tick(); // one state may have very many successors
  };
}

/** Successors between two looks at the watch. */
const LOOK_AFTER = 4096;

interface SourceOptions
  extends Pick<StateSpaceOptions, 'memoryBytes' | 'largestMemory' | 'fold' | 'product' | 'watch'> {
  /** @internal */
  readonly starts?: StateSpaceOptions['starts'];
  /** @internal */
  readonly plan?: StateSpaceOptions['plan'];
}

/** States and successors from kernels; in memories of the given size. */
export class CompiledSource implements StateSource {
  readonly space: StateSpace;
  private readonly initial: readonly number[];
  /** Successors since the last look at the watch. */
  private found = 0;

  constructor(model: Model, options: SourceOptions = {}) {
    this.space = new StateSpace(model, { product: 'reserved', ...options, states: 'numbered' });
    this.initial = Array.from({ length: this.space.states }, (_, state) => state);
  }

  get size(): number {
    return this.space.states;
  }

  get bytes(): number {
    return this.space.bytes;
  }

  initialStates(): readonly number[] {
    return this.initial;
  }

  successors(state: number, targets: Int32List, watch?: Stopwatch): void {
    const { kernel } = this.space;
    this.space.watch = watch;
    const before = targets.length;
    for (const target of this.space.successors(state)) targets.push(target);
    this.found += 1 + targets.length - before;
    // A state may have very many successors, and whoever searches counts states; a move of all states to another memory takes long besides.
    if (this.found < LOOK_AFTER && this.space.kernel === kernel) return;
    this.found = 0;
    watch?.look();
  }

  read(state: number, vector: Int32Array): void {
    this.space.kernel.read(state, vector);
  }
}
