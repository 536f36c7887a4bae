// What the symbolic engine can read; apart from it, so that asking does not load it.
import { wasmHost } from '../base/wasm-host.ts';
import type { Model } from '../models/model.ts';

/** Whether the engine can read the model: it must know how each group moves the state. Its diagrams need WebAssembly. */
export function canBeSymbolic(model: Model): boolean {
  return (
    wasmHost() !== null &&
    model.variables.length > 0 &&
    model.groups.every(({ behaviour }) => behaviour.kind !== 'opaque')
  );
}
