// WebAssembly as the host offers it, under the name that the kernels know it by.
export {
  compileOnce,
  MAX_PAGES,
  PAGE_BYTES,
  requireHost,
  reserveMemory,
  type WasmExports,
  type WasmHost,
  type WasmMemory,
  type WasmModule,
  wasmHost,
} from '../../base/wasm-host.ts';
