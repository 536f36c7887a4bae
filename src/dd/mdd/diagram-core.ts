// The compiled kernel (assembly/mdd/), compiled once per host, and an instance of it. The type of its exports is generated (scripts/build-kernel.mjs).
import { compileOnce, requireHost, type WasmExports, type WasmMemory } from '../../base/wasm-host.ts';
import { coreBase64, type DiagramCore } from './diagram-core.generated.ts';

export type { DiagramCore } from './diagram-core.generated.ts';

/** An instance of the kernel on a memory; `markRoots` calls `mark` for every set that the host holds. */
export function instantiateDiagramCore(memory: WasmMemory, markRoots: () => void): DiagramCore {
  const { exports } = new (requireHost().Instance)(compileOnce(coreBase64), {
    env: { memory },
    host: { markRoots, now: () => performance.now() },
  });
  return exports as WasmExports as unknown as DiagramCore;
}
