// Small DVE models as graphs that tests can compare: states in words, steps by name.
import { unwrap } from '../../../../src/diagnostics/diagnostic.ts';
import { analyse } from '../../../../src/models/analysis/analyse.ts';
import { readDve } from '../../../../src/models/formats/dve/model.ts';
import type { Model } from '../../../../src/models/model.ts';

/** The model of the text, analysed as the command line does. */
export function dve(text: string): Model {
  return analyse(unwrap(readDve({ name: 'test.dve', text })));
}

/** The diagnostics of a model that cannot be read, as `code message`. */
export function complaintsOf(text: string): string[] {
  return readDve({ name: 'test.dve', text }).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

/** `x = 1, P = a`, for the entries named, in that order (all if none is). */
export function shown(model: Model, state: ArrayLike<number>, names: readonly string[] = []): string {
  const entries = model.describe(state);
  const chosen = names.length === 0 ? entries : names.map((name) => entries.find((entry) => entry.name === name)!);
  return chosen.map(({ name, value }) => `${name} = ${value}`).join(', ');
}

export interface Step {
  readonly name: string;
  readonly state: Int32Array;
}

export function stepsFrom(model: Model, state: Int32Array): Step[] {
  const steps: Step[] = [];
  model.successors(state, (target, group) => steps.push({ name: model.groups[group].name, state: target.slice() }));
  return steps;
}

/** Follows the only successor `count` times. */
export function run(model: Model, count: number): Int32Array {
  let [state] = model.initialStates();
  for (let i = 0; i < count; i++) {
    const steps = stepsFrom(model, state);
    if (steps.length !== 1) throw new Error(`${steps.length} successors after ${i} steps`);
    state = steps[0].state;
  }
  return state;
}

/** One process `P` with the single state `s` and one transition with this body, after these declarations. */
export function single(body: string, declarations = ''): Model {
  return dve(`${declarations} process P { state s; init s; trans s -> s { ${body} }; } system async;`);
}
