// One instance of the compiled kernel with its memory: results are held until their scope ends, long runs are made of slices,
// and what the kernel gives up for becomes an exception.
//
// Slices matter beyond limits and progress: the engine replaces a WebAssembly function by its optimised form only when it is
// entered again.
import { invariant } from '../../base/assert.ts';
import { MemoryRefused, PAGE_BYTES, reserveMemory, wasmHost } from '../../base/wasm-host.ts';
import { UsageError } from '../../diagnostics/diagnostic.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import { type DiagramCore, instantiateDiagramCore } from './diagram-core.ts';
import { addressSpace, type DiagramLayout, divideMemory } from './diagram-layout.ts';
import { DONE, LAST_FIXED, MARKING_BYTES, OUT_OF_MEMORY, OUT_OF_NODES, STOPPED, YIELD } from './diagram-protocol.ts';
import { BudgetExceeded, type MddRun, type MddStatistics, type Room } from './options.ts';

const FIRST_TABLE_BITS = 12;
const SLICE = 4096;
const LONG_SLICE = 1 << 16;
/** Calls of `tick` between two looks. */
const TICKS = 256;
/** Four times the entries of the larger cache of a small manager. On lamport_nonatomic.5 of BEEM, 2.1 million operations were 12.7 million in one. */
const SMALL_OPERATIONS = 2 ** 20;
/** No collection before this many words are used. */
const LEAST_WORDS = 2 ** 24;

export class DiagramKernel {
  readonly core: DiagramCore;
  readonly memory: Uint32Array;
  readonly layout: DiagramLayout;
  readonly room: Room;
  private readonly limit: number;
  /** What the host holds: the sets of the open scopes, and those protected with how often. */
  private readonly held: number[] = [];
  private readonly protectedSets = new Map<number, number>();
  private slices = 0;
  private busy = false;
  private run: MddRun | null = null;
  private ticks = 0;
  /** What has ended the operation under way, while the kernel comes to its end. */
  private stopped: unknown = null;

  constructor(memoryBytes: number, room: Room) {
    const { memory, pages } = reserved(Math.ceil(addressSpace(memoryBytes, room) / PAGE_BYTES));
    this.room = room;
    this.memory = new Uint32Array(memory.buffer);
    this.layout = divideMemory(pages * PAGE_BYTES);
    this.limit = memoryBytes;
    this.core = instantiateDiagramCore(memory, { markRoots: () => this.markRoots(), look: () => this.lookInside() });
  }

  /** Does the work as part of the run, which watches it; nothing does after that. */
  during<T>(run: MddRun, work: () => T): T {
    const outer = this.run;
    this.run = run;
    try {
      return work();
    } finally {
      this.run = outer;
    }
  }

  /** Looks at the stopwatch of the run, and tells that the work goes on. */
  look(): void {
    this.run?.stopwatch.look();
    this.run?.onProgress?.();
  }

  /** A look from within the kernel: it ends by itself, and the exception is thrown after that. */
  private lookInside(): number {
    try {
      this.look();
      return 0;
    } catch (error) {
      this.stopped = error;
      return 1;
    }
  }

  /** The same once in many calls. */
  tick(): void {
    if (++this.ticks % TICKS === 0) this.look();
  }

  /** Opens the kernel, or clears it when it was open. */
  open(levels: number, isFirst: boolean): void {
    const { core, layout, memory } = this;
    if (!isFirst) {
      core.unwind();
      memory.fill(0, layout.table >>> 2, (layout.table + core.tableBytes()) >>> 2);
      memory.fill(0, layout.fire >>> 2, (layout.fire + core.fireBytes()) >>> 2);
      memory.fill(0, layout.set >>> 2, (layout.set + core.setBytes()) >>> 2);
    }
    this.held.length = 0;
    this.protectedSets.clear();
    const stackEnd = layout.stackEnd - MARKING_BYTES * (levels + 2);
    if (stackEnd - layout.stack < 2 ** 16) throw new LimitExceeded('memory', `${levels} levels are too many`);
    core.openStack(layout.stack, stackEnd);
    core.openTable(layout.table, FIRST_TABLE_BITS, layout.tableBits);
    core.openArena(layout.arena, layout.arenaEnd, this.limit, layout.stack);
    core.openCaches(layout.fire, layout.fireBits, layout.set, layout.setBits);
    core.openCollector(LEAST_WORDS);
    core.resetCounters();
  }

  /** The result of an operation that ran at once. */
  done(set: number): number {
    const status = this.core.status.value;
    if (status !== DONE) this.fail(status);
    this.refuseLongWork();
    this.tick();
    return this.hold(set);
  }

  /** Runs an operation that `start` starts to its end. */
  complete(start: () => number): number {
    invariant(!this.busy, 'an operation on decision diagrams was started while another one is running');
    this.busy = true;
    try {
      this.tick();
      let status = start();
      while (status === YIELD) {
        status = this.core.run(++this.slices < 64 ? SLICE : LONG_SLICE);
        this.refuseLongWork();
        this.look();
      }
      if (status !== DONE) this.fail(status);
      return this.hold(this.core.result.value);
    } finally {
      this.core.unwind();
      this.busy = false;
    }
  }

  hold(set: number): number {
    if (set > LAST_FIXED && this.held.at(-1) !== set) this.held.push(set);
    return set;
  }

  /** The state to which `keepSince` goes back. */
  mark(): number {
    return this.held.length;
  }

  /** Releases all sets held since the mark, except these. */
  keepSince(mark: number, ...sets: readonly number[]): void {
    this.held.length = mark;
    for (const set of sets) this.hold(set);
  }

  protect(set: number): void {
    this.protectedSets.set(set, (this.protectedSets.get(set) ?? 0) + 1);
  }

  release(set: number): void {
    const count = this.protectedSets.get(set);
    invariant(count !== undefined, 'a set was released more often than protected');
    if (count > 1) this.protectedSets.set(set, count - 1);
    else this.protectedSets.delete(set);
  }

  statistics(): MddStatistics {
    const { core } = this;
    const bytes = core.bytes();
    return {
      nodes: core.nodeCount.value,
      peakNodes: core.peakNodes.value,
      createdNodes: core.created.value,
      operations: core.operations.value,
      cacheHits: core.hits.value,
      cacheMisses: core.operations.value,
      collections: core.collections.value,
      freedNodes: core.created.value - core.nodeCount.value,
      collectionSeconds: core.collectionMilliseconds.value / 1000,
      bytes,
      peakBytes: core.peakBytes.value,
    };
  }

  private markRoots(): void {
    for (const set of this.held) this.core.mark(set);
    for (const set of this.protectedSets.keys()) this.core.mark(set);
  }

  /** A small manager that had to collect is too small, and so is one whose caches forget what they are asked for again. */
  private refuseLongWork(): void {
    if (this.room === 'whole') return;
    const { collections, operations } = this.core;
    if (collections.value > 0 || operations.value > SMALL_OPERATIONS) this.fail(OUT_OF_MEMORY);
  }

  private fail(status: number): never {
    this.core.unwind();
    if (status === STOPPED) throw this.stopped;
    const megabytes = Math.round(this.limit / 2 ** 20);
    if (status === OUT_OF_MEMORY)
      throw new LimitExceeded('memory', `decision diagrams need more than ${megabytes} MB of memory`);
    if (status === OUT_OF_NODES) throw new BudgetExceeded('nodes', 'the budget of nodes is used up');
    throw new BudgetExceeded('operations', 'the budget of operations is used up');
  }
}

/** Without a memory there are no diagrams. */
function reserved(pages: number): ReturnType<typeof reserveMemory> {
  if (wasmHost() === null) {
    throw new UsageError('decision diagrams need WebAssembly, which this host does not have or does not allow');
  }
  try {
    return reserveMemory(pages);
  } catch (error) {
    if (!(error instanceof MemoryRefused)) throw error;
    throw new LimitExceeded('memory', 'the system grants too little address space for decision diagrams');
  }
}
