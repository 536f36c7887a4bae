// The compiled kernel (assembly/mdd/), compiled once per host, and an instance of it. The type of its exports is generated (scripts/build-kernel.mjs).
import { compileOnce, requireHost, type WasmExports, type WasmMemory } from '../../base/wasm-host.ts';
import { coreBase64, type DiagramCore } from './diagram-core.generated.ts';

export type { DiagramCore } from './diagram-core.generated.ts';

/** What the kernel asks of its host. */
interface DiagramHost {
  /** Calls `mark` for every set that the host holds. */
  markRoots(): void;
  /** Whether the run must stop: not 0 then. */
  look(): number;
}

/** An instance of the kernel on a memory. */
export function instantiateDiagramCore(memory: WasmMemory, host: DiagramHost): DiagramCore {
  const { exports } = new (requireHost().Instance)(compileOnce(coreBase64), {
    env: { memory },
    host: { markRoots: () => host.markRoots(), look: () => host.look(), now: () => performance.now() },
  });
  return exports as WasmExports as unknown as DiagramCore;
}
