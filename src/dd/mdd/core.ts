// The compiled kernel (assembly/mdd/), compiled once per host, and an instance of it with its typed exports.
import { compileOnce, requireHost, type WasmExports, type WasmMemory } from '../../base/wasm-host.ts';
import { coreBase64 } from './core.generated.js';

interface WasmGlobal<T> {
  readonly value: T;
}

/** The exports of assembly/mdd/index.ts; see there. Unsigned results arrive as signed numbers, all below 2³¹. */
export interface MddCore {
  union(a: number, b: number): number;
  intersect(a: number, b: number): number;
  minus(a: number, b: number): number;
  project(set: number, targets: number, projection: number): number;
  openNode(size: number): number;
  closeNode(level: number, lo: number, size: number, children: number): number;
  fire(event: number, set: number, within: number): number;
  run(slice: number): number;
  closing(on: number): void;
  guard(): void;
  setOrder(order: number): void;
  setBudget(nodes: number, operations: number): void;
  unwind(): void;
  collect(): void;
  mark(set: number): void;
  openArena(start: number, end: number, limit: number, stack: number): void;
  openTable(at: number, bits: number, maxBits: number): void;
  openStack(start: number, end: number): void;
  openCaches(fire: number, fireBits: number, set: number, setBits: number): void;
  openEvents(records: number, sets: number, nothing: number, guards: number): void;
  openCollector(words: number): void;
  resetCounters(): void;
  clearFire(): void;
  charge(bytes: number): void;
  bytes(): number;
  tableBytes(): number;
  fireBytes(): number;
  setBytes(): number;
  readonly result: WasmGlobal<number>;
  readonly status: WasmGlobal<number>;
  readonly nodeCount: WasmGlobal<number>;
  readonly peakNodes: WasmGlobal<number>;
  readonly wideNodes: WasmGlobal<number>;
  readonly peakBytes: WasmGlobal<number>;
  readonly created: WasmGlobal<number>;
  readonly operations: WasmGlobal<number>;
  readonly hits: WasmGlobal<number>;
  readonly collections: WasmGlobal<number>;
  readonly collectionMilliseconds: WasmGlobal<number>;
}

/** An instance of the kernel on a memory; `markRoots` calls `mark` for every set that the host holds. */
export function instantiateMddCore(memory: WasmMemory, markRoots: () => void): MddCore {
  const { exports } = new (requireHost().Instance)(compileOnce(coreBase64), {
    env: { memory, abort: () => undefined },
    host: { markRoots, now: () => performance.now() },
  });
  return exports as WasmExports as unknown as MddCore;
}
