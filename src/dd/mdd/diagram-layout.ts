// How the memory of a manager is divided. Its regions are as large as they may ever become: memory that was never touched
// costs nothing, and what is in use is counted and limited apart from this.
import { PAGE_BYTES } from '../../base/wasm-host.ts';
import { CACHE_BYTES, SLOT_BYTES } from './diagram-protocol.ts';
import type { Room } from './options.ts';

export interface DiagramLayout {
  readonly arena: number;
  readonly arenaEnd: number;
  readonly table: number;
  readonly tableBits: number;
  readonly fire: number;
  readonly fireBits: number;
  readonly set: number;
  readonly setBits: number;
  readonly stack: number;
  readonly stackEnd: number;
  readonly records: number;
  readonly recordsEnd: number;
  readonly tables: number;
  readonly tablesEnd: number;
}

/** Numbers below this are not nodes, so the nodes start at four times as many bytes. */
const ARENA_START = 1024;
const LEAST_BYTES = 2 ** 28;
const MOST_BYTES = 2 ** 32 - PAGE_BYTES;
/** V8 begins to collect when 64 MiB were reserved since the last time. */
const SMALL_BYTES = 2 ** 25;

/** How much address space to ask for, for a memory limit. */
export function addressSpace(memoryBytes: number, room: Room): number {
  if (room === 'small') return SMALL_BYTES;
  return Math.min(MOST_BYTES, Math.max(LEAST_BYTES, 2 * memoryBytes));
}

/** Divides `bytes` bytes. */
export function divideMemory(bytes: number): DiagramLayout {
  const unit = 2 ** Math.floor(Math.log2((bytes + PAGE_BYTES) / 32));
  const bits = (size: number): number => Math.floor(Math.log2(size));
  return {
    arena: ARENA_START,
    arenaEnd: 16 * unit,
    table: 16 * unit,
    tableBits: bits((8 * unit) / SLOT_BYTES),
    fire: 24 * unit,
    fireBits: bits((4 * unit) / CACHE_BYTES),
    set: 28 * unit,
    setBits: bits((2 * unit) / CACHE_BYTES),
    stack: 30 * unit,
    stackEnd: 31 * unit,
    records: 31 * unit,
    recordsEnd: 31.25 * unit,
    tables: 31.25 * unit,
    tablesEnd: 32 * unit - PAGE_BYTES,
  };
}
