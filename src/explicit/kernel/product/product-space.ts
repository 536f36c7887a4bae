// A product in a kernel's memory: where its parts lie, the code of its letters, the tables of its property; and the move to another
// kernel when states are packed anew or folded. The checks themselves are functions of the core.
import type { Expression } from '../../../models/expression/expression.ts';
import type { LetterTable } from '../../product/letters.ts';
import type { Property } from '../../product/product.ts';
import type { Kernel } from '../kernel.ts';
import { BLOCK_BYTES, BLOCK_STATES, NEW, ON_PATH } from '../protocol.ts';
import type { StateSpace } from '../store/state-space.ts';
import { openLabelling } from './labelling.ts';
import { makeProductLayout, type ProductLayout } from './product-layout.ts';
import { type Misfit, PropertyTables } from './property-tables.ts';
import { openStubbornSets, type PlanSource, writePlan } from './stubborn-tables.ts';

interface ProductRequest {
  readonly property: Property;
  readonly letters: LetterTable;
  readonly predicates: readonly Expression[];
  /** How the core reads deadlocks: REPEAT_DEADLOCKS or DROP_DEADLOCKS. */
  readonly deadlocks: number;
  readonly maxStates: number;
}

const NO_LIMIT = 0xffff_ffff;
/** States that get their letters between two looks at the watch. */
const LETTERS_AT_ONCE = 4096;

interface Surroundings {
  /** Called now and then while much is done at once; may throw. */
  readonly look: () => void;
  readonly plans?: PlanSource | undefined;
}

export class ProductSpace {
  readonly space: StateSpace;
  readonly request: ProductRequest;
  private readonly wide: boolean;
  private readonly look: () => void;
  /** What waits on the path. */
  entries: 'with-marks' | 'slots' = 'with-marks';
  kernel: Kernel;
  layout: ProductLayout;
  tables: PropertyTables;
  /** Given where only the successors in stubborn sets are followed. */
  private plans: PlanSource | undefined;

  /** Begins an empty product; `wide` when marks have too many values for one word per edge. */
  constructor(space: StateSpace, request: ProductRequest, marks: 'coded' | 'wide', { look, plans }: Surroundings) {
    this.space = space;
    this.look = look;
    this.request = request;
    this.plans = plans;
    this.wide = marks === 'wide';
    this.kernel = space.kernel;
    this.layout = this.makeLayout();
    this.clear();
    this.tables = this.open([]);
    this.begun();
  }

  /** Why the product cannot be searched here; null as long as nothing is known against it. */
  get misfit(): Misfit | null {
    return this.tables.misfit;
  }

  /** The product does not fit. */
  refuse(misfit: Misfit): void {
    this.tables.misfit ??= misfit;
  }

  /** Whether only the successors in stubborn sets are followed. */
  get isReduced(): boolean {
    return this.tables.planOf !== undefined;
  }

  /**
   * Goes back to an empty product, and to the initial states of the model if it is nobody else's; from then on with stubborn sets where
   * there are plans for them.
   */
  startAgain(known: 'with-model' | 'product-only', plans?: PlanSource): void {
    this.clear();
    this.plans = plans;
    this.openStubborn(this.tables);
    if (known === 'with-model') this.space.forget();
    this.kernel.productStateBits = this.tables.stateBits;
    this.tables.forgetLists();
    this.begun();
  }

  /** Opens the places of an empty product. */
  private begun(): void {
    if (this.misfit !== null) return;
    const { layout, tables } = this;
    const { core } = this.kernel;
    this.openPlaces({ blocks: 1, top: layout.path, heap: layout.pathEnd });
    core.openPages(layout.pages, layout.pageEntries, tables.stateBits);
    core.setProductCounts(0n, 0n, 0, 0);
    core.setStubbornCounts(0n, 0n, 0n, 0n, 0n);
    core.setLettered(0);
    core.setFilter(0);
    // There may be very many states already, and their letters may take long.
    while (this.misfit === null && core.getLettered() >>> 0 < core.total.value >>> 0) {
      if (core.letterSome(LETTERS_AT_ONCE) === 0) this.refuse('no room');
      else this.look();
    }
  }

  /** The letter of a state. */
  letter(state: number): number {
    const { layout, kernel } = this;
    const at = layout.letters + state * 2 ** this.letterShift;
    const word = kernel.words[at >>> 2];
    if (this.letterShift === 2) return word;
    return (word >>> (8 * (at & 3))) & (this.letterShift === 0 ? 0xff : 0xffff);
  }

  /** Puts a product state on the path as an edge that waits, with its marks or as a slot alone. */
  begin(state: number, q: number, entries: 'with-marks' | 'slots'): void {
    const { core, words } = this.kernel;
    this.entries = entries;
    this.tables.admit(q);
    const slot = this.misfit === null ? core.slotOf(state, q) : 0;
    if (slot === 0) {
      this.refuse('no room');
      return;
    }
    let top = (core.pathTop.value >>> 0) / 4;
    if (this.wide && entries === 'with-marks') words[top++] = 0;
    words[top++] = slot;
    this.openPlaces({ blocks: core.blockCount.value, top: top * 4, heap: core.heapTop.value >>> 0 });
  }

  /** Empties the path. */
  clearPath(): void {
    const { path, pathEnd } = this.layout;
    this.openPlaces({ blocks: this.kernel.core.blockCount.value, top: path, heap: pathEnd });
  }

  /** Empties the path but for one waiting slot. */
  restartPath(slot: number): void {
    const { core, words } = this.kernel;
    words[this.layout.path / 4] = slot;
    this.openPlaces({ blocks: core.blockCount.value, top: this.layout.path + 4, heap: this.layout.pathEnd });
  }

  /** The slot at which a search goes on: on top of the path, or at the head of the queue when the path is empty. */
  get nextSlot(): number {
    const { core, words } = this.kernel;
    if (core.pathTop.value === core.pathFloor.value) return words[(core.queueHead.value >>> 0) / 4];
    return words[(core.pathTop.value >>> 0) / 4 - 1] & (2 ** this.tables.slotBits - 1);
  }

  /** The slots of the states on the path, from the one given on; all when none is given. */
  statesOnPath(from: number | null): number[] {
    const { core, words } = this.kernel;
    const found: number[] = [];
    for (let i = (core.pathFloor.value >>> 0) / 4; i < (core.pathTop.value >>> 0) / 4; i++) {
      if (words[i] < ON_PATH) continue;
      const slot = words[i] & (2 ** this.tables.slotBits - 1);
      if (from === null || found.length > 0 || slot === from) found.push(slot);
    }
    return found;
  }

  /** The word that the check keeps about a product state. */
  wordOf(state: number, q: number): number {
    const { core, words } = this.kernel;
    const slot = core.findSlot(state, q) >>> 0;
    return slot === 0 ? NEW : words[this.layout.words / 4 + slot];
  }

  /** The states of the property with which the check has met a state of the model. */
  partnersOf(state: number): number[] {
    return Array.from({ length: 2 ** this.tables.stateBits }, (_, q) => q).filter((q) => this.wordOf(state, q) !== NEW);
  }

  /**
   * Calls `visit` for all states of the model, for runs of such as have the same flat pairs (state of the property, word), where words that are NEW are
   * left out; the array is used again.
   */
  forEachRun(visit: (first: number, end: number, pairs: Int32Array, length: number) => void): void {
    const { words, states } = this.kernel;
    const { layout } = this;
    const width = 2 ** this.tables.stateBits;
    const pairs = new Int32Array(2 * width);
    const [own, places] = [new Int32Array(width), new Int32Array(width)];
    for (let first = 0, row = layout.pages / 4; first < states; first += BLOCK_STATES, row += width) {
      let count = 0;
      for (let q = 0; q < width; q++) {
        if (words[row + q] === 0) continue;
        own[count] = q;
        places[count++] = layout.words / 4 + words[row + q] * BLOCK_STATES;
      }
      const end = Math.min(BLOCK_STATES, states - first);
      for (let i = 0; i < end; ) {
        let [length, next] = [0, end];
        for (let k = 0; k < count; k++) {
          const word = words[places[k] + i];
          let same = i + 1;
          while (same < next && words[places[k] + same] === word) same++;
          next = same;
          if (word === NEW) continue;
          pairs[length++] = own[k];
          pairs[length++] = word;
        }
        visit(first + i, first + next, pairs, length);
        i = next;
      }
    }
  }

  /** Bytes in use, the states of the model included. */
  get bytes(): number {
    const { layout, kernel } = this;
    const { core } = kernel;
    const blocks = core.blockCount.value * (BLOCK_STATES * 4 + BLOCK_BYTES);
    const path =
      (core.pathTop.value >>> 0) - (core.pathFloor.value >>> 0) + layout.pathEnd - (core.heapTop.value >>> 0);
    const queue = (core.queueEnd.value >>> 0) - layout.path;
    return kernel.bytes + core.getLettered() * 2 ** this.letterShift + blocks + path + queue;
  }

  /** Follows the model's states to the kernel where they are now, if there is room. */
  follow(): void {
    const before = this.kernel;
    if (this.space.kernel === before) return;
    const { layout: old, tables: oldTables } = this;
    this.kernel = this.space.kernel;
    this.layout = this.makeLayout();
    const { layout } = this;
    const blocks = before.core.blockCount.value;
    const top = (before.core.pathTop.value >>> 0) - old.path;
    const heap = old.pathEnd - (before.core.heapTop.value >>> 0);
    const pageEntries = this.pageRows(before) * 2 ** oldTables.stateBits;
    const lettered = before.core.getLettered() >>> 0;
    const fits =
      blocks <= layout.blockCount && top + heap <= layout.pathEnd - layout.path && pageEntries <= layout.pageEntries;
    if (!fits) {
      this.refuse('no room');
      return;
    }
    this.tables = this.open(oldTables.codes);
    this.tables.admitMoved(oldTables);
    if (this.misfit !== null) return;
    const move = (from: number, to: number, bytes: number): void => {
      this.kernel.words.set(before.words.subarray(from / 4, from / 4 + Math.ceil(bytes / 4)), to / 4);
    };
    move(old.letters, layout.letters, lettered * 2 ** this.letterShift);
    move(old.pages, layout.pages, pageEntries * 4);
    move(old.words, layout.words, blocks * BLOCK_STATES * 4);
    move(old.blocks, layout.blocks, blocks * BLOCK_BYTES);
    move(old.path, layout.path, top);
    move(old.pathEnd - heap, layout.pathEnd - heap, heap);
    move(old.roots, layout.roots, Math.min(old.rootsEnd - old.roots, layout.rootsEnd - layout.roots));
    if (this.entries === 'with-marks') this.recode(top, oldTables.slotBits);
    this.openPlaces({ blocks, top: layout.path + top, heap: layout.pathEnd - heap });
    const { core } = this.kernel;
    core.openPages(layout.pages, layout.pageEntries, this.tables.stateBits);
    core.setLettered(lettered);
    const { productStates, productEdges, productDepth, productMaxDepth } = before.core;
    core.setProductCounts(productStates.value, productEdges.value, productDepth.value, productMaxDepth.value);
    const { stubbornExpanded, stubbornFull, stubbornEnabled, stubbornFollowed, stubbornWork } = before.core;
    core.setStubbornCounts(
      stubbornExpanded.value,
      stubbornFull.value,
      stubbornEnabled.value,
      stubbornFollowed.value,
      stubbornWork.value,
    );
  }

  private get letterShift(): number {
    const { count } = this.request.letters;
    return count <= 8 ? 0 : count <= 16 ? 1 : 2;
  }

  private makeLayout(): ProductLayout {
    const { product, productBytes } = this.kernel.layout;
    const states = this.kernel.options.productShare === 'all' ? 'elsewhere' : 'here';
    return makeProductLayout(product, productBytes, states);
  }

  private pageRows(kernel: Kernel): number {
    return Math.ceil(kernel.states / BLOCK_STATES) + 1;
  }

  /** Clears what an earlier product has left. */
  private clear(): void {
    const { kernel, layout } = this;
    if (kernel.productStateBits !== null) {
      const entries = Math.min(layout.pageEntries, this.pageRows(kernel) * 2 ** kernel.productStateBits);
      kernel.words.fill(0, layout.pages / 4, layout.pages / 4 + entries);
      const words = layout.words / 4;
      kernel.words.fill(0, words, words + kernel.core.blockCount.value * BLOCK_STATES);
    }
    kernel.productStateBits = 0;
  }

  /** Lays out tables and code on the present kernel. */
  private open(codes: readonly number[]): PropertyTables {
    const { kernel, layout, request } = this;
    const { core } = kernel;
    const { property, letters, predicates } = request;
    const tables = new PropertyTables(kernel, layout, {
      property,
      letters,
      marks: this.wide ? 'wide' : 'coded',
      codes,
    });
    // Slots begin with the second block.
    if (layout.blockCount < 2) tables.misfit ??= 'no room';
    const labelling = openLabelling(kernel, tables, { letters, predicates });
    if (labelling === null) return tables;
    const shift = this.letterShift;
    const room = Math.floor(layout.letterBytes / 2 ** shift);
    core.openLetters(layout.letters, shift, room, labelling.label, labelling.code, labelling.cache);
    core.openProduct(request.deadlocks, Math.min(NO_LIMIT, request.maxStates));
    this.openStubborn(tables);
    kernel.property.functions = tables;
    return tables;
  }

  private openStubborn(tables: PropertyTables): void {
    const { plans } = this;
    const isReduced = openStubbornSets(this.kernel, tables, plans) && plans !== undefined;
    tables.planOf = isReduced ? (q, letter) => writePlan(tables, plans.of(q, letter)) : undefined;
  }

  private openPlaces(places: { readonly blocks: number; readonly top: number; readonly heap: number }): void {
    const { layout } = this;
    const { core } = this.kernel;
    core.openSlots(layout.words, layout.blocks, layout.blockCount, places.blocks);
    core.openPath(layout.path, places.top, places.heap, layout.pathEnd);
  }

  /** Writes the codes of the path's edges anew when slots take another number of bits. */
  private recode(bytes: number, slotBits: number): void {
    const { words } = this.kernel;
    if (this.wide || slotBits === this.tables.slotBits) return;
    const first = this.layout.path / 4;
    for (let i = first; i < first + bytes / 4; i++) {
      const word = words[i];
      if (word >= ON_PATH) continue;
      words[i] = (word % 2 ** slotBits) + Math.floor(word / 2 ** slotBits) * 2 ** this.tables.slotBits;
    }
  }
}
