// One kernel: a memory, the core on it, and the successors of one model under one packing. It searches in slices and
// answers for the states it holds; widening, further memories and limits are the business of `state-space.ts`.
import { invariant } from '../../base/assert.ts';
import {
  type MemoryUse,
  PAGE_BYTES,
  requireHost,
  reserveMemory,
  type WasmMemory,
  type WasmModule,
} from '../../base/wasm-host.ts';
import type { Expression } from '../../models/expression/expression.ts';
import { ArrayTables, collectArrays } from './code/array-tables.ts';
import { type CompiledModel, conditionsOf } from './code/compiled-model.ts';
import { type CodeAddresses, generateModule } from './code/generate-module.ts';
import type { Select } from './code/generate-select.ts';
import { hostExpansion } from './code/host-expansion.ts';
import {
  type Core,
  instantiateCore,
  instantiateModel,
  type ModelCode,
  type ModelFunctions,
  noProperty,
  type PropertyFunctions,
} from './core.ts';
import { FIRST_BITS, type Layout, makeLayout, PARTS, type TableParts } from './layout.ts';
import { hashKeys, type Packing, pack, strideBytes, unpack } from './packing/packing.ts';
import { WORD_BYTES } from './protocol.ts';
import type { StateStore, StoreKind } from './store/state-store.ts';
import { crewStores, stores } from './store/stores.ts';

export type Order = 'breadth-first' | 'depth-first';

/** States of the buffer whose room serves to bring states together while firings are counted or steps visited. */
const FIRINGS_BATCH = 64;

interface KernelOptions {
  readonly core: WasmModule;
  readonly store: StoreKind;
  readonly order: Order;
  /** Depth-first order exactly as the plain explorer's (the default), or with some states expanded together. */
  readonly depthFirst?: 'exact' | 'loose';
  readonly memoryBytes: number;
  /** States to come at once: the table begins large enough for them. */
  readonly expectedStates?: number;
  /** How successors are spread where states are kept in the table itself; fewer and smaller parts serve tests. */
  readonly parts?: TableParts;
  /** The part of the memory that is set aside for products; or all of it, where states are in other memories. */
  readonly productShare?: number | 'all';
  /** Threads that search its memory together, with the core for that; by default one does it alone. */
  readonly crew?: { readonly core: WasmModule; readonly threads: number };
  /** Only keeps states for another kernel: it needs no stack, no labels and no successors. */
  readonly storeOnly?: true;
}

export class Kernel {
  readonly memory: WasmMemory;
  readonly core: Core;
  readonly layout: Layout;
  readonly compiled: CompiledModel;
  readonly options: KernelOptions;
  /** The states. */
  readonly store: StateStore;
  /** Answers a product's questions; set by whoever searches one. */
  readonly property: { functions: PropertyFunctions } & PropertyFunctions = {
    functions: noProperty,
    edges: (q, from, to) => this.property.functions.edges(q, from, to),
    letter: (label) => this.property.functions.letter(label),
  };
  /** The whole memory as 32-bit words; it never moves. */
  readonly words: Uint32Array;
  /** The states of the last product's property, as a power of two, while something of it is in the memory. */
  productStateBits: number | null = null;
  private labelling: number | null = null;
  private numberedExpansion: number | null = null;

  constructor(compiled: CompiledModel, options: KernelOptions) {
    this.compiled = compiled;
    this.options = options;
    const { packing } = compiled;
    const { productShare = 0 } = options;
    const reserved = reserveMemory(Math.ceil(options.memoryBytes / PAGE_BYTES), this.memoryUse);
    this.memory = reserved.memory;
    this.words = new Uint32Array(this.memory.buffer);
    const arrays = new ArrayTables(packing, collectArrays(compiled.behaviours, conditionsOf(compiled)));
    const Store = options.crew === undefined ? stores[options.store] : crewStores[options.store];
    this.layout = makeLayout({
      shape: Store.shape,
      words: packing.words,
      // A copy of the state is behind them, where a monitor steps.
      virtualWords: packing.virtualWords + (compiled.monitor === undefined ? 0 : packing.words),
      memoryBytes: reserved.pages * PAGE_BYTES,
      mostSuccessors: compiled.mostSuccessors,
      arrayBytes: arrays.data.length * 4,
      tableBytes: compiled.tables.bytes,
      variables: packing.fields.length,
      groups: compiled.behaviours.length,
      labelBytes: this.labelBytes,
      needsDead: compiled.needsDead,
      waitingBytes: options.storeOnly ? 0 : Store.shape.waitingBytes(options.order),
      parts: options.parts ?? PARTS,
      productBytes: productShare === 'all' ? 'all' : Math.floor((productShare * reserved.pages) / 8) * 8 * PAGE_BYTES,
      threads: options.crew?.threads,
    });
    this.words.set(arrays.data, this.layout.arrays / 4);
    for (const { tables } of [this.layout, ...this.layout.members]) compiled.tables.write(this.memory.buffer, tables);
    new BigUint64Array(this.memory.buffer, this.layout.keys, packing.words).set(hashKeys(packing.words));
    const model = options.storeOnly ? undefined : this.modelFunctions();
    this.core = instantiateCore(this.coreModule, this.memory, model, this.property);
    this.store = new Store(this);
  }

  /** Whether several threads use the memory. */
  get memoryUse(): MemoryUse {
    return this.options.crew === undefined ? 'alone' : 'shared';
  }

  /** The core; that of a crew has the functions of its store only. */
  get coreModule(): WasmModule {
    return this.options.crew?.core ?? this.options.core;
  }

  get packing(): Packing {
    return this.compiled.packing;
  }

  /** States in this kernel and elsewhere. */
  get states(): number {
    return this.store.states;
  }

  /** Bytes in use, as far as the kernel has written them. */
  get bytes(): number {
    return this.store.bytes;
  }

  get labelBytes(): number {
    return this.options.storeOnly ? 0 : this.compiled.labelBytes;
  }

  /** Packs `state` into place `index` of the buffer; gives the first variable that does not fit, or -1. */
  packIntoBuffer(state: ArrayLike<number>, index: number): number {
    return pack(this.packing, state, this.words, (this.layout.buffer + index * this.strideBytes) / 4);
  }

  /** Bytes of a state in the buffer, with its hash. */
  get strideBytes(): number {
    return strideBytes(this.packing);
  }

  /** Id number `index` of the last expansion or interning. */
  idAt(index: number): number {
    return this.words[this.layout.ids / 4 + index];
  }

  /** Reads state `id` into `target`. */
  read(id: number, target: Int32Array): void {
    unpack(this.packing, this.words, (this.core.stateAt(id) >>> 0) / 4, target);
  }

  /** Adds the firings of each group in this kernel's own states to `firings`, by expanding them once more. */
  countFirings(firings: Float64Array): void {
    const { layout, packing, compiled } = this;
    invariant(!compiled.inHost, 'firings of a model without code are counted by the model');
    const counters = new BigInt64Array(this.memory.buffer, layout.firings, firings.length).fill(0n);
    const { expand } = this.generated({ ...layout, counters: layout.firings });
    const step = expand as (state: number, out: number) => number;
    // Batches may lie in the buffer itself, without hashes: successors go behind them.
    const bytes = FIRINGS_BATCH * this.strideBytes;
    this.store.forEachBatch(Math.floor(bytes / (packing.words * WORD_BYTES)), (states, n) => {
      for (let i = 0; i < n; i++) step(states + i * packing.words * WORD_BYTES, layout.buffer + bytes);
    });
    for (let i = 0; i < firings.length; i++) firings[i] += Number(counters[i]);
  }

  /** Calls `visit` with the address of each of this kernel's own states, all of which were expanded, and the group of each of its steps. */
  forEachStep(visit: (state: number, group: number) => void): void {
    const { layout, packing, compiled, strideBytes } = this;
    invariant(!compiled.inHost, 'steps of a model without code are found by the model');
    const stateBytes = packing.words * WORD_BYTES;
    // Nobody asks for the hashes of these successors: the group is in their place.
    const { expand } = this.generated({ ...layout, groupDistance: stateBytes }, { ...compiled, order: 'model' });
    const step = expand as (state: number, out: number) => number;
    const bytes = FIRINGS_BATCH * strideBytes;
    const out = layout.buffer + bytes;
    this.store.forEachBatch(Math.floor(bytes / stateBytes), (states, n) => {
      for (let i = 0; i < n; i++) {
        const state = states + i * stateBytes;
        const found = step(state, out);
        invariant(found >= 0, 'a state that was expanded can be expanded again');
        for (let k = 0; k < found; k++) visit(state, this.words[(out + k * strideBytes + stateBytes) / 4]);
      }
    });
  }

  /** Label number `word` of state `id`. */
  label(id: number, word = 0): number {
    invariant(this.compiled.labelBytes > 0, 'the kernel was made without predicates');
    return this.words[(this.layout.labels + id * this.compiled.labelBytes) / 4 + word];
  }

  /** An entry of the control block, signed. */
  control(address: number): number {
    return this.words[address / 4] | 0;
  }

  /** The code of a label function for some predicates, at a place in the core's table; its number there. */
  addLabelling(
    predicates: readonly Expression[],
    addresses: Pick<CodeAddresses, 'arrays' | 'deadBuffer' | 'exports'>,
  ): number {
    const { compiled, layout } = this;
    const { label } = this.generated({ ...layout, ...addresses }, { ...compiled, predicates });
    this.labelling ??= this.core.table.grow(1);
    this.core.table.set(this.labelling, label);
    return this.labelling;
  }

  /** The code that copies those of some states which satisfy the first of at most 32 conditions. */
  selection(conditions: readonly Expression[], addresses: Pick<CodeAddresses, 'arrays' | 'selectLabel'>): Select {
    const { compiled, layout } = this;
    const places = { ...layout, ...addresses, exports: 'label' } as const;
    return this.generated(places, { ...compiled, predicates: conditions, watched: undefined }).select as Select;
  }

  /** The code of the successors that also writes the group of each, so far behind it, at a place in the core's table; its number there. */
  addNumberedExpansion(groupDistance: number): number {
    const { expand } = this.generated({ ...this.layout, groupDistance }, { ...this.compiled, order: 'model' });
    this.numberedExpansion ??= this.core.table.grow(1);
    this.core.table.set(this.numberedExpansion, expand);
    return this.numberedExpansion;
  }

  private modelFunctions(): ModelFunctions {
    const { compiled, layout } = this;
    if (compiled.inHost) return hostExpansion(compiled, layout, this.words);
    return this.generated(layout);
  }

  /** The generated code of the model on this memory. */
  private generated(addresses: CodeAddresses, compiled = this.compiled): ModelFunctions {
    return instantiateModel(this.coreModule, this.memory, this.modelCode(addresses, compiled));
  }

  /** The generated code of the model, for a thread with these addresses. */
  modelCode(addresses: CodeAddresses, compiled = this.compiled): ModelCode {
    const { memoryUse } = this;
    const module = new (requireHost().Module)(generateModule(compiled, { ...addresses, memoryUse }));
    return { module, words: compiled.packing.words };
  }

  /**
   * The size with which the table of states begins. Moved states come in the order of another table, and a growing table with linear
   * probing would fill them in at one end (quadratic time): so it has its size from the start.
   */
  get firstTableBits(): number {
    const { expectedStates = 0 } = this.options;
    const bits = Math.ceil(Math.log2(Math.max(1, (expectedStates * 8) / 5)));
    return Math.min(this.layout.tableBits, Math.max(FIRST_BITS, bits));
  }
}
