// One kernel: a memory, the core on it, and the successors of one model under one packing. It searches in slices and
// answers for the states it holds; widening, further memories and limits are the business of `state-space.ts`.
import { invariant } from '../../base/assert.ts';
import { PAGE_BYTES, requireHost, reserveMemory, type WasmMemory, type WasmModule } from '../../base/wasm-host.ts';
import type { Expression } from '../../models/expression/expression.ts';
import { ArrayTables, collectArrays } from './code/array-tables.ts';
import type { CompiledModel } from './code/compiled-model.ts';
import { type CodeAddresses, generateModule } from './code/generate-module.ts';
import { hostExpansion } from './code/host-expansion.ts';
import {
  type Core,
  type Elsewhere,
  instantiateCore,
  type ModelFunctions,
  noProperty,
  type PropertyFunctions,
} from './core.ts';
import { FIRST_BITS, type Layout, makeLayout, PARTS, type StoreKind, spreadBytes, type TableParts } from './layout.ts';
import { hashKeys, type Packing, pack, strideBytes, unpack } from './packing/packing.ts';
import { DONE, NO_ID } from './protocol.ts';

export type Order = 'breadth-first' | 'depth-first';

export interface KernelOptions {
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
  /** Where states go once this kernel is frozen. */
  readonly elsewhere?: Elsewhere;
  /** The part of the memory that is set aside for products. */
  readonly productShare?: number;
  /** Only keeps states for another kernel: it needs no stack, no labels and no successors. */
  readonly storeOnly?: true;
}

export class Kernel {
  readonly memory: WasmMemory;
  readonly core: Core;
  readonly layout: Layout;
  readonly compiled: CompiledModel;
  readonly options: KernelOptions;
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

  constructor(compiled: CompiledModel, options: KernelOptions) {
    this.compiled = compiled;
    this.options = options;
    const { packing } = compiled;
    const reserved = reserveMemory(Math.ceil(options.memoryBytes / PAGE_BYTES));
    this.memory = reserved.memory;
    this.words = new Uint32Array(this.memory.buffer);
    const arrays = new ArrayTables(packing, collectArrays(compiled.behaviours, compiled.predicates));
    this.layout = makeLayout({
      store: options.store,
      words: packing.words,
      virtualWords: packing.virtualWords,
      memoryBytes: reserved.pages * PAGE_BYTES,
      mostSuccessors: compiled.mostSuccessors,
      arrayBytes: arrays.data.length * 4,
      tableBytes: compiled.tables.bytes,
      variables: packing.fields.length,
      groups: compiled.behaviours.length,
      labelBytes: options.storeOnly ? 0 : compiled.labelBytes,
      needsDead: compiled.needsDead,
      stackEntryBytes: options.storeOnly ? 0 : stackEntryBytes(options),
      parts: options.parts ?? PARTS,
      productBytes: Math.floor(((options.productShare ?? 0) * reserved.pages) / 8) * 8 * PAGE_BYTES,
    });
    this.words.set(arrays.data, this.layout.arrays / 4);
    compiled.tables.write(this.memory.buffer, this.layout.tables);
    new BigUint64Array(this.memory.buffer, this.layout.keys, packing.words).set(hashKeys(packing.words));
    this.core = instantiateCore(options.core, this.memory, options.storeOnly ? undefined : this.modelFunctions(), {
      elsewhere: options.elsewhere,
      property: this.property,
    });
    this.open();
  }

  get packing(): Packing {
    return this.compiled.packing;
  }

  /** States in this kernel and elsewhere. */
  get states(): number {
    return (this.options.store === 'inline' ? this.core.inlineCount : this.core.total).value >>> 0;
  }

  /** States in this kernel's own memory. */
  get ownStates(): number {
    return (this.options.store === 'inline' ? this.core.inlineCount : this.core.count).value >>> 0;
  }

  /** Bytes in use, as far as the kernel has written them. */
  get bytes(): number {
    const { core, layout, options } = this;
    if (options.store === 'inline') {
      const spread = core.hasSpread() ? spreadBytes(layout.spreadParts) : 0;
      return layout.regions + (core.inlineBytes() >>> 0) + spread;
    }
    const own = this.ownStates;
    const perState = (options.store === 'folded' ? 8 : this.packing.words * 8) + this.labelBytes;
    const nodes = options.store === 'folded' ? (core.nodeCount.value >>> 0) * 8 + (core.nodeTableBytes() >>> 0) : 0;
    return layout.regions + own * perState + (core.tableBytes() >>> 0) + (core.peak.value >>> 0) * 4 + nodes;
  }

  get labelBytes(): number {
    return this.options.storeOnly ? 0 : this.compiled.labelBytes;
  }

  /** Expands up to `budget` states; gives a status. */
  slice(budget: number): number {
    if (this.options.store === 'inline') return this.core.inlineBreadthFirst(budget);
    return this.options.order === 'breadth-first' ? this.core.breadthFirst(budget) : this.core.depthFirst(budget);
  }

  /** Forgets all states of an arena. */
  forget(): void {
    const { core, layout } = this;
    const bits = this.firstTableBits();
    this.words.fill(0, layout.table / 4, layout.table / 4 + 2 ** bits);
    core.openStore(layout.arena, layout.capacity, layout.table, layout.keys, bits, layout.tableBits);
    core.resume(0, 0, 0, 0);
    core.resumeCounts(0, 0n, 0n, NO_ID);
  }

  /** Packs `state` into place `index` of the buffer; gives the first variable that does not fit, or -1. */
  packIntoBuffer(state: ArrayLike<number>, index: number): number {
    return pack(this.packing, state, this.words, (this.layout.buffer + index * this.strideBytes) / 4);
  }

  /** Bytes of a state in the buffer, with its hash. */
  get strideBytes(): number {
    return strideBytes(this.packing);
  }

  /** Interns the `n` states of the buffer and queues the new ones. Gives a status. */
  addFromBuffer(n: number): number {
    const { core } = this;
    core.hashStates(this.layout.buffer, n, this.layout.keys);
    if (this.options.store === 'inline') return core.inlineAdd(n);
    const expected = this.states;
    const status = core.resolve(n);
    if (status === DONE && this.options.order === 'depth-first' && !this.options.storeOnly) core.pushNew(n, expected);
    return status;
  }

  /** Id number `index` of the last expansion or interning. */
  idAt(index: number): number {
    return this.words[this.layout.ids / 4 + index];
  }

  /** Reads state `id` into `target`. */
  read(id: number, target: Int32Array): void {
    unpack(this.packing, this.words, (this.core.stateAt(id) >>> 0) / 4, target);
  }

  /** Calls `visit` with the address and number of neighbouring packed states, up to `most`, until all own states were seen. */
  forEachBatch(most: number, visit: (address: number, n: number) => void): void {
    const { core, layout, options, packing } = this;
    if (options.store === 'arena') {
      for (let id = 0; id < this.ownStates; id += most) {
        visit(layout.arena + id * packing.words * 8, Math.min(most, this.ownStates - id));
      }
      return;
    }
    // The others are brought together in the buffer.
    const batch = Math.min(most, layout.bufferStates);
    if (options.store === 'inline') {
      for (let slot = 0; slot !== -1; ) {
        slot = core.inlineStates(slot, layout.buffer, batch);
        if (core.copied.value !== 0) visit(layout.buffer, core.copied.value >>> 0);
      }
      return;
    }
    for (let id = 0; id < this.ownStates; id += batch) {
      const n = Math.min(batch, this.ownStates - id);
      for (let i = 0; i < n; i++) {
        const source = (core.stateAt(id + i) >>> 0) / 4;
        this.words.copyWithin(layout.buffer / 4 + i * packing.words * 2, source, source + packing.words * 2);
      }
      visit(layout.buffer, n);
    }
  }

  /** Adds the firings of each group in this kernel's own states to `firings`, by expanding them once more. */
  countFirings(firings: Float64Array): void {
    const { layout, packing, compiled, options } = this;
    invariant(!compiled.inHost, 'firings of a model without code are counted by the model');
    const counters = new BigInt64Array(this.memory.buffer, layout.firings, firings.length).fill(0n);
    const { expand } = this.generated({ ...layout, counters: layout.firings });
    const step = expand as (state: number, out: number) => number;
    // Batches may lie in the buffer itself: successors go behind them.
    const most = layout.bufferStates - compiled.mostSuccessors - 1;
    this.forEachBatch(Math.min(options.store === 'inline' ? 128 : 64, most), (states, n) => {
      const out = layout.buffer + 64 * this.strideBytes;
      for (let i = 0; i < n; i++) step(states + i * packing.words * 8, out);
    });
    for (let i = 0; i < firings.length; i++) firings[i] += Number(counters[i]);
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

  private modelFunctions(): ModelFunctions {
    const { compiled, layout } = this;
    if (compiled.inHost) return hostExpansion(compiled, layout, this.words);
    return this.generated(layout);
  }

  /** The generated code of the model on this memory. */
  private generated(addresses: CodeAddresses, compiled = this.compiled): ModelFunctions {
    const { memory } = this;
    const helper = instantiateCore(this.options.core, memory);
    helper.openWidth(compiled.packing.words, 0);
    const { Module, Instance } = requireHost();
    const module = new Module(generateModule(compiled, addresses));
    const { exports } = new Instance(module, { env: { memory }, tables: { rows: helper.tableRows } });
    return { expand: exports.expand, label: exports.label };
  }

  /**
   * Moved states come in the order of another table, and a growing table with linear probing would fill them in at one
   * end (quadratic time): so it has its size from the start.
   */
  private firstTableBits(): number {
    const { expectedStates = 0 } = this.options;
    const bits = Math.ceil(Math.log2(Math.max(1, (expectedStates * 8) / 5)));
    return Math.min(this.layout.tableBits, Math.max(FIRST_BITS, bits));
  }

  private open(): void {
    const { core, layout, options, compiled } = this;
    const firstBits = this.firstTableBits();
    core.openWidth(this.packing.words, options.store === 'folded' ? 1 : 0);
    if (options.store === 'inline') {
      core.openInline(layout.table, firstBits, layout.tableBits, layout.buffer);
      core.openInlineBatches(layout.buffer, layout.bufferStates, compiled.mostSuccessors);
      const ringBits = Math.log2(layout.stackCapacity);
      core.openRing(layout.stack, Math.min(FIRST_BITS, ringBits), ringBits, layout.keys);
      const { bits, room, from } = layout.spreadParts;
      core.openParts(layout.spread, bits, room, from);
      return;
    }
    core.openStore(layout.arena, layout.capacity, layout.table, layout.keys, firstBits, layout.tableBits);
    if (options.store === 'folded') {
      core.openNodes(
        layout.nodes,
        layout.nodeCapacity,
        layout.nodeTable,
        layout.parts,
        FIRST_BITS,
        layout.nodeTableBits,
      );
    }
    core.openBuffers(layout.buffer, layout.ids, layout.pending, layout.scratch);
    core.openBatches(layout.bufferStates, compiled.mostSuccessors, options.depthFirst === 'loose' ? 1 : 0);
    core.openStack(layout.stack, layout.stackCapacity);
    if (this.labelBytes > 0) core.openLabels(layout.labels, this.labelBytes);
    if (compiled.inHost) core.hashInCore();
  }
}

function stackEntryBytes({ store, order }: KernelOptions): number {
  if (store === 'inline') return 8;
  return order === 'depth-first' ? 4 : 0;
}
