// The memory of a search by hashing: the kernel of the model with its packed initial states, and behind them tables of the property, the set
// of traces, the stack, the places of the path. Only touched pages cost anything.
import { invariant } from '../../base/assert.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Expression } from '../../models/expression/expression.ts';
import type { Model } from '../../models/model.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { unpack } from '../kernel/packing/packing.ts';
import { openLabelling } from '../kernel/product/labelling.ts';
import type { ProductLayout } from '../kernel/product/product-layout.ts';
import { PropertyTables } from '../kernel/product/property-tables.ts';
import { HASHED_EXTRA, HASHED_ON_PATH, WORD_BYTES } from '../kernel/protocol.ts';
import { StateSpace } from '../kernel/store/state-space.ts';
import type { LetterTable } from '../product/letters.ts';
import type { Property } from '../product/product.ts';
import type { Hashing } from './hashing.ts';

/** For the kernel's own regions, and for the tables of the property. */
const KERNEL_BYTES = 2 ** 27;
const TABLE_BYTES = 2 ** 24;
const PAGE_ENTRIES = 2 ** 16;
/** The part of the bytes for stack and path. */
const STACK_SHARE = 1 / 8;
const LINE_BYTES = 64;
const BITS_OF_LINE = 512;
const SAMPLE_BYTES = 2 * 8192 * 8;

export interface HashedRequest {
  readonly model: Model;
  readonly property: Property;
  readonly letters: LetterTable;
  readonly predicates: readonly Expression[];
  readonly hashing: Hashing;
  /** How the core reads deadlocks: REPEAT_DEADLOCKS or DROP_DEADLOCKS. */
  readonly deadlocks: number;
  readonly watch: Stopwatch;
}

/** States of an entry, by their numbers; a red one belongs to the second search. */
interface PathEntry {
  readonly number: number;
  readonly address: number;
}

export class HashedSpace {
  private readonly request: HashedRequest;
  readonly space: StateSpace;
  private readonly initialStates: number;
  kernel: Kernel;
  tables: PropertyTables;
  /** Lines of the set. */
  lines = 0;
  private stack = 0;

  constructor(request: HashedRequest) {
    this.request = request;
    // A kernel rounds the room for products down to half a MiB.
    const bytes = request.hashing.bytes + TABLE_BYTES + PAGE_ENTRIES * 4 + SAMPLE_BYTES + 2 ** 20;
    this.space = new StateSpace(request.model, {
      product: { bytes },
      memoryBytes: bytes + KERNEL_BYTES,
      fold: 'never',
      watch: request.watch,
    });
    this.initialStates = this.space.states;
    this.kernel = this.space.kernel;
    this.tables = this.open();
  }

  /** Bytes of an entry of the stack. */
  private get entryBytes(): number {
    return this.kernel.packing.words * WORD_BYTES + HASHED_EXTRA;
  }

  /** Everything begins again, in the kernel where the states are now. */
  reopen(): void {
    this.kernel = this.space.kernel;
    this.tables = this.open();
  }

  private open(): PropertyTables {
    const { kernel, request } = this;
    const { core } = kernel;
    const { product, productBytes } = kernel.layout;
    const end = product + productBytes;
    const layout = propertyLayout(product);
    kernel.words.fill(0, product / 4, (layout.tables + SAMPLE_BYTES) / 4);
    const { property, letters, predicates } = request;
    const tables = new PropertyTables(kernel, layout, { property, letters, marks: 'wide', codes: [] });
    const labelling = openLabelling(kernel, tables, { letters, predicates });
    if (labelling === null) return tables;
    core.openLetters(0, 0, 0, labelling.label, labelling.code, labelling.cache);
    core.openProduct(request.deadlocks, 0xffff_ffff);
    kernel.property.functions = tables;
    this.openSet(layout.tablesEnd, end);
    return tables;
  }

  /** The sample of states that were left out, weights, places, stack, and the lines of the set. */
  private openSet(start: number, end: number): void {
    const { kernel, entryBytes } = this;
    const { hashing } = this.request;
    const { core, words } = kernel;
    let next = start;
    const take = (bytes: number, align = LINE_BYTES): number => {
      const at = Math.ceil(next / align) * align;
      next = at + bytes;
      return at;
    };
    core.openCutSample(take(SAMPLE_BYTES));
    const weights = take((BITS_OF_LINE + 1) * 8);
    const bytes = Math.min(hashing.bytes, end - next - 4096);
    // A third of the places at least stays free.
    const entries = Math.max(16, Math.floor((bytes * STACK_SHARE) / (entryBytes + 8)));
    const placeBits = Math.ceil(Math.log2(entries * 1.5));
    const places = take(4 * 2 ** placeBits);
    this.stack = take(entries * entryBytes);
    // Room for one more entry is kept behind the end: that of the state which decides.
    core.openHashedStack(this.stack, take(entryBytes), places, placeBits);
    this.lines = Math.max(1, Math.floor((bytes - (next - weights)) / LINE_BYTES));
    const lines = take(this.lines * LINE_BYTES);
    invariant(next <= end, 'the set does not fit its memory');
    words.fill(0, start / 4, this.stack / 4);
    words.fill(0, lines / 4, next / 4);
    new Float64Array(kernel.memory.buffer, weights, BITS_OF_LINE + 1).set(overlooked(hashing.hashes));
    core.openHashedSet(lines, this.lines, hashing.kind === 'bits' ? hashing.hashes : 0, weights);
  }

  /** Addresses of the initial states. */
  initial(): number[] {
    return Array.from({ length: this.initialStates }, (_, id) => this.kernel.core.stateAt(id) >>> 0);
  }

  /** The entries of the path, from the first on. */
  path(): PathEntry[] {
    const { stack, entryBytes } = this;
    const { words, core } = this.kernel;
    const found: PathEntry[] = [];
    const top = core.hashedTop() >>> 0;
    for (let address = stack, number = 0; address < top; address += entryBytes, number++) {
      if ((words[(address + entryBytes) / 4 - 1] & HASHED_ON_PATH) !== 0) found.push({ number, address });
    }
    return found;
  }

  /** Entries of the stack, those of the path among them. */
  get entries(): number {
    return ((this.kernel.core.hashedTop() >>> 0) - this.stack) / this.entryBytes;
  }

  /** The number of the entry with which the second search began; null where there is none. */
  get redOrigin(): number | null {
    const base = this.kernel.core.hashedRedBase() >>> 0;
    return base === 0 ? null : (base - this.stack) / this.entryBytes - 1;
  }

  /** The state that was being expanded when the search stopped short. */
  stopped(): Int32Array {
    return this.vectorAt((this.kernel.core.hashedTop() >>> 0) - this.entryBytes);
  }

  vectorOf(number: number): Int32Array {
    return this.vectorAt(this.stack + number * this.entryBytes);
  }

  vectorAt(address: number): Int32Array {
    const { kernel } = this;
    const vector = new Int32Array(this.request.model.variables.length);
    unpack(kernel.packing, kernel.words, address / 4, vector);
    return vector;
  }
}

/** Of states in a line with so many bits, how many were overlooked for one that was not. */
function overlooked(hashes: number): Float64Array {
  return Float64Array.from({ length: BITS_OF_LINE + 1 }, (_, set) => {
    const share = (Math.min(set, BITS_OF_LINE - 1) / BITS_OF_LINE) ** hashes;
    return share / (1 - share);
  });
}

/** Places for tables of the property alone: there are no blocks of product states. */
function propertyLayout(start: number): ProductLayout {
  const tables = start + PAGE_ENTRIES * 4;
  const none = { letters: start, letterBytes: 0, words: start, blocks: start, path: start, pathEnd: start };
  return {
    ...none,
    blockCount: 1,
    pages: start,
    pageEntries: PAGE_ENTRIES,
    roots: start,
    rootsEnd: start,
    tables,
    tablesEnd: tables + TABLE_BYTES,
  };
}
