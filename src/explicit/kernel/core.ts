// Instances of the compiled core (assembly/), with what it imports, and of a model's code. The type of the exports is generated
// (scripts/build-kernel.mjs).
import { requireHost, type WasmExports, type WasmMemory, type WasmModule } from '../../base/wasm-host.ts';
import type { Core } from './core.generated.ts';

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
  /** See code/generate-select.ts. */
  readonly select?: unknown;
}

const nothing: ModelFunctions = { expand: () => 0, label: () => undefined };
export const noProperty: PropertyFunctions = { edges: () => 0, letter: () => 0 };

/** An instance of the core on a memory. */
export function instantiateCore(
  module: WasmModule,
  memory: WasmMemory,
  model: ModelFunctions = nothing,
  property: PropertyFunctions = noProperty,
): Core {
  const { exports } = new (requireHost().Instance)(module, {
    env: { memory },
    model: { ...model },
    property: { edges: property.edges.bind(property), letter: property.letter.bind(property) },
  });
  return exports as WasmExports as unknown as Core;
}

/** The generated code of a model on a memory: its module, and the words of a state. */
export interface ModelCode {
  readonly module: WasmModule;
  readonly words: number;
}

/** An instance of the code of a model. Groups given by rows are done by an instance of the core of their own. */
export function instantiateModel(core: WasmModule, memory: WasmMemory, { module, words }: ModelCode): ModelFunctions {
  const helper = instantiateCore(core, memory);
  helper.openWidth(words, 0);
  const { exports } = new (requireHost().Instance)(module, { env: { memory }, tables: { rows: helper.tableRows } });
  return { expand: exports.expand, label: exports.label, select: exports.select };
}
