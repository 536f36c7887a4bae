// The host's side of a compiled product: letters and edges of the property, written into the kernel's memory when the search first asks
// for them. Lists never move while a search runs; the directory of lists and that of blocks grow with the letters and with the
// states of the property.
import type { LetterTable } from '../../product/letters.ts';
import type { Property } from '../../product/product.ts';
import type { PropertyFunctions } from '../core.ts';
import type { Kernel } from '../kernel.ts';
import { BLOCK_STATES, EDGE_BYTES, EDGE_CODE, EDGE_MARKS, EDGE_TARGET, LIST_HEADER, LIST_PLAN } from '../protocol.ts';
import type { ProductLayout } from './product-layout.ts';

/**
 * Why the kernel cannot search a product: it has no room; marks have more values than the entries of a path can tell apart (wide entries
 * can); or the check does not know this acceptance. The product is then searched some other way.
 */
export type Misfit = 'no room' | 'too many marks' | 'unknown acceptance';

/** Letters of up to this many propositions are found by one load. */
const CACHED_PROPOSITIONS = 16;
/** Codes of marks, at most: in a small memory slots leave bits for more than the tables have room for. */
const MOST_CODES = 4096;
/** Letters that the first directory has room for, as a power of two. */
const FIRST_LETTER_BITS = 6;

/** What the tables are made for. */
interface TablesRequest {
  readonly property: Property;
  readonly letters: LetterTable;
  /** `wide`: the marks of a waiting edge have a word of their own. */
  readonly marks: 'coded' | 'wide';
  /** Marks that have codes already, in their order. */
  readonly codes: readonly number[];
}

export class PropertyTables implements PropertyFunctions {
  private readonly kernel: Kernel;
  private readonly layout: ProductLayout;
  private readonly property: Property;
  private readonly letters: LetterTable;
  private readonly wide: boolean;
  /** Bits of a slot among those of a path's word; the rest is for the code. */
  readonly slotBits: number;
  private readonly codeCount: number;
  private readonly codesAt: number;
  private readonly codeOf = new Map<number, number>();
  /** Where the next list goes. */
  private next: number;
  /** A list without edges. */
  private readonly emptyList: number;
  /**
   * Set when the product turns out not to fit, which is also while the kernel runs: it then goes on with empty lists, and whoever started it
   * looks here before believing anything it says.
   */
  misfit: Misfit | null = null;
  private letterBits: number;
  private directory = 0;
  /** States of the property that the directory of blocks has room for, as a power of two. */
  stateBits = 0;
  /** For each mode, the states of the property that were seen to have an edge without its forbidden marks. */
  readonly allowed: readonly Set<number>[];
  /** Told of every list of edges that is written. */
  onEdges: (q: number, edges: Int32Array) => void = () => undefined;
  /** The address of the plan of stubborn sets for a state of the property and a letter; absent where there are no such sets. */
  planOf?: (q: number, letter: number) => number;

  constructor(kernel: Kernel, layout: ProductLayout, { property, letters, marks, codes }: TablesRequest) {
    this.kernel = kernel;
    this.layout = layout;
    this.property = property;
    this.letters = letters;
    this.next = layout.tables;
    this.wide = marks === 'wide';
    this.slotBits = Math.ceil(Math.log2(layout.blockCount * BLOCK_STATES));
    this.codeCount = this.wide ? 1 : Math.min(MOST_CODES, 2 ** (31 - this.slotBits));
    this.allowed = property.modes.map(() => new Set<number>());
    this.emptyList = this.take(4);
    this.codesAt = this.take(this.codeCount * 4);
    this.letterBits = Math.min(letters.count, FIRST_LETTER_BITS);
    while (letters.size > 2 ** this.letterBits) this.letterBits++;
    if (this.misfit !== null) return;
    kernel.core.openCodes(this.codesAt, this.slotBits, this.wide ? 1 : 0);
    for (const known of [0, ...codes]) this.codeFor(known);
    this.openDirectory();
  }

  /** The marks that have codes, in their order. */
  get codes(): readonly number[] {
    return [...this.codeOf.keys()];
  }

  /** Takes over what the tables of another kernel knew of the property's states; the directory of blocks comes along. */
  admitMoved(former: PropertyTables): void {
    this.stateBits = former.stateBits;
    this.kernel.productStateBits = this.stateBits;
    former.allowed.forEach((states, mode) => {
      for (const state of states) this.allowed[mode].add(state);
    });
    this.openDirectory();
  }

  /** Room in the region of tables, cleared; 0, and a misfit, when there is none. */
  take(bytes: number): number {
    const at = this.next;
    const end = at + Math.ceil(bytes / 8) * 8;
    if (end > this.layout.tablesEnd) {
      this.misfit ??= 'no room';
      return 0;
    }
    this.next = end;
    this.kernel.words.fill(0, at / 4, end / 4);
    return at;
  }

  /** The room that is left for tables. */
  get bytesLeft(): number {
    return this.layout.tablesEnd - this.next;
  }

  /** A table of the given words; 0 without room. */
  takeWords(values: ArrayLike<number>): number {
    const at = this.take(values.length * 4);
    if (at !== 0) this.kernel.words.set(values, at / 4);
    return at;
  }

  /** A table of bytes, one for each state of the property that there can be; 0 without room. */
  takeFlags(flags: Uint8Array): number {
    const at = this.take(flags.length);
    if (at === 0) return 0;
    const { words } = this.kernel;
    flags.forEach((flag, state) => {
      words[(at + state) >>> 2] |= flag << (8 * ((at + state) & 3));
    });
    return at;
  }

  /** For one mode, 1 for the states of the property that were seen to have an edge without its forbidden marks. */
  allowedFlags(mode: number): Uint8Array {
    const flags = new Uint8Array(2 ** this.stateBits);
    for (const state of this.allowed[mode]) flags[state] = 1;
    return flags;
  }

  /** Room for the cache of letters, or 0 when there are too many propositions for one. */
  takeLetterCache(): number {
    return this.letters.count <= CACHED_PROPOSITIONS ? this.take(4 * 2 ** this.letters.count) : 0;
  }

  letter(label: number): number {
    const at = (label >>> 0) / 4;
    const { words } = this.kernel;
    const number = this.letters.intern((i) => ((words[at + (i >>> 5)] >>> (i & 31)) & 1) === 1);
    if (number >= 2 ** this.letterBits) {
      while (number >= 2 ** this.letterBits) this.letterBits++;
      this.openDirectory();
    }
    return this.misfit === null ? number : 0;
  }

  edges(q: number, from: number, to: number): number {
    // Where changes are read, the plan is with the edges of a step without any.
    const plan = from === to ? this.planOf?.(q, from) : undefined;
    const list = this.writeList(q, this.property.edges(q, from, to), plan);
    if (this.misfit !== null) return this.emptyList;
    const entry = this.directory / 4 + q * 2 ** this.letterBits + from;
    const { words } = this.kernel;
    if (this.property.reads === 'letter') {
      words[entry] = list;
      return list;
    }
    if (words[entry] === 0) words[entry] = this.take(4 * 2 ** this.letterBits);
    if (words[entry] === 0) return this.emptyList;
    words[words[entry] / 4 + to] = list;
    return list;
  }

  /** Makes room for states of the property up to `q`. */
  admit(q: number): void {
    if (q < 2 ** this.stateBits) return;
    const before = this.stateBits;
    while (q >= 2 ** this.stateBits) this.stateBits++;
    if (!this.widenPages(before)) {
      this.misfit ??= 'no room';
      this.stateBits = before;
      return;
    }
    this.kernel.productStateBits = this.stateBits;
    this.openDirectory();
  }

  /** (target, marks, code) for each edge, after their number, with a plan before it if there is one; 0 without room. */
  private writeList(q: number, edges: Int32Array, plan?: number): number {
    this.onEdges(q, edges);
    const before = plan === undefined ? 0 : 2 * LIST_PLAN;
    const start = this.take(before + LIST_HEADER + (edges.length / 2) * EDGE_BYTES);
    if (start === 0) return 0;
    const list = start + before;
    const { words } = this.kernel;
    if (plan !== undefined) words[(list - LIST_PLAN) / 4] = plan;
    words[list / 4] = edges.length / 2;
    for (let i = 0; i < edges.length; i += 2) {
      const at = list + LIST_HEADER + (i / 2) * EDGE_BYTES;
      this.admit(edges[i]);
      words[(at + EDGE_TARGET) / 4] = edges[i];
      words[(at + EDGE_MARKS) / 4] = edges[i + 1];
      words[(at + EDGE_CODE) / 4] = this.codeFor(edges[i + 1]);
      this.property.modes.forEach(({ forbidden }, mode) => {
        if ((edges[i + 1] & forbidden) === 0) this.allowed[mode].add(q);
      });
    }
    return list;
  }

  private codeFor(marks: number): number {
    if (this.wide) return 0;
    let code = this.codeOf.get(marks);
    if (code === undefined) {
      code = this.codeOf.size;
      if (code >= this.codeCount) {
        this.misfit ??= 'too many marks';
        return 0;
      }
      this.codeOf.set(marks, code);
      this.kernel.words[this.codesAt / 4 + code] = marks;
    }
    return code * 2 ** this.slotBits;
  }

  /** Lets all lists of edges be asked for again. */
  forgetLists(): void {
    this.openDirectory();
  }

  /** A new, empty directory: lists are asked for again. */
  private openDirectory(): void {
    const directory = this.take(4 * 2 ** (this.stateBits + this.letterBits));
    if (directory === 0) return;
    this.directory = directory;
    this.kernel.core.openEdges(this.directory, this.letterBits, this.property.reads === 'change' ? 1 : 0);
  }

  /** Spreads the rows of the directory of blocks, from the last one on; false without room. */
  private widenPages(before: number): boolean {
    const { kernel, layout, stateBits } = this;
    const pages = layout.pages / 4;
    const rows = Math.ceil(kernel.states / BLOCK_STATES) + 1;
    if (rows * 2 ** stateBits > layout.pageEntries) return false;
    const [narrow, wide] = [2 ** before, 2 ** stateBits];
    for (let row = rows - 1; row >= 0; row--) {
      kernel.words.copyWithin(pages + row * wide, pages + row * narrow, pages + (row + 1) * narrow);
      kernel.words.fill(0, pages + row * wide + narrow, pages + (row + 1) * wide);
    }
    kernel.core.openPages(layout.pages, layout.pageEntries, stateBits);
    return true;
  }
}
