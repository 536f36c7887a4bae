// The compiled core, decoded and compiled once per process; apart from its instances, because threads that help get it ready-made.
import { compileOnce, type WasmModule } from '../../base/wasm-host.ts';
import { coreBase64 } from './core.generated.ts';

/** The core, compiled when it is first asked for. */
export function compileCore(): WasmModule {
  return compileOnce(coreBase64);
}
