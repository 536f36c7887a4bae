// A search for accepting components by several threads that share what is dead, over the states of a model that are all known (assembly/threads/joint.ts).
// This is the first thread's side. What a thread that is lost has claimed is searched again by the first one: all that it has closed was
// complete, so it stays dead.
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Expression } from '../../../models/expression/expression.ts';
import type { LetterTable } from '../../product/letters.ts';
import type { Property } from '../../product/product.ts';
import { ArrayTables, collectArrays } from '../code/array-tables.ts';
import type { Kernel } from '../kernel.ts';
import {
  ACCEPTING,
  COMPONENT_BYTES,
  CONTROL_LABEL_FAULT,
  DONE,
  EDGE_BYTES,
  EDGE_CODE,
  EDGE_MARKS,
  EDGE_TARGET,
  JOINT_BEAT,
  JOINT_BUSY,
  JOINT_BYTES,
  JOINT_CAME,
  JOINT_COMPONENTS,
  JOINT_EDGES,
  JOINT_FOUND,
  JOINT_HEADER,
  JOINT_PAUSE,
  JOINT_STATES,
  JOINT_STUCK,
  LIST_HEADER,
  RUNNING,
  WORD_BYTES,
} from '../protocol.ts';
import { type JointMember, type JointPlace, type JointProduct, openJointCore } from './joint-place.ts';
import type { SharedCore } from './shared-core.generated.ts';
import type { HelperThread } from './thread-host.ts';

/** What is searched: runs of the property that begin at any state of the model, where its letter lets them. */
export interface JointRequest {
  readonly property: Property;
  readonly letters: LetterTable;
  readonly predicates: readonly Expression[];
  readonly watch: Stopwatch | undefined;
  /** Whether the first thread waits in the beginning until all others are there; for tests. */
  readonly presence?: 'awaited' | undefined;
  readonly onProgress?: (states: number, edges: number) => void;
}

export interface JointResult {
  readonly accepting: boolean;
  readonly states: number;
  readonly edges: number;
  readonly components: number;
  readonly threads: number;
  readonly bytes: number;
}

/** Letters are written out for so many propositions, and a byte has a bit for so many states of the property. */
const MOST_PROPOSITIONS = 8;
const MOST_STATES = 8;
/** States that are visited between two looks at the limits. */
const SLICE = 1 << 15;
/** Milliseconds of sleep, and how often in a row nothing may have happened meanwhile: then a thread is lost. */
const SLEEP = 5;
const MOST_SLEEPS = 12_000;

/** The answer, or null where the search does not fit, or cannot be ended. Throws `LimitExceeded` when the watch says so. */
export function searchJointly(
  kernel: Kernel,
  threads: readonly HelperThread[],
  request: JointRequest,
): JointResult | null {
  const search = JointSearch.over(kernel, threads, request);
  if (search === null) return null;
  try {
    return search.run();
  } finally {
    search.stop();
  }
}

/** Gives out the bytes of a region, from its beginning on. */
class Region {
  private next: number;
  readonly end: number;

  constructor(start: number, bytes: number) {
    this.next = start;
    this.end = start + bytes;
  }

  take(bytes: number, align = 64): number {
    const at = Math.ceil(this.next / align) * align;
    this.next = at + bytes;
    return at;
  }

  get left(): number {
    return this.end - this.next;
  }
}

class JointSearch {
  private readonly kernel: Kernel;
  private readonly threads: readonly HelperThread[];
  private readonly request: JointRequest;
  private readonly words: Int32Array;
  private readonly region: Region;
  private product!: JointProduct;

  private constructor(kernel: Kernel, threads: readonly HelperThread[], request: JointRequest) {
    this.kernel = kernel;
    this.threads = threads;
    this.request = request;
    this.words = new Int32Array(kernel.memory.buffer);
    const { product, productBytes } = kernel.layout;
    this.region = new Region(product, productBytes);
  }

  /** Lays everything out, and sends places to the threads; null where it does not fit. */
  static over(kernel: Kernel, threads: readonly HelperThread[], request: JointRequest): JointSearch | null {
    const search = new JointSearch(kernel, threads, request);
    return search.layOut() ? search : null;
  }

  run(): JointResult | null {
    const core = this.kernel.core as unknown as SharedCore;
    if (this.request.presence === 'awaited') this.awaitPresence();
    let status = this.searchHere(core);
    if (status === DONE && (this.awaitOthers() || this.isStuck()) && !this.wasFound()) {
      // Somebody has left something undone: what is not dead is searched once more, alone.
      this.stop();
      core.claimAll();
      status = this.searchHere(core);
    }
    if (status === ACCEPTING || this.wasFound()) return this.result(true);
    if (this.hasLabelFault()) return null;
    return status === DONE ? this.result(false) : null;
  }

  /** Asks all to stop. */
  stop(): void {
    Atomics.store(this.words, this.at(JOINT_PAUSE), 1);
  }

  private searchHere(core: SharedCore): number {
    for (;;) {
      const status = core.joint(SLICE);
      if (status !== RUNNING) return status;
      this.request.watch?.look();
      this.request.onProgress?.(this.total(JOINT_STATES), this.total(JOINT_EDGES));
    }
  }

  /** Whether some state has no letter: a proposition has no value there. */
  private hasLabelFault(): boolean {
    const blocks = [0, ...this.kernel.layout.members.map(({ control }) => control)];
    return blocks.some((control) => this.kernel.control(control + CONTROL_LABEL_FAULT) !== 0);
  }

  private isStuck(): boolean {
    return Atomics.load(this.words, this.at(JOINT_STUCK)) !== 0;
  }

  private wasFound(): boolean {
    return Atomics.load(this.words, this.at(JOINT_FOUND)) !== 0;
  }

  /** Waits until all threads have come, for a while at most. They may have done everything by then. */
  private awaitPresence(): void {
    const came = this.at(JOINT_CAME);
    for (let sleeps = 0; sleeps < MOST_SLEEPS; sleeps++) {
      const now = Atomics.load(this.words, came);
      if (now >= this.threads.length || this.threads.some(({ isLost }) => isLost)) return;
      sleep(this.words, came, now);
    }
  }

  /** Waits until no thread is at work; whether one is lost. */
  private awaitOthers(): boolean {
    const { words } = this;
    const busy = this.at(JOINT_BUSY);
    let [beats, sleeps] = [-1, 0];
    for (;;) {
      const now = Atomics.load(words, busy);
      if (now === 0) return false;
      sleep(words, busy, now);
      this.request.watch?.look();
      const seen = this.threads.reduce((sum, _, i) => sum + Atomics.load(words, this.member(i + 1, JOINT_BEAT)), 0);
      sleeps = seen === beats ? sleeps + 1 : 0;
      beats = seen;
      if (this.threads.some(({ isLost }) => isLost) || sleeps > MOST_SLEEPS) return true;
    }
  }

  private result(accepting: boolean): JointResult {
    const { kernel, product, threads } = this;
    return {
      accepting,
      states: this.total(JOINT_STATES),
      edges: this.total(JOINT_EDGES),
      components: this.total(JOINT_COMPONENTS),
      threads: 1 + threads.filter((_, i) => this.hasWorked(i + 1)).length,
      bytes: kernel.bytes + product.states * (1 + (threads.length + 1) * 4 * 2 ** product.shift),
    };
  }

  private hasWorked(member: number): boolean {
    const [beats, found] = [this.member(member, JOINT_BEAT), this.member(member, JOINT_STATES)];
    return Atomics.load(this.words, beats) !== 0 || Atomics.load(this.words, found) !== 0;
  }

  private at(offset: number): number {
    return (this.product.control + offset) / 4;
  }

  private member(member: number, offset: number): number {
    return this.at(JOINT_HEADER + member * JOINT_BYTES + offset);
  }

  private total(offset: number): number {
    const counters = new BigUint64Array(this.kernel.memory.buffer);
    let sum = 0n;
    for (let i = 0; i <= this.threads.length; i++) sum += counters[this.member(i, offset) / 2];
    return Number(sum);
  }

  private layOut(): boolean {
    const { kernel, region, request, threads } = this;
    const { layout, packing } = kernel;
    const { predicates, letters } = request;
    const used = usedStates(request);
    // A component with a mark that a mode forbids may have an accepting one inside: such modes ask for more than one pass.
    if (request.property.modes.some(({ forbidden }) => forbidden !== 0)) return false;
    if (letters.count > MOST_PROPOSITIONS || used === null) return false;
    const members = threads.length + 1;
    const { states } = kernel;
    const shift = Math.ceil(Math.log2(used.length));
    const control = region.take(JOINT_HEADER + members * JOINT_BYTES, 128);
    const arrays = new ArrayTables(packing, collectArrays(kernel.compiled.behaviours, predicates));
    const arraysAt = this.write(arrays.data);
    const tables = this.writeProperty(used);
    const deads = region.take(states, 4096);
    const own = Array.from({ length: members }, (_, member) => ({
      member,
      label: region.take(8),
      ids: region.take(layout.bufferStates * 4),
      scratch: region.take(packing.words * WORD_BYTES + 8),
      ranks: region.take(4 * 2 ** shift * states, 4096),
    }));
    const share = Math.floor(region.left / members / 4096) * 4096 - 4096;
    if (share < LEAST_PATH || states * 2 ** shift >= 2 ** 31) return false;
    this.product = { control, deads, states, shift, ...tables };
    const places = own.map((member): JointMember => {
      const roots = region.take(Math.floor(share / 5 / 4096) * 4096, 4096);
      const path = region.take(Math.floor((share * 4) / 5 / 4096) * 4096 - 4096, 4096);
      const addresses = member.member === 0 ? { ...layout, control: 0 } : layout.members[member.member - 1];
      const labelCode = kernel.modelCode(
        {
          ...layout,
          control: addresses.control,
          virtual: addresses.virtual,
          tables: addresses.tables,
          arrays: arraysAt,
          exports: 'label',
        },
        { ...kernel.compiled, predicates, watched: undefined },
      );
      return {
        ...member,
        labelCode,
        buffer: addresses.buffer,
        roots,
        rootsEnd: path - COMPONENT_BYTES,
        path,
        pathEnd: path + Math.floor((share * 4) / 5 / 4096) * 4096 - 4096,
      };
    });
    const core = kernel.core as unknown as SharedCore;
    const { product } = this;
    const place = { memory: kernel.memory, product };
    openJointCore(core, kernel.coreModule, { ...place, own: places[0] });
    const bits = Math.log2((core.tableBytes() >>> 0) / 4);
    threads.forEach((thread, i) => {
      const { control: at, virtual, tables: rows } = layout.members[i];
      thread.send({
        kind: 'joint',
        ...place,
        own: places[i + 1],
        core: kernel.coreModule,
        model: kernel.modelCode({ ...layout, control: at, virtual, tables: rows }),
        arena: layout.arena,
        capacity: layout.capacity,
        table: { at: layout.table, bits },
        keys: layout.keys,
      } satisfies JointPlace);
    });
    return true;
  }

  /** Lists of edges and of starts, for all letters that there could be; letters have their labels as numbers. */
  private writeProperty(used: readonly number[]): Omit<JointProduct, 'control' | 'deads' | 'states' | 'shift'> {
    const { property, letters } = this.request;
    const count = 2 ** letters.count;
    const all = Array.from({ length: count }, (_, bits) => letters.intern((i) => ((bits >>> i) & 1) === 1));
    const index = new Map(used.map((q, i) => [q, i]));
    const lists = used.flatMap((q) => all.map((letter) => this.writeList(property.edges(q, letter, letter), index)));
    const starts = all.map((letter) => {
      const states = property.initialStates(letter).map((q) => index.get(q)!);
      return this.write([states.length, ...states]);
    });
    return {
      lists: this.write(lists),
      letterBits: letters.count,
      starts: this.write(starts),
      letterCache: this.write(all.map((_, bits) => bits + 1)),
      modes: this.write(property.modes.flatMap(({ required, forbidden }) => [required, forbidden])),
      modeCount: property.modes.length,
    };
  }

  private writeList(edges: Int32Array, index: ReadonlyMap<number, number>): number {
    const list = new Uint32Array((LIST_HEADER + (edges.length / 2) * EDGE_BYTES) / 4);
    list[0] = edges.length / 2;
    for (let i = 0; i < edges.length; i += 2) {
      const at = LIST_HEADER + (i / 2) * EDGE_BYTES;
      list[(at + EDGE_TARGET) / 4] = index.get(edges[i])!;
      list[(at + EDGE_MARKS) / 4] = edges[i + 1];
      list[(at + EDGE_CODE) / 4] = 0;
    }
    return this.write(list);
  }

  private write(words: ArrayLike<number>): number {
    const at = this.region.take(Math.max(4, words.length * 4));
    this.kernel.words.set(words, at / 4);
    return at;
  }
}

/** Bytes of a path at least. */
const LEAST_PATH = 1 << 16;

/** The states of the property that runs reach with any letters; null where they are too many. */
function usedStates({ property, letters }: JointRequest): number[] | null {
  const all = Array.from({ length: 2 ** letters.count }, (_, bits) => letters.intern((i) => ((bits >>> i) & 1) === 1));
  const used = new Set(all.flatMap((letter) => property.initialStates(letter)));
  for (const q of used) {
    if (used.size > MOST_STATES) return null;
    for (const letter of all) {
      property.edges(q, letter, letter).forEach((target, i) => {
        if (i % 2 === 0) used.add(target);
      });
    }
  }
  return used.size > 0 && used.size <= MOST_STATES ? [...used] : null;
}

/** Sleeps while the word has the value, for a moment at most. The first thread of a page may not: it looks again. */
function sleep(words: Int32Array, at: number, value: number): void {
  try {
    Atomics.wait(words, at, value, SLEEP);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
