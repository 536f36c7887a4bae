// The compiled core (assembly/), decoded and compiled once per process, and an instance of it with what it imports. The type of its exports is
// generated (scripts/build-kernel.mjs).
import { compileOnce, requireHost, type WasmExports, type WasmMemory, type WasmModule } from '../../base/wasm-host.ts';
import { type Core, coreBase64 } from './core.generated.ts';
import { FULL } from './protocol.ts';

export type { Core } from './core.generated.ts';

/** What a product asks of the property's host; see assembly/imports/property.ts. */
export interface PropertyFunctions {
  edges(q: number, from: number, to: number): number;
  letter(label: number): number;
}

/** Successors and labels of a model's packed states, by generated code or by a function of the host; see assembly/imports/model.ts. */
export interface ModelFunctions {
  readonly expand: unknown;
  readonly label: unknown;
}

/** Further memories, for states that the first one has no room for; see assembly/imports/elsewhere.ts. */
export interface Elsewhere {
  intern(states: number, n: number, ids: number): number;
  read(id: number, target: number): void;
}

const nothing: ModelFunctions = { expand: () => 0, label: () => undefined };
export const noProperty: PropertyFunctions = { edges: () => 0, letter: () => 0 };
const nowhere: Elsewhere = { intern: () => FULL, read: () => undefined };

/** The core, compiled when it is first asked for. */
export function compileCore(): WasmModule {
  return compileOnce(coreBase64);
}

/** An instance of the core on a memory. */
export function instantiateCore(
  module: WasmModule,
  memory: WasmMemory,
  model: ModelFunctions = nothing,
  others: { readonly elsewhere?: Elsewhere; readonly property?: PropertyFunctions } = {},
): Core {
  const { elsewhere = nowhere, property = noProperty } = others;
  const { exports } = new (requireHost().Instance)(module, {
    env: { memory },
    model: { ...model },
    elsewhere: { intern: elsewhere.intern.bind(elsewhere), read: elsewhere.read.bind(elsewhere) },
    property: { edges: property.edges.bind(property), letter: property.letter.bind(property) },
  });
  return exports as WasmExports as unknown as Core;
}
