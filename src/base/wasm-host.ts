// The part of the WebAssembly interface that the kernels use, typed here because the core rooms compile without the
// browser's library of types; and the question whether the host has it at all.
import { invariant } from './assert.ts';

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** A compiled module; opaque. */
export interface WasmModule {
  readonly wasmModule?: never;
}

export interface WasmGlobal<T> {
  readonly value: T;
}

/** A table of functions. */
export interface WasmTable {
  grow(by: number): number;
  set(index: number, value: unknown): void;
}

export type WasmExports = Readonly<Record<string, unknown>>;
type WasmImports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface WasmHost {
  readonly Memory: new (descriptor: { initial: number; maximum?: number; shared?: boolean }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: WasmImports) => { readonly exports: WasmExports };
}

/** The module without content. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Hosts that have compiled something: they are not asked again. */
const allowing = new WeakSet<WasmHost>();

/**
 * WebAssembly as the host offers it, or null where there is none or it compiles nothing: the Content-Security-Policy of a page forbids that
 * unless it has 'wasm-unsafe-eval'.
 */
export function wasmHost(): WasmHost | null {
  const host = (globalThis as { WebAssembly?: WasmHost }).WebAssembly ?? null;
  if (host === null || allowing.has(host)) return host;
  try {
    new host.Module(EMPTY_MODULE);
  } catch (error) {
    // The first is what Chromium and Firefox throw, the second what Safari does.
    if (error instanceof Error && (error.name === 'CompileError' || error.name === 'EvalError')) return null;
  }
  allowing.add(host);
  return host;
}

/** `wasmHost`, for code that is only reached where there is one. */
export function requireHost(): WasmHost {
  const host = wasmHost();
  invariant(host, 'a kernel was asked for where there is no WebAssembly');
  return host;
}

/** Modules compiled so far, by host and text: compiling one takes longer than exploring a small model. */
const compiled = new WeakMap<WasmHost, Map<string, WasmModule>>();

/** The module in base64, compiled when it is first asked for. */
export function compileOnce(base64: string): WasmModule {
  const host = requireHost();
  let modules = compiled.get(host);
  if (modules === undefined) {
    modules = new Map();
    compiled.set(host, modules);
  }
  let module = modules.get(base64);
  if (module === undefined) {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    module = new host.Module(bytes);
    modules.set(base64, module);
  }
  return module;
}

export const PAGE_BYTES = 65536;

/**
 * The pages of the largest memory: one less than 4 GiB, so that the end of a region is a 32-bit address too.
 */
const MAX_PAGES = 65535;
/** Its bytes. */
export const LARGEST_MEMORY = MAX_PAGES * PAGE_BYTES;

/**
 * The host grants no memory at all. Where the address space of the process is bounded (`ulimit -v`), that is so from some gigabytes on: V8
 * reserves 8 GB or more around each memory, however small it is, to save tests of addresses.
 */
export class MemoryRefused extends Error {
  override name = 'MemoryRefused';
}

/** Whether one thread has a memory for itself. The buffer of a shared one is a `SharedArrayBuffer`, whatever its type says. */
export type MemoryUse = 'alone' | 'shared';

/**
 * Reserves a memory of `pages` pages, or of as many as the host grants (halving). Pages cost nothing before they are
 * touched; a memory that never grows keeps its views. Throws `MemoryRefused`.
 */
export function reserveMemory(pages: number, use: MemoryUse = 'alone'): { memory: WasmMemory; pages: number } {
  const { Memory } = requireHost();
  for (let granted = Math.min(pages, MAX_PAGES); ; granted >>>= 1) {
    try {
      return { memory: new Memory({ initial: granted, maximum: granted, shared: use === 'shared' }), pages: granted };
    } catch (error) {
      if (granted <= 64) throw new MemoryRefused('the system grants no memory', { cause: error });
    }
  }
}
