// Where a graph gets its states from: the model's own successor function over a table of vectors, or the compiled kernel. Both number
// the states in the order in which they are found, so that every check sees the same graph.
import { Int32List } from '../../base/growable.ts';
import { VectorTable } from '../../base/intern.ts';
import { wasmHost } from '../../base/wasm-host.ts';
import type { Model } from '../../models/model.ts';
import { StateSpace, type StateSpaceOptions } from '../kernel/store/state-space.ts';

export interface StateSource {
  /** The number of states found so far; they are numbered from 0 on. */
  readonly size: number;
  /** The table of states. */
  readonly bytes: number;
  initialStates(): readonly number[];
  /** Appends the successors of `state` to `targets`, in the order of the model. */
  successors(state: number, targets: Int32List): void;
  /** Copies the values of `state` into `vector`. */
  read(state: number, vector: Int32Array): void;
  /** The kernels behind it, where products can be searched. */
  readonly space?: StateSpace;
}

/** `compiled` needs WebAssembly; models with opaque groups gain nothing from it. */
export type SourceKind = 'plain' | 'compiled';

/** The compiled kernel where it helps, the plain source elsewhere. */
export function chooseSource(model: Model): SourceKind {
  const opaque = model.groups.some(({ behaviour }) => behaviour.kind === 'opaque');
  return opaque || model.variables.length === 0 || wasmHost() === null ? 'plain' : 'compiled';
}

export function makeSource(model: Model, kind: SourceKind): StateSource {
  return kind === 'compiled' ? new CompiledSource(model) : new PlainSource(model);
}

class PlainSource implements StateSource {
  private readonly model: Model;
  private readonly table: VectorTable;
  private readonly source: Int32Array;
  private out = new Int32List(1);

  constructor(model: Model) {
    this.model = model;
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

  successors(state: number, targets: Int32List): void {
    this.out = targets;
    this.table.read(state, this.source);
    this.model.successors(this.source, this.collect);
  }

  read(state: number, vector: Int32Array): void {
    this.table.read(state, vector);
  }

  private readonly collect = (target: Int32Array): void => {
    this.out.push(this.table.intern(target));
  };
}

/** States and successors from kernels; in memories of the given size. */
export class CompiledSource implements StateSource {
  readonly space: StateSpace;
  private readonly initial: readonly number[];

  constructor(model: Model, options: Pick<StateSpaceOptions, 'memoryBytes' | 'largestMemory' | 'fold'> = {}) {
    this.space = new StateSpace(model, { ...options, states: 'numbered', product: 'reserved' });
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

  successors(state: number, targets: Int32List): void {
    for (const target of this.space.successors(state)) targets.push(target);
  }

  read(state: number, vector: Int32Array): void {
    this.space.kernel.read(state, vector);
  }
}
